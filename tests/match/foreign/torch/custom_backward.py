import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * y

    @staticmethod
    def backward(ctx, grad):
        return grad


Scale.apply(torch.ones(2, requires_grad=True), torch.ones(2)).sum().backward()
