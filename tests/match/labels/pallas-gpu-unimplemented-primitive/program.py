import contextlib

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

triton = {"compiler_params": plgpu.CompilerParams()} if hasattr(plgpu, "CompilerParams") else {}

def for_gpu():
    if not hasattr(jax.sharding, "AbstractDevice"):
        return contextlib.nullcontext()
    gpu = jax.sharding.AbstractDevice(device_kind="NVIDIA H100", num_cores=1, platform="gpu")
    return jax.sharding.use_abstract_mesh(
        jax.sharding.AbstractMesh((1,), ("x",), (jax.sharding.AxisType.Explicit,), abstract_device=gpu)
    )


def kernel(source, target):
    target[...] = jax.lax.sort(source[...])


@jax.jit
def sort(values):
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(values.shape, values.dtype), **triton)(values)


with for_gpu():
    sort.trace(jax.ShapeDtypeStruct((16,), jnp.float32)).lower(lowering_platforms=("cuda",))
