import torch

import torch.distributed

torch.distributed.init_process_group('nccl', init_method='tcp://127.0.0.1:29511', rank=0, world_size=1)
