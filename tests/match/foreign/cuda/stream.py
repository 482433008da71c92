import torch

torch.cuda.Stream()
