import jax.experimental.shard_map

jax.experimental.shard_map.register_check
