"""Commands and their arguments. A command line that is plainly right is understood here; anything else is left to `usage`.

Click explains itself well, and takes longer to load than a small file takes to lower. So it is asked only when it has something
to say: help, a word that is not in the table, a value that does not fit. What is accepted here means the same to click
(`tests/cli/test_arguments.py` compares them).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from threadproof.config.option import BENCH, CERTIFY, DOCTOR, HARNESS, LOWER, REPLAY, VALIDATE, VERIFY, Option
from threadproof.config.options import OPTIONS
from threadproof.records import dataclass

ENGINES = "engines"


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    files: tuple[str, ...]  # names of what is not an option, all of it required
    help: str
    brief: str  # in the list of commands
    example: str
    many: bool = False  # the last one any number of times

    @property
    def options(self) -> list[Option]:
        return [option for option in OPTIONS if self.name in option.commands]


COMMANDS = {
    command.name: command
    for command in (
        Command(
            VERIFY,
            ("file",),
            "Verify FILE (.c, .i or .ivl): prove a property, or show a schedule that violates it.",
            "Prove properties, or show schedules that violate them.",
            "threadproof verify examples/c/counter.c --property unreach-call --timeout 60",
        ),
        Command(
            CERTIFY,
            ("file", "certificate"),
            "Check a CERTIFICATE that `verify FILE --certificate` wrote: replay the schedule, or check the proof anew.",
            "Check a certificate that verify wrote.",
            "threadproof certify examples/c/peterson.c proof.json",
        ),
        Command(
            REPLAY,
            ("file", "certificate"),
            "Compile FILE with gcc and run it under the schedule of a CERTIFICATE of FALSE: the violation really happens.",
            "Run the compiled program under the schedule of a violation.",
            "threadproof replay examples/c/counter.c violation.json",
        ),
        Command(
            VALIDATE,
            ("file", "witness"),
            "Check a WITNESS of SV-COMP, of whatever verifier (YAML or GraphML): follow the violation, or check the invariants.",
            "Check a witness of SV-COMP, of whatever verifier.",
            "threadproof validate examples/c/peterson_broken.c witness.yml",
        ),
        Command(
            LOWER,
            ("file",),
            "Print FILE as the verifier sees it.",
            "Print the program as the verifier sees it.",
            "threadproof lower examples/c/counter.c --format ivl",
        ),
        Command(
            DOCTOR,
            ("file",),
            "List what is unsupported, modelled or assumed in FILE, and what that means for the verdict.",
            "List what is unsupported, modelled or assumed.",
            "threadproof doctor examples/c/use_after_free.c",
        ),
        Command(
            HARNESS,
            ("file",),
            "Write a harness for FILE, a library without main: threads that call its functions with any arguments, in any order.",
            "Write a program whose threads call the functions of a library.",
            "threadproof harness examples/library/stack.c --calls stack_push,stack_pop",
        ),
        Command(
            BENCH,
            ("set",),
            "Verify all tasks of each SET (folders or files; the expected verdict is in the name, in the first lines, or in an "
            "SV-COMP .yml), and sum up.",
            "Verify sets of tasks, and compare results.",
            "threadproof bench tests/corpus --timeout 60 --out results.csv",
            many=True,
        ),
        Command(ENGINES, (), "List the engines.", "List the engines.", "threadproof engines"),
    )
}


@dataclass(frozen=True, slots=True)
class Invocation:
    """A command with the files and the options that were given to it."""

    command: str
    files: list[str]
    options: dict[str, Any]


def read(words: Sequence[str]) -> Invocation | None:
    """The call that the words mean, or None where that is not plain."""
    command = COMMANDS.get(words[0]) if words else None
    if command is None:
        return None
    flags = {flag: option for option in command.options for flag in (option.flag, option.short) if flag}
    call = Invocation(command.name, [], {})
    rest = list(reversed(words[1:]))
    while rest:
        word = rest.pop()
        if not word.startswith("-"):
            call.files.append(word)
            continue
        name, given, value = _split(word)
        option = flags.get(name)
        if option is None:
            return None
        if isinstance(option.default, bool):
            if given:
                return None
            call.options[option.attribute] = True
            continue
        if not given:
            if not rest or rest[-1].startswith("-"):
                return None
            value = rest.pop()
        if not _enter(call, option, value):
            return None
    enough = len(call.files) == len(command.files) or (command.many and len(call.files) > len(command.files))
    return call if enough else None


def _split(word: str) -> tuple[str, bool, str]:
    """`--name=value` and `-Nvalue` contain their value."""
    if word.startswith("--"):
        name, equals, value = word.partition("=")
        return name, bool(equals), value
    return word[:2], len(word) > 2, word[2:]


def _enter(call: Invocation, option: Option, value: str) -> bool:
    """Whether the value fits."""
    if isinstance(option.default, tuple):
        call.options[option.attribute] = (*call.options.get(option.attribute, ()), value)
        return True
    if option.choices and value not in option.choices:
        return False
    try:
        call.options[option.attribute] = type(option.default)(value)
    except ValueError:
        return False
    return True
