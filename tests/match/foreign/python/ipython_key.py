import sys

from IPython.terminal.interactiveshell import TerminalInteractiveShell

sys.stdout = sys.stderr
shell = TerminalInteractiveShell.instance(colors='nocolor')
shell.run_cell("params = {'w': 1.0}\ndef forward(params):\n    return params['b']\n")
shell.run_cell('forward(params)')
