import torch

torch.func.vmap(lambda x: x.item())(torch.ones(2))
