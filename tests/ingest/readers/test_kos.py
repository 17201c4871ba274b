"""The notation: lines, tags, notes, structure, and where each error is said to stand."""

from pathlib import Path

import pytest

from ingest.notation import write
from tests.ingest.samples import HEADER, faults, one_match, read, read_all


def test_the_example_of_the_format(tmp_path: Path) -> None:
    log = (
        '[Match "2026-L1-0042"]\r\n[Date "2026-10-03"]\r\n[Competition "1. liga"]  [Season "2026"]\r\n'
        '[A "Ana Žnidar"]  [A.Id "BZS-0113"]\r\n[B "Črt \\"Č\\" Šuštar \\\\ ml."]\r\n[RaceTo "1"] [Score "1-0"]\r\n\r\n'
        "rack 1 A\r\nA | 1+9+5 - > 5FL = solids\r\nA 10 - (v) ! opponent-first = take\r\n"
        "B - 13 (h safety) # hidden behind the 8\r\nB ? (pot) > ? * double-hit ! foul @ 0:01:02 # a # b\r\n"
        "result A concession\r\n"
    )
    reading = read(tmp_path, b"\xef\xbb\xbf" + log.encode())
    assert not reading.quarantined
    (match,) = reading.matches.to_dicts()
    assert (match["match"], match["season"], match["season_derived"]) == ("2026-L1-0042", "2026", False)
    assert (match["claimed_a"], match["claimed_b"], match["claimed_winner"]) == (1, 0, None)
    assert (match["calls_recorded"], match["break_rule"], match["status"]) == (False, "loser", "played")
    assert reading.persons["name"].to_list() == ["Ana Žnidar", 'Črt "Č" Šuštar \\ ml.']
    cells = ["player", "path", "view", "intent", "result", "seen", "called", "choice", "time", "note", "line"]
    assert reading.shots.select(cells).rows() == [
        ("A", "| 1+9+5 -", None, None, "5FL", None, None, "solids", None, None, 9),
        ("A", "10 -", "v", None, None, None, "opponent-first", "take", None, None, 10),
        ("B", "- 13", "h", "safety", None, None, None, None, None, "hidden behind the 8", 11),
        ("B", "?", None, "pot", "?", "double-hit", "foul", None, "0:01:02", "a # b", 12),
    ]
    assert reading.racks.select("rack", "breaker", "result", "reason").rows() == [(1, "A", "A", "concession")]


def test_notes_stand_on_every_line_and_belong_to_what_they_follow(tmp_path: Path) -> None:
    log = (
        "# before\n" + HEADER.replace('"1"]', '"1"] # on a tag') + "# below the tags\n\n"
        "rack 1 A # on the rack\n# below the rack\nA 1 # on a shot\n#   below it\n#\n# and more\n\nB 2\n"
        "result A # on the result\n# at the end\n"
    )
    reading = read(tmp_path, log)
    assert not reading.quarantined
    assert reading.tags.select("tag", "value").rows() == [("note", "before\non a tag\nbelow the tags")]
    assert reading.racks["note"].to_list() == ["on the rack\nbelow the rack\non the result\nat the end"]
    assert reading.shots["note"].to_list() == ["on a shot\n  below it\n\nand more", None]
    text = write(reading.matches, reading.persons, reading.racks, reading.shots, reading.tags)
    again = read(tmp_path, text)
    assert again.matches["content"].to_list() == reading.matches["content"].to_list()


def test_unknown_tags_are_kept_with_a_warning(tmp_path: Path) -> None:
    reading = read(tmp_path, one_match(header=HEADER + '[Oprema "kij: žagan # 3"]  [Za vajo "da"]\n'))
    assert reading.tags.select("tag", "value", "line").rows() == [("Oprema", "kij: žagan # 3", 6), ("Za vajo", "da", 6)]
    assert [(w.match, w.line, w.column, w.text) for w in reading.warnings] == [
        ("M-1", 6, "Oprema", "kij: žagan # 3"),
        ("M-1", 6, "Za vajo", "da"),
    ]


def test_a_walkover_has_no_racks_and_the_next_match_follows(tmp_path: Path) -> None:
    walkover = HEADER + '[Status "forfeit"]\n[Winner "B"]\n\n'
    rest = HEADER.replace("M-1", "M-2").split("\n", 1)
    reading = read(tmp_path, walkover + one_match(header=rest[1] + rest[0] + "\n"))  # `Match` as the last tag
    assert reading.matches.select("match", "status", "racks", "shots").rows() == [
        ("M-1", "forfeit", 0, 0),
        ("M-2", "played", 1, 1),
    ]


