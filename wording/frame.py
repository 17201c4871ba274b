"""The words that the command-line library says itself, in the language spoken here: headings, options, complaints.

Typer has no catalogues of its own, so its English sentences are recognised by their shape. One that is not known here
stays as it is; `tests/test_osmica.py` holds the shapes against the library that is installed.
"""

import re
from typing import Any, Final

from wording.translate import N_, _, language

_HEADINGS: Final = {
    "ARGUMENTS_PANEL_TITLE": N_("Arguments"),
    "OPTIONS_PANEL_TITLE": N_("Options"),
    "COMMANDS_PANEL_TITLE": N_("Commands"),
    "DEFAULT_STRING": N_("[default: {}]"),
    "ENVVAR_STRING": N_("[env var: {}]"),
    "REQUIRED_LONG_STRING": N_("[required]"),
}

_OPTIONS: Final = {
    "help": N_("Show this message and stop."),
    "install_completion": N_("Install completion for the current shell."),
    "show_completion": N_("Print the completion script for the current shell, to copy or change it."),
}

_VALUE: Final = r"Invalid value for '?(?P<name>.*?)'?: "

_COMPLAINTS: Final = (
    (r"No such option: (?P<name>\S+?)\.?(?: .*)?", N_("There is no option {name}.")),
    (
        r"No such command '(?P<name>.*)'\. Did you mean '(?P<near>.*)'\?",
        N_("There is no command {name}. Did you mean {near}?"),
    ),
    (r"No such command '(?P<name>.*)'\.", N_("There is no command {name}.")),
    (r"Missing argument '(?P<name>.*?)'\..*", N_("The argument {name} is missing.")),
    (r"Missing option '(?P<name>.*?)'\..*", N_("The option {name} is missing.")),
    (r"Missing command\.", N_("Say which command.")),
    (r"Option '(?P<name>.*)' requires an argument\.", N_("The option {name} needs a value.")),
    (r"Got unexpected extra arguments? \((?P<text>.*)\)", N_("Nothing more was expected, but there is: {text}.")),
    (_VALUE + r"'(?P<text>.*)' is not a valid int.*", N_("{name} must be a whole number, not “{text}”.")),
    (
        _VALUE + r"'(?P<text>.*)' is not one of (?P<known>.*)\.",
        N_("{name} must be one of {known}, not “{text}”."),
    ),
    (_VALUE + r"\w+ '(?P<text>.*)' does not exist\.", N_("“{text}” does not exist.")),
)
"""The library's sentence as a pattern, and ours with the same fields."""


def translate_frame(command: Any) -> None:
    """Say the headings and the library's own options of a command and all below it in the language spoken here."""
    if language() == "en":
        return
    from typer import rich_utils

    for name, message in _HEADINGS.items():
        setattr(rich_utils, name, _(message))
    _translate_options(command)


def usage_message(complaint: str, command_path: str) -> str:
    """The library's complaint about a command line, translated, and where to read on. An empty one stays empty."""
    if not complaint:
        return ""
    hint = _("See: {command} --help").format(command=command_path)
    return f"{_complaint(complaint)}\n{hint}"


def _complaint(text: str) -> str:
    for shape, message in _COMPLAINTS:
        if found := re.fullmatch(shape, text):
            return _(message).format(**found.groupdict())
    return text


def _translate_options(command: Any, parent: Any = None) -> None:
    import typer

    context = typer.Context(command, info_name=command.name, parent=parent)
    for option in command.get_params(context):
        if option.name in _OPTIONS:
            option.help = _(_OPTIONS[option.name])
    for below in getattr(command, "commands", {}).values():
        _translate_options(below, context)
