"""The commands of the store itself: `osmica store info`, `versions`, `vacuum`."""

import json as json_module
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wording import N_, UserError, _, moment_text, ngettext, number
from wording.options import JsonOption, StoreOption

if TYPE_CHECKING:
    from ingest.store import Snapshot, Store

_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_DONE: Final = {
    "new": N_("new"),
    "revised": N_("revised"),
    "quarantined": N_("quarantined"),
    "unreadable": N_("unreadable"),
    "withdrawn": N_("withdrawn"),
    "dismissed": N_("dismissed"),
    "replayed": N_("replayed"),
    "shots": N_("shots"),
}
_LOGS: Final = ("matches", "racks", "shots")

AsOfOption = Annotated[int | None, typer.Option("--as-of", help=_("Look at this version, not the newest."))]


def mount(app: typer.Typer) -> None:
    """Add the group `store`."""
    group = typer.Typer(no_args_is_help=True, help=_("What is in the store, its versions, and tidying up."))
    group.command("info", help=_("What the store holds; with --check, whether every file is whole."))(info)
    group.command("versions", help=_("The versions: when, by which command, what changed."))(versions)
    group.command("vacuum", help=_("Remove files that no version lists; every version stays readable."))(vacuum)
    app.add_typer(group, name="store")


def info(
    store: StoreOption = None,
    as_of: AsOfOption = None,
    check: Annotated[bool, typer.Option("--check", help=_("Read every file and compare its checksum."))] = False,
    json: JsonOption = False,
) -> None:
    """Say what a version holds. Exit code 1 if a file is damaged."""
    opened = existing(store)
    snapshot = opened.at(as_of)
    document = _info(opened, snapshot, opened.check(snapshot) if check else None)
    if json:
        typer.echo(json_module.dumps(document, ensure_ascii=False, indent=1))
    else:
        for line in _info_lines(document):
            typer.echo(line)
    if document["damaged"]:
        raise typer.Exit(1)


def versions(store: StoreOption = None, json: JsonOption = False) -> None:
    """List the versions, the newest last."""
    rows = existing(store).versions().rows(named=True)
    if json:
        listed = [{**row, "time": row["time"].isoformat(), "counts": json_module.loads(row["counts"])} for row in rows]
        typer.echo(json_module.dumps(listed, ensure_ascii=False, indent=1))
        return
    for row in rows:
        note = f" – {row['note']}" if row["note"] else ""
        when = moment_text(row["time"].astimezone())
        typer.echo(f"{row['version']:>6}  {when}  {row['command']} ({done(json_module.loads(row['counts']))}){note}")


def vacuum(
    older_than: Annotated[
        str,
        typer.Option(
            "--older-than",
            metavar="AGE",
            help=_(
                "Only files written longer ago: 90s, 30m, 24h, 7d. Younger ones may belong to a run that is writing."
            ),
        ),
    ] = "24h",
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_("Only list what would be removed."))] = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Remove orphans."""
    removed = existing(store).vacuum(age(older_than), dry=dry_run)
    if json:
        typer.echo(json_module.dumps({"removed": removed, "dry_run": dry_run}, indent=1))
        return
    for name in removed:
        typer.echo(name)
    count = len(removed)
    text = (
        ngettext("{n} file would be removed.", "{n} files would be removed.", count)
        if dry_run
        else ngettext("{n} file removed.", "{n} files removed.", count)
    )
    typer.echo(text.format(n=number(count)))


def existing(url: str | None) -> "Store":
    """The store that is meant. Raises `UserError` if nothing was ever read into it."""
    from ingest.store import open_store

    store = open_store(url)
    if not store.exists:
        message = _("There is no store at {place} yet. Read logs into it with: osmica ingest PATH")
        raise UserError(message.format(place=store.address))
    return store


def age(text: str) -> timedelta:
    """`90s`, `30m`, `24h`, `7d` or `0` as a duration. Raises `UserError` for anything else."""
    found = re.fullmatch(r"(\d{1,9})([smhd]?)", text.strip())
    if found is None or (not found[2] and int(found[1])):
        raise UserError(_("“{text}” is no age. Write a number and s, m, h or d, such as 24h.").format(text=text))
    return timedelta(**{_UNITS[found[2] or "s"]: int(found[1])})


def done(counts: Mapping[str, int]) -> str:
    """What a run did, the things that it did not do left out: `new: 44, quarantined: 2`."""
    told = [
        f"{_(_DONE.get(name, name))}: {number(count)}"
        for name, count in counts.items()
        if count and name not in ("read", "unchanged")
    ]
    return ", ".join(told) or _("nothing")


def _info(store: "Store", snapshot: "Snapshot", damaged: list[str] | None) -> dict[str, Any]:
    tables = {}
    for name in snapshot.table_names:
        entries = snapshot.entries.filter(snapshot.entries["table"] == name)
        tables[name] = {"rows": snapshot.rows(name), "files": entries.height, "bytes": int(entries["bytes"].sum())}
    return {
        "store": store.address,
        "version": snapshot.version,
        "newest": store.version,
        "seasons": snapshot.seasons("matches"),
        "tables": tables,
        "checked": damaged is not None,
        "damaged": damaged or [],
    }


def _info_lines(document: Mapping[str, Any]) -> Iterator[str]:
    yield _("Store {place}").format(place=document["store"])
    yield _("Version {version} (newest {newest})").format(version=document["version"], newest=document["newest"])
    yield _("Seasons: {seasons}").format(seasons=", ".join(document["seasons"]) or "–")
    yield _columns(_("table"), _("rows"), _("files"), "KiB")
    for name, table in document["tables"].items():
        if table["rows"] or name in _LOGS:
            yield _columns(name, number(table["rows"]), number(table["files"]), number(table["bytes"] / 1024))
    for name in document["damaged"]:
        yield _("Damaged or missing: {file}").format(file=name)
    if document["checked"] and not document["damaged"]:
        yield _("Every file is whole.")


def _columns(name: str, rows: str, files: str, size: str) -> str:
    return f"{name:<22} {rows:>12} {files:>9} {size:>10}"
