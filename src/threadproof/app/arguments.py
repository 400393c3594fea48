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
COMPILER = "cc"  # its words are those of a compiler, and are not looked at here


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    files: tuple[str, ...]  # names of what is not an option, all of it required
    help: str
    brief: str  # in the list of commands
    example: str
    many: str = ""  # the one of them that may be several

    @property
    def options(self) -> list[Option]:
        return [option for option in OPTIONS if self.name in option.commands]


COMMANDS = {
    command.name: command
    for command in (
        Command(
            VERIFY,
            ("file",),
            "Verify FILE (.c, .cpp, .i, .ivl or .ll), or the program that several C files make: prove a property, or show a "
            "schedule that violates it.",
            "Prove properties, or show schedules that violate them.",
            "threadproof verify examples/c/counter.c --property unreach-call --timeout 60",
            many="file",
        ),
        Command(
            CERTIFY,
            ("file", "certificate"),
            "Check a CERTIFICATE that `verify FILE --certificate` wrote: replay the schedule, or check the proof anew.",
            "Check a certificate that verify wrote.",
            "threadproof certify examples/c/peterson.c proof.json",
            many="file",
        ),
        Command(
            REPLAY,
            ("file", "certificate"),
            "Compile FILE with gcc and run it under the schedule of a CERTIFICATE of FALSE: the violation really happens.",
            "Run the compiled program under the schedule of a violation.",
            "threadproof replay examples/c/counter.c violation.json",
            many="file",
        ),
        Command(
            VALIDATE,
            ("file", "witness"),
            "Check a WITNESS of SV-COMP, of whatever verifier (YAML or GraphML): follow the violation, or check the invariants.",
            "Check a witness of SV-COMP, of whatever verifier.",
            "threadproof validate examples/c/peterson_broken.c witness.yml",
            many="file",
        ),
        Command(
            LOWER,
            ("file",),
            "Print FILE as the verifier sees it.",
            "Print the program as the verifier sees it.",
            "threadproof lower examples/c/counter.c --format ivl",
            many="file",
        ),
        Command(
            DOCTOR,
            ("file",),
            "List what is unsupported, modelled or assumed in FILE, and what that means for the verdict; or sum up all programs "
            "of a build (-p, build.tp).",
            "List what is unsupported, modelled or assumed.",
            "threadproof doctor examples/c/use_after_free.c",
            many="file",
        ),
        Command(
            HARNESS,
            ("file",),
            "Write a harness for FILE, a library without main: threads that call its functions with any arguments, in any order.",
            "Write a program whose threads call the functions of a library.",
            "threadproof harness examples/library/stack.c --calls stack_push,stack_pop",
            many="file",
        ),
        Command(
            BENCH,
            ("set",),
            "Verify all tasks of each SET (folders or files; the expected verdict is in the name, in the first lines, or in an "
            "SV-COMP .yml), and sum up.",
            "Verify sets of tasks, and compare results.",
            "threadproof bench tests/corpus --timeout 60 --out results.csv",
            many="set",
        ),
        Command(
            COMPILER,
            (),
            "Compile and link as a C compiler does, and record that for `verify build.tp`. All words are the compiler's.",
            'Compile, and record what is compiled: make CC="threadproof cc".',
            "threadproof cc -Iinclude -c queue.c",
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


JOINED = {"-isystem": "--isystem=", "-idirafter": "--idirafter=", "-include": "--include-file=", "-std": "--std"}
WHOLE = {"-m32": "--data-model=ILP32", "-m64": "--data-model=LP64"}


def spelled(words: Sequence[str]) -> list[str]:
    """Options of compilers that have one hyphen and many letters, as the table spells them."""
    found: list[str] = []
    for word in words:
        if found and found[-1] in ("--isystem=", "--idirafter=", "--include-file="):  # what follows is the value
            found[-1] += word
            continue
        flag = next((flag for flag in JOINED if word.startswith(flag)), "") if word[:2] in ("-i", "-s") else ""
        found.append(JOINED[flag] + word[len(flag) :] if flag else WHOLE.get(word, word))
    return found


def read(words: Sequence[str]) -> Invocation | None:
    """The call that the words mean, or None where that is not plain."""
    if words[:1] == [COMPILER]:
        return Invocation(COMPILER, list(words[1:]), {})
    words = spelled(words)
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
    return call if enough(call) else None


def enough(call: Invocation) -> bool:
    """Whether the number of files is right. A build knows its files."""
    command = COMMANDS[call.command]
    if command.name == COMPILER:
        return True
    least = len(command.files) - bool(command.many and call.options.get("compile_commands"))
    return least <= len(call.files) and (bool(command.many) or len(call.files) == len(command.files))


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
