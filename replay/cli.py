"""The command line: `pastlane` begins here, and loads its commands when one is called.

A process that is started for work on scenarios runs this module first, as its parent did, and has no use for the
commands: so nothing but the interpreter's own modules and the exit codes is imported here.

The modules beside it hold the commands by topic: they parse, call one library function, and print. They alone read the
environment and end the process.

Exit codes: 0 done; 1 a check was not met, or there were failures; 2 bad input or usage; 3 a leak; 130 interrupted.
"""

import importlib
import sys
from pathlib import Path

from replay.exit_codes import ExitCode

_OUR_PACKAGES = ("fixtures", "memory", "scoring", "vehicle")
"""Beside this one."""


def main() -> None:
    """Run the command line, with modules looked for in the current folder, too, and end the process.

    A `memory.py` there, a natural name, does not stand in for the package of that name.
    """
    try:
        for package in _OUR_PACKAGES:
            importlib.import_module(package)
        sys.path.insert(0, str(Path.cwd()))
        code = invoke()
    except KeyboardInterrupt:  # while the commands are loaded, which answer it themselves from then on
        sys.stderr.write("pastlane: interrupted\n")
        code = ExitCode.INTERRUPTED
    sys.exit(code)


def invoke(args: list[str] | None = None) -> int:
    """Run the command line on `args`, those of the process by default, and return the exit code."""
    code: int = importlib.import_module("replay.cli_app").invoke(args)
    return code


if __name__ == "__main__":
    main()
