"""Options that commands of several folders share, worded once."""

from pathlib import Path
from typing import Annotated

import typer

from wording.translate import _

StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="OSMICA_STORE",
        metavar="FOLDER|URL",
        help=_("The store: a folder or an object-store URL such as s3://bucket/league."),
        show_default=False,
    ),
]

JsonOption = Annotated[bool, typer.Option("--json", help=_("Print JSON for a machine instead of text."))]

LogsArgument = Annotated[
    list[Path],
    typer.Argument(metavar="PATH", help=_("Logs (.kos, .csv, .xlsx, .jsonl), folders or .zip archives of them.")),
]

ReviseOption = Annotated[
    bool, typer.Option("--revise", help=_("Another content under a known match id replaces what is in the store."))
]
