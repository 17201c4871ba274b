"""The command `osmica`: it mounts what each folder offers and turns whatever goes wrong into words.

A folder offers its commands by `mount(app: typer.Typer) -> None` in its `cli.py`. Those modules import nothing heavy
at module level, so that `--help` starts at once, and they are imported only after the language is settled, so that
`_()` may stand in their help texts.

Exit status: what the command returns (0 fine, 1 something was quarantined or a verdict does not stand, 2 nothing could
be read or wrong usage), 70 an error of osmica itself, 130 stopped by Ctrl-C, 141 whoever read the output stopped.
"""

import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

from wording import LANGUAGES, UserError, _, parse, use_default

if TYPE_CHECKING:
    import typer

WRONG_USAGE: Final = 2
OWN_ERROR: Final = 70
INTERRUPTED: Final = 130
NOBODY_READS: Final = 141


def main() -> NoReturn:
    """Run the command line of this process and end it with its status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a letter that this terminal does not have is no reason to stop
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command line (without the program's name); the exit status. Errors are told on standard error."""
    try:
        status = _run(settle_language(arguments))
        sys.stdout.flush()
    except UserError as error:
        return _tell(str(error), WRONG_USAGE)
    except BrokenPipeError:
        return _nobody_reads()
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):
            return _nobody_reads()
        raise
    except KeyboardInterrupt:
        return INTERRUPTED
    except UnicodeEncodeError as error:
        if not any("\ud800" <= character <= "\udfff" for argument in arguments for character in argument):
            return _own(error, arguments)
        shown = " ".join(arguments).encode(errors="backslashreplace").decode()
        message = _("An argument holds bytes that are no text in UTF-8: {arguments}. Write it in another way.")
        return _tell(message.format(arguments=shown), WRONG_USAGE)
    except BaseException as error:  # noqa: BLE001 - the last stop: a panic of a compiled library is no Exception
        return _own(error, arguments)
    return status


def _own(error: BaseException, arguments: Sequence[str]) -> int:
    from wording.crash import report

    return _tell(report(error, arguments), OWN_ERROR)


def settle_language(arguments: Sequence[str]) -> list[str]:
    """Take `--lang sl` or `--lang=sl` out of the arguments, wherever it stands, and speak that language from now on.

    Done before anything else, because help texts are translated when the commands are put together. Raises `UserError`
    for a language that is not known.
    """
    rest: list[str] = []
    given = iter(arguments)
    for argument in given:
        if argument == "--":
            return [*rest, argument, *given]
        name, equals, value = argument.partition("=")
        if name != "--lang":
            rest.append(argument)
            continue
        value = value if equals else next(given, "")
        asked = parse(value)
        if asked is None:
            message = _("“{value}” is no language of osmica. Choose one of: {known}.")
            raise UserError(message.format(value=value, known=", ".join(LANGUAGES)))
        use_default(asked)
    return rest


def application() -> "typer.Typer":
    """All commands, worded in the language spoken now."""
    import typer

    from analytics import cli as analytics_cli
    from dashboard import cli as dashboard_cli
    from ingest import cli as ingest_cli
    from replay import cli as replay_cli

    app = typer.Typer(
        name="osmica",
        help=_("Match records of the Slovenian eight-ball game: from a shot log to a verdict."),
        no_args_is_help=True,
        rich_markup_mode=None,  # importing Rich for a help text would double the time it takes
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    )

    @app.callback()
    def options(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_print_version, is_eager=True, help=_("Print the version and stop.")),
        ] = False,
        lang: Annotated[
            str | None,
            typer.Option("--lang", metavar="sl|en", help=_("The language (else OSMICA_LANG, else your locale).")),
        ] = None,
    ) -> None:
        """Only declared: `settle_language` has taken `--lang` already."""

    for cli in (analytics_cli, ingest_cli, replay_cli, dashboard_cli):
        cli.mount(app)
    return app


def _run(arguments: Sequence[str]) -> int:
    import typer
    from typer.main import get_command

    from wording.frame import translate_frame, usage_message

    command = get_command(application())
    translate_frame(command)
    try:
        status = command.main(list(arguments), prog_name="osmica", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        return _tell(usage_message(error.format_message(), context.command_path if context else "osmica"), WRONG_USAGE)
    return status if isinstance(status, int) else 0


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        import typer

        typer.echo(f"osmica {version('kmecka-osmica')}")
        raise typer.Exit


def _tell(message: str, status: int) -> int:
    if message:
        print(message, file=sys.stderr)
    return status


def _nobody_reads() -> int:
    # What is still buffered goes nowhere; otherwise the interpreter complains when it ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return NOBODY_READS


if __name__ == "__main__":
    main()
