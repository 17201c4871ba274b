"""The project's own papers agree with one another: dependencies, the lock, the folders."""

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[>=<~! ]", requirement)[0] for requirement in requirements}


RUN = names(PROJECT["project"]["dependencies"])
DEVELOP = names(PROJECT["project"]["optional-dependencies"]["dev"])


def test_the_page_of_dependencies_names_each_once_under_its_purpose() -> None:
    _head, run, develop = re.split(r"^## .*$", PAGE, flags=re.M)
    rows = {part: re.findall(r"^\| `([\w-]+)` \|", text, flags=re.M) for part, text in (("r", run), ("d", develop))}
    assert sorted(rows["r"]) == sorted(RUN)
    assert sorted(rows["d"]) == sorted(DEVELOP)


def test_every_row_of_the_page_is_filled_in() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows
    assert [row for row in rows if len([cell for cell in row.strip("|").split("|") if cell.strip()]) != 5] == []


def test_the_lock_holds_every_dependency_with_hashes() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)==[^ ]+ \\\n    --hash=sha256:", LOCK, flags=re.M))
    assert locked >= RUN | DEVELOP
    assert len(re.findall(r"==", re.sub(r"^\s*#.*$", "", LOCK, flags=re.M))) == len(locked)


def test_the_lock_names_no_place_to_download_from() -> None:
    assert re.findall(r"https?:|file://|--(?:index|extra|find|trusted)|^/", LOCK, flags=re.M) == []


def test_every_import_package_is_installed_and_no_other_folder() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    listed = {name.rstrip("*") for name in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}
    assert folders - {"tests", "tools"} == listed
