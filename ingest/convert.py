"""`osmica convert IN OUT`: any log format into any other. No cell is altered; a round trip loses nothing.

`convert.convert(source, target, slovene=False) -> ConvertReport`. The target's name chooses the format: `.kos`,
`.jsonl`, `.xlsx`, or three CSV files in a folder or beside one another (`league.csv` becomes `league-matches.csv` and
so on). `slovene` writes the CSV as a Slovene Excel does: semicolons, Windows-1250.
"""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import polars as pl

from ingest import notation, tabular
from ingest.gathering import Gathered, gather
from ingest.problems import Problem, Warning_
from ingest.readers.cells import Table
from ingest.readers.tags import NOTE
from ingest.reading import read_paths
from ingest.schema import CELLS
from wording import UserError, _

_LONGEST_CELL: Final = 32_767  # characters in a cell of a workbook
_MOST_ROWS: Final = 1_048_576 - 1  # below the headings of a sheet
_JSON: Final = (".jsonl", ".ndjson", ".json")


@dataclass(frozen=True, slots=True)
class ConvertReport:
    """What was written where, and what of the source could not be read and so is not there."""

    matches: int
    racks: int
    shots: int
    files: tuple[Path, ...]
    quarantined: tuple[Problem, ...]
    warnings: tuple[Warning_, ...]


def convert(source: Path, target: Path, *, slovene: bool = False) -> ConvertReport:
    """Write the good matches of `source` (a file, folder or archive) to `target`; nothing if none could be read.

    Raises `UserError` when the target's format is not known, cannot hold the matches, or would overwrite the source.
    """
    log = gather(read_paths([source]))
    nothing_read = log.matches.is_empty() and log.quarantined
    files = {} if nothing_read else _written(log, target, slovene)
    if source.resolve() in {file.resolve() for file in files}:
        raise UserError(
            _("{file} would be overwritten by its own conversion; name another target.").format(file=source)
        )
    for file, data in files.items():
        _replace(file, data)
    return ConvertReport(
        log.matches.height, log.racks.height, log.shots.height, tuple(files), log.quarantined, log.warnings
    )


def _replace(file: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it."""
    half = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(data)
        half.replace(file)
    except OSError as error:
        raise UserError(_("{file} cannot be written: {reason}").format(file=file, reason=error.strerror)) from error


def _written(log: Gathered, target: Path, slovene: bool) -> dict[Path, bytes]:
    """The bytes of each file to write."""
    ending = target.suffix.lower()
    parts = (log.matches, log.persons, log.racks, log.shots, log.tags)
    if ending == ".kos":
        return {target: notation.write(*parts).encode()}
    if ending in _JSON:
        return {target: _json_lines(log).encode()}
    if ending == ".xlsx":
        return {target: _workbook(tabular.tables(*parts))}
    if ending == ".csv" or (not ending or target.is_dir()):
        return _csv(tabular.tables(*parts), target, slovene)
    known = ".kos, .jsonl, .xlsx, .csv"
    raise UserError(_("{file}: the ending of the target must be one of {endings}, or it must be a folder.").format(
        file=target, endings=known
    ))  # fmt: skip


def _csv(tables: Mapping[Table, pl.DataFrame], target: Path, slovene: bool) -> dict[Path, bytes]:
    files: dict[Path, bytes] = {}
    for table, rows in tables.items():
        if target.suffix.lower() != ".csv":
            file = target / f"{table}.csv"
        else:
            own = next((name for name in tables if name in target.stem), None)
            file = target.with_stem(target.stem.replace(own, table) if own else f"{target.stem}-{table}")
        text = rows.write_csv(separator=";" if slovene else ",")
        try:
            files[file] = text.encode("cp1250" if slovene else "utf-8")
        except UnicodeEncodeError as error:
            letter = text[error.start]
            raise UserError(
                _("Windows-1250 has no letter {letter}; leave out --slovene to write UTF-8.").format(letter=letter)
            ) from error
    return files


def _workbook(tables: Mapping[Table, pl.DataFrame]) -> bytes:
    from xlsxwriter import Workbook

    data = io.BytesIO()
    plain = {"strings_to_numbers": False, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with Workbook(data, plain) as book:
        bold, text = book.add_format({"bold": True}), book.add_format({"num_format": "@"})
        for table, rows in tables.items():
            _check_size(table, rows)
            sheet = book.add_worksheet(table)
            sheet.write_row(0, 0, rows.columns, bold)
            sheet.freeze_panes(1, 0)
            for i, name in enumerate(rows.columns):
                number = name in tabular.NUMBERS
                values = rows[name].cast(pl.Int64) if number else rows[name]
                sheet.set_column(i, i, 12, None if number else text)
                sheet.write_column(1, i, values.to_list(), None if number else text)
    return data.getvalue()


def _check_size(table: Table, rows: pl.DataFrame) -> None:
    if rows.height > _MOST_ROWS:
        raise UserError(_("A sheet holds {rows} rows at most; convert fewer matches at once.").format(rows=_MOST_ROWS))
    longest = rows.select(pl.max_horizontal(pl.all().str.len_chars().max())).item() if rows.height else 0
    if (longest or 0) > _LONGEST_CELL:
        raise UserError(_("A cell of a workbook holds {number} characters at most, and one of {table} is longer; "
                          "choose another format.").format(number=_LONGEST_CELL, table=table))  # fmt: skip


def _json_lines(log: Gathered) -> str:
    header = notation.tag_rows(log.matches, log.persons, log.tags)
    others = _by_match(log.tags.filter(~pl.col("tag").is_in(header.columns)).sort(pl.col("tag") == NOTE, "tag"))
    racks, shots = _by_match(log.racks.sort("rack")), _by_match(log.shots.sort("rack", "shot"))
    lines = []
    for row in header.iter_rows(named=True):
        match = row["Match"]
        tags = _filled(row, header.columns) | {tag["tag"]: tag["value"] for tag in others.get(match, [])}
        played: dict[int, list[dict[str, Any]]] = {}
        for shot in shots.get(match, []):
            played.setdefault(shot["rack"], []).append(_filled(shot, list(CELLS)))
        own = [
            {**_filled(rack, ["rack", "breaker", "result", "reason", "note"]), "shots": played.get(rack["rack"], [])}
            for rack in racks.get(match, [])
        ]
        lines.append(json.dumps({"match": tags, "racks": own}, ensure_ascii=False) + "\n")
    return "".join(lines)


def _by_match(rows: pl.DataFrame) -> dict[str, list[dict[str, Any]]]:
    return {str(key[0]): part.to_dicts() for key, part in rows.partition_by("match", as_dict=True).items()}


def _filled(row: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    return {name: row[name] for name in names if row[name] is not None}
