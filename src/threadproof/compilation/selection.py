"""Which files of a build make the program, as a linker takes objects from archives: by the names that others ask for.

The files that are named are in it, and so are the others of their target where targets are known: a linker takes them whatever
they define. Of the rest, a file is in it if it defines a name that is asked for and defined nowhere else. Files are looked into
only if their text contains such a name; a name that no such file defines is looked for in all of them, since macros can make
names.

Nothing is guessed: two files that define what is asked for, or a file that is compiled in several ways, are errors that say
what to name. What cannot be read is left out and said; then the functions in it are unknown, and unknown functions forbid TRUE.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence

from threadproof.compilation.database import Build, Compilation, LinkedProgram
from threadproof.compilation.symbols import Symbols, symbols
from threadproof.errors import InputError, Pos
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.library.reserved import find as find_reserved
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand, Project
from threadproof.ir.types import DATA_MODELS
from threadproof.records import dataclass, field

MAIN = "main"
_WORD = re.compile(r"[A-Za-z_]\w*")
_MAIN = re.compile(r"\bmain\b")
Flags = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Preference:
    """Among several files or ways to compile one: those of the target; or, if they stand in the order of a linker, the first."""

    target: str = ""
    ordered: bool = False


@dataclass(slots=True, eq=False)
class FileSelection:
    """The choice for one program of a build. `flags`: further options of the compiler, for every file."""

    build: Build
    flags: tuple[str, ...] = ()
    data_model: str = ""  # what was chosen for all files
    _symbols: dict[Compilation, Symbols | InputError] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)
    _words: dict[str, frozenset[str]] = field(default_factory=dict)

    # -- what is known about a file --------------------------------------------------------------------------------------

    def text(self, file: str) -> str:
        if file not in self._texts:
            try:
                with open(file, encoding="utf-8", errors="replace") as content:
                    self._texts[file] = content.read()
            except OSError:
                self._texts[file] = ""
        return self._texts[file]

    def words(self, file: str) -> frozenset[str]:
        if file not in self._words:
            self._words[file] = frozenset(_WORD.findall(self.text(file)))
        return self._words[file]

    def symbols(self, each: Compilation) -> Symbols | InputError:
        if each not in self._symbols:
            model = DATA_MODELS[self.data_model or each.data_model or "LP64"]
            command = CompileCommand(each.file, (*each.command.options, *self.flags))
            try:
                self._symbols[each] = symbols(command, COptions(data_model=model), self.text(each.file))
            except InputError as error:
                self._symbols[each] = error
        return self._symbols[each]

    def known(self, each: Compilation) -> Symbols:
        """Raises what is wrong with the file."""
        found = self.symbols(each)
        if isinstance(found, InputError):
            raise found
        return found

    def defines(self, each: Compilation, name: str) -> bool:
        found = self.symbols(each)
        return not isinstance(found, InputError) and name in found.defined

    def mains(self) -> list[Compilation]:
        """The files with a `main`. One that does not compile is taken for one if its text looks like that."""
        named = [each for each in self.build.compilations if _MAIN.search(self.text(each.file))]
        return [each for each in named if isinstance(self.symbols(each), InputError) or self.defines(each, MAIN)]

    # -- the choice ------------------------------------------------------------------------------------------------------

    def chosen(self, files: Sequence[str], target: str) -> Project:
        """The program of these files, or that of the target, or the only one that there is."""
        roots = [self._named(file, target) for file in files] or self._of_target(target)
        own = [root for root in roots if root.target]
        wanted = target or (own[0].target if own else "")
        beside = [each for each in self.build.compilations if each.target == wanted and wanted and each not in roots]
        return self.closed((*roots, *beside), self.build.compilations, Preference(wanted))

    def linked(self, program: LinkedProgram) -> Project:
        """What a linker put together."""
        return self.closed(program.objects, program.archives, Preference(ordered=True), program.unknown)

    def _named(self, file: str, target: str) -> Compilation:
        there = os.path.realpath(file)
        found = [each for each in self.build.compilations if os.path.realpath(each.file) == there]
        if not found:
            if not os.path.exists(file):
                raise InputError("cannot read the file: No such file or directory", Pos(file))
            raise InputError(f"{self.build.place} does not say how this file is compiled", Pos(file))
        return self._one_way(found, target)

    def _one_way(self, found: Sequence[Compilation], target: str) -> Compilation:
        best = [each for each in found if each.target == target] or found
        if len({each.meaning for each in best}) > 1:
            targets = ", ".join(dict.fromkeys(each.target for each in best if each.target))
            advice = f"--target: {targets}" if targets else "name the file without -p, and give its options"
            raise InputError(f"{self.build.place} compiles this file in several ways", Pos(best[0].file), advice)
        return best[0]

    def _of_target(self, target: str) -> list[Compilation]:
        mains = self.mains()
        if target:
            mains = [each for each in mains if each.target == target]
        found = list({each.file: each for each in mains}.values())
        if len(found) == 1:
            return found
        place = Pos(self.build.place)
        if not found:
            names = dict.fromkeys(each.target for each in self.build.compilations if each.target)
            if target and target not in names:
                raise InputError(f"there is no target {target!r}", place, f"there are: {listed(names)}" if names else "")
            raise InputError("no file has a function 'main'", place)
        raise InputError(f"{len(found)} files have a main: name the one to verify", place, listed(e.file for e in found))

    def closed(
        self, roots: Iterable[Compilation], others: Iterable[Compilation], choice: Preference, beside: Sequence[str] = ()
    ) -> Project:
        """With what the roots need. `beside`: what belongs to it, too, and is not C."""
        taken = {each.meaning: each for each in roots}
        rest = [each for each in {each.meaning: each for each in others}.values() if each.meaning not in taken]
        rest = [each for each in rest if choice.ordered or all(each.file != one.file for one in taken.values())]
        defined: set[str] = set()
        asked = {MAIN: self.build.place} if choice.ordered else {}  # names that are used, each with a file that does
        system: set[str] = set()
        looked: set[str] = set()
        work = list(taken.values())
        while work:
            for each in work:
                found = self.known(each)
                defined |= found.defined
                asked.update(dict.fromkeys(found.used - asked.keys(), each.file))
                system |= found.system
            work = []
            for name, file in asked.items():
                if name in defined or name in looked:
                    continue
                looked.add(name)
                more = self._definer(name, file, rest, choice, name in system or _of_library(name))
                if more is not None:
                    defined |= self.known(more).defined
                    taken[more.meaning] = more
                    rest = [each for each in rest if each is not more and (choice.ordered or each.file != more.file)]
                    work.append(more)
        unknown = {name for name in asked if name not in defined | system and not _of_library(name)}
        return self._project(list(taken.values()), unknown, (*self._replaceable(taken.values(), rest), *_said_beside(beside)))

    def _definer(
        self, name: str, file: str, rest: Sequence[Compilation], choice: Preference, elsewhere: bool
    ) -> Compilation | None:
        """The file that defines what another one asks for. `elsewhere`: the system does, unless the program replaces it."""
        likely = [each for each in rest if name in self.words(each.file)]
        if elsewhere:
            head = re.compile(rf"^[\w \t*]*\b{name}\s*\([^;{{}}]*\)[^;{{}}]*\{{", re.MULTILINE)
            likely = [each for each in likely if head.search(self.text(each.file))]
        for there in (likely, [] if elsewhere else [each for each in rest if each not in likely]):
            found = [each for each in there if self.defines(each, name)]
            if not found:
                continue
            if choice.ordered:
                return found[0]
            strong = [each for each in found if name not in self.known(each).weak]
            if len({each.file for each in strong}) == 1:
                found = strong
            files = list(dict.fromkeys(each.file for each in found))
            if len(files) > 1:
                advice = "name those that belong to the program: verify -p BUILD MAIN.c OTHER.c"
                raise InputError(f"'{name}' is defined by {listed(files)}", Pos(file), advice)
            return self._one_way(found, choice.target)
        return None

    def _replaceable(self, taken: Iterable[Compilation], rest: Sequence[Compilation]) -> list[str]:
        """What gives way to a definition that is in none of the files that were taken."""
        found = []
        for one in taken:
            for name in sorted(self.known(one).weak):
                better = [
                    e for e in rest if name in self.words(e.file) and self.defines(e, name) and name not in self.known(e).weak
                ]
                if better:
                    found.append(f"'{name}' is that of {one.file}, not that of {better[0].file}, which was not asked for")
        return found

    def _project(self, taken: list[Compilation], unknown: set[str], more: Sequence[str]) -> Project:
        models = dict.fromkeys(each.data_model for each in taken if each.data_model)
        if len(models) > 1 and not self.data_model:
            files = " and ".join(next(e.file for e in taken if e.data_model == model) for model in models)
            raise InputError(f"{files} are compiled for {' and '.join(models)}", Pos(self.build.place), "choose: --data-model")
        taken.sort(key=lambda each: not self.defines(each, MAIN))  # the file with main names the program
        names = [each.file for each in taken]
        failed = [each.file for each, found in self._symbols.items() if isinstance(found, InputError)]
        unread = [file for file in failed if file not in names and not unknown.isdisjoint(self.words(file))]
        remarks = [f"not read: {listed(dict.fromkeys(unread))}"] if unread else []
        remarks += more
        if unknown and self.build.missing:
            remarks.append(f"not there: {listed(self.build.missing)}")
        if unknown and self.build.other:
            remarks.append(f"not C: {listed(self.build.other)}")
        count = f" and {len(names) - 1} more" if len(names) > 1 else ""
        said = "; ".join([f"{names[0]}{count}, as {self.build.place} says", *remarks])
        return Project(tuple(each.command for each in taken), next(iter(models), ""), said)


def _of_library(name: str) -> bool:
    return library.model_file(name) is not None or bool(find_reserved(name)) or name.startswith("__builtin_")


def _said_beside(files: Sequence[str]) -> list[str]:
    """Of what was linked, too."""
    return [f"linked, too, and not read: {listed(files)}"] if files else []


def listed(names: Iterable[str]) -> str:
    """Not all of them, if they are many."""
    every = list(names)
    return ", ".join(every[:8]) + (f" and {len(every) - 8} more" if len(every) > 8 else "")
