import jax
import jax.numpy as jnp
from jax.extend.core import Primitive

double_p = Primitive("double")
double_p.def_abstract_eval(lambda x: x)
jax.vmap(double_p.bind)(jnp.ones(2))
