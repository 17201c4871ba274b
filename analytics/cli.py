"""The command `run`: logs in, verdicts out, summed up."""

import json as json_module
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from ingest import cli as ingest_cli
from replay import cli as replay_cli
from wording import _
from wording.options import JsonOption, LogsArgument, ReviseOption, StoreOption


def mount(app: typer.Typer) -> None:
    """Add this folder's command."""
    app.command("run", help=_("Ingest, replay and sum up: from logs to verdicts."))(run)


def run(
    paths: LogsArgument,
    revise: ReviseOption = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Run the whole way. Exit codes: 1 something was kept out or a verdict does not stand, 2 nothing was read."""
    document = all_the_way(paths, store, revise=revise, quiet=json)
    if json:
        typer.echo(json_module.dumps(document, ensure_ascii=False, indent=1))
    if document["status"]:
        raise typer.Exit(document["status"])


def all_the_way(paths: list[Path], store: str | None, *, revise: bool = False, quiet: bool = False) -> dict[str, Any]:
    """Ingest, replay, and print the sum of the verdicts unless `quiet`.

    The document has `ingest` and `replay` (as those commands print them with `--json`), `verdicts` (verdict to number
    of matches in the store) and `status` (the exit code).

    Raises:
        UserError: a store that cannot be read or written, paths without a log.
    """
    from analytics.matches import overview
    from analytics.summary import verdict_lines
    from analytics.warehouse import Warehouse
    from ingest import summary as ingested
    from ingest.job import ingest
    from ingest.store import open_store
    from replay.job import replay

    say: Callable[[str], None] = (lambda _line: None) if quiet else typer.echo
    opened = open_store(store)
    with ingest_cli.progress() as read:
        report = ingest(paths, opened, revise=revise, progress=read)
    for line in ingested.lines(report, opened.address):
        say(line)
    with replay_cli.progress() as judged:
        replayed = replay(opened, progress=judged)
    say(replay_cli.told(replayed))
    warehouse = Warehouse(opened.at())
    say("")
    for line in verdict_lines(warehouse):
        say(line)
    verdicts = overview(warehouse).verdicts
    doubtful = verdicts["contradicted"] + verdicts["undetermined"] > 0
    return {
        "ingest": ingested.as_json(report, opened.address),
        "replay": replayed.as_json(),
        "verdicts": verdicts,
        "status": report.status or (1 if doubtful else 0),
    }
