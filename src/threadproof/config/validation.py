"""Values and combinations of options that make no sense are refused, before anything is read."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.config.command_line import is_splittable
from threadproof.config.engines import AUTO, REDUCTIONS, SEARCHES, known, verifies
from threadproof.config.option import HARNESS
from threadproof.config.options import ALL, OPTIONS, Config, is_macro
from threadproof.errors import OptionError
from threadproof.memory_models import is_weak
from threadproof.properties import TABLE, named


def weak(config: Config) -> bool:
    return config.memory_model == ALL or is_weak(config.memory_model)


def _adds(option: str) -> Callable[[Config], bool]:
    return lambda c: getattr(c, option) and (bool(c.properties) or c.memory_model == ALL or c.suggest_fences)


# (what holds, what to tell the user)
REFUSED: tuple[tuple[Callable[[Config], bool], str], ...] = (
    (lambda c: not all(map(is_macro, c.define)), "-D needs the name of a macro, and its value on the same line"),
    (lambda c: bool(c.argv) and not is_splittable(c.argv), "--argv needs texts without NUL"),
    (
        lambda c: bool(c.argv) and (c.max_args, c.max_arg_length) != (3, 7),
        "--max-args and --max-arg-length have no effect with --argv",
    ),
    (lambda c: not all(map(str.isidentifier, c.undefine)), "-U needs the name of a macro"),
    (
        lambda c: not {name.partition("=")[0].partition("(")[0] for name in c.define}.isdisjoint(c.undefine),
        "-D and -U name the same macro: give the one that counts",
    ),
    (
        lambda c: not all((*c.include, *c.isystem, *c.idirafter, *c.include_file)),
        "-I, -isystem, -idirafter and -include need a name",
    ),
    (
        lambda c: len(c.properties) > 1 and (c.memory_model == ALL or c.suggest_fences),
        "--memory-model all and --suggest-fences are about one property: give --property once",
    ),
    *(
        (_adds(each.option), f"--{each.option} adds to what is verified without --property: give --property {each.name} instead")
        for each in TABLE
        if each.option
    ),
    (
        lambda c: named(c.property).interleavings and bool(c.fence or c.suggest_fences),
        "fences do not repair data races: --fence and --suggest-fences are for other properties",
    ),
    (lambda c: not weak(c) and c.buffer != 4, "--buffer has no effect with --memory-model sc"),
    (
        lambda c: c.memory_model == ALL and bool(c.certificate or c.witness or c.report or c.junit),
        "--certificate, --witness, --report and --junit need one memory model",
    ),
    (lambda c: not weak(c) and bool(c.fence), "--fence has no effect with --memory-model sc"),
    (lambda c: not weak(c) and c.suggest_fences, "--suggest-fences needs a weak memory model: --memory-model tso"),
    (
        lambda c: c.suggest_fences and bool(c.certificate),
        "--suggest-fences marks places in the program that is verified: --certificate needs a run without it",
    ),
    (lambda c: c.search not in ("", *SEARCHES.get(c.engine, (c.search,))), "the engine does not search in that order"),
    (
        lambda c: c.engine == "abstraction" and c.precision == "function",
        "--precision function has no effect with --engine abstraction",
    ),
    (
        lambda c: c.blocks == "never",
        "--blocks never is bounded model checking: use --engine bmc",
    ),
    (
        lambda c: c.format == "dependence" and c.stage != "lowered",
        "--format dependence is about the lowered program",
    ),
    (
        lambda c: bool(c.observe or c.pending) and not c.linearizable,
        "--observe and --pending have no effect without --linearizable",
    ),
    (lambda c: c.quiet and c.stats, "--quiet and --stats exclude each other"),
    (
        lambda c: c.por not in ("", "none", *REDUCTIONS.get(c.engine, (c.por,))),
        "the engine has another set of reductions; docs/engines.md lists them",
    ),
    (
        lambda c: (info := known(c.engine)) is not None and not verifies(info, c.property),
        "the engine does not check that property; `threadproof engines` lists what each one does",
    ),
)


def validate(config: Config) -> Config:
    """Refuse what the table does not allow."""
    for option in OPTIONS:
        value = getattr(config, option.attribute)
        chosen = not option.choices or value in option.choices or value == option.default
        if not chosen and not (option.name == "engine" and known(value)):
            raise OptionError(f"{option.flag} {value}: choose one of {', '.join(option.choices)}")
        for bound, broken, word in ((option.low, "<", "at least"), (option.high, ">", "at most")):
            if bound is not None and (value < bound if broken == "<" else value > bound or value != value):
                raise OptionError(f"{option.flag} {value}: must be {word} {bound}")
        if option.engines and config.engine not in option.engines and value != option.default:
            hint = f"; name one of: {', '.join(option.engines)}" if config.engine == AUTO else ""
            raise OptionError(f"{option.flag} has no effect with --engine {config.engine}{hint}")
    for holds, message in REFUSED:
        if holds(config):
            raise OptionError(message)
    return config


def harness_options(config: Config) -> None:
    """What `verify` refuses: options of harnesses without one."""
    if config.harness and config.compile_commands:
        raise OptionError(
            "--harness makes a program that no build knows: give the options of the compiler (-I, -D) instead of -p"
        )
    if config.harness and config.output == "-":
        raise OptionError("--harness verifies a file: --output needs its name")
    for option in OPTIONS:
        if option.commands[0] == HARNESS and not config.harness and getattr(config, option.attribute) != option.default:
            raise OptionError(f"{option.flag} has no effect without --harness")
