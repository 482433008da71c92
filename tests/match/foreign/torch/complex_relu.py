import torch

torch.relu(torch.ones(2, dtype=torch.complex64))
