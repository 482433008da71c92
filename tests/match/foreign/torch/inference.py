import torch

with torch.inference_mode():
    x = torch.ones(3)
(x * torch.ones(3, requires_grad=True)).sum().backward()
