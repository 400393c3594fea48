"""Clang as a compiler to LLVM's textual form, and a cache of what it made.

One on PATH is taken, or that of the wheel `ziglang`. It is asked for no optimisation at all: `-O1` makes it mark lifetimes, and
`-disable-llvm-passes` keeps every pass away, since passes may assume that there are no data races.

What was compiled is kept in the user's cache folder, under the compiler, its options and the name of the file. An entry is
taken as long as the file and everything that it includes have the content that they had.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

from threadproof.errors import InputError, Pos, UnsupportedError, UserError
from threadproof.frontend.c.clang.source import read
from threadproof.frontend.c.library import table as library
from threadproof.ir.types import DataModel
from threadproof.records import dataclass

OLDEST = 15  # of clang: pointers have no types since then
PLAIN = (
    "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-fno-stack-protector", "-ffp-contract=off", "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables", "-fno-vectorize", "-fno-slp-vectorize", "-fno-discard-value-names", "-w", "-S",
    "-emit-llvm",
)  # fmt: skip
_VERSION = re.compile(r"clang version (\d+)(\S*)")
_ERROR = re.compile(r"^(.*?):(\d+):(\d+): (?:fatal )?error: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Clang:
    command: tuple[str, ...]
    version: int
    full: str
    resources: str = ""  # the folder of headers of a compiler that has them nowhere else

    @property
    def root(self) -> str:
        """Of the wheel: where libc++ is."""
        return os.path.dirname(self.resources)


@cache
def find() -> Clang | None:
    """A clang that is new enough."""
    names = ["clang", *(f"clang-{version}" for version in range(40, OLDEST - 1, -1))]
    for name in names:
        path = shutil.which(name)
        found = None if path is None else _described((path,))
        if found is not None:
            return found
    return find_wheel()


@cache
def find_wheel() -> Clang | None:
    """That of the wheel."""
    spec = find_spec("ziglang")
    places = [] if spec is None else list(spec.submodule_search_locations or ())
    for place in places:
        for name in ("zig", "zig.exe"):
            if os.path.exists(os.path.join(place, name)):
                return _described((os.path.join(place, name), "clang"), os.path.join(place, "lib", "include"))
    return None


def _described(command: tuple[str, ...], resources: str = "") -> Clang | None:
    try:
        said = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    version = _VERSION.search(said)
    if version is None or int(version[1]) < OLDEST:
        return None
    return Clang(command, int(version[1]), version[0], resources)


def required(file: str) -> Clang:
    found = find()
    if found is None:
        advice = f"install it with pip install 'threadproof[cpp]', or put a clang on PATH (version {OLDEST} or newer)"
        raise InputError("a clang is needed to compile this file, and there is none", Pos(file), advice)
    return found


def of_wheel(file: str) -> Clang:
    """For C++, whose library comes with it."""
    found = find_wheel()
    if found is None:
        raise InputError("C++ needs a compiler that is not installed", Pos(file), "pip install 'threadproof[cpp]'")
    return found


def target(model: DataModel) -> str:
    return f"--target={'i686' if model.pointer_bits == 32 else 'x86_64'}-linux-gnu"


_AS_DOCUMENTED = ("-D__sync_lock_test_and_set(p,v,...)=__atomic_exchange_n(p,v,2)",)
"""What clang makes stronger than GCC says: an exchange that acquires and no more."""


def c_flags(clang: Clang, model: DataModel) -> list[str]:
    """How C is compiled: with the headers whose functions have models."""
    found = [
        target(model),
        "-x",
        "c",
        "-std=gnu11",
        "-fgnuc-version=9.0",
        "-nostdinc",
        "-isystem",
        library.HEADERS,
        "-fno-builtin",
        *_AS_DOCUMENTED,
    ]
    return [*found, *(("-isystem", clang.resources) if clang.resources else ()), "-fno-exceptions", *PLAIN]


_LATER = "-std=gnu2x"
_TOLERANT = ("implicit-int", "implicit-function-declaration", "int-conversion", "incompatible-pointer-types", "return-type")


def compiled_c(file: str, flags: Sequence[str], model: DataModel, clang: Clang) -> str:
    """A C file, in the language that it is written in: what no option says, the text does, as in the C front end."""
    usual = [*c_flags(clang, model), *(f"-Wno-error={each}" for each in _TOLERANT), *flags]
    try:
        return compiled(file, usual, clang)
    except InputError as error:
        if "file not found" in error.message or any(flag.startswith(("-std=", "-ansi")) for flag in flags):
            raise
        try:
            return compiled(file, [*usual, _LATER], clang)
        except InputError:
            raise error from None


def compiled(file: str, flags: Sequence[str], clang: Clang) -> str:
    """The text that clang makes of a file. Raises InputError with its first complaint."""
    read(file)  # complains if there is nothing to compile
    entry = os.path.join(cache_folder(), _key(clang, file, flags))
    kept = _kept(entry)
    if kept is not None:
        return kept
    with tempfile.TemporaryDirectory() as folder:
        output, needs = os.path.join(folder, "out.ll"), os.path.join(folder, "needs")
        command = [*clang.command, *flags, "-MD", "-MF", needs, "-MT", "x", file, "-o", output]
        run = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if run.returncode:
            raise _complaint(file, run.stderr)
        with open(output, encoding="utf-8", errors="surrogateescape") as text:
            made = text.read()
        with open(needs, encoding="utf-8", errors="surrogateescape") as text:
            includes = text.read().partition(":")[2].replace("\\\n", " ")
    _keep(entry, made, [name.replace("\\ ", " ") for name in re.findall(r"(?:\\ |\S)+", includes)])
    return made


def _complaint(file: str, said: str) -> UserError:
    found = _ERROR.search(said)
    if found is None:
        return InputError(f"clang fails: {said.strip().splitlines()[-1] if said.strip() else 'it says nothing'}", Pos(file))
    place = Pos(found[1], int(found[2]), int(found[3]))
    if "exceptions disabled" in found[4] or "-frtti" in found[4]:
        what = "exceptions" if "exceptions" in found[4] else "descriptions of types (dynamic_cast, typeid)"
        return UnsupportedError(f"unsupported: {what} in C++", place)
    return InputError(found[4], place)


# -- the cache ---------------------------------------------------------------------------------------------------------


def cache_folder() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "threadproof", "llvm")


def _key(clang: Clang, file: str, flags: Sequence[str]) -> str:
    words = "\0".join([*clang.command, clang.full, os.getcwd(), file, *flags])
    return hashlib.sha256(words.encode("utf-8", "surrogateescape")).hexdigest()[:40]


def _kept(entry: str) -> str | None:
    try:
        with open(f"{entry}.json", encoding="utf-8") as needs:
            contents = json.load(needs)
        if any(_content(name) != content for name, content in contents.items()):
            return None
        with open(f"{entry}.ll", encoding="utf-8", errors="surrogateescape") as text:
            return text.read()
    except (OSError, ValueError):
        return None


@cache
def _digest(name: str, changed: int, size: int) -> str:
    with open(name, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _content(name: str) -> str:
    found = os.stat(name)
    return _digest(name, found.st_mtime_ns, found.st_size)


def _keep(entry: str, made: str, needs: list[str]) -> None:
    """A folder that cannot be written is no reason to fail. Files are replaced as a whole, the list of contents last."""
    try:
        os.makedirs(os.path.dirname(entry), exist_ok=True)
        for suffix, content in ((".ll", made), (".json", json.dumps({name: _content(name) for name in needs}))):
            with tempfile.NamedTemporaryFile(
                "w", dir=os.path.dirname(entry), delete=False, encoding="utf-8", errors="surrogateescape"
            ) as file:
                file.write(content)
            os.replace(file.name, entry + suffix)
    except OSError:
        return
