import torch

torch.autograd.set_detect_anomaly(True)
x = torch.tensor(-1.0, requires_grad=True)
torch.sqrt(x).backward()
