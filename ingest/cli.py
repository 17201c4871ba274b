"""The commands that read logs: `ingest`, `convert`, `template`, `withdraw`, `quarantine`, and the group `store`."""

import json as json_module
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ingest import store_cli
from wording import UserError, _, ngettext, number
from wording.options import JsonOption, LogsArgument, ReviseOption, StoreOption

if TYPE_CHECKING:
    from ingest.accounting import FileCount


def mount(app: typer.Typer) -> None:
    """Add this folder's commands."""
    app.command("ingest", help=_("Read logs into the store."))(ingest)
    app.command("convert", help=_("Turn a log of any format into any other; nothing is lost."))(convert)
    app.command("template", help=_("Write an empty workbook to fill in."))(template)
    app.command("withdraw", help=_("Take a match out of the store; earlier versions keep it."))(withdraw)
    group = typer.Typer(no_args_is_help=True, help=_("Matches that were kept out because of an error."))
    group.command("list", help=_("What is open: where, what stood there, what was expected."))(quarantine_list)
    group.command("export", help=_("Write the matches as a workbook, bad cells marked, to correct and ingest."))(
        quarantine_export
    )
    group.command("dismiss", help=_("Say that nothing is left to do about a match or a file."))(quarantine_dismiss)
    app.add_typer(group, name="quarantine")
    store_cli.mount(app)


def ingest(
    paths: LogsArgument,
    revise: ReviseOption = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Read logs and publish what is new as one version. Exit codes: 1 something was kept out, 2 nothing was read."""
    from ingest.job import ingest as run
    from ingest.store import open_store
    from ingest.summary import as_json, lines

    opened = open_store(store)
    with progress() as step:
        report = run(paths, opened, revise=revise, progress=step)
    if json:
        typer.echo(json_module.dumps(as_json(report, opened.address), ensure_ascii=False, indent=1))
    else:
        for line in lines(report, opened.address):
            typer.echo(line)
    if report.status:
        raise typer.Exit(report.status)


def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help=_("A log in any format, a folder or an archive."))],
    target: Annotated[
        Path, typer.Argument(metavar="OUT", help=_("Where to: its ending says the format (.kos, .jsonl, .xlsx, .csv)."))
    ],
    slovene: Annotated[
        bool, typer.Option("--slovene", help=_("CSV as a Slovene Excel writes it: semicolons, Windows-1250."))
    ] = False,
) -> None:
    """Convert. Exit codes: 1 a match was left out because of an error, 2 nothing could be read."""
    from ingest.convert import convert as run
    from ingest.summary import problem_lines, warning_line

    report = run(source, target, slovene=slovene)
    for problem in report.quarantined:
        for line in problem_lines(problem):
            typer.echo(line, err=True)
    for warning in report.warnings:
        typer.echo(warning_line(warning), err=True)
    if report.files:
        matches = ngettext("{n} match", "{n} matches", report.matches).format(n=number(report.matches))
        files = ", ".join(str(file) for file in report.files)
        typer.echo(_("{matches} written to {files}.").format(matches=matches, files=files))
    if report.quarantined:
        raise typer.Exit(1 if report.matches else 2)


def template(
    target: Annotated[Path, typer.Argument(metavar="OUT.xlsx", help=_("The workbook to write."))],
) -> None:
    """Write the empty workbook."""
    from ingest.template import write

    write(target)
    typer.echo(_("Written: {file}").format(file=target))


def withdraw(
    match: Annotated[str, typer.Argument(metavar="MATCH", help=_("The match's id."))],
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help=_("Why, for the list of versions."))
    ] = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Take a match out, with its verdicts; it may come again."""
    from ingest.job import withdraw as run

    opened = store_cli.existing(store)
    version = run(opened, match, reason)
    if json:
        typer.echo(json_module.dumps({"match": match, "version": version}, ensure_ascii=False))
        return
    text = _("Match {match} was taken out; the store is at version {version}. Version {before} still has it.")
    typer.echo(text.format(match=match, version=version, before=version - 1))


def quarantine_list(store: StoreOption = None, as_of: store_cli.AsOfOption = None, json: JsonOption = False) -> None:
    """List what is open. Exit code 1 if there is anything."""
    from ingest.quarantine import entries
    from ingest.summary import problem_lines, problems_json

    found = entries(store_cli.existing(store).at(as_of))
    if json:
        typer.echo(json_module.dumps(problems_json(found), ensure_ascii=False, indent=1))
    else:
        for problem in found:
            for line in problem_lines(problem):
                typer.echo(line)
        if found:
            matches = len({problem.match for problem in found if problem.match is not None})
            text = ngettext("{n} match is open.", "{n} matches are open.", matches)
            typer.echo(text.format(n=number(matches)))
        else:
            typer.echo(_("The quarantine is empty."))
    if found:
        raise typer.Exit(1)


def quarantine_export(
    target: Annotated[Path, typer.Argument(metavar="OUT.xlsx", help=_("The workbook to write."))],
    store: StoreOption = None,
) -> None:
    """Write the workbook of corrections."""
    from ingest.corrections import write

    if target.suffix.lower() != ".xlsx":
        raise UserError(_("{file}: corrections are a workbook; let its name end in .xlsx.").format(file=target))
    count = write(store_cli.existing(store), target)
    matches = ngettext("{n} match", "{n} matches", count).format(n=number(count))
    text = _("{matches} written to {file}. Correct the marked cells, save, and read it with: osmica ingest {file}")
    typer.echo(text.format(matches=matches, file=target))


def quarantine_dismiss(
    what: Annotated[str, typer.Argument(metavar="MATCH|FILE", help=_("A match id, or a file as the list names it."))],
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help=_("Why, for the list of versions."))
    ] = None,
    store: StoreOption = None,
) -> None:
    """Close entries by hand."""
    from ingest.quarantine import dismiss

    count, version = dismiss(store_cli.existing(store), what, reason)
    text = ngettext("{n} entry closed; the store is at version {version}.",
                    "{n} entries closed; the store is at version {version}.", count)  # fmt: skip
    typer.echo(text.format(n=number(count), version=version))


@contextmanager
def progress() -> Iterator["Callable[[FileCount], None] | None"]:
    """A line on standard error that says how far the reading is; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(_("Reading …"), total=None)
        files: dict[int, FileCount] = {}

        def step(file: "FileCount") -> None:
            files[id(file)] = file
            read = sum(each.read for each in files.values())
            told = ngettext("{n} match read", "{n} matches read", read).format(n=number(read))
            bar.update(task, description=f"{Path(file.file).name}: {told}")

        yield step
