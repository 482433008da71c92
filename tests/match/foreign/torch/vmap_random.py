import torch

torch.func.vmap(lambda x: x + torch.rand(()))(torch.ones(3))
