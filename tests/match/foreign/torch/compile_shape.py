import torch


@torch.compile(backend='eager')
def f(x):
    return x @ torch.ones(4)


f(torch.ones(3))
