"""Collect the messages of the sources and bring the catalogues up to date: `make messages`.

New messages come in untranslated, messages that no source has any more go out, translations stay as they are.
With the argument `compile` the catalogues are compiled instead. (`pybabel compile` takes the per cent sign of a
sentence for a field.)
"""

import io
import sys
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from wording.translate import compile_catalogue

ROOT: Final = Path(__file__).parents[1]
FOLDERS: Final = ("ingest", "replay", "analytics", "dashboard", "wording")
LOCALES: Final = ROOT / "wording" / "locale"
TEMPLATE: Final = LOCALES / "osmica.pot"
TEMPLATE_HEADER: Final = r"""# The messages of osmica; `make messages` collects them.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"""
KEYWORDS: Final = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


def collect() -> Catalog:
    """All messages of the sources, in the order of the files' names and lines, untranslated."""
    catalogue = Catalog()
    files = sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))
    for file in (*files, ROOT / "osmica.py"):
        for _line, message, _comments, context in extract_from_file("python", file, keywords=KEYWORDS):
            catalogue.add(message, context=context)
    return catalogue


def read(path: Path) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file)


def write(path: Path, catalogue: Catalog, header: str) -> None:
    """Write a catalogue under a header that stays as it is, so that only messages show in a diff."""
    body = io.BytesIO()
    write_po(body, catalogue, width=0, no_location=True, omit_header=True, ignore_obsolete=True)
    path.write_text(f"{header.strip()}\n\n{body.getvalue().decode().strip()}\n", encoding="utf-8")


def compile_all() -> None:
    """Write the compiled form beside every catalogue."""
    for path in LOCALES.glob("*/LC_MESSAGES/*.po"):
        path.with_suffix(".mo").write_bytes(compile_catalogue(path))


def renew() -> None:
    """Renew the template and every catalogue."""
    template = collect()
    write(TEMPLATE, template, TEMPLATE_HEADER)
    for path in sorted(LOCALES.glob("*/LC_MESSAGES/*.po")):
        header = path.read_text(encoding="utf-8").split("\n\n", 1)[0]
        catalogue = read(path)
        catalogue.update(template, no_fuzzy_matching=True)
        write(path, catalogue, header)


if __name__ == "__main__":
    compile_all() if sys.argv[1:] == ["compile"] else renew()
