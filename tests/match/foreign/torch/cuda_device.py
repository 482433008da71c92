import torch

torch.device('cuda:99')
torch.ones(3, device='cuda')
