import jax
import jax.numpy as jnp


def loss(params):
    try:
        return params['w'].sum()
    except KeyError as error:
        raise RuntimeError('checkpoint does not hold the tracer weights') from error


jax.value_and_grad(loss)({'b': jnp.ones(3)})
