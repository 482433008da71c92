import torch

torch.ones(2, 3)[0, 1, 2]
