"""Entry of ``python -m runbook_builder``. Answers a ``verify`` of what has not changed without loading the workshop."""

from __future__ import annotations

import sys
from pathlib import Path


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["verify"]:
        from runbook_builder import stamp  # noqa: PLC0415

        if (words := stamp.at_rest(Path.cwd())) is not None:
            print(words)
            return 0
    from runbook_builder import commands  # noqa: PLC0415  (pydantic, Jinja and the rest take most of the time)

    return commands.main(given)


if __name__ == "__main__":
    sys.exit(main())
