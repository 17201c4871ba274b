"""What the README shows is what a newcomer gets."""

import re
from pathlib import Path

import pytest

import osmica

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_example_log_gives_the_audit_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log, audit = re.findall(r"^```text\n(.*?)^```", README, flags=re.M | re.S)
    (tmp_path / "example.kos").write_text(log, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert osmica.run(["--lang", "en", "audit", "example.kos"]) == 1
    assert capsys.readouterr().out.strip() == audit.strip()


def test_the_first_screen_shows_how_to_start() -> None:
    first = "\n".join(README.splitlines()[:24])
    assert "make demo" in first
    assert "make test" in first
    assert "osmica audit" in first


def test_its_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if not (Path(__file__).parents[1] / target).exists()] == []
