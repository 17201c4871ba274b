"""JSON Lines: one match a line. A broken line costs only itself."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, repeat
from operator import methodcaller
from typing import Any, Final

import polars as pl

from ingest.problems import visible
from ingest.readers.cells import HEADS, RACKS_WRITTEN, SHOTS_WRITTEN, TAGS_WRITTEN, Fault, Place, Written, nothing
from ingest.readers.tags import canonical_tag
from ingest.readers.text import not_utf8
from ingest.schema import CELLS
from wording import _

_RACK_CELLS: Final = ("rack", "breaker", "result", "reason", "note")
_TEXT: Final = frozenset({str, type(None)})
_AROUND: Final = 40


class _NoMatch(Exception):
    """The line is no match at all; the fault says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


def read(data: bytes, name: str) -> Written:
    """The matches of a `.jsonl` file called `name`; the line of a rack or a shot is the line of its match."""
    place = Place(name, json=True)
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    filled = [(number, line.strip()) for number, line in enumerate(lines, start=1) if line.strip()]
    if not filled:
        return nothing(place, Fault(None, "no-match", "", _("at least one match: a JSON object a line")))
    heads: list[tuple[int, str | None, int]] = []
    tags: list[tuple[int, str, str | None, int]] = []
    racks: dict[str, list[Any]] = {column: [] for column in RACKS_WRITTEN}
    shots: dict[str, list[Any]] = {column: [] for column in SHOTS_WRITTEN}
    faults: list[Fault] = []
    unread = set()
    for m, (number, line) in enumerate(filled):
        try:
            header, own_racks, played = _parts(m, number, line, faults)
        except _NoMatch as no_match:
            faults.append(no_match.fault)
            unread.add(m)
            heads.append((m, None, number))
            continue
        own_tags = [(m, canonical_tag(tag), value, number) for tag, value in header.items() if value is not None]
        heads.append((m, next((value for _m, tag, value, _line in own_tags if tag == "Match"), None), number))
        tags += own_tags
        _extend(racks, own_racks, m, number)
        _extend(shots, played, m, number)
    return Written(
        pl.DataFrame(heads, schema=HEADS, orient="row"),
        pl.DataFrame(tags, schema=TAGS_WRITTEN, orient="row"),
        pl.DataFrame(racks, schema=RACKS_WRITTEN),
        pl.DataFrame(shots, schema=SHOTS_WRITTEN),
        tuple(faults),
        (),
        {"matches": place, "racks": place, "shots": place},
        in_order=True,
        unread=frozenset(unread),
    )


_Columns = dict[str, list[str | None]]
_Cell = Callable[[int], tuple[str, int | None, int | None]]
"""From the place of a value in its list: its key, the number of its rack, the number of its shot."""


def _extend(table: dict[str, list[Any]], columns: _Columns, m: int, number: int) -> None:
    height = len(next(iter(columns.values())))
    for name, values in table.items():
        values.extend(columns[name] if name in columns else repeat({"m": m, "line": number}.get(name), height))


def _parts(m: int, number: int, line: bytes, faults: list[Fault]) -> tuple[dict[str, str | None], _Columns, _Columns]:
    """The tags, the racks' and the shots' columns of one match; what is of a wrong type is a fault and left empty."""

    def wrong(
        code: str, at: str, value: object, expected: str, rack: int | None = None, shot: int | None = None
    ) -> Fault:
        return Fault(m, code, visible(_shown(value)), expected, "matches", number, at, "", rack, shot)

    def keys(objects: list[dict[str, Any]], allowed: Sequence[str], cell: _Cell) -> Iterator[Fault]:
        for key in sorted(set(chain.from_iterable(objects)).difference(allowed)):
            at, rack, shot = cell(next(i for i, found in enumerate(objects) if key in found))
            expected = _("one of the keys: {keys}").format(keys=", ".join(allowed))
            yield wrong("unknown-key", at or key, key, expected, rack, shot)

    def texts(values: list[Any], cell: _Cell) -> list[str | None]:
        """The values as texts: whole numbers are accepted, anything else is a fault."""
        if set(map(type, values)) <= _TEXT:
            return values
        for i, value in enumerate(values):
            if type(value) is int:
                values[i] = str(value)
            elif type(value) not in _TEXT:
                at, rack, shot = cell(i)
                faults.append(wrong("type", at, value, _("text in quotes"), rack, shot))
                values[i] = None
        return values

    match = _object(m, number, line)
    faults += keys([match], ("match", "racks"), lambda _i: ("", None, None))
    header, racks = match.get("match"), match.get("racks")
    if not isinstance(header, dict):
        raise _NoMatch(wrong("type", "match", header, _('an object with the tags of the match: "match": {…}')))
    names = list(header)
    header = dict(zip(names, texts(list(header.values()), lambda i: (names[i], None, None)), strict=True))
    racks = [] if racks is None else racks
    if not isinstance(racks, list) or not all(isinstance(rack, dict) for rack in racks):
        raise _NoMatch(wrong("type", "racks", racks, _('a list of racks: "racks": [{…}]')))
    faults += keys(racks, (*_RACK_CELLS, "shots"), lambda i: ("", i + 1, None))
    shots: list[dict[str, Any]] = []
    owner: list[tuple[int, int]] = []
    for r, rack in enumerate(racks, start=1):
        played = [] if rack.get("shots") is None else rack["shots"]
        if not isinstance(played, list) or not set(map(type, played)) <= {dict}:
            raise _NoMatch(wrong("type", "shots", played, _('a list of shots: "shots": [{…}]'), r))
        shots += played
        owner += zip(repeat(r), range(1, len(played) + 1))
    faults += keys(shots, tuple(CELLS), lambda i: ("", *owner[i]))
    of_racks: _Columns = {
        name: texts([rack.get(name) for rack in racks], lambda i, name=name: (name, i + 1, None))  # type: ignore[misc]
        for name in _RACK_CELLS
    }
    of_shots: _Columns = {
        name: texts(list(map(methodcaller("get", name), shots)), lambda i, name=name: (name, *owner[i]))  # type: ignore[misc]
        for name in CELLS
    }
    of_shots["rack"] = [str(r) for r, _shot in owner]
    return header, of_racks, of_shots


def _object(m: int, number: int, line: bytes) -> dict[str, Any]:
    """The JSON object of a line; `_NoMatch` if it is none."""
    expected = _("a JSON object on one line")
    if bad := not_utf8(line, number):
        raise _NoMatch(Fault(m, bad.code, bad.text, bad.expected, "matches", number, None, bad.hint))
    text = line.decode()
    try:
        found = json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant)
        json.dumps(found, ensure_ascii=False).encode() if "\\u" in text else None
    except json.JSONDecodeError as error:
        near = visible(text[max(0, error.pos - _AROUND) : error.pos + _AROUND])
        hint = _("JSON stops making sense at character {at} of the line.").format(at=error.pos + 1)
        raise _NoMatch(Fault(m, "json", near, expected, "matches", number, None, hint)) from error
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, _Doubled) else visible(text[:_AROUND])
        hint = _("Each key stands once, numbers are finite, and text is Unicode.")
        raise _NoMatch(Fault(m, "json", why, expected, "matches", number, None, hint)) from error
    if not isinstance(found, dict):
        raise _NoMatch(Fault(m, "json", visible(text), expected, "matches", number))
    return found


class _Doubled(ValueError):
    """A key stands twice in an object; its text is the key."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _value in pairs]
        raise _Doubled(next(visible(key) for key in keys if keys.count(key) > 1))
    return found


def _constant(name: str) -> float:
    raise ValueError(name)


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
