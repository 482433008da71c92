import subprocess
import sys

WORKER = """
import sys
import time

import jax

rank = int(sys.argv[1])
jax.distributed.initialize("127.0.0.1:12431", num_processes=2, process_id=rank)
if rank == 0:
    from jax._src.distributed import global_state

    global_state.client.wait_at_barrier("checkpoint", timeout_in_ms=1000)
else:
    time.sleep(60)
"""
leader = subprocess.Popen([sys.executable, "-c", WORKER, "0"])
follower = subprocess.Popen([sys.executable, "-c", WORKER, "1"], stderr=subprocess.DEVNULL)
try:
    leader.wait(15)
except subprocess.TimeoutExpired:
    leader.kill()
follower.kill()
leader.wait()
follower.wait()
