import torch

x = torch.ones(3, requires_grad=True)
y = torch.sigmoid(x)
y += 1
y.sum().backward()
