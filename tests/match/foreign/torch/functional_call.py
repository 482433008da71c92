import torch

torch.func.functional_call(torch.nn.Linear(2, 2), {'weights': torch.ones(2, 2)}, (torch.ones(2),), strict=True)
