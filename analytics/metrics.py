"""The registry of metrics: each figure is defined here and nowhere else.

A metric is a share: `numerator` over `denominator`, both integers counted per row of the view of its grain. `counts`
says which rows it is about; `needs` is what the *rack* must hold. Where the log of a rack lacks such a fact, the rack
leaves the numerator and the denominator, and is counted as left out.
"""

from typing import Final, Literal, NamedTuple

from wording import N_


class Metric(NamedTuple):
    """One metric. `wording` and `definition` are message ids; the four conditions are SQL over the grain's view.

    `unit` says how the share is written: as a percentage, or per 100 shots.
    """

    code: str
    wording: str
    definition: str
    family: Literal["breaks", "fouls"]
    grain: Literal["rack", "shot"]
    unit: Literal["percent", "per 100 shots"]
    numerator: str
    denominator: str
    counts: str
    needs: str


_BREAK_RULED: Final = "broke AND ruled IS NOT NULL"
_BREAK_SEEN: Final = f"{_BREAK_RULED} AND result_known"

METRICS: Final = (
    Metric(
        "break-legal",
        N_("Legal breaks"),
        N_("Breaks without a violation that counts, of all breaks."),
        *("breaks", "rack", "percent"),
        numerator="ruled = 0",
        denominator="1",
        counts="true",
        needs=_BREAK_RULED,
    ),
    Metric(
        "break-ball",
        N_("Breaks with a ball"),
        N_("Legal breaks on which at least one object ball fell, of all breaks."),
        *("breaks", "rack", "percent"),
        numerator="ruled = 0 AND ball_fell",
        denominator="1",
        counts="true",
        needs=_BREAK_SEEN,
    ),
    Metric(
        "break-dry",
        N_("Dry breaks"),
        N_("Legal breaks on which no object ball fell, of all breaks."),
        *("breaks", "rack", "percent"),
        numerator="ruled = 0 AND NOT ball_fell",
        denominator="1",
        counts="true",
        needs=_BREAK_SEEN,
    ),
    Metric(
        "break-foul",
        N_("Fouls on the break"),
        N_("Breaks with a violation that counts, of all breaks."),
        *("breaks", "rack", "percent"),
        numerator="ruled <> 0",
        denominator="1",
        counts="true",
        needs=_BREAK_RULED,
    ),
    Metric(
        "break-scratch",
        N_("Scratches on the break"),
        N_("Breaks on which the cue ball fell into a pocket, foul or not, of all breaks."),
        *("breaks", "rack", "percent"),
        numerator="scratch",
        denominator="1",
        counts="true",
        needs="broke AND result_known",
    ),
    Metric(
        "break-won",
        N_("Racks won by the breaker"),
        N_("Racks that the breaker won by the replay, of all racks with a winner."),
        *("breaks", "rack", "percent"),
        numerator="won",
        denominator="1",
        counts="true",
        # A rack without shots has no first shooter; its breaker stands on the rack line.
        needs="won IS NOT NULL AND broke IS NOT FALSE",
    ),
    Metric(
        "foul-shot",
        N_("Fouls per 100 shots"),
        N_("Shots with a foul that counts (several fouls in one shot are one), per 100 shots."),
        *("fouls", "shot", "per 100 shots"),
        numerator="foul",
        denominator="1",
        counts="true",
        needs="all_ruled",
    ),
    Metric(
        "foul-uncalled",
        N_("Violations not called"),
        N_("Violations that the log shows and nobody called, of all it shows, in matches whose log records calls."),
        *("fouls", "shot", "percent"),
        numerator="bit_count(seen & ~ruled)",
        denominator="bit_count(seen)",
        counts="calls_recorded",
        needs="all_seen AND all_ruled",
    ),
)


def metric(code: str) -> Metric:
    """The metric of that code.

    Raises:
        KeyError: there is none.
    """
    for row in METRICS:
        if row.code == code:
            return row
    raise KeyError(code)


def of_family(family: Literal["breaks", "fouls"]) -> tuple[Metric, ...]:
    """The metrics of a family, in the order of the registry."""
    return tuple(row for row in METRICS if row.family == family)
