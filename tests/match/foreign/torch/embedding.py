import torch

torch.nn.Embedding(3, 4)(torch.tensor([5]))
