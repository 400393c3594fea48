"""A recorded build: what `threadproof cc` was asked to compile and to link, a line of JSON for each call.

Objects are known by their content: a step of the linker names the hash of each object, and of each member of each archive,
that it was given. So objects may be moved, copied and put into archives by tools that know nothing of this. One whose hash is
unknown is looked for by its name; one that is found in neither way is named in the answer, and functions in it are unknown.

Lines are appended under a lock, each by one write: any number of compilers may run at a time. Later steps that write the same
file replace earlier ones.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from threadproof.compilation.compiler_options import LINK, nearer, placed, read
from threadproof.compilation.database import Build, Compilation, LinkedProgram, compilations, read_text
from threadproof.errors import InputError, Pos

VERSION = 1
PROBES = "CMakeFiles"  # the folder in which CMake tries the compiler; objects of targets are there, too, but no programs
NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # the hash of what is not there


def append(path: str, step: Mapping[str, Any]) -> None:
    """One line more."""
    import fcntl

    line = json.dumps({"version": VERSION, **step}, separators=(",", ":")) + "\n"
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        os.write(handle, line.encode("utf-8", "surrogateescape"))
    finally:
        os.close(handle)


def load(path: str) -> Build:
    steps = _BuildSteps(path)
    programs = tuple(filter(None, map(steps.program, steps.links.values())))
    found = {(*each.meaning, each.target): each for each in steps.every()}
    there = [each for each in found.values() if os.path.exists(each.file)]
    missing = dict.fromkeys(each.file for each in found.values() if not os.path.exists(each.file))
    return Build(path, tuple(there), programs, tuple(missing))


def programs_of(build: Build, files: Sequence[str]) -> list[LinkedProgram]:
    """The executables in which these files are."""
    wanted = {os.path.realpath(file) for file in files}
    return [each for each in build.programs if wanted <= {os.path.realpath(one.file) for one in (*each.objects, *each.archives)}]


def program(build: Build, among: Sequence[LinkedProgram], name: str) -> LinkedProgram:
    """The executable of that name, or the only one."""
    found = [each for each in among if not name or name in (each.name, os.path.basename(each.name))]
    if len(found) == 1:
        return found[0]
    every = ", ".join(each.name for each in among)
    if not found:
        raise InputError(f"there is no program {name!r}", Pos(build.place), f"there are: {every}")
    raise InputError(f"{len(found)} programs were linked: choose one with --target", Pos(build.place), every)


class _BuildSteps:
    """The steps of a record, the latest for each file that is written."""

    def __init__(self, path: str) -> None:
        self.by_content: dict[str, list[Compilation]] = {}
        self.by_path: dict[str, list[Compilation]] = {}
        self.links: dict[str, dict[str, Any]] = {}  # by output
        self.link_by_content: dict[str, dict[str, Any]] = {}
        for number, line in enumerate(read_text(path).splitlines(), 1):
            try:
                step = json.loads(line)
                self._enter(step)
            except (ValueError, KeyError, TypeError):
                message = "this line is not one that `threadproof cc` writes"
                raise InputError(message, Pos(path, number, 1), "delete the file, and build anew") from None

    def _enter(self, step: dict[str, Any]) -> None:
        if step["version"] != VERSION:
            raise ValueError
        folder = step["directory"]
        call = read(step["arguments"], folder)
        if call.mode == LINK:
            self.links.pop(step["output"], None)
            self.links[step["output"]] = step
            if step["content"] != NOTHING:
                self.link_by_content[step["content"]] = step
            return
        own = {each.file: each for each in compilations(call, folder)}
        for made in step["objects"]:
            each = own.get(placed(made["source"], folder))
            self.by_path[made["output"]] = [each] if each else []
            if made["content"] != NOTHING:
                self.by_content[made["content"]] = self.by_path[made["output"]]

    def every(self) -> Iterator[Compilation]:
        for found in self.by_path.values():
            yield from found
        for step in self.links.values():
            yield from compilations(read(step["arguments"], step["directory"]), step["directory"])

    def program(self, step: dict[str, Any]) -> LinkedProgram | None:
        """None: a library, or a program of a test whether something compiles: its files are gone, or CMake made it for itself."""
        given = set(step["arguments"])
        if not given.isdisjoint({"-shared", "-r", "-Wl,-r"}) or PROBES in step["output"].split(os.sep):
            return None
        made = _Linked()
        self._inputs(step, made, ())
        if not made.objects or not all(os.path.exists(each.file) for each in made.objects):
            return None
        return LinkedProgram(
            nearer(step["output"]), _once(made.objects), _once(made.archives), tuple(dict.fromkeys(made.unknown))
        )

    def _inputs(self, step: dict[str, Any], made: _Linked, around: tuple[str, ...]) -> None:
        """What a step of the linker puts together. `around`: the outputs of which this is a part."""
        folder = step["directory"]
        made.objects += compilations(read(step["arguments"], folder), folder)
        made.unknown += [nearer(path) for path in step["not_c"]]
        whole = "-Wl,--whole-archive" in step["arguments"]
        for given in step["inputs"]:
            path, content = given["path"], given["content"]
            if "members" in given:
                for name, hashed in given["members"]:
                    found = self._object(os.path.join(os.path.dirname(path), name), hashed)
                    if found is None:
                        made.unknown.append(f"{nearer(path)}({name})")
                    (made.objects if whole else made.archives).extend(found or ())
                continue
            linked = self.link_by_content.get(content) or self.links.get(path)
            found = self._object(path, content)
            if found is not None:
                made.objects += found
            elif linked is not None and path not in around:
                self._inputs(linked, made, (*around, path))
            else:
                made.unknown.append(nearer(path))

    def _object(self, path: str, content: str) -> list[Compilation] | None:
        if content in self.by_content:
            return self.by_content[content]
        return self.by_path.get(path)


class _Linked:
    def __init__(self) -> None:
        self.objects: list[Compilation] = []
        self.archives: list[Compilation] = []
        self.unknown: list[str] = []


def _once(found: Iterable[Compilation]) -> tuple[Compilation, ...]:
    return tuple({each.meaning: each for each in found}.values())
