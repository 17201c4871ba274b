"""The commands of the replay: `audit` (files or one match of the store, no store needed) and `replay` (the store)."""

import json as json_module
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wording import UserError, _, ngettext, number
from wording.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from ingest.gathering import Gathered
    from replay.job import ReplayReport

MODES = ("as-called", "strict")


def mount(app: typer.Typer) -> None:
    """Add this folder's commands."""
    app.command("audit", help=_("Replay the matches of a log and hold their claims against the rules."))(audit)
    app.command("replay", help=_("Replay the store's matches whose log, ruleset or engine changed."))(replay)


def changes(pairs: list[str]) -> dict[str, str]:
    """The switches set on the command line.

    Raises:
        UserError: a pair is not `switch=value`.
    """
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise UserError(_("--set takes switch=value, not “{pair}”.").format(pair=pair))
        found[key.strip()] = value.strip()
    return found


def audit(
    file: Annotated[Path | None, typer.Argument(help=_("A log in any format, a folder or an archive."))] = None,
    match: Annotated[
        str | None, typer.Option("--match", help=_("Audit this match of the store instead of a file."))
    ] = None,
    mode: Annotated[str, typer.Option("--mode", help=_("as-called (official) or strict."))] = "as-called",
    switches: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SWITCH=VALUE", help=_("Set a switch of the ruleset; may be repeated.")),
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help=_("The ruleset to use, whatever the tag Rules says."))
    ] = None,
    rack: Annotated[int | None, typer.Option("--rack", help=_("Judge and list only this rack."))] = None,
    sensitivity: Annotated[
        bool | None,
        typer.Option(
            "--sensitivity/--no-sensitivity",
            help=_(
                "Whether another reading of the rules would give another winner (in text: shown unless switched off)."
            ),
        ),
    ] = None,
    store: StoreOption = None,
    as_of: Annotated[
        int | None, typer.Option("--as-of", help=_("With --match: the version of the store to read."))
    ] = None,
    json: JsonOption = False,
) -> None:
    """Replay matches and say whether what they claim stands."""
    if (file is None) == (match is None):
        raise UserError(_("Name either a file to audit, or a match of the store with --match."))
    if mode not in MODES:
        raise UserError(_("--mode is as-called or strict, not “{mode}”.").format(mode=mode))
    from replay.audit import Options, exit_code
    from replay.audit import audit as audit_logs
    from replay.logs import match_logs
    from replay.report import lines

    shown = (sensitivity if sensitivity is not None else not json) and rack is None
    options = Options(mode, changes(switches or []), rules, rack, shown)  # type: ignore[arg-type]
    logs = read_file(file) if file is not None else read_store(str(match), store, as_of)
    matches = list(match_logs(logs.matches, logs.racks, logs.shots))
    with progress() as step:
        document = audit_logs(matches, logs.warnings, logs.quarantined, options, step)
    if json:
        typer.echo(json_module.dumps(document, ensure_ascii=False, indent=1))
    else:
        for line in lines(document, names_of(logs)):
            typer.echo(line)
    code = exit_code(document)
    if code:
        raise typer.Exit(code)


def read_file(file: Path) -> "Gathered":
    """All matches of a file, folder or archive."""
    from ingest.gathering import gather
    from ingest.reading import read_paths

    return gather(read_paths([file]))


def read_store(match: str, store: str | None, as_of: int | None) -> "Gathered":
    """One match of one version of the store.

    Raises:
        UserError: the store has no such match.
    """
    from ingest.store import open_match

    return open_match(match, store, as_of)


def names_of(logs: "Gathered") -> dict[str, tuple[str, str]]:
    """The names of the players of each match."""
    names = dict(logs.persons.select("person", "name").iter_rows())
    return {
        match: (names.get(a, a), names.get(b, b)) for match, a, b in logs.matches.select("match", "a", "b").iter_rows()
    }


def replay(store: StoreOption = None, json: JsonOption = False) -> None:
    """Replay what changed in the store and publish its verdicts."""
    from ingest.store import open_store
    from replay.job import replay as replay_store

    with progress() as step:
        report = replay_store(open_store(store), progress=step)
    if json:
        typer.echo(json_module.dumps(report.as_json(), indent=1))
        return
    typer.echo(told(report))


def told(report: "ReplayReport") -> str:
    """What a replay did, in a line."""
    if report.version == report.before:
        return _("Nothing to replay: every verdict is up to date (version {version}).").format(version=report.version)
    matches = ngettext("{n} match", "{n} matches", report.replayed).format(n=number(report.replayed))
    shots = ngettext("{n} shot", "{n} shots", report.shots).format(n=number(report.shots))
    text = _("Replayed {matches} ({shots}); up to date already: {unchanged}. The store is now at version {version}.")
    return text.format(matches=matches, shots=shots, unchanged=number(report.unchanged), version=report.version)


@contextmanager
def progress() -> Iterator[Callable[[int, int], None] | None]:
    """A bar on standard error; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(_("Replaying …"), total=None)

        def step(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield step
