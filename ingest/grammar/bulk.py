"""Run one of the tokenizers (`read_path`, `read_result`) over a whole column of distinct texts."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import polars as pl

Tokenizer = Callable[[Sequence[int], int, int], NamedTuple]


def decode_bytes(texts: pl.Series, read: Tokenizer, kind: type[NamedTuple]) -> pl.DataFrame:
    """A row for each of the texts (none null): the text as `cell`, and a column for each field of `kind`."""
    rows = [read(data, 0, len(data)) for data in texts.cast(pl.Binary)]
    schema = dict.fromkeys(kind._fields, pl.Int64)
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(texts.alias("cell"))
