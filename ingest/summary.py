"""What an ingest did, in words and as JSON."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from wording import _, ngettext, number

if TYPE_CHECKING:
    from ingest.accounting import IngestReport
    from ingest.problems import Problem, Warning_


def lines(report: "IngestReport", store: str) -> Iterator[str]:
    """The report for a terminal: what was kept out and why, warnings, the accounting, the version."""
    for problem in report.problems:
        yield from problem_lines(problem)
    for warning in report.warnings:
        yield warning_line(warning)
    yield accounting(report)
    if report.total.superseded:
        n = report.total.superseded
        text = ngettext(
            "{n} of the unchanged stands in the store as a later revision.",
            "{n} of the unchanged stand in the store as later revisions.",
            n,
        )
        yield text.format(n=number(n))
    if report.unreadable:
        n = report.unreadable
        yield ngettext("{n} file could not be read.", "{n} files could not be read.", n).format(n=number(n))
    if report.changed:
        yield _("Published as version {version} of {store}.").format(version=report.version, store=store)
    else:
        yield _("Nothing changed: {store} stays at version {version}.").format(version=report.version, store=store)


def accounting(report: "IngestReport") -> str:
    """One line: the matches read and what became of them."""
    total = report.total
    files = ngettext("{n} file", "{n} files", len(report.files)).format(n=number(len(report.files)))
    read = ngettext("{n} match read", "{n} matches read", total.read).format(n=number(total.read))
    became = _("{new} new + {unchanged} unchanged + {revised} revised + {quarantined} quarantined").format(
        new=number(total.new),
        unchanged=number(total.unchanged),
        revised=number(total.revised),
        quarantined=number(total.quarantined),
    )
    return f"{files}: {read} = {became}"


def problem_lines(problem: "Problem") -> Iterator[str]:
    """Where, what stood there, what was expected; below it what to do."""
    match = "" if problem.match is None else f" [{problem.match}]"
    text = (
        _("{place}{match}: “{text}” – expected {expected}")
        if problem.text
        else _("{place}{match}: expected {expected}")
    )
    yield text.format(place=problem.place, match=match, text=problem.text, expected=problem.expected)
    if problem.hint:
        yield f"    {problem.hint}"


def warning_line(warning: "Warning_") -> str:
    """Where, and what was strange."""
    where = [warning.file, warning.sheet, warning.line, warning.column]
    place = ":".join(str(part) for part in where if part is not None)
    return _("Warning: {place}: “{text}” – {message}").format(place=place, text=warning.text, message=warning.message)


def as_json(report: "IngestReport", store: str) -> dict[str, Any]:
    """The report for a machine; `quarantined` and `warnings` as in the documents of `osmica audit --json`."""
    total = report.total
    names = ("read", "new", "unchanged", "revised", "quarantined")
    return {
        "store": store,
        "before": report.before,
        "version": report.version,
        "changed": report.changed,
        "matches": {name: getattr(total, name) for name in (*names, "superseded")},
        "unreadable": report.unreadable,
        "files": [
            {"file": file.file, "sha256": file.sha256 or None, **{name: getattr(file, name) for name in names}}
            for file in report.files
        ],
        "quarantined": problems_json(report.problems),
        "warnings": [
            {name: getattr(warning, name) for name in ("file", "sheet", "line", "column", "match", "text", "message")}
            for warning in report.warnings
        ],
    }


def problems_json(problems: Iterable["Problem"]) -> list[dict[str, Any]]:
    """Entries of the quarantine, one for each error."""
    names = ("file", "sheet", "line", "column", "match", "code", "text", "expected", "hint")
    return [{name: getattr(problem, name) for name in names} for problem in problems]
