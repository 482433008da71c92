import torch

float(torch.ones((), device='meta'))
