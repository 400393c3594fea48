"""The command line in full, by click: help, versions, complaints. Generated from the tables of commands and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from click.core import ParameterSource

from threadproof import plugins
from threadproof.app.arguments import COMMANDS, Command, Invocation, spelled
from threadproof.app.help import Explained, Overview
from threadproof.config.option import Option
from threadproof.errors import OptionError
from threadproof.report.outcome import EXIT_USAGE
from threadproof.report.terminal import Unwritable, say, writing
from threadproof.version import __version__

WHAT = "Proves concurrent programs correct, or breaks them with a schedule that can be replayed."


def parse(words: Sequence[str]) -> Invocation | int:
    """The call, or the exit code once everything was said. Raises OptionError."""
    try:
        with writing():
            found: Invocation | int = group()(args=spelled(words), prog_name="threadproof", standalone_mode=False)
        return found
    except SystemExit:  # click ends so where the reader has gone
        raise Unwritable("") from None
    except click.exceptions.Exit as end:  # --help, --version
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        say(error.format_message())
        return EXIT_USAGE
    except click.ClickException as error:
        raise OptionError(error.format_message()) from None


def group() -> click.Group:
    settings = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
    commands = [_command(command) for command in COMMANDS.values()]
    made = Overview("threadproof", commands=commands, help=WHAT, context_settings=settings)
    return click.version_option(__version__, message="threadproof %(version)s")(made)


def _command(command: Command) -> click.Command:
    def called(**given: Any) -> Invocation:
        found = {name: given.pop(name) for name in command.files}
        source = click.get_current_context().get_parameter_source
        given = {name: value for name, value in given.items() if source(name) is not ParameterSource.DEFAULT}
        files = [each for name, value in found.items() for each in (value if name == command.many else (value,))]
        return Invocation(command.name, files, given)

    params: list[click.Parameter] = [
        click.Argument([name], nargs=-1 if name == command.many else 1, required=name != command.many) for name in command.files
    ]
    params += [_option(option) for option in command.options]
    return Explained(command.name, callback=called, params=params, help=command.help, short_help=command.brief)


def _option(option: Option) -> click.Option:
    names = [option.flag, *([option.short] if option.short else []), option.attribute]
    if isinstance(option.default, bool):
        return click.Option(names, is_flag=True, help=option.help)
    multiple = isinstance(option.default, tuple)
    return click.Option(
        names,
        type=click.Choice(_choices(option)) if option.choices else str if multiple else type(option.default),
        default=None if option.default == "" else option.default,
        multiple=multiple,
        metavar=option.metavar or None,
        show_default=bool(option.default) and not multiple,
        help=option.help,
    )


def _choices(option: Option) -> tuple[str, ...]:
    """Also the engines that other distributions offer."""
    if option.name != "engine":
        return option.choices
    return tuple(dict.fromkeys((*option.choices, *sorted(plugins.offered(plugins.ENGINES)))))
