import torch

torch.func.vmap(lambda x: x)(torch.tensor(1.0))
