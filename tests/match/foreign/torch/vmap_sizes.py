import torch

torch.func.vmap(lambda x, y: x + y)(torch.ones(2), torch.ones(3))
