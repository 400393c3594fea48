"""The command: a certificate's schedule is replayed on the interpreter, then enforced on the compiled program.

The last line on stdout is `REPLAY: FIRED(property)`, `REPLAY: DIFFERENT(why)` or `REPLAY: UNKNOWN(why)`; exit 0 if the violation
was seen, 1 if not, 3 if that could not be tried, or for bad input.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from threadproof.certify.certificate import read
from threadproof.certify.format import FormatError
from threadproof.certify.replay.arguments import arguments, shown
from threadproof.certify.replay.follow import Replay
from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.errors import InputError, InternalError, OptionError, Pos
from threadproof.memory_models import is_weak
from threadproof.native import build
from threadproof.native.script import Script, script_of
from threadproof.properties import TABLE, named
from threadproof.report.outcome import DIFFERENT, FIRED, UNKNOWN, Replayed
from threadproof.run import loading, pipeline
from threadproof.run.checks import counterexample
from threadproof.run.stated_options import stated_config

UNORDERED = (
    "They did not meet, but nothing that the threads did in this run orders the first before the second (no happens-before),",
    "so the compiler and the processor may reorder them, and the behaviour is undefined (C11 5.1.2.4).",
)
SECONDS = 60  # a program that still makes progress after that is ended


def replay(file: str, certificate: str, folder: str, config: Config, announce: Announce) -> Replayed:
    """Everything that is made on the way lies in the folder. `config`: the command line, whose macros are those that the program
    is compiled with; a certificate may be a stranger's, and a macro can be any code."""
    if not file.endswith((".c", ".i")):
        raise InputError("only C programs can be compiled and run", Pos(file))
    announce("parse")
    run, stated = _confirmed(file, certificate, config)
    if not named(stated.property).enforced:
        possible = ", ".join(each.name for each in TABLE if each.enforced)
        return Replayed(UNKNOWN, f"only {possible} can be replayed, not {stated.property}")
    if is_weak(stated.memory_model):
        return Replayed(UNKNOWN, f"writes that are held back (--memory-model {stated.memory_model}) cannot be enforced")
    if run.program.scheduler != "preemptive":
        return Replayed(UNKNOWN, f"the {run.program.scheduler} scheduler is part of the model")
    if arguments(run, "envp", "envc"):
        return Replayed(UNKNOWN, "the variables of the environment cannot be given to the program")
    commands = loading.c_options(file, config).compiled(file)
    script = script_of(run, frozenset(build.scheduled()), tuple(dict.fromkeys(command.file for command in commands)))
    if run.race and not run.adjacent and not script.unordered:
        return Replayed(UNKNOWN, "one of the accesses, which race but do not meet, is made inside a function of the library")
    gcc = build.compiler()
    if gcc is None:
        return Replayed(UNKNOWN, "no compiler")
    announce("build")
    try:
        binary = build.build(gcc, commands, Path(folder), run.program.data_model.name == "ILP32")
    except build.CannotBuild as error:
        return Replayed(UNKNOWN, f"it does not compile: {_first_error(str(error))}")
    announce("run")
    words = loading.arguments(stated) if stated.argv else arguments(run)
    answer, what = execute(binary, script, Path(folder), words)
    what = named_places(what, binary)
    bits = "64 bits (this machine has no libraries for 32)" if binary.wide else run.program.data_model.name
    spoken = stated.spoken(loading.data_model(file, Config()))
    notes = (
        f"Compiled by gcc for {bits}.",
        *((f"The schedule is one with {' '.join(spoken)}.",) if spoken else ()),
        *((f"Started with {' '.join(map(shown, words[1:]))}.",) if words[1:] else ()),
        f"Schedule: {script.events} events of {script.threads} threads in {len(script.blocks)} blocks.",
    )
    if answer == FIRED:
        happened = (f"In the compiled program, {what}.", *(UNORDERED if run.race and not run.adjacent else ()))
        return Replayed(FIRED, stated.property, (*notes, *happened))
    return Replayed(answer, what, notes)


def _confirmed(file: str, path: str, config: Config) -> tuple[Replay, Config]:
    try:
        content = read(pipeline.certificate_text(path))
        stated = stated_config(content, config)
        if (stated.define, stated.undefine) != (config.define, config.undefine):
            macros = " ".join((*(f"-D {macro}" for macro in stated.define), *(f"-U {macro}" for macro in stated.undefine)))
            raise FormatError(f"macros are not taken from a file where the program is run; if you trust them: replay {macros}")
        return counterexample(loading.load(file, stated), stated, content), stated
    except (FormatError, InternalError, OptionError) as error:
        raise InputError(f"the certificate is rejected: {error}", Pos(path)) from None


def execute(binary: build.NativeBinary, script: Script, folder: Path, arguments: Sequence[bytes]) -> tuple[str, str]:
    """Run the program under the script. `arguments`: with its name; none if it does not look at them."""
    path = folder / "script"
    errors = [f"F {address:x}" for address in binary.errors]
    lines = [f"L {address:x} {line}" for address, line in binary.lines]
    path.write_text("\n".join([*script.lines(binary.symbols), *errors, *lines, ""]))
    environment = {**os.environ, "THREADPROOF_SCRIPT": str(path)}
    words, nowhere = arguments or [os.fsencode(binary.path)], subprocess.DEVNULL
    process = subprocess.Popen(
        words,
        executable=binary.path,
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        env=environment,
        cwd=folder,
        start_new_session=True,
    )
    try:
        code = process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        return DIFFERENT, f"the program was still running after {SECONDS} s"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    result = Path(f"{path}.result")
    if not result.exists():
        return DIFFERENT, f"the program ended by itself (code {code})"
    word, _, what = result.read_text(errors="replace").partition(" ")
    return (FIRED if word == "fired" else DIFFERENT), what


def named_places(what: str, binary: build.NativeBinary) -> str:
    """With the files and lines as users know them."""
    files = list(binary.texts)
    for name, text in binary.texts.items():
        what = what.replace(str(text), name)
    lines = r"\d{7,}"
    return re.sub(lines, lambda found: f"{int(found[0]) % build.LINES} of {files[int(found[0]) // build.LINES]}", what)


def _first_error(text: str) -> str:
    lines = text.splitlines()
    return next((line for line in lines if "error:" in line or "undefined" in line), lines[0])[:200]
