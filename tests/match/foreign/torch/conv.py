import torch

torch.nn.Conv2d(3, 4, 3)(torch.ones(1, 2, 8, 8))
