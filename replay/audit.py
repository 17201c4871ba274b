"""The audit: every match of some logs replayed, as the document of `verdicts.md`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ingest.problems import Problem, Warning_
from replay.document import Document, match_document, single_rack_document
from replay.logs import MatchLog
from replay.rulesets import DEFAULT_RULESET, Ruleset, rules, ruleset, settings
from replay.sensitivity import sensitivity
from wording import UserError, _

Mode = Literal["as-called", "strict"]


@dataclass(frozen=True)
class Options:
    """How to replay: `ruleset` (None = the one that the match names), switches set otherwise, one rack alone (None =
    all)."""

    mode: Mode = "as-called"
    changes: Mapping[str, str] = field(default_factory=dict)
    ruleset: str | None = None
    rack: int | None = None
    sensitivity: bool = False

    def for_match(self, log: MatchLog) -> tuple[Ruleset, dict[str, str]]:
        """The ruleset of a match and its settings.

        Raises:
            UserError: an unknown ruleset or switch.
        """
        base = ruleset(self.ruleset or log.ruleset)
        return base, settings(base, self.changes)


def audit_match(log: MatchLog, options: Options) -> Document | None:
    """One match as a document; None where it has no rack of the number asked for."""
    base, chosen = options.for_match(log)
    told = rules(chosen, calls_recorded=log.calls_recorded, strict=options.mode == "strict")
    if options.rack is not None:
        return single_rack_document(log, options.rack, told, base.name)
    return match_document(log, told, base.name)


def audit(
    logs: Sequence[MatchLog],
    warnings: Sequence[Warning_],
    quarantined: Sequence[Problem],
    options: Options,
    progress: Callable[[int, int], None] | None = None,
) -> Document:
    """The whole document. `progress` is called with the matches done and all of them.

    Raises:
        UserError: an unknown ruleset or switch, or no match has the rack asked for.
    """
    base = ruleset(options.ruleset or DEFAULT_RULESET)
    documents: list[Document] = []
    readings: list[Document] = []
    for done, log in enumerate(logs, 1):
        document = audit_match(log, options)
        if document is not None:
            documents.append(document)
        if options.sensitivity:
            readings += sensitivity(log, options.mode, options.for_match(log)[1])
        if progress is not None:
            progress(done, len(logs))
    if options.rack is not None and logs and not documents:
        raise UserError(_("No match here has a rack {rack}.").format(rack=options.rack))
    found: Document = {
        "mode": options.mode,
        "switches": settings(base, options.changes),
        "matches": documents,
        "warnings": [warning_document(warning) for warning in warnings],
        "quarantined": [problem_document(problem) for problem in quarantined],
    }
    if options.sensitivity:
        found["sensitivity"] = readings
    return found


def warning_document(warning: Warning_) -> Document:
    """A warning of the readers."""
    return {
        "file": warning.file,
        "sheet": warning.sheet,
        "line": warning.line,
        "column": warning.column,
        "match": warning.match,
        "text": warning.text,
        "message": warning.message,
    }


def problem_document(problem: Problem) -> Document:
    """An error of the readers."""
    return {
        "file": problem.file,
        "sheet": problem.sheet,
        "line": problem.line,
        "column": problem.column,
        "match": problem.match,
        "code": problem.code,
        "text": problem.text,
        "expected": problem.expected,
        "hint": problem.hint,
    }


def exit_code(document: Document) -> int:
    """0 when every verdict is confirmed or unclaimed and nothing was quarantined, 2 when nothing could be read, else
    1."""
    if not document["matches"] and all(problem["match"] is None for problem in document["quarantined"]):
        return 2
    fine = ("confirmed", "unclaimed")
    verdicts = [m["verdict"] for m in document["matches"]] + [
        rack["verdict"] for m in document["matches"] for rack in m["racks"]
    ]
    return 0 if not document["quarantined"] and all(verdict in fine for verdict in verdicts) else 1
