"""Run the programs of one group whose errors are not JAX's, and keep what they print, without paths of this machine.

    python tests/match/foreign.py GROUP PYTHON [NAME ...]

writes tests/match/foreign/GROUP/NAME.txt beside each NAME.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.match.printed import printed

FOREIGN = Path(__file__).parent / "foreign"
MOST_LINES = 200


def main() -> int:
    """Run the programs named, or all of the group."""
    group, python, *names = sys.argv[1:]
    folder = FOREIGN / group
    silent = 0
    for program in sorted(folder.glob("*.py")) if not names else (folder / f"{name}.py" for name in names):
        text = "\n".join(printed(python, program).splitlines()[-MOST_LINES:])
        if text.strip():
            program.with_suffix(".txt").write_text(text + "\n", encoding="utf-8")
            print(f"{program.stem}: {text.strip().splitlines()[-1][:150]}")
        else:
            silent += 1
            print(f"{program.stem}: printed NOTHING")
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
