"""The audit for a person: per match the claim, the verdict, and what it hangs on, in the language spoken here."""

from collections.abc import Iterator, Mapping

from replay.document import Document
from replay.phrases import FACT_TEXTS, VERDICT_TEXTS, article, reason_text
from wording import NOTHING, _, ngettext, number

Names = Mapping[str, tuple[str, str]]
"""Match id to the names of A and B."""


def lines(document: Document, names: Names) -> Iterator[str]:
    """The whole document as lines of text."""
    readings = document.get("sensitivity", [])
    for warning in document["warnings"]:
        yield _("Note: {place}: {message} (“{text}”)").format(
            place=warning_place(warning), message=warning["message"], text=warning["text"]
        )
    for match in document["matches"]:
        yield from match_lines(match, names.get(match["match"]))
        if "sensitivity" in document:
            yield from sensitivity_lines([row for row in readings if row["match"] == match["match"]])
        yield ""
    for problem in document["quarantined"]:
        yield from problem_lines(problem)
    yield from summary_lines(document)


def warning_place(warning: Document) -> str:
    """Where something strange stood that was read nevertheless."""
    parts = [warning["file"], warning["sheet"], warning["match"]]
    line = None if warning["line"] is None else _("line {line}").format(line=warning["line"])
    return ", ".join(part for part in (*parts, line) if part)


def match_lines(match: Document, names: tuple[str, str] | None) -> Iterator[str]:
    """One match: who, what is claimed, what the rules give, where they part, on what it turns."""
    who = f"  {names[0]} (A) – {names[1]} (B)" if names else ""
    yield f"{match['match']}{who}"
    source = match["source"]
    place = source["file"] + (f", {source['sheet']}" if source["sheet"] else "")
    yield "  " + _("Read from: {place}, line {line}").format(place=place, line=source["line"])
    claimed = match["claimed"]
    yield "  " + _("Claimed:   {score}, winner {winner}").format(
        score=score(claimed["score"]), winner=claimed["winner"] or NOTHING
    )
    yield "  " + _("By rules:  {score}, winner {winner}").format(
        score=score(match["score"]), winner=match["winner"] or NOTHING
    )
    yield "  " + _("Verdict:   {verdict}").format(verdict=_(VERDICT_TEXTS[match["verdict"]]))
    for rack in match["racks"]:
        yield from rack_lines(rack)
    for found in match["discrepancies"]:
        yield "  - " + discrepancy_line(found)
    turns = match["turns_on"] or [row for rack in match["racks"] for row in rack["turns_on"]]
    if turns:
        yield "  " + _("It turns on what was not recorded:")
    for turn in turns:
        yield "  - " + place_of(turn["rack"], turn["shot"]) + ": " + _(FACT_TEXTS[turn["fact"]])


def rack_lines(rack: Document) -> Iterator[str]:
    """One rack in a line."""
    winner = rack["winner"]
    who = _("winner {winner}").format(winner=winner) if winner else _("no winner known")
    reason = reason_text(rack["reason"])
    text = _("Rack {rack}: {who}, claimed {claimed}: {verdict}").format(
        rack=rack["rack"],
        who=who + (f" – {reason}" if reason else ""),
        claimed=rack["claimed"] or NOTHING,
        verdict=_(VERDICT_TEXTS[rack["verdict"]]),
    )
    yield "  " + text
    if rack.get("bounded"):
        yield "    " + _(
            "Too much of this rack was not recorded to follow every way it may have gone; nothing is judged."
        )
    if rack["diverges_at"]:
        yield "    " + _("The log did not follow the outcome of shot {shot}; nothing after it is judged.").format(
            shot=rack["diverges_at"]
        )


def discrepancy_line(found: Document) -> str:
    """One discrepancy with its place, code and article."""
    return _("{place}: {code} (art. {article}). {detail}").format(
        place=place_of(found["rack"], found["shot"]),
        code=found["violation"] or found["code"],
        article=article(found["code"], found["violation"]),
        detail=found["detail"],
    )


def place_of(rack: int | None, shot: int | None) -> str:
    """Where in the match."""
    if rack is None:
        return _("match")
    if shot is None:
        return _("rack {rack}").format(rack=rack)
    return _("rack {rack}, shot {shot}").format(rack=rack, shot=shot)


def score(value: Mapping[str, int] | None) -> str:
    """A score, or a dash."""
    return NOTHING if value is None else f"{value['A']} : {value['B']}"


def sensitivity_lines(rows: list[Document]) -> Iterator[str]:
    """Whether another reading gives another winner. A reading whose changes a smaller one gives already is left out."""
    if not rows:
        yield "  " + _("Other readings of the rules were not tried: too much was not recorded.")
        return
    telling = [row for row in rows if row["racks"] or row["changes"]]
    kept = [row for row in telling if not any(explains(other, row) for other in telling)]
    if not kept:
        yield "  " + _("No other reading of the rules gives another winner.")
    for row in kept:
        if row["changes"]:
            yield "  " + _("Under {reading} (art. {article}) the match goes to {instead} instead of {winner}.").format(
                reading=reading_name(row),
                article=row["article"],
                instead=row["instead"] or NOTHING,
                winner=row["winner"] or NOTHING,
            )
        for rack in row["racks"]:
            text = _(
                "Under {reading} (art. {article}) rack {rack} goes to {instead} instead of {winner}, from shot {shot}."
            )
            yield "  " + text.format(
                reading=reading_name(row),
                article=row["article"],
                rack=rack["rack"],
                instead=rack["instead"] or NOTHING,
                winner=rack["winner"] or NOTHING,
                shot=rack["shot"] or NOTHING,
            )


def explains(smaller: Document, row: Document) -> bool:
    """Whether a reading that changes fewer switches has the same effect."""
    return (
        smaller["mode"] == row["mode"]
        and smaller["set"].items() < row["set"].items()
        and (smaller["instead"], smaller["racks"]) == (row["instead"], row["racks"])
    )


def reading_name(row: Document) -> str:
    """The name of a reading."""
    if row["set"]:
        return ", ".join(f"{key}={value}" for key, value in row["set"].items())
    return _("mode {mode}").format(mode=row["mode"])


def problem_lines(problem: Document) -> Iterator[str]:
    """What was quarantined, where, and what to do."""
    place = problem["file"] + (f", {problem['sheet']}" if problem["sheet"] else "")
    if problem["line"] is not None:
        place += ", " + _("line {line}").format(line=problem["line"])
    if problem["column"] is not None:
        place += f", {problem['column']}"
    yield _("Quarantined: {match} – {place}").format(match=problem["match"] or _("the file"), place=place)
    yield "  " + _("Read: “{text}”. Expected: {expected}.").format(text=problem["text"], expected=problem["expected"])
    if problem["hint"]:
        yield "  " + problem["hint"]


def summary_lines(document: Document) -> Iterator[str]:
    """How many matches got which verdict."""
    matches = document["matches"]
    counts = [
        f"{number(n)} {_(text)}"
        for verdict, text in VERDICT_TEXTS.items()
        if (n := sum(match["verdict"] == verdict for match in matches))
    ]
    total = ngettext("{n} match", "{n} matches", len(matches)).format(n=number(len(matches)))
    yield f"{total}: {', '.join(counts)}" if counts else total
