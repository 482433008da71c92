import jax


class Optimizer:
    rate = 0.1

    @jax.jit
    def step(self, x):
        return x - self.rate * x


Optimizer().step(1.0)
