import torch

torch.func.grad(torch.sin, argnums=2)(torch.ones(()))
