"""The command `demo`: the sample league all the way into a store of its own, then the pages over it."""

from pathlib import Path
from typing import Annotated, Final

import typer

from wording import UserError, _

ROOT: Final = Path(__file__).parents[1]
LEAGUE: Final = tuple(ROOT / "data" / "league-2026" / form for form in ("kos", "csv", "xlsx", "jsonl"))
STORE: Final = ROOT / "data" / "store-demo"
"""Apart from the default store, so that invented matches never stand among real ones."""


def demo(
    no_serve: Annotated[
        bool, typer.Option("--no-serve", help=_("End after the summary, without the dashboard."))
    ] = False,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="FOLDER|URL",
            help=_("Where to keep the sample (else in a store of its own, data/store-demo)."),
            show_default=False,
        ),
    ] = None,
) -> None:
    """Show everything on the sample league.

    Raises:
        UserError: this is no checkout, so that the sample is not there.
    """
    from analytics.cli import all_the_way
    from dashboard.server import serve

    missing = [folder for folder in LEAGUE if not folder.is_dir()]
    if missing:
        message = _(
            "The sample league is not here ({folder}). It comes with the sources of osmica, not with the package."
        )
        raise UserError(message.format(folder=missing[0]))
    place = store or str(STORE)
    all_the_way(list(LEAGUE), place)
    if not no_serve:
        typer.echo()
        serve(place, None, browser=False)
