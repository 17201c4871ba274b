"""The command as its users meet it: language, help, errors, statuses, completion, documentation."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer

import osmica
from wording import UserError

ROOT = Path(__file__).parents[1]
HEAVY = ("polars", "pyarrow", "numpy", "numba", "duckdb", "deltalake", "streamlit", "altair", "fastexcel", "babel")

TREE = """
import json, sys, typer.main, osmica
osmica.settle_language(sys.argv[1:])
from wording.frame import translate_frame
root = typer.main.get_command(osmica.application())
translate_frame(root)
def walk(command, path):
    context = typer.Context(command, info_name=path)
    params = command.get_params(context)
    parts = {max(p.opts, key=len): [p.opts + p.secondary_opts, getattr(p, "help", "")] for p in params}
    rows = [[path, command.help, parts]]
    for name, below in getattr(command, "commands", {}).items():
        rows += walk(below, f"{path} {name}")
    return rows
print(json.dumps(walk(root, "osmica")))
"""


def python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        timeout=60,
    )


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return python("import osmica; osmica.main()", *arguments, **environment)


@cache
def tree(language: str) -> list[tuple[str, str, dict[str, tuple[list[str], str]]]]:
    """Every command: its path, its help, and its parameters with their names and help."""
    done = python(TREE, "--lang", language)
    assert done.returncode == 0, done.stderr
    rows: list[tuple[str, str, dict[str, tuple[list[str], str]]]] = json.loads(done.stdout)
    return rows


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Callable[[], Any]], None]:
    """Make `act` the only thing that osmica does, with logs below the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    def mount(act: Callable[[], Any]) -> None:
        app = typer.Typer()
        app.command("act")(act)
        app.command("other")(lambda: None)
        monkeypatch.setattr(osmica, "application", lambda: app)

    return mount


def fail_with(error: BaseException) -> Callable[[], None]:
    def act() -> None:
        raise error

    return act


def test_help_starts_without_the_heavy_libraries() -> None:
    done = python(f"import sys, osmica; s = osmica.run(['--help']); print(s, [m for m in {HEAVY} if m in sys.modules])")
    assert done.stdout.splitlines()[-1] == "0 []"


