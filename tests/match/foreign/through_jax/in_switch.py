import jax
import jax.numpy as jnp

jax.lax.switch(0, [lambda x: x, lambda x: x.foo], 1.0)
