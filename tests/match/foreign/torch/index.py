import torch

torch.ones(3)[5]
