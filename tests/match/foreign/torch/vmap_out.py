import torch

torch.func.vmap(lambda x: 'a')(torch.ones(2))
