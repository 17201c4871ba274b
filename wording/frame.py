"""The words that the command-line library says itself, in the language spoken here: headings, options, complaints.

Typer has no catalogues of its own, so its English sentences are recognised by their shape. One that is not known here
stays as it is; `tests/test_osmica.py` holds the shapes against the library that is installed.
"""

import re
from typing import Any, Final

from wording.translate import N_, _, language

_WORDS: Final = (
    N_("Usage: "),
    N_("Arguments"),
    N_("Options"),
    N_("Commands"),
    N_("default: {default}"),
    N_("env var: {var}"),
    N_("required"),
    N_("Missing command."),
)
"""What Typer asks gettext for, so that our catalogue has it too."""

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
    (r"Option '(?P<name>.*)' requires an argument\.", N_("The option {name} needs a value.")),
    (r"Got unexpected extra argument\S* \((?P<text>.*)\)", N_("Nothing more was expected, but there is: {text}.")),
    (_VALUE + r"Input should be a valid integer.*", N_("{name} must be a whole number.")),
    (_VALUE + r"Input should be greater than or equal to (?P<bound>\S+)", N_("{name} must be at least {bound}.")),
    (_VALUE + r"Input should be less than or equal to (?P<bound>\S+)", N_("{name} must be at most {bound}.")),
)
"""The library's sentence as a pattern, and ours with the same fields."""


def translate_frame(command: Any) -> None:
    """Say the headings and the library's own options of a command and all below it in the language spoken here."""
    if language() == "en":
        return
    from typer import core
    from typer._click.core import Context
    from typer._click.formatting import HelpFormatter

    class Formatter(HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, _("Usage: ") if prefix is None else prefix)

    Context.formatter_class = Formatter
    vars(core)["_"] = _  # its gettext would look for a compiled catalogue of its own
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

    context = typer.Context(command, info_name=command.name, parent=parent, **command.context_settings)
    for option in command.get_params(context):
        if option.name in _OPTIONS:
            option.help = _(_OPTIONS[option.name])
    for below in getattr(command, "commands", {}).values():
        _translate_options(below, context)
