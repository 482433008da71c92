"""The workshop: from YAML records to a verified site. Users of JAX do not install this."""
