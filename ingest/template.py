"""`osmica template OUT.xlsx`: an empty workbook to fill in, `template.write(path) -> None`.

Three sheets with headings. Columns that Excel would rewrite (paths, scores, times) are formatted as text, closed
vocabularies are drop-downs, and a page of instructions says in Slovene and in English what goes where.
"""

import contextvars
import io
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ingest import vocabulary as v
from ingest.readers.cells import Table
from ingest.readers.headings import RACK_HEADINGS, SHOT_HEADINGS
from ingest.readers.tags import heading
from wording import LANGUAGES, N_, Language, UserError, _, use

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.worksheet import Worksheet

_LAST_ROW: Final = 1_048_575
_LANGUAGE_NAMES: Final[Mapping[Language, str]] = {"sl": "Slovensko", "en": "English"}

HEADINGS: Final[Mapping[Table, tuple[str, ...]]] = {
    "matches": tuple(heading(tag) for tag in v.KNOWN_TAGS),
    "racks": RACK_HEADINGS,
    "shots": SHOT_HEADINGS,
}
_NEEDED: Final[Mapping[Table, tuple[str, ...]]] = {
    "matches": tuple(heading(tag) for tag in v.NEEDED_TAGS),
    "racks": ("match", "rack", "breaker"),
    "shots": ("match", "rack", "shot", "player", "path"),
}
_CHOICES: Final[Mapping[Table, Mapping[str, tuple[str, ...]]]] = {
    "matches": {
        "break": v.BREAK_RULES,
        "rules": v.RULESETS,
        "calls": v.CALLS,
        "status": v.STATUSES,
        "winner": v.PLAYERS,
    },
    "racks": {"breaker": v.PLAYERS, "result": v.RACK_RESULTS, "reason": v.RACK_REASONS},
    "shots": {"player": v.PLAYERS, "intent": v.INTENTS, "view": v.VIEWS},
}
_NUMBERS: Final = ("rack", "shot", "raceto")
_WIDE: Final[Mapping[str, int]] = {
    "path": 30,
    "note": 30,
    "venue": 24,
    "competition": 18,
    "a": 20,
    "b": 20,
    "choice": 16,
}

_INSTRUCTIONS: Final = (
    N_("Fill in the three sheets: one row a match, one row a rack, one row a shot. Headings in bold are needed."),
    N_("match: an id that no other match has, such as 2026-L1-0042; the same id stands in all three sheets."),
    N_("date: the day of the match. raceto: how many racks win it. score: the racks of A and B, such as 3-1."),
    N_("rack and shot: numbers from 1 without a gap. A rack whose shots were lost is written without shots."),
    N_("player and breaker: A or B. Balls: 1 to 7 solids, 8 the black, 9 to 15 stripes, c the cue ball."),
    N_("Pockets: HL HR at the head, SL SR at the sides, FL FR at the foot; left and right as seen from the head end."),
    N_("path: what the cue ball did: | the centre line, - a cushion, 3 it touched ball 3, 3+5 ball 3 touched ball 5."),
    N_("path: ... at the end = not recorded from here on; ? alone = not recorded; . alone = it touched nothing."),
    N_("result: 3FL fell, 12? pocket not recorded, cHL the cue ball fell, 5^ left the table; ? = not recorded."),
    N_("view: v a legal ball was in view at least by half, h none was. intent: pot, safety or kick."),
    N_("seen: what the scorer saw, such as double-hit. called: what was called, such as cue-pocketed, or foul."),
    N_("choice: solids, stripes, repeat, accept, take, take:10, leave, back:5,12, down, pocket:A:FL."),
    N_("time: h:mm:ss since the start of the match. What was not recorded stays empty; do not guess."),
    N_("Leave the columns formatted as text: otherwise Excel makes a date of 3-1 and a number of -12."),
)  # fmt: skip


def write(path: Path) -> None:
    """Write the empty workbook to `path`; raises `UserError` if that does not end in .xlsx or cannot be written."""
    if path.suffix.lower() != ".xlsx":
        raise UserError(_("{file}: the template is a workbook; let its name end in .xlsx.").format(file=path))
    try:
        path.write_bytes(workbook())
    except OSError as error:
        raise UserError(_("{file} cannot be written: {reason}").format(file=path, reason=error.strerror)) from error


def workbook() -> bytes:
    """The bytes of the empty workbook."""
    from xlsxwriter import Workbook

    data = io.BytesIO()
    with Workbook(data, {"in_memory": True}) as book:
        for table, names in HEADINGS.items():
            _sheet(book, table, names)
        _instructions(book)
    return data.getvalue()


def _sheet(book: "Workbook", table: Table, names: tuple[str, ...]) -> None:
    sheet = book.add_worksheet(table)
    sheet.freeze_panes(1, 0)
    plain, needed = book.add_format({"bg_color": "#e8e8e8"}), book.add_format({"bold": True, "bg_color": "#d0e0f0"})
    text, day = book.add_format({"num_format": "@"}), book.add_format({"num_format": "d. m. yyyy"})
    for i, name in enumerate(names):
        column_format = None if name in _NUMBERS else day if name == "date" else text
        sheet.set_column(i, i, _WIDE.get(name, 12), column_format)
        sheet.write_string(0, i, name, needed if name in _NEEDED[table] else plain)
        if name in _NUMBERS:
            _validate(sheet, i, {"validate": "integer", "criteria": ">=", "value": 1}, _("A whole number from 1."))
        elif words := _CHOICES[table].get(name):
            _validate(
                sheet,
                i,
                {"validate": "list", "source": list(words)},
                _("One of: {words}").format(words=", ".join(words)),
            )


def _validate(sheet: "Worksheet", column: int, rule: dict[str, Any], message: str) -> None:
    sheet.data_validation(1, column, _LAST_ROW, column, {**rule, "error_message": message})


def _instructions(book: "Workbook") -> None:
    sheet = book.add_worksheet("Navodila - Instructions")
    bold, wrapped = (
        book.add_format({"bold": True, "font_size": 14}),
        book.add_format({"text_wrap": True, "valign": "top"}),
    )
    sheet.set_column(0, 0, 110)
    row = 0
    for language in LANGUAGES:
        sheet.write_string(row, 0, _LANGUAGE_NAMES[language], bold)
        for line in contextvars.copy_context().run(_in, language):
            row += 1
            sheet.write_string(row, 0, line, wrapped)
        row += 2


def _in(language: Language) -> list[str]:
    use(language)
    return [_(line) for line in _INSTRUCTIONS]
