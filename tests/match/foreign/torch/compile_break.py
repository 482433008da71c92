import torch


@torch.compile(fullgraph=True, backend='eager')
def f(x):
    if x.sum() > 0:
        return x
    return -x


f(torch.ones(3))
