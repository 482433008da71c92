import sys

from IPython.terminal.interactiveshell import TerminalInteractiveShell

sys.stdout = sys.stderr
shell = TerminalInteractiveShell.instance(colors='nocolor')
shell.run_cell('import jax\nimport jax.numpy as jnp\n')
shell.run_cell("def loss(params):\n    return params['w'].sum() + 1 / len(params['hidden'])\n")
shell.run_cell("jax.grad(loss)({'w': jnp.ones(3), 'hidden': []})")
