import torch

torch.nn.Linear(3, 4)(torch.ones(2, 5))
