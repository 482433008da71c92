import torch

if torch.ones(3) > 0:
    pass
