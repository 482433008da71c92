import torch

torch.func.grad(lambda x: x)(torch.ones(3))
