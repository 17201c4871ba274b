"""What becomes of an error that nobody foresaw: a file for whoever mends it, one line for the user."""

import datetime as dt
import os
import platform
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from wording.translate import _

KEPT: Final = 20
"""How many reports stay; older ones go."""


def report(error: BaseException, arguments: Sequence[str]) -> str:
    """Write the traceback of `error` to a new log file; the line for the user, naming the file and what to do."""
    text = "".join(
        [
            f"osmica {' '.join(arguments)}\n",
            f"Python {platform.python_version()} {platform.platform()}\n",
            *traceback.format_exception(error),
        ]
    )
    kind = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    return _(
        "Something went wrong inside osmica ({kind}). The details are in {file}; "
        "run the command again, and if it happens again send that file to the maintainers."
    ).format(kind=kind, file=_write(text))


def _write(text: str) -> Path:
    name = f"osmica-{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%S%f}-{os.getpid()}.log"
    for folder in _folders():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for old in sorted(folder.glob("osmica-*.log"))[: -KEPT + 1]:
                old.unlink(missing_ok=True)
            file = folder / name
            file.write_text(text, encoding="utf-8", errors="backslashreplace")
        except OSError as refused:
            print(refused, file=sys.stderr)
        else:
            return file
    return Path(os.devnull)


def _folders() -> list[Path]:
    from platformdirs import user_log_path

    return [user_log_path("osmica", appauthor=False), Path(tempfile.gettempdir())]
