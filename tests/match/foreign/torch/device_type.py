import torch

torch.device('tpu')
