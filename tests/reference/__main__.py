"""`python -m tests.reference FILE --json [--mode strict] [--set scratch=neither]`: the document of the reference."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from .match import replay_match
from .notation import read
from .rules import Options


def audit(text: str, mode: str = "as-called", switches: dict[str, str] | None = None) -> dict[str, Any]:
    """The document of a text in the notation, its matches as the rulings judge them."""
    options = replace(Options(mode=mode), **{k.replace("-", "_"): v for k, v in (switches or {}).items()})
    return {
        "mode": mode,
        "switches": {
            "scratch": options.scratch,
            "break-scratch": options.break_scratch,
            "indirect-choice": options.indirect_choice,
        },
        "matches": [replay_match(match, options) for match in read(text)],
        "warnings": [],
        "quarantined": [],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Replay a log with the reference")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="accepted for likeness; the output is always JSON")
    parser.add_argument("--mode", choices=("as-called", "strict"), default="as-called")
    parser.add_argument("--set", action="append", default=[], metavar="SWITCH=VALUE")
    arguments = parser.parse_args()
    switches = dict(text.split("=", 1) for text in arguments.set)
    document = audit(arguments.file.read_text(encoding="utf-8"), arguments.mode, switches)
    json.dump(document, sys.stdout, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