def test_version() -> None:
    done = command("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"osmica \d+\.\d+\.\d+\n", done.stdout)


@pytest.mark.parametrize(
    ("arguments", "environment", "expected"),
    [
        (["--help"], {"LC_ALL": "C"}, "Commands"),
        (["--help"], {"LC_ALL": "sl_SI.UTF-8"}, "Ukazi"),
        (["--help"], {"LC_ALL": "C", "OSMICA_LANG": "sl"}, "Ukazi"),
        (["--lang", "en", "--help"], {"OSMICA_LANG": "sl"}, "Commands"),
        (["--help", "--lang=sl"], {"LC_ALL": "C"}, "Ukazi"),
    ],
)
def test_the_language_of_the_help(arguments: list[str], environment: dict[str, str], expected: str) -> None:
    assert expected in command(*arguments, **environment).stdout


def test_every_command_and_option_explains_itself_in_both_languages() -> None:
    english, slovene = tree("en"), tree("sl")
    assert [row[0] for row in english] == [row[0] for row in slovene]
    silent = []
    for (path, help_en, parts_en), (_path, help_sl, parts_sl) in zip(english, slovene, strict=True):
        pairs = {f"{path} {name}": (parts_en[name][1], parts_sl[name][1]) for name in parts_en}
        pairs[path] = (help_en, help_sl)
        silent += [name for name, (en, sl) in pairs.items() if not en or not sl or en == sl]
    assert silent == []


def test_the_page_of_commands_names_every_command_and_option() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^#+ `(osmica[^`]*)`\n(.*?)(?=^#|\Z)", page, flags=re.M | re.S))
    frame = {"--help", "-h", "--install-completion", "--show-completion"}
    missing = []
    for path, _help, parts in tree("en"):
        if path not in sections:
            missing.append(path)
            continue
        named = set(re.findall(r"--?[a-z][a-z-]*", sections[path]))
        options = {name for names, _text in parts.values() for name in names if name.startswith("-")}
        missing += [f"{path} {name}" for name in sorted(options - named - (frame if path != "osmica" else set()))]
        missing += [f"{path}: {name} is no option" for name in sorted(named - options - frame) if name.startswith("--")]
    assert missing == []
    assert set(sections) == {path for path, _help, _parts in tree("en")}


def test_the_page_of_commands_names_every_exit_status() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    listed = {int(status) for status in re.findall(r"^\| (\d+) \|", page, flags=re.M)}
    assert listed == {0, 1, osmica.WRONG_USAGE, osmica.OWN_ERROR, osmica.INTERRUPTED, osmica.NOBODY_READS}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nosuch"], "Ukaza nosuch ni."),
        (["audti"], "Ukaza audti ni. Ste mislili audit?"),
        (["ingest"], "Manjka argument"),
        (["replay", "--nosuch"], "Možnosti --nosuch ni."),
        (["audit", "--mode"], "Možnost --mode potrebuje vrednost."),
        (["replay", "extra"], "Ničesar več ni bilo pričakovati, je pa: extra."),
        (["audit", "x", "--rack", "first"], "--rack mora biti celo število."),
        (["dashboard", "--port", "0"], "--port mora biti vsaj 1."),
        (["dashboard", "--port", "70000"], "--port sme biti največ 65535."),
        (["--lang", "de"], "de"),
    ],
)
def test_wrong_usage_is_told_in_slovene(
    arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OSMICA_LANG", "sl")
    assert osmica.run(["--lang", "sl", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert expected in err


def test_a_status_is_handed_on(offer: Callable[[Callable[[], Any]], None]) -> None:
    offer(fail_with(typer.Exit(1)))
    assert osmica.run(["act"]) == 1


def test_an_error_for_the_user_is_told_in_one_line(
    offer: Callable[[Callable[[], Any]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    offer(fail_with(UserError("league.zip is empty.")))
    assert osmica.run(["act"]) == 2
    assert capsys.readouterr() == ("", "league.zip is empty.\n")


class Panic(BaseException):
    """What a compiled library raises when it gives up is no `Exception`."""


@pytest.mark.parametrize("error", [ValueError("seven\nlines"), Panic("capacity overflow")])
def test_an_unforeseen_error_goes_to_a_file(
    error: BaseException, offer: Callable[[Callable[[], Any]], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    offer(fail_with(error))
    assert osmica.run(["act"]) == 70
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert err.count("\n") == 1
    (log,) = tmp_path.rglob("osmica-*.log")
    assert str(log) in err
    text = log.read_text(encoding="utf-8")
    assert text.startswith("osmica act\n")
    assert "Traceback" in text
    assert type(error).__name__ in text


def test_old_reports_go(offer: Callable[[Callable[[], Any]], None], tmp_path: Path) -> None:
    offer(fail_with(ValueError("again")))
    osmica.run(["act"])
    (log,) = tmp_path.rglob("osmica-*.log")
    for day in range(30):
        (log.parent / f"osmica-200001{day:02d}T000000-1.log").write_text("old", encoding="utf-8")
    osmica.run(["act"])
    assert len(list(tmp_path.rglob("osmica-*.log"))) == 20


def test_ctrl_c_is_quiet(offer: Callable[[Callable[[], Any]], None], capsys: pytest.CaptureFixture[str]) -> None:
    offer(fail_with(KeyboardInterrupt()))
    assert osmica.run(["act"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_letter_that_the_terminal_does_not_have_is_no_error() -> None:
    done = command("--lang", "sl", "--help", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\u010d" in done.stdout  # č


def test_an_argument_that_is_no_text(offer: Callable[[Any], None], capsys: pytest.CaptureFixture[str]) -> None:
    def strict(name: str) -> None:
        name.encode()

    offer(strict)
    assert osmica.run(["act", "\udcff"]) == osmica.WRONG_USAGE
    assert "\\udcff" in capsys.readouterr().err


def test_a_closed_pipe_is_quiet() -> None:
    code = "import sys, osmica; sys.stdout.write('x' * 10**6); osmica.main()"
    shell = f'"{sys.executable}" -c "{code}" --help | head -c 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(
        ["bash", "-c", shell], capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(("word", "expected"), [("re", {"replay"}), ("qu", {"quarantine"})])
def test_the_shell_completes_commands(word: str, expected: set[str]) -> None:
    words = {"_OSMICA_COMPLETE": "complete_bash", "COMP_WORDS": f"osmica {word}", "COMP_CWORD": "1"}
    assert set(command(**words).stdout.split()) == expected


def test_completion_can_be_installed() -> None:
    done = command(_OSMICA_COMPLETE="source_bash")
    assert "complete -o default -F _osmica_completion osmica" in done.stdout
