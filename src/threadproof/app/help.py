"""Help that is read: `--help` shows the options that most runs need, a line each, and an example; `--help-all` shows every
option, in groups. Which ones, and in which order, is said in `config.groups`.
"""

from __future__ import annotations

from collections.abc import Iterator

import click

from threadproof.app.arguments import COMMANDS
from threadproof.config.groups import BRIEF, SEVERAL, OptionGroup, grouped, is_brief
from threadproof.config.option import Option

Records = dict[str | None, tuple[str, str] | None]
COLUMN = 26  # where texts begin; a name that is longer has a line of its own
HYPHEN = "\x01"  # a hyphen where lines are not broken: names are whole


class Overview(click.Group):
    """The commands, in the order of their table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


class Explained(click.Command):
    """A command whose help comes in two lengths. `everything`: the long one was asked for."""

    everything = False

    def get_help(self, ctx: click.Context) -> str:
        return super().get_help(ctx).replace(HYPHEN, "-")

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        show = click.Option(["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=self.explain_all)
        return [*super().get_params(ctx), show]

    def rows(self) -> tuple[Option, ...]:
        return tuple(COMMANDS[self.name].options) if self.name else ()

    def explain_all(self, context: click.Context, parameter: click.Parameter, asked: bool) -> None:
        if asked and not context.resilient_parsing:
            self.everything = True
            click.echo(self.get_help(context), color=context.color)
            context.exit()

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records: Records = {parameter.name: parameter.get_help_record(ctx) for parameter in self.params}
        groups = [
            (group.title, list(self.all_of(group, records) if self.everything else brief(group, self.name or "")))
            for group in grouped(self.rows())
        ]
        width = max((len(name) for _, lines in groups for name, _ in lines if len(name) <= COLUMN), default=0)
        for title, lines in groups:
            if lines:
                with formatter.section(title):
                    formatter.write_dl([(name.ljust(width), text.replace("-", HYPHEN)) for name, text in lines], col_max=COLUMN)
        if not self.everything and not all(is_brief(option, self.name or "") for option in self.rows()):
            formatter.write_paragraph()
            formatter.write_text("--help-all shows all options; docs/cli.md explains them.")

    def all_of(self, group: OptionGroup, records: Records) -> Iterator[tuple[str, str]]:
        for option in group.options:
            record = records[option.attribute]
            if record is not None:
                engines = f"Only for {', '.join(option.engines)}. " if group.title == SEVERAL else ""
                yield record[0], engines + record[1]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Example"):
            formatter.write(f"{'':{formatter.current_indent}}{COMMANDS[self.name].example if self.name else ''}\n")


def brief(group: OptionGroup, command: str) -> Iterator[tuple[str, str]]:
    for option in group.options:
        if is_brief(option, command):
            names = f"{option.short}, {option.flag}" if option.short else option.flag
            value = "" if isinstance(option.default, bool) else f" {placeholder(option)}"
            text = BRIEF[option.name]
            if option.default and not isinstance(option.default, bool | tuple):
                usual = f"{option.default:g}" if isinstance(option.default, float) else option.default
                text += f" [default: {usual}]"
            yield names + value, text


def placeholder(option: Option) -> str:
    """What stands for a value."""
    return "NAME" if option.choices else option.metavar
