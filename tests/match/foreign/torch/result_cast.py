import torch

x = torch.ones(3, dtype=torch.int32)
x += 0.5
