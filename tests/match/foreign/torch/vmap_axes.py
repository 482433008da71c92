import torch

torch.func.vmap(lambda x, y: x, in_dims=(0,))(torch.ones(2), torch.ones(2))
