import torch

torch.ones(3, requires_grad=True).numpy()
