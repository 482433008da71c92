import torch

torch.func.grad(lambda x: x)(torch.tensor(1))
