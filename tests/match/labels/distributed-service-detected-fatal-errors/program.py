import subprocess
import sys

WORKER = """
import os, sys, time
import jax

rank = int(sys.argv[1])
jax.distributed.initialize("127.0.0.1:12424", num_processes=2, process_id=rank)
time.sleep(2)
if rank == 0:
    os._exit(1)
time.sleep(60)
"""
leader = subprocess.Popen([sys.executable, "-c", WORKER, "0"], stderr=subprocess.DEVNULL)
follower = subprocess.Popen([sys.executable, "-c", WORKER, "1"])
leader.wait()
follower.wait()
