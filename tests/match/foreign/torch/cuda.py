import torch

torch.ones(3).cuda()
