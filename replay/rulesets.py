"""Rulesets as data: name, date signed, the switches and their settings, and the rules of the break order."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wording import N_, UserError, _


class Switch(NamedTuple):
    """A named alternative reading of an article. The first value is the default of the rulings."""

    name: str
    article: str
    values: tuple[str, ...]
    message: str


SWITCHES: Final = (
    Switch(
        "scratch",
        "13",
        ("either", "neither"),
        N_("Whether a scratch is a foul when a ball or a cushion was missing, or only when both were."),
    ),
    Switch(
        "break-scratch",
        "6",
        ("chooses", "open"),
        N_("Whether a breaker who scratched without a foul still gets a group."),
    ),
    Switch(
        "indirect-choice",
        "7",
        ("same-as-first", "any-single"),
        N_("Which balls must fall for a hit off a cushion to choose the group."),
    ),
)


class Ruleset(NamedTuple):
    """Under one name: what was signed when, and how its switches stand. `settings` maps every switch to a value."""

    name: str
    signed: str
    settings: Mapping[str, str]


RULESETS: Final = {
    "bzs-2005": Ruleset("bzs-2005", "2005-04-07", {switch.name: switch.values[0] for switch in SWITCHES}),
}
DEFAULT_RULESET: Final = "bzs-2005"


class Rules(NamedTuple):
    """What the rule functions are told of ruleset and mode, as integers (1 = yes)."""

    scratch_neither: int  # art. 13: a scratch is a foul only when neither a ball nor a cushion was touched
    break_scratch_open: int  # art. 6: a scratch on the break leaves free choice
    any_single: int  # art. 7: off a cushion any one group that fell is chosen
    calls: int  # art. 18, note: only what was called is effective
    strict: int  # the replay stops where the log did not follow it


def rules(settings: Mapping[str, str], *, calls_recorded: bool, strict: bool) -> Rules:
    """The rules of one match: `calls_recorded` is what its header says of `Calls`."""
    return Rules(
        scratch_neither=int(settings["scratch"] == "neither"),
        break_scratch_open=int(settings["break-scratch"] == "open"),
        any_single=int(settings["indirect-choice"] == "any-single"),
        calls=int(calls_recorded and not strict),
        strict=int(strict),
    )


def ruleset(name: str) -> Ruleset:
    """The ruleset of that name.

    Raises:
        UserError: no such ruleset; the known ones are named.
    """
    if name not in RULESETS:
        raise UserError(
            _("Unknown ruleset “{name}”. Known: {known}.").format(name=name, known=", ".join(sorted(RULESETS)))
        )
    return RULESETS[name]


def settings(base: Ruleset, changes: Mapping[str, str]) -> dict[str, str]:
    """The settings of a ruleset with some switches set otherwise.

    Raises:
        UserError: no such switch, or no such value of it.
    """
    known = {switch.name: switch.values for switch in SWITCHES}
    for name, value in changes.items():
        if name not in known:
            raise UserError(
                _("Unknown switch “{name}”. Known: {known}.").format(name=name, known=", ".join(sorted(known)))
            )
        if value not in known[name]:
            raise UserError(
                _("Switch “{name}” cannot be “{value}”. Possible: {known}.").format(
                    name=name, value=value, known=", ".join(known[name])
                )
            )
    return {**base.settings, **changes}
