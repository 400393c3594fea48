"""A C file as a program: parse, then lower what `main` reaches, function by function."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ctypes import ArgumentError

from threadproof.errors import NOWHERE, InputError, Pos, UnsupportedError
from threadproof.frontend.c.clang.early import Early
from threadproof.frontend.c.clang.libclang import Unit
from threadproof.frontend.c.clang.node import Module
from threadproof.frontend.c.clang.source import read
from threadproof.frontend.c.clang.stack import with_deep_stack
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.library.reserved import is_atomic_function
from threadproof.frontend.c.lower import mixtures, nonlocal_jump, start_up, unsupported, user_models
from threadproof.frontend.c.lower.ending import add_handlers
from threadproof.frontend.c.lower.external import make_arbitrary
from threadproof.frontend.c.lower.function import lower_extern, lower_function, lower_initialiser
from threadproof.frontend.c.lower.image import Image
from threadproof.frontend.c.lower.link import Linker
from threadproof.frontend.c.lower.missing import require_value
from threadproof.frontend.c.lower.outside import cut_around, cut_uses
from threadproof.frontend.c.lower.static import complete
from threadproof.frontend.c.lower.synchronise import simplified
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand
from threadproof.frontend.c.syntax.attributes import refuse_attributes, refuse_indirect, weak_by_pragma
from threadproof.frontend.c.syntax.ctype import TypeTable
from threadproof.frontend.c.syntax.directives import forbid_true
from threadproof.ir.program import NoteKind, Program

STORE_BUFFER = f"{library.MODELS}/store_buffer.c"


def load(path: str, texts: Mapping[str, str], options: COptions, early: Early) -> Program:
    try:
        program = with_deep_stack(lambda: _translate(path, texts, options, early))
    except (RecursionError, ArgumentError) as error:
        if isinstance(error, ArgumentError) and "RecursionError" not in str(error):  # ctypes hides it in an error of its own
            raise
        raise UnsupportedError("unsupported: the program is nested too deeply", Pos(path)) from None
    program.sources.update(texts)
    return program


def _translate(path: str, texts: Mapping[str, str], options: COptions, early: Early) -> Program:
    session = _Session(path, texts, options, early)
    try:
        return session.translate()
    finally:
        session.close()


class _Session:
    """The parsed files of one translation; models are parsed when they are first needed."""

    def __init__(self, path: str, texts: Mapping[str, str], options: COptions, early: Early) -> None:
        self.path = path
        self.early = early
        self.texts = texts
        self.options = options
        self.units: list[Unit] = []
        self.models: dict[str, Module] = {}
        self.linker = Linker(options, self._model)

    def close(self) -> None:
        self.early.close_units(self.units)

    def _module(self, command: CompileCommand, is_model: bool) -> Module:
        unit = self.early.take(command)
        self.units.append(unit)
        made = Module(unit, TypeTable(self.options.data_model, self._long_double), is_model, command.gnu_inline)
        made.wraps = command.wraps
        return made

    def _model(self, path: str) -> Module:
        if path not in self.models:
            self.models[path] = self._module(CompileCommand(path), True)
        return self.models[path]

    def _stand_ins(self) -> list[Module]:
        """The models that the user gives."""
        found = [self._module(command, False) for command in user_models.commands(self.options)]
        for module in found:
            user_models.check(module)
            module.stands_in = True
        return found

    def _long_double(self) -> None:
        self.linker.note(
            NoteKind.APPROXIMATED, Pos(self.path), "long double", "computed as double; not explored where that is not exact"
        )

    def translate(self) -> Program:
        linker = self.linker
        modules = [self._module(command, False) for command in self.options.compiled(self.path)]
        for module in modules:
            module.weak = weak_by_pragma(self.texts[module.path])
        modules += self._stand_ins()
        linker.image = Image(modules)
        for module in modules:
            refuse_attributes(linker, module)
            if len(modules) > 1:
                refuse_indirect(linker, module)
        if linker.definition(modules[0], "main", NOWHERE) is None:
            raise InputError("the program has no function 'main'", Pos(self.path))
        if self.options.weak:
            for name in library.names_in(STORE_BUFFER):
                linker.definition(modules[0], name, NOWHERE)
        around = start_up.find(linker)
        self._lower_pending()
        fair = any(os.path.basename(path) == mixtures.MODEL for path in self.models)
        if self.options.collect:
            self._lower_unused()
        for function in linker.results_used - linker.results_ignored:
            require_value(function)
        start_up.complete(linker, around)
        nonlocal_jump.complete(linker, is_atomic_function)
        add_handlers(linker)
        cut_uses(linker)
        make_arbitrary(linker.functions["main"], linker.external_objects, self.options.data_model.pointer)
        forbid_true(linker, linker.functions["main"])
        cut_around(linker, linker.functions["main"])
        name = os.path.basename(self.path)
        program = Program(name, self.options.data_model, linker.objects, linker.functions, notes=linker.notes)
        program.pointees = linker.pointees
        program.sources.update(self._sources())
        if fair:
            program.scheduler = "fairthreads"
            mixtures.refuse_mixtures(linker, program)
        return simplified(program) if self.options.races else program

    def _lower_pending(self) -> None:
        """What was used so far, and what that uses."""
        linker = self.linker
        while linker.pending_functions or linker.pending_objects or linker.pending_externs:
            while linker.pending_functions:
                lower_function(linker, linker.pending_functions.pop())
            while linker.pending_externs:
                lower_extern(linker, *linker.pending_externs.pop())
            while linker.pending_objects:
                target, module, type_, node = linker.pending_objects.pop()
                try:
                    complete(target, lower_initialiser(linker, module, type_, node))
                except UnsupportedError as error:
                    linker.spoiled[target] = error

    def _lower_unused(self) -> None:
        """For `doctor`: the other functions of the program, as far as they have something that is not supported."""
        linker, notes = self.linker, self.linker.notes
        used = len(notes)
        for name, node in [each for module in linker.image.modules for each in module.functions.items()]:
            if not node.is_system:
                try:
                    linker.definition(node.module, name, node.pos)
                except UnsupportedError as error:
                    unsupported.note(linker, unsupported.at(node.pos, error))
        self._lower_pending()
        notes[used:] = [note for note in notes[used:] if note.kind is NoteKind.UNSUPPORTED]

    def _sources(self) -> dict[str, str]:
        """The texts of the other files that positions point into."""
        files = {edge.pos.file for function in self.linker.functions.values() for edge in function.edges}
        return {file: read(file) for file in files if file and file not in self.texts and os.path.exists(file)}
