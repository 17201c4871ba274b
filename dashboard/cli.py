"""The commands `osmica dashboard` and `osmica demo`."""

from typing import Annotated

import typer

from dashboard.demo import demo
from wording import _
from wording.options import StoreOption


def mount(app: typer.Typer) -> None:
    """Add this folder's commands."""
    app.command("demo", help=_("The sample league all the way, then the dashboard."))(demo)
    app.command("dashboard", help=_("Serve the dashboard on this machine until Ctrl-C."))(dashboard)


def dashboard(
    store: StoreOption = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=1,
            max=65535,
            help=_("The port to listen on (else the first free one from 8501)."),
            show_default=False,
        ),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=_("Do not open a browser."))] = False,
) -> None:
    """Serve the dashboard over a store until Ctrl-C. Listens on 127.0.0.1 only, and calls no other host.

    Raises:
        UserError: the port is not free.
    """
    from dashboard.server import serve

    serve(store, port, browser=not no_browser)
