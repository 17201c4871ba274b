"""What goes into the store, what is known, what replaces what, and what is kept out."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import polars as pl
import pytest

from ingest.accounting import FileCount, IngestReport
from ingest.job import ingest, withdraw
from ingest.quarantine import entries
from ingest.store import Change, Run, Store, per_match
from tests.ingest.logs import BROKEN, LEAGUE, kos
from wording import UserError

Write = Callable[[str, str], Path]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


@pytest.fixture
def log(tmp_path: Path) -> Write:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def counts(report: IngestReport) -> tuple[int, int, int, int]:
    """New, unchanged, revised, quarantined."""
    total = report.total
    return total.new, total.unchanged, total.revised, total.quarantined


def contents(store: Store, version: int | None = None) -> dict[str, str]:
    """The content hash of each match of a version."""
    return dict(store.at(version).read("matches", "match", "content").iter_rows())


def test_the_sample_league_in_four_formats_goes_in_and_nothing_changes_the_second_time(store: Store) -> None:
    first = ingest(LEAGUE, store)
    # 46 matches, 196 racks and 6568 shots, as the league's own README counts them, in nine files.
    assert (counts(first), first.total.read, len(first.files), first.status) == ((46, 0, 0, 0), 46, 9, 0)
    assert [store.at().rows(table) for table in ("matches", "racks", "shots")] == [46, 196, 6568]
    second = ingest(LEAGUE, store)
    assert (counts(second), second.changed, second.version) == ((0, 46, 0, 0), False, 1)
    assert store.version == 1


def test_every_row_leads_back_to_its_source_line(store: Store) -> None:
    ingest(LEAGUE[:1], store)
    shots = store.at().read("shots", match="2026-L1-001")
    source = store.at().read("matches", match="2026-L1-001").row(0, named=True)
    lines = store.source_text(source["source"]).splitlines()
    assert lines[source["line"] - 1] == '[Match "2026-L1-001"]'
    for shot in shots.iter_rows(named=True):
        assert lines[shot["line"] - 1].startswith((f"{shot['player']} {shot['path']}", f"{shot['player']} |"))
    assert shots.equals(shots.sort("rack", "shot"))


@pytest.mark.parametrize(
    ("name", "match", "other", "code", "place"),
    [
        ("ball-16.kos", "2026-X-03", "2026-X-04", "ball", (None, 14, "path")),
        ("pocket-xx.kos", "2026-X-05", "2026-X-06", "pocket", (None, 37, "result")),
        ("ball-twice.kos", "2026-X-07", "2026-X-08", "ball-twice", (None, 13, "result")),
        ("duplicate-id.kos", "2026-L1-001", "2026-X-10", "conflict", (None, 1, "Match")),
        ("missing-tag.kos", "2026-X-11", "2026-X-12", "missing-tag", (None, 1, "RaceTo")),
        ("nul-byte.kos", "2026-X-13", "2026-X-14", "control-character", (None, 18, "result")),
        ("shot-gap.xlsx", "2026-X-15", "2026-X-16", "shot-number", ("shots", 6, "C")),
    ],
)
def test_of_a_broken_file_the_good_match_goes_in_and_the_other_is_quarantined(
    name: str, match: str, other: str, code: str, place: tuple[str | None, int, str], store: Store
) -> None:
    ingest(LEAGUE, store)
    before = contents(store)
    report = ingest([BROKEN / name], store)
    assert (counts(report), report.status) == ((1, 0, 0, 1), 1)
    assert contents(store).keys() - before.keys() == {other}
    assert contents(store).items() >= before.items()
    [problem] = entries(store.at())
    assert (problem.match, problem.code) == (match, code)
    assert (problem.sheet, problem.line, problem.column) == place
    assert problem.expected
    [source] = store.at().read("quarantine")["source"]
    assert store.source_bytes(source) == (BROKEN / name).read_bytes()
    assert not ingest([BROKEN / name], store).changed


def test_an_unreadable_file_costs_nothing_else(store: Store) -> None:
    report = ingest([BROKEN / "truncated.xlsx", LEAGUE[2]], store)
    assert (counts(report), report.unreadable, report.status) == ((8, 0, 0, 0), 1, 1)
    assert [(problem.match, problem.code) for problem in entries(store.at())] == [(None, "unreadable")]
    again = ingest([BROKEN / "truncated.xlsx"], store)
    assert (again.changed, again.status) == (False, 2)
    assert again.problems


def test_a_file_that_is_not_there_is_told_and_changes_nothing(store: Store, tmp_path: Path) -> None:
    report = ingest([tmp_path / "nič.kos"], store)
    assert (report.status, report.unreadable, store.exists) == (2, 1, False)


def test_a_folder_without_logs_is_wrong_usage(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="no log file"):
        ingest([tmp_path / "empty"], store)


def test_a_match_is_the_same_whatever_the_file_or_format(store: Store, log: Write, tmp_path: Path) -> None:
    from ingest.convert import convert

    one = log("a.kos", kos("M1"))
    convert(one, tmp_path / "b.jsonl")
    convert(one, tmp_path / "c.xlsx")
    assert counts(ingest([one], store)) == (1, 0, 0, 0)
    report = ingest([tmp_path / "b.jsonl", tmp_path / "c.xlsx"], store)
    assert (counts(report), report.changed) == ((0, 2, 0, 0), False)


def test_another_content_is_a_conflict_unless_it_names_what_it_replaces(store: Store, log: Write) -> None:
    ingest([log("a.kos", kos("M1"))], store)
    old = contents(store)["M1"]
    conflict = log("b.kos", kos("M1", shots=["A 5 - > 5FL"]))
    report = ingest([conflict], store)
    assert (counts(report), contents(store)) == ((0, 0, 0, 1), {"M1": old})
    assert [problem.code for problem in report.problems] == ["conflict"]
    assert old in report.problems[0].expected

    report = ingest([log("c.kos", kos("M1", shots=["A 7 - > 7FL"], revises=old))], store)
    assert counts(report) == (0, 0, 1, 0)
    assert contents(store)["M1"] != old
    assert [contents(store, version) for version in (1, 2)] == [{"M1": old}] * 2  # the earlier version stays readable
    assert store.at(1).read("shots")["path"].to_list() == ["3 -"]
    assert store.at().read("shots")["path"].to_list() == ["7 -"]
    assert entries(store.at()) == []  # the match has gone in since


def test_a_revision_of_something_else_is_a_conflict(store: Store, log: Write) -> None:
    ingest([log("a.kos", kos("M1"))], store)
    report = ingest([log("b.kos", kos("M1", a="Ana Kos", revises="0" * 64))], store)
    assert counts(report) == (0, 0, 0, 1)


def test_what_was_revised_is_known_when_it_comes_again(store: Store, log: Write, tmp_path: Path) -> None:
    first = log("1.kos", kos("M1"))
    ingest([first], store)
    second = log("2.kos", kos("M1", shots=["A 5 - > 5FL"], revises=contents(store)["M1"]))
    ingest([second], store)
    third = log("3.kos", kos("M1", shots=["A 7 - > 7FL"], revises=contents(store)["M1"]))
    ingest([third], store)
    report = ingest([first, second, third], store)
    assert (counts(report), report.total.superseded, report.changed) == ((0, 3, 0, 0), 2, False)
    # The chain in any order in one run, into a new store: each later one names what it replaces.
    fresh = Store(tmp_path / "fresh")
    assert counts(ingest([second, first, third], fresh)) == (1, 1, 1, 0)
    assert contents(fresh) == contents(store)
    assert not ingest([first, second, third], fresh).changed


def test_revise_replaces_what_the_store_knew_but_not_what_the_run_brought(store: Store, log: Write) -> None:
    ingest([log("a.kos", kos("M1"))], store)
    b, c = log("b.kos", kos("M1", shots=["A 5 - > 5FL"])), log("c.kos", kos("M1", shots=["A 7 - > 7FL"]))
    report = ingest([b, c], store, revise=True)
    assert counts(report) == (0, 0, 1, 1)
    assert store.at().read("shots")["path"].to_list() == ["5 -"]
    assert not ingest([b, c], store, revise=True).changed


def test_of_two_contents_in_one_run_the_first_goes_in(store: Store, log: Write, tmp_path: Path) -> None:
    log("b.kos", kos("M1", shots=["A 5 - > 5FL"]))
    log("a.kos", kos("M1") + "\n" + kos("M1", shots=["A 7 - > 7FL"]) + "\n" + kos("M1"))
    report = ingest([tmp_path], store)
    assert (counts(report), report.total.read) == ((1, 1, 0, 2), 4)
    assert store.at().read("shots")["path"].to_list() == ["3 -"]
    assert sorted(Path(problem.file).name for problem in entries(store.at())) == ["a.kos", "b.kos"]
    assert not ingest([tmp_path], store).changed


def test_a_withdrawn_match_leaves_with_its_verdicts_and_may_come_again(store: Store, log: Write) -> None:
    path = log("a.kos", kos("M1") + "\n" + kos("M2"))
    ingest([path], store)
    verdicts = per_match("verdict_matches", pl.Schema({"match": pl.String, "winner": pl.String}))
    wide = Store(store.address, tables=[verdicts])
    rows = pl.DataFrame([("M1", "A"), ("M2", "A")], schema=verdicts.schema, orient="row")
    wide.write(1, [Change("verdict_matches", "2026", add=rows)], Run("replay"))
    assert withdraw(store, "M1", "twice") == 3
    for table in ("matches", "racks", "shots", "verdict_matches"):
        assert wide.at().read(table)["match"].unique().to_list() == ["M2"]
    assert set(contents(store, 2)) == {"M1", "M2"}
    assert store.versions()["note"].to_list()[-1] == "M1: twice"
    report = ingest([path], store)
    assert (counts(report), set(contents(store))) == ((1, 1, 0, 0), {"M1", "M2"})


def test_only_a_match_of_the_store_can_be_withdrawn(store: Store, log: Write) -> None:
    ingest([log("a.kos", kos("M1"))], store)
    with pytest.raises(UserError, match="M7"):
        withdraw(store, "M7")
    assert store.version == 1


def test_a_revision_takes_the_old_verdicts_along(store: Store, log: Write) -> None:
    ingest([log("a.kos", kos("M1"))], store)
    verdicts = per_match("verdict_matches", pl.Schema({"match": pl.String}))
    wide = Store(store.address, tables=[verdicts])
    wide.write(1, [Change("verdict_matches", "2026", add=pl.DataFrame({"match": ["M1"]}))], Run("replay"))
    ingest([log("b.kos", kos("M1", a="Ana Kos"))], store, revise=True)
    assert wide.at().rows("verdict_matches") == 0


def test_a_revision_may_move_a_match_to_another_season(store: Store, log: Write) -> None:
    ingest([log("a.kos", kos("M1", date="2025-12-31") + "\n" + kos("M2", date="2025-12-30"))], store)
    ingest([log("b.kos", kos("M1", date="2026-01-01"))], store, revise=True)
    rows = store.at().read("matches", "match", "season", "season_derived", "date").sort("match").rows()
    assert rows == [("M1", "2026", True, date(2026, 1, 1)), ("M2", "2025", True, date(2025, 12, 30))]
    assert store.at().seasons("shots") == ["2025", "2026"]
    assert store.at().scan("shots", season="2025").collect()["match"].unique().to_list() == ["M2"]


def test_a_person_has_the_name_of_the_latest_match(store: Store, log: Write) -> None:
    def names() -> dict[str, str]:
        return dict(store.at().read("persons", "person", "name").drop_nulls().iter_rows())

    ingest([log("b.kos", kos("M2", date="2026-05-02", a="Ana Žnidar Kos"))], store)
    ingest([log("a.kos", kos("M1", date="2026-05-01", a="Ana Žnidar"))], store)
    assert names()["P-1"] == "Ana Žnidar Kos"
    ingest([log("c.kos", kos("M3", date="2026-05-03", a="Ana Kos"))], store)
    assert names()["P-1"] == "Ana Kos"
    ingest([log("d.kos", kos("M3", date="2026-05-03", a="Anja Kos"))], store, revise=True)
    assert names()["P-1"] == "Anja Kos"
    assert store.at().rows("persons") == 3


def test_a_person_whom_no_match_names_leaves(store: Store, log: Write) -> None:
    one = kos("M1").replace("P-2", "P-9")
    ingest([log("a.kos", one + "\n" + kos("M2"))], store)
    assert set(store.at().read("persons")["person"]) > {"P-1", "P-2", "P-9"}
    withdraw(store, "M1")
    assert "P-9" not in set(store.at().read("persons")["person"])
    assert "P-9" in set(store.at(1).read("persons")["person"])


def test_a_person_of_a_content_that_was_replaced_in_the_same_run_stays_out(
    store: Store, log: Write, tmp_path: Path
) -> None:
    ingest([log("a.kos", kos("M1").replace("P-2", "P-9"))], Store(tmp_path / "aside"))
    old = contents(Store(tmp_path / "aside"))["M1"]
    ingest([tmp_path / "a.kos", log("b.kos", kos("M1", revises=old))], store)
    assert {"P-1", "P-2"} < set(store.at().read("persons")["person"])
    assert "P-9" not in set(store.at().read("persons")["person"])


def test_unknown_tags_and_their_warnings_are_kept_with_the_match(store: Store, log: Write) -> None:
    path = log("a.kos", kos("M1", extra='[Sponzor "Žar"]'))
    report = ingest([path], store)
    assert len(report.warnings) == 1
    assert store.at().read("tags", "match", "tag", "value").rows() == [("M1", "Sponzor", "Žar")]
    assert store.at().read("warnings", "match", "text").height == 1
    withdraw(store, "M1")
    assert (store.at().rows("tags"), store.at().rows("warnings")) == (0, 0)


def test_what_is_strange_about_a_file_as_a_whole_is_kept_once(store: Store, log: Write, tmp_path: Path) -> None:
    from ingest.convert import convert

    convert(log("a.kos", kos("M1") + "\n" + kos("M2")), tmp_path / "liga.csv")
    racks = tmp_path / "liga-racks.csv"
    racks.write_text("1. liga 2026\n" + racks.read_text("utf-8"), "utf-8")  # a title above the headings
    first = ingest([tmp_path / "liga-matches.csv"], store)
    whole = [warning.text for warning in first.warnings if warning.match is None]
    assert whole == ["1. liga 2026"]
    withdraw(store, "M1")
    ingest([tmp_path / "liga-matches.csv"], store)
    assert store.at().read("warnings")["text"].to_list() == whole


def test_a_corrected_match_leaves_the_quarantine_and_the_earlier_version_still_shows_it(
    store: Store, log: Write
) -> None:
    bad = log("a.kos", kos("M1", shots=["A 16 - > 3XX", "A 3 - > 3HL 3HR"]))
    report = ingest([bad], store)
    assert (counts(report), len(report.problems)) == ((0, 0, 0, 1), 3)  # every error of it, not only the first
    assert counts(ingest([log("b.kos", kos("M1"))], store)) == (1, 0, 0, 0)
    assert entries(store.at()) == []
    assert len(entries(store.at(1))) == 3
    again = ingest([bad], store)
    assert (counts(again), again.changed) == ((0, 0, 0, 1), False)  # settled: told, but not opened again
    withdraw(store, "M1")
    assert ingest([bad], store).changed  # nothing of M1 is in the store now, so it is open again
    assert len(entries(store.at())) == 3


def test_the_language_of_a_run_makes_no_difference(store: Store) -> None:
    from wording import use

    ingest([BROKEN], store)
    use("sl")
    assert not ingest([BROKEN], store).changed


def test_a_known_file_is_not_parsed_again(store: Store, log: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    path = log("a.kos", kos("M1"))
    ingest([path], store)
    monkeypatch.setattr("ingest.readers.kos.read", None)  # whoever parses now fails
    assert counts(ingest([path], store)) == (0, 1, 0, 0)
    monkeypatch.setattr("ingest.job.reader", lambda: "another program")
    with pytest.raises(TypeError):
        ingest([path], store)


def test_of_a_run_that_another_one_overtook_nothing_is_lost(
    store: Store, log: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest([log("a.kos", kos("M1"))], store)
    commit = store.catalogue.commit
    overtaken: list[str] = []

    def overtake(expected: int, entries: pl.DataFrame, run: str) -> int:
        if not overtaken:
            overtaken.append(run)
            ingest([log("b.kos", kos("M2"))], Store(store.address))
        return commit(expected, entries, run)

    monkeypatch.setattr(store.catalogue, "commit", overtake)
    report = ingest([log("c.kos", kos("M2") + "\n" + kos("M3"))], store)
    assert (counts(report), report.before, report.version) == ((1, 1, 0, 0), 2, 3)
    assert set(contents(store)) == {"M1", "M2", "M3"}


def test_a_run_gives_up_when_it_is_overtaken_again_and_again(
    store: Store, log: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ingest.store import Conflict

    def overtaken(*_arguments: object) -> int:
        raise Conflict

    monkeypatch.setattr(store.catalogue, "commit", overtaken)
    with pytest.raises(UserError, match="kept changing"):
        ingest([log("a.kos", kos("M1"))], store)


def test_the_versions_count_what_a_run_did(store: Store) -> None:
    ingest([BROKEN], store)
    [row] = store.versions().rows(named=True)
    # Read without the league, the duplicate id is no conflict: nine matches go in.
    expected = {"read": 14, "new": 8, "unchanged": 0, "revised": 0, "quarantined": 6, "unreadable": 1}
    assert json.loads(row["counts"]) == expected


def test_an_account_that_does_not_add_up_is_an_error_of_the_program() -> None:
    with pytest.raises(RuntimeError, match="add up"):
        IngestReport((FileCount("a.kos", "", read=2, new=1),), (), (), 0, 1)


def test_the_modules_that_do_not_read_are_named_as_they_are() -> None:
    from ingest import job

    folder = Path(job.__file__).parent
    assert all((folder / f"{name}.py").is_file() for name in job._AFTER_READING)