def test_a_rack_may_have_no_shots_and_no_result(tmp_path: Path) -> None:
    reading = read(tmp_path, one_match("rack 1 A\nrack 2 B\nresult ?\nrack 3 A\nA 1\nresult replay\n"))
    assert reading.racks.select("rack", "breaker", "result", "reason").rows() == [
        (1, "A", None, None),
        (2, "B", None, None),
        (3, "A", "replay", None),
    ]


BAD_LINES = [
    # the body below the header (whose last line is 5, an empty one follows), what is reported
    ("rack 1 A\nA 16\n", [(8, "path", "ball")]),
    ("rack 1 A\nA 1 > 1XX\n", [(8, "result", "pocket")]),
    ("rack 1 A\nA 1 >1HL\n", [(8, "path", "path-token")]),
    ("rack 1 A\nA 1 @ 0:00:01 > 1HL\n", [(8, "time", "time")]),  # parts out of order
    ("rack 1 A\nA 1 ! foul * double-hit\n", [(8, "called", "called")]),
    ("rack 1 A\nA 1 (pot v)\n", [(8, "view", "parentheses")]),
    ("rack 1 A\nA 1 (v\n", [(8, "path", "path-token")]),
    ("rack 1 A\nA > 1HL\n", [(8, "path", "no-path")]),
    ("rack 1 A\nB\n", [(8, "path", "no-path")]),
    ("rack 1 A\na 1\nsomething else\n", [(8, None, "line"), (9, None, "line")]),
    ("A 1\nrack 1 A\n", [(7, None, "outside-rack")]),
    ("result A\n", [(7, None, "outside-rack")]),
    ("rack 1 A\nresult A\nA 1\n", [(9, None, "after-result")]),
    ("rack 1 A\nresult A\nresult B\n", [(9, None, "result-twice")]),
    ("rack A\n", [(7, None, "rack-line")]),
    ("rack 1 A B\n", [(7, None, "rack-line")]),
    ("rack 1 C\n", [(7, "breaker", "rack-breaker")]),
    ("rack 2 A\n", [(7, "rack", "rack-number")]),
    ("rack 01 A\n", [(7, "rack", "rack-number")]),
    ("rack 1 A\nrack 1 B\n", [(8, "rack", "rack-number")]),
    ("rack 1 A\nresult\n", [(8, None, "result-line")]),
    ("rack 1 A\nresult C\n", [(7, "result", "rack-result")]),
    ("rack 1 A\nresult A injury\n", [(7, "reason", "rack-reason")]),
    ("rack 1 A\nresult replay forfeit\n", [(7, "reason", "rack-reason")]),
    ("rack 1 A\nA 1 16 > 5FL 5HL ! foull\nB\n", [
        (8, "called", "called"), (8, "path", "ball"), (8, "result", "ball-twice"), (9, "path", "no-path")]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), BAD_LINES)
def test_errors_of_racks_and_shots(tmp_path: Path, body: str, expected: list[tuple[int, str | None, str]]) -> None:
    good = one_match(header=HEADER.replace("M-1", "M-2"))
    reading = read(tmp_path, one_match(body) + "\n" + good)
    assert sorted(faults(reading), key=str) == sorted(expected, key=str)
    assert {problem.match for problem in reading.quarantined} == {"M-1"}
    assert all(problem.text and problem.expected for problem in reading.quarantined)
    assert reading.matches["match"].to_list() == ["M-2"]
    assert reading.shots.height == 1
    assert reading.read == 2


BAD_TAGS = [
    # what is put in place of `[Date "2026-10-03"]` on line 2, what is reported
    ("", [(1, "Date", "missing-tag")]),
    ('[Date ""]', [(1, "Date", "missing-tag")]),
    ('[Date "28. 2. 2026"]', [(2, "Date", "date")]),
    ('[Date "2026-02-30"]', [(2, "Date", "date")]),
    ('[Date "2026-10-03"] [Date "2026-10-03"]', [(2, "Date", "doubled-tag")]),
    ('[Date "2026-10-03"] [X "1"] [X "2"]', [(2, "X", "doubled-tag")]),
    ('[Date "2026-10-03"] [Match "M-1"]', [(2, "Match", "doubled-tag")]),
    ('[Date "2026-10-03"', [(1, "Date", "missing-tag"), (2, None, "tag")]),
    ('[Date 2026-10-03]', [(1, "Date", "missing-tag"), (2, None, "tag")]),
    ('[Date "2026-10-03"] rubbish', [(1, "Date", "missing-tag"), (2, None, "tag")]),
    ('[Date "2026-10-03"] [Venue "C:\\hall"]', [(2, "Venue", "escape")]),
    ('[Date "2026-10-03"] [Venue "a\tb"]', [(2, "Venue", "control-character")]),
    ('[Date "2026-10-03"] [Score "2-0"]', [(2, "Score", "score-beyond")]),
    ('[Date "2026-10-03"] [Score "one"]', [(2, "Score", "score")]),
    ('[Date "2026-10-03"] [Rules "bzs-1999"]', [(2, "Rules", "rules")]),
    ('[Date "2026-10-03"] [Break "loosers"]', [(2, "Break", "break")]),
    ('[Date "2026-10-03"] [Calls "yes"]', [(2, "Calls", "calls")]),
    ('[Date "2026-10-03"] [Status "lost"]', [(2, "Status", "status")]),
    ('[Date "2026-10-03"] [Winner "Ana"]', [(2, "Winner", "winner")]),
]  # fmt: skip


