import torch

torch.cuda.set_device(0)
torch.cuda.memory_allocated(0)
torch.cuda.mem_get_info()
