import torch

torch.cuda.get_device_properties(0)
