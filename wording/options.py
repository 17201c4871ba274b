"""Options that commands of several folders share, worded once."""

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
