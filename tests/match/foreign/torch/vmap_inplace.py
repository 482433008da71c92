import torch


def f(x, y):
    x.add_(y)
    return x


torch.func.vmap(f, in_dims=(None, 0))(torch.ones(()), torch.ones(3))
