import sys

from IPython.terminal.interactiveshell import TerminalInteractiveShell

sys.stdout = sys.stderr
shell = TerminalInteractiveShell.instance(colors='nocolor')
shell.run_cell('shape = (3, 4)\nshape + 1')
