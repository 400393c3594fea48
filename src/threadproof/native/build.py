"""Compiles a program together with the runtime, and finds out where its variables and lines are.

A program for 32 bits is built as such if the machine can; otherwise for 64 bits, and the report says so. Functions that
are declared and not defined return what the schedule says (as `long long`); `inline` does not mean that a function is
defined elsewhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from threadproof.frontend.c.project import CompileCommand
from threadproof.records import dataclass

RUNTIME = "unit.c"
SOURCES = ("script.c", "runtime.c", "hooks.c", "library.c", "c11.c", "verifier.c")  # what it includes
ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")
SECONDS = 120
LINES = 1_000_000
"""Line 3 of the second file is number 1,000,003 to the runtime, which knows one file."""


class CannotBuild(Exception):
    """The compiler refuses the program."""


@dataclass(frozen=True, slots=True)
class NativeBinary:
    path: Path
    texts: Mapping[str, Path]  # what was compiled, by file
    wide: bool  # built for 64 bits though the program is for 32
    symbols: dict[str, int]
    errors: tuple[int, ...]  # addresses of the functions whose call is the violation
    lines: tuple[tuple[int, int], ...]  # where the code of each line begins, see `LINES`


def wrapped() -> tuple[str, ...]:
    """The functions that the runtime replaces, read from its text."""
    texts = [source(name).read_text() for name in SOURCES]
    names = {name for text in texts for name in re.findall(r"\b__(?:wrap|real)_(\w+)\(", text) if "##" not in name}
    macros = {name for text in texts for name in re.findall(r"^(?:NOTHING|FRESH)\((\w+),", text, re.M)}
    return tuple(sorted(names | macros - {"name"}))


def scheduled() -> tuple[str, ...]:
    """Those of them whose calls are events of their own."""
    kinds = ("mutex_", "cond_", "rwlock_", "spin_", "barrier_", "once")
    return tuple(name for name in wrapped() if name.startswith((*(f"pthread_{kind}" for kind in kinds), "sem_", "mtx_", "cnd_")))


def source(name: str) -> Path:
    return Path(__file__).with_name(name)


def compiler() -> str | None:
    return shutil.which("gcc")


def build(gcc: str, commands: Sequence[CompileCommand], folder: Path, narrow: bool) -> NativeBinary:
    """Raises CannotBuild."""
    machine = ["-m32"] if narrow and _links(gcc, folder) else []
    common = [gcc, "-w", "-g", *machine, "-pthread", "-fno-pie"]
    hooks = ["-O0", "-fsanitize=thread", "-finstrument-functions", "-fgnu89-inline", "--param", "logical-op-non-short-circuit=0"]
    hooks += [f"-fno-builtin-{name}" for name in ("memset", "memcpy", "memmove")]  # calls, which the runtime sees
    texts: dict[str, Path] = {}
    objects = []
    for number, command in enumerate(commands):
        name = folder / f"program{number or ''}"
        text, made = name.with_suffix(Path(command.file).suffix), str(name.with_suffix(".o"))
        text.write_text(plain(command.file), encoding="utf-8")
        beside = ["-iquote", str(Path(command.file).resolve().parent)]
        _run([*common, *hooks, *beside, *command.options, "-c", str(text), "-o", made])
        _run(["objcopy", "--wildcard", "--weaken-symbol=__VERIFIER_*", made])  # ours win
        texts[command.file] = text
        objects.append(made)
    _run([*common, "-O1", "-c", str(source(RUNTIME)), "-o", str(folder / "runtime.o")])
    _run(["objcopy", "--strip-unneeded", str(folder / "runtime.o")])  # its variables are not those of the program
    objects.append(str(folder / "runtime.o"))
    binary = folder / "program"
    again = ["-Wl,-z,muldefs"] if len(commands) > 1 else []  # bodies that are inline in several files
    link = [*common, "-no-pie", *again, *objects, "-o", str(binary), *(f"-Wl,--wrap={name}" for name in wrapped()), "-lm"]
    try:
        _run(link)
    except CannotBuild as error:
        missing = sorted(set(re.findall(r"undefined reference to [`'‘](\w+)['’]", str(error))))
        if not missing:
            raise
        _run([*common, "-O1", "-c", str(_stubs(folder, missing)), "-o", str(folder / "stubs.o")])
        _run([*link, str(folder / "stubs.o")])
    lines = _lines(binary, [text.name for text in texts.values()])
    return NativeBinary(binary, texts, narrow and not machine, *_symbols(binary), lines)


def plain(file: str) -> str:
    """The text without line markers: the schedule counts the lines of the file as it is."""
    lines = Path(file).read_text(encoding="utf-8", errors="surrogateescape").split("\n")
    if file.endswith(".i"):
        lines = ["" if re.match(r"#\s*(line\s*)?\d", line) else line for line in lines]
    return "\n".join(lines)


def _links(gcc: str, folder: Path) -> bool:
    """Whether programs for 32 bits can be built."""
    probe = folder / "probe.c"
    probe.write_text("#include <pthread.h>\nint main(void) { return 0; }\n")
    try:
        _run([gcc, "-m32", "-pthread", str(probe), "-o", str(folder / "probe")])
    except CannotBuild:
        return False
    return True


def _stubs(folder: Path, names: Sequence[str]) -> Path:
    path = folder / "stubs.c"
    body = "".join(f'long long {name}() {{ return threadproof_input("{name}"); }}\n' for name in names)
    path.write_text("long long threadproof_input(const char *);\n" + body)
    return path


def _symbols(binary: Path) -> tuple[dict[str, int], tuple[int, ...]]:
    """Addresses of variables by name, as far as the name is unique (statics of functions are called name.number)."""
    found: dict[str, list[int]] = {}
    errors = []
    for line in _run(["nm", "-S", str(binary)]).splitlines():
        match line.split():
            case [address, _, kind, name] if kind in "bBdDrRsSV":
                found.setdefault(re.sub(r"\.\d+$", "", name), []).append(int(address, 16))
            case [address, _, "t" | "T", name] if name in ERROR_FUNCTIONS:
                errors.append(int(address, 16))
    return {name: places[0] for name, places in found.items() if len(places) == 1}, tuple(errors)


def _lines(binary: Path, names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """From the table for debuggers."""
    table = _run(["objdump", "--dwarf=decodedline", str(binary)])
    found = []
    for number, name in enumerate(names):
        rows = re.findall(rf"^{re.escape(name)}\s+(\d+)\s+0x([0-9a-f]+)", table, re.M)
        found += [(int(address, 16), number * LINES + int(line)) for line, address in rows]
    return tuple(sorted(found))


def _run(words: Sequence[str]) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotBuild(f"{words[0]}: {error}") from None
    if done.returncode:
        raise CannotBuild(done.stderr.strip() or f"{words[0]} failed")
    return done.stdout
