import jax
import jax.numpy as jnp

numbers = jax.lax.ScatterDimensionNumbers(
    update_window_dims=(1,), inserted_window_dims=(0,), scatter_dims_to_operand_dims=(0,)
)
jax.lax.scatter_add(jnp.zeros((4, 3)), jnp.array([[0], [2]]), jnp.ones((2, 1, 3)), numbers)
