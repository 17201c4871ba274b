"""Which store is meant when none is named."""

import os
from collections.abc import Iterable
from pathlib import Path

from ingest.store.store import Store
from ingest.store.tables import Table
from wording import UserError, _


def default_url() -> str:
    """`OSMICA_STORE`, else `data/store` in a checkout, else `store` in the user's data folder for osmica."""
    named = os.environ.get("OSMICA_STORE")
    if named:
        return named
    root = Path(__file__).parents[2]
    if (root / "pyproject.toml").is_file() and (root / "data").is_dir():
        return str(root / "data" / "store")
    from platformdirs import user_data_path

    return str(user_data_path("osmica", appauthor=False) / "store")


def open_store(url: str | None = None, tables: Iterable[Table] = ()) -> Store:
    """The store that `--store` names, else the default one. `tables` are declared beside those of the log.

    Raises `UserError` for an empty name, which is not the same as none.
    """
    if url is not None and not url.strip():  # a variable of a script that was never set
        raise UserError(_("The name of the store is empty. Give a folder or a URL, or leave --store out."))
    return Store(url or default_url(), tables=tables)
