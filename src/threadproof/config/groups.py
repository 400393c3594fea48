"""How help and docs/cli.md show options: in groups, and some of them in one line each.

`--help` lists the options of `BRIEF`, which most runs need, with these lines; `--help-all` and the document list all options with
their full texts. An option that is only for one engine is in the group of that engine; the option table says so.
"""

from __future__ import annotations

from threadproof.config.engines import AUTO, ENGINES
from threadproof.config.option import HARNESS, Option
from threadproof.config.options import OPTIONS
from threadproof.records import dataclass

GENERAL = {
    "Input": (
        "property",
        "overflow",
        "data-model",
        "argv",
        "max-args",
        "max-arg-length",
        "extern",
        "model",
        "spurious",
        "undefined",
        "harness",
    ),
    "Compiling": (
        "define",
        "undefine",
        "include",
        "isystem",
        "idirafter",
        "include-file",
        "std",
        "compile-commands",
        "target",
        "no-config",
    ),
    "Engines": ("engine", "jobs", "agree", "explain-plan"),
    "Limits": ("timeout", "memory", "threads", "unwind"),
    "Memory models": ("memory-model", "fence", "suggest-fences", "buffer"),
    "Output": ("report", "json", "witness", "certificate", "junit", "full-trace", "stats", "progress", "quiet"),
    "Harness": (
        "calls",
        "each",
        "unbounded",
        "init",
        "final",
        "below",
        "argument",
        "linearizable",
        "observe",
        "pending",
        "output",
    ),
    "Form of the program": ("stage", "format", "sequentialise"),
    "Sets of tasks": ("options", "tool", "out", "html", "compare"),
}
SEVERAL = "Only for some engines"

BRIEF = {
    "property": "What to verify (repeatable): unreach-call, no-data-race, no-deadlock, valid-memsafety, no-overflow or a .prp "
    "file. [default: the first four, where they apply; bench: the first]",
    "overflow": "Without --property: verify no-overflow, too.",
    "data-model": "ILP32 or LP64. [default: as a preprocessed text tells; else LP64, ILP32 for .i]",
    "define": "Define a macro (repeatable).",
    "include": "A folder with headers (repeatable); also -isystem DIR, -include FILE, -std=gnu17, -m32.",
    "compile-commands": "The build that FILE belongs to: compile_commands.json, or what `threadproof cc` recorded.",
    "extern": "Calls of unknown functions: havoc, arguments, pure, reject.",
    "undefined": "Undefined behaviour: report, stop there, or ignore it.",
    "engine": "One of `threadproof engines`, or several (auto).",
    "jobs": "How many run at a time. [default: one per core]",
    "timeout": "Seconds of wall-clock time.",
    "memory": "Megabytes (MiB). [default: three quarters of the machine's]",
    "memory-model": "sc, tso, pso, rmo, power, or all in turn.",
    "report": "Write the answer as a page (HTML).",
    "json": "Write the answer for scripts.",
    "witness": "Write a witness of SV-COMP (YAML; or .graphml).",
    "certificate": "Write why the answer is right, for `threadproof certify`.",
    "quiet": "Print the last line only.",
    "stage": "The form to print: source, analysed or lowered.",
    "format": "How to print it: text, ivl or dependence.",
    "sequentialise": "Print cooperative threads as one sequential C program.",
    "harness": "FILE is a library: verify it with a harness.",
    "calls": "What the threads call: names with commas between them (repeatable: by thread).",
    "each": "How many calls a thread makes, at most.",
    "unbounded": "Any number of threads and calls.",
    "init": "What makes the object: a function, or a statement about `subject`.",
    "final": "What is called at the end, likewise.",
    "below": "Numbers that are passed are below this. [default: any]",
    "argument": "What is passed for a parameter: an expression, or `out` (repeatable).",
    "linearizable": "Assert that results are those of calls in some order.",
    "output": "The file to write. [default: NAME_harness.c]",
    "options": "Options of `verify` for every task, in one string.",
    "tool": "Run another verifier on the same tasks, too (repeatable).",
    "out": "Result file; what is in there already is not run again.",
    "html": "Write tables and plots as a page.",
    "compare": "An older result file to compare with.",
}


def is_brief(option: Option, command: str) -> bool:
    """Whether `COMMAND --help` shows it. What harnesses call is chosen with the command that writes them."""
    return option.name in BRIEF and (option.commands[0] != HARNESS or command == HARNESS)


@dataclass(frozen=True, slots=True)
class OptionGroup:
    title: str
    options: tuple[Option, ...]


def engine_title(name: str) -> str:
    return f"Only for --engine {name}"


def title(option: Option) -> str:
    """Of the group that an option belongs to."""
    own = [engine for engine in option.engines if engine != AUTO]
    if own:
        return engine_title(own[0]) if len(own) == 1 else SEVERAL
    return next(name for name, options in GENERAL.items() if option.name in options)


def grouped(options: tuple[Option, ...] = OPTIONS) -> list[OptionGroup]:
    """The options in groups, general ones first; groups without options are left out."""
    titles = [*GENERAL, SEVERAL, *(engine_title(engine.name) for engine in ENGINES)]
    order = {name: at for names in GENERAL.values() for at, name in enumerate(names)}
    rows = sorted(options, key=lambda option: order.get(option.name, 0))
    groups = [OptionGroup(name, tuple(option for option in rows if title(option) == name)) for name in titles]
    return [group for group in groups if group.options]