@pytest.mark.parametrize(("tags", "expected"), BAD_TAGS)
def test_errors_of_tags(tmp_path: Path, tags: str, expected: list[tuple[int, str | None, str]]) -> None:
    header = HEADER.replace('[Date "2026-10-03"]', tags)
    reading = read(tmp_path, one_match(header=header) + "\n" + one_match(header=HEADER.replace("M-1", "M-2")))
    assert sorted(faults(reading), key=str) == sorted(expected, key=str)
    assert reading.matches["match"].to_list() == ["M-2"]


@pytest.mark.parametrize("race", ["0", "-1", "3,0", "three", "03", "99999999999"])
def test_a_race_to_less_than_one_is_no_match(tmp_path: Path, race: str) -> None:
    reading = read(tmp_path, one_match(header=HEADER.replace('"1"]', f'"{race}"]')))
    assert faults(reading) == [(5, "RaceTo", "race-to")]


@pytest.mark.parametrize("name", [" M-1", "M-1 ", "Z\u030c-1", "M\u0085"])
def test_bad_match_ids(tmp_path: Path, name: str) -> None:
    reading = read(tmp_path, one_match(header=HEADER.replace("M-1", name)))
    assert set(faults(reading)) <= {(1, "Match", "match-id"), (1, "Match", "control-character")}
    assert reading.quarantined
    assert reading.matches.is_empty()


def test_all_missing_tags_are_named(tmp_path: Path) -> None:
    reading = read(tmp_path, '[Venue "x"]\n\nrack 1 A\nA 1\n')
    assert faults(reading) == [(1, tag, "missing-tag") for tag in ("Match", "Date", "A", "B", "RaceTo")]
    assert {problem.match for problem in reading.quarantined} == {None}
    assert (reading.read, reading.matches.height) == (1, 0)


def test_what_stands_before_the_first_tag_is_an_error_of_the_file(tmp_path: Path) -> None:
    reading = read(tmp_path, "Liga\n\nA 1\n" + one_match())
    assert [(p.match, p.line, p.code, p.text) for p in reading.quarantined] == [(None, 1, "before-tags", "Liga")]
    assert reading.matches["match"].to_list() == ["M-1"]


def test_no_match_at_all(tmp_path: Path) -> None:
    for data in ("", "\n\n", "hello\n", "rack 1 A\nA 1\n"):
        reading = read(tmp_path, data)
        assert [problem.code for problem in reading.quarantined] == ["no-match"]
        assert reading.read == 0


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    bad = one_match("rack 1 A\nA 1 # Žnidar\n").encode("cp1250").replace("Ana Žnidar".encode("cp1250"), b"Ana")
    bad = bad.replace("Črt Šuštar".encode("cp1250"), b"Crt")
    reading = read(tmp_path, bad + b"\n" + one_match(header=HEADER.replace("M-1", "M-2")).encode())
    assert [(p.match, p.line, p.code, p.text) for p in reading.quarantined] == [
        ("M-1", 8, "encoding", "A 1 # \\x8enidar")
    ]
    assert "Windows-1250" in reading.quarantined[0].hint
    assert reading.matches["match"].to_list() == ["M-2"]
    reading = read(tmp_path, one_match().encode("utf-16"))
    assert [problem.code for problem in reading.quarantined] == ["encoding"]


def test_the_same_id_again_comes_in_a_reading_of_its_own(tmp_path: Path) -> None:
    other = one_match("rack 1 B\nB 2\n")
    first, second, third = read_all(tmp_path, "\n".join([one_match(), other, one_match(), one_match("A 1\n")]))
    assert (first.read, second.read, third.read) == (2, 1, 1)
    assert [problem.line for problem in first.quarantined] == [34]
    assert not second.quarantined
    assert first.matches["content"].to_list() == third.matches["content"].to_list()
    assert first.matches["content"].to_list() != second.matches["content"].to_list()
    assert second.shots["player"].to_list() == ["B"]
