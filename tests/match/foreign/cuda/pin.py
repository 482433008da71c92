import torch

torch.ones(3).pin_memory()
