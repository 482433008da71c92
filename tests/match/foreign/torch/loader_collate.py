import torch
from torch.utils.data import DataLoader

list(DataLoader([torch.ones(2), torch.ones(3)], batch_size=2))
