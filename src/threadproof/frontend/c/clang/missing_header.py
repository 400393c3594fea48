"""What to do about a header that is not found: the option that would do, if the header is anywhere near the file.

The folders around the file are searched, up to the one that looks like the root of a project. A header that is only there as a
template ("config.h.in") is made when the project is configured, which is said.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from threadproof.errors import InputError, Pos

_NOT_FOUND = re.compile(r"'([^']+)' file not found")
_ROOTS = (".git", ".hg", "configure", "configure.ac", "CMakeLists.txt", "meson.build", "Makefile", "threadproof.toml")
_ENTRIES = 50_000  # that are looked at
_TEMPLATES = (".in", ".cmake", ".cmakein", ".h.in", ".tmpl")


def advised(error: InputError, file: str) -> InputError:
    """The same error, with what helps."""
    found = _NOT_FOUND.match(error.message)
    if found is None or error.advice:
        return error
    return InputError(error.message, error.pos, advice(found[1], file, error.pos))


def advice(header: str, file: str, pos: Pos) -> str:
    """`file`: the one that is compiled; `pos`: where the header is asked for."""
    here = os.path.dirname(os.path.abspath(file))
    places, templates = _search(header, _root(here))
    if places:
        places.sort(key=lambda place: (os.path.relpath(place, here).count(os.sep), place))
        shown = [_shown(place) for place in places[:3]]
        return f"-I {shown[0]} would do" + (f"; so would {' or '.join(shown[1:])}" if shown[1:] else "")
    if templates:
        return f"it is made of {_shown(templates[0])} when the project is configured: do that first, and name its folder with -I"
    known = "nor among the headers of this system" if os.path.isdir("/usr/include") else "and there are no headers of a system"
    return f"it is not in the project's folders, {known}: -isystem DIR names a folder that has it, or a substitute"


def _root(folder: str) -> str:
    """The highest folder that looks like a project's, with nothing between that does not."""
    best, home = folder, os.path.expanduser("~")
    for _ in range(6):
        parent = os.path.dirname(folder)
        if folder in (home, parent) or parent == "/":
            break
        if any(os.path.exists(os.path.join(folder, name)) for name in _ROOTS):
            best = folder
        if os.path.exists(os.path.join(folder, ".git")):
            break
        folder = parent
    here = os.getcwd()
    return here if best.startswith(here.rstrip("/") + "/") else best


def _search(header: str, root: str) -> tuple[list[str], list[str]]:
    """Folders in which the header is, by the name that was asked for; and templates of it."""
    last = os.path.basename(header)
    ending = os.sep + os.path.normpath(header)
    places: list[str] = []
    templates: list[str] = []
    for folder, names in _folders(root):
        if last in names and os.path.join(folder, last).endswith(ending):
            places.append(os.path.join(folder, last)[: -len(ending)] or "/")
        templates += [os.path.join(folder, last + end) for end in _TEMPLATES if last + end in names]
    return places, templates


def _folders(root: str) -> Iterator[tuple[str, set[str]]]:
    seen = 0
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith("."))
        seen += len(names) + len(below)
        if seen > _ENTRIES:
            return
        yield folder, set(names)


def _shown(path: str) -> str:
    here = os.getcwd()
    return os.path.relpath(path, here) if path == here or path.startswith(here.rstrip("/") + "/") else path
