import torch

torch.func.vmap(lambda x: x, in_dims=None)(torch.ones(2))
