import torch

torch.func.vmap(lambda x: x if x > 0 else -x)(torch.ones(2))
