"""Stands in for the installed JAX where only its source is read."""
