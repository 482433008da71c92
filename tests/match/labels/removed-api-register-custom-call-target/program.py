from jax.lib import xla_client


def register(name, capsule):
    xla_client.register_custom_call_target(name, capsule, platform="cpu")


register("my_kernel", None)
