from flax import nnx

nnx.Linear(3, 4)
