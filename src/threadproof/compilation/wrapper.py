"""`threadproof cc`: does what a compiler is asked to do, and records it.

The real compiler is called with the same words, so whatever a build looks at (outputs, exit codes, messages) is as without this.
Where there is none, files are written that stand for objects and programs, so that `make` goes on; they can be recorded and
verified, not run. What is recorded, and how objects are found again, is said in `record`.

The record is the file that THREADPROOF_BUILD names; otherwise `build.tp` in the nearest folder above that has one, or in the
root of the repository, or here.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from threadproof.compilation import record
from threadproof.compilation.archive import is_archive, members
from threadproof.compilation.compiler_options import C_SUFFIXES, COMPILE, LINK, NOT_C, OTHER, CompilerCall, read
from threadproof.compilation.database import RECORD

COMPILER, PLACE = "THREADPROOF_CC", "THREADPROOF_BUILD"
_USUAL = ("gcc", "clang", "cc")
_PLACEHOLDER = "#!/bin/sh\necho 'recorded by threadproof cc: there was no compiler' >&2\nexit 127\n# "


def main(arguments: Sequence[str]) -> int:
    """The exit code."""
    folder = os.getcwd()
    call = read(arguments, folder)
    compiler = _compiler()
    if compiler:
        code = subprocess.run([*compiler, *arguments], check=False).returncode
        if code != 0:
            return code if code > 0 else 1
    elif call.mode == OTHER:
        if call.inputs:
            print(f"threadproof cc: there is no compiler to do this ({COMPILER} names one)", file=sys.stderr)
        return int(bool(call.inputs))
    step = _compiled(call, folder, not compiler) if call.mode == COMPILE else _linked(call, folder, not compiler)
    if call.mode != OTHER and step:
        record.append(_place(folder), {"directory": folder, "arguments": list(arguments), **step})
    return 0


def _compiler() -> list[str]:
    import shlex

    named = os.environ.get(COMPILER)
    if named is not None:
        return shlex.split(named)
    return next(([path] for path in map(shutil.which, _USUAL) if path), [])


def _place(folder: str) -> str:
    """The file to write to."""
    named = os.environ.get(PLACE)
    if named:
        return os.path.abspath(named)
    above = [folder]
    while os.path.dirname(above[-1]) != above[-1]:
        above.append(os.path.dirname(above[-1]))
    for name in (RECORD, ".git"):
        for each in above:
            if os.path.exists(os.path.join(each, name)):
                return os.path.join(each, RECORD)
    return os.path.join(folder, RECORD)


# -- steps ---------------------------------------------------------------------------------------------------------------


def _compiled(call: CompilerCall, folder: str, pretend: bool) -> dict[str, Any] | None:
    objects = []
    for source in call.inputs:
        if not source.endswith((*C_SUFFIXES, *NOT_C)):
            continue
        name = call.output or os.path.splitext(os.path.basename(source))[0] + ".o"
        path = os.path.normpath(os.path.join(folder, name))
        if pretend:
            _pretend(path, call, source)
        objects.append({"source": source, "output": path, "content": _content(path)})
    return {"step": COMPILE, "objects": objects} if objects else None


def _linked(call: CompilerCall, folder: str, pretend: bool) -> dict[str, Any] | None:
    if call.mode != LINK:
        return None
    path = os.path.normpath(os.path.join(folder, call.output or "a.out"))
    if pretend:
        _pretend(path, call, "")
    inputs = [given for name in call.inputs if (given := _input(name, call, folder)) is not None]
    not_c = [os.path.normpath(os.path.join(folder, name)) for name in call.inputs if name.endswith(NOT_C)]
    return {"step": LINK, "output": path, "content": _content(path), "inputs": inputs, "not_c": not_c}


def _input(name: str, call: CompilerCall, folder: str) -> dict[str, Any] | None:
    """An object, an archive or a library of this build; None for sources and for libraries of the system."""
    if name.startswith("-l"):
        places = [os.path.join(folder, where, f"lib{name[2:]}{end}") for where in call.folders for end in (".so", ".a")]
        path = next(filter(os.path.exists, places), "")
    else:
        path = "" if name.endswith((*C_SUFFIXES, *NOT_C, ".map", ".ld", ".lds")) else os.path.join(folder, name)
    if not path:
        return None
    path = os.path.normpath(path)
    data = _data(path)
    found: dict[str, Any] = {"path": path, "content": _hash(data)}
    if is_archive(data):
        found["members"] = [[member, _hash(content)] for member, content in members(data, os.path.dirname(path))]
    return found


def _pretend(path: str, call: CompilerCall, source: str) -> None:
    """A file in place of what a compiler would write; different for different calls, so that it can be told from others."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(_PLACEHOLDER + json.dumps([os.getcwd(), path, source, call.inputs, call.options]) + "\n")
    if not source:
        os.chmod(path, 0o755)


def _data(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _content(path: str) -> str:
    return _hash(_data(path))
