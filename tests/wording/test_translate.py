"""Which language is spoken where, and what Slovene makes of numbers of things."""

import os
import threading
from pathlib import Path

import pytest

from wording import _, language, ngettext, parse, pgettext, use, use_default
from wording.translate import LOCALES, catalogue, from_environment

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);\\n"

msgid "match"
msgstr "tekma"

msgctxt "of the day"
msgid "match"
msgstr "tekma dneva"

#, fuzzy
msgid "shot"
msgstr "strel"

msgid "{n} match"
msgid_plural "{n} matches"
msgstr[0] "{n} tekma"
msgstr[1] "{n} tekmi"
msgstr[2] "{n} tekme"
msgstr[3] "{n} tekem"
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [("sl", "sl"), ("SL", "sl"), ("sl_SI.UTF-8", "sl"), ("en-GB", "en"), ("de", None), ("slk", None), ("", None)],
)
def test_a_language_is_known_by_its_code(text: str, expected: str | None) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "sl_SI.UTF-8"}, "sl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "sl_SI.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "sl_SI.UTF-8", "LC_ALL": ""}, "sl"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "sl_SI"}, "sl"),
        ({"LANG": "en_GB.UTF-8", "OSMICA_LANG": "sl"}, "sl"),
        ({"LANG": "sl_SI.UTF-8", "OSMICA_LANG": "xx"}, "sl"),
    ],
)
def test_the_environment_names_the_language(environment: dict[str, str], expected: str) -> None:
    assert from_environment(environment) == expected


def test_one_thread_may_speak_another_language_than_the_process() -> None:
    use_default("sl")
    heard: list[str] = []

    def reader(own: bool) -> None:
        if own:
            use("en")
        heard.append(language())

    for own in (True, False):
        thread = threading.Thread(target=reader, args=(own,))
        thread.start()
        thread.join()
    assert heard == ["en", "sl"]
    assert language() == "sl"


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (0, "0 tekem"),
        (1, "1 tekma"),
        (2, "2 tekmi"),
        (3, "3 tekme"),
        (4, "4 tekme"),
        (5, "5 tekem"),
        (11, "11 tekem"),
        (12, "12 tekem"),
        (100, "100 tekem"),
        (101, "101 tekma"),
        (102, "102 tekmi"),
        (111, "111 tekem"),
    ],
)
def test_slovene_counts_with_four_forms(tmp_path: Path, n: int, expected: str) -> None:
    catalogue_file(tmp_path)
    assert catalogue("sl", tmp_path).ngettext("{n} match", "{n} matches", n).format(n=n) == expected


@pytest.mark.parametrize(("n", "expected"), [(0, "matches"), (1, "match"), (2, "matches"), (101, "matches")])
def test_english_counts_with_two_forms(n: int, expected: str) -> None:
    assert ngettext("match", "matches", n) == expected


def test_a_catalogue_is_read_without_a_build_step_and_its_fuzzy_entries_are_not(tmp_path: Path) -> None:
    catalogue_file(tmp_path)
    slovene = catalogue("sl", tmp_path)
    assert slovene.gettext("match") == "tekma"
    assert slovene.pgettext("of the day", "match") == "tekma dneva"
    assert slovene.gettext("shot") == "shot"


def test_a_compiled_catalogue_counts_only_while_it_is_current(tmp_path: Path) -> None:
    source = catalogue_file(tmp_path)
    compiled = source.with_suffix(".mo")
    compiled.write_bytes(b"")  # not a catalogue: reading it would fail
    newer = compiled.stat().st_mtime_ns + 10**9
    os.utime(source, ns=(newer, newer))
    assert catalogue("sl", tmp_path).gettext("match") == "tekma"


def test_english_is_what_the_sources_say() -> None:
    assert _("Options") == "Options"
    assert pgettext("a context", "Options") == "Options"


def test_slovene_is_what_the_catalogue_says() -> None:
    use("sl")
    assert (LOCALES / "sl" / "LC_MESSAGES" / "osmica.po").exists()
    assert _("Options") == "Možnosti"


def catalogue_file(folder: Path) -> Path:
    source = folder / "sl" / "LC_MESSAGES" / "osmica.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO, encoding="utf-8")
    return source
