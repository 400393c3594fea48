"""Modules as a program: what `main` reaches is lowered, function by function, with the models that it needs.

The models of the C library are lowered by the C front end into the same program; what they ask about the program (`Names`) is
answered from the modules' text. Constructors and destructors of globals run around main as they do there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from threadproof.errors import NOWHERE, InputError, Pos, UnsupportedError
from threadproof.frontend.c.clang.libclang import Unit as Parsed
from threadproof.frontend.c.clang.node import Module
from threadproof.frontend.c.clang.source import parse, read
from threadproof.frontend.c.clang.stack import with_deep_stack
from threadproof.frontend.c.lower import mixtures, start_up
from threadproof.frontend.c.lower.ending import add_handlers
from threadproof.frontend.c.lower.external import make_arbitrary
from threadproof.frontend.c.lower.function import lower_extern, lower_initialiser
from threadproof.frontend.c.lower.function import lower_function as lower_model
from threadproof.frontend.c.lower.link import Linker
from threadproof.frontend.c.lower.outside import cut_around, cut_uses
from threadproof.frontend.c.lower.static import complete
from threadproof.frontend.c.lower.synchronise import simplified
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.project import CompileCommand
from threadproof.frontend.c.syntax.ctype import TypeTable
from threadproof.frontend.llvm.debug import DebugInfo
from threadproof.frontend.llvm.lower.function import lower_function
from threadproof.frontend.llvm.lower.initial import initialise
from threadproof.frontend.llvm.lower.linkage import Linkage, LlvmModule, Names
from threadproof.frontend.llvm.text.tree import GlobalName, ModuleSource, NumberConstant, Parts, UndefinedConstant, Zero
from threadproof.frontend.llvm.text.types import Target
from threadproof.ir.program import Function, Program

_REGISTER = ("atexit", "on_exit")
_RUN = (".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors", ".init", ".fini")
_DESTRUCTORS = "__tp_run_destructors"
_HANDLERS = "__tp_run_at_exit"


def load(name: str, modules: Sequence[ModuleSource], options: COptions) -> Program:
    session = _ModuleSession(name, modules, options)
    try:
        return with_deep_stack(session.translate)
    except RecursionError:
        raise UnsupportedError("unsupported: the program is nested too deeply", Pos(name)) from None
    finally:
        session.close()


class _ModuleSession:
    def __init__(self, name: str, modules: Sequence[ModuleSource], options: COptions) -> None:
        self.name, self.options = name, options
        self.parsed: list[Parsed] = []
        self.models: dict[str, Module] = {}
        self.linker = Linker(options, self._model, Names(list(modules)))
        model = options.data_model
        self.units = [LlvmModule(text, Target(model, text.types), DebugInfo(text, model)) for text in modules]
        self.linkage = Linkage(self.units, self.linker)

    def close(self) -> None:
        for unit in self.parsed:
            unit.close()

    def _model(self, path: str) -> Module:
        if path not in self.models:
            unit = parse(CompileCommand(path), self.options)
            self.parsed.append(unit)
            self.models[path] = Module(unit, TypeTable(self.options.data_model, lambda: None), True, False)
        return self.models[path]

    def translate(self) -> Program:
        linker, linkage = self.linker, self.linkage
        main = next((found for unit in self.units if (found := linkage.defined(unit, "main"))), None)
        if main is None:
            raise InputError("the program has no function 'main'", Pos(self.name))
        if any(unit.text.assembly for unit in self.units):
            error = UnsupportedError("unsupported: assembly outside of functions", main.function.pos)
            linker.around_main[error] = True
        for unit in self.units:
            for text in unit.text.globals.values():
                if text.section.startswith(_RUN):
                    what = f"unsupported: '{text.name}' in section {text.section}"
                    linker.around_main[UnsupportedError(what, main.function.pos)] = True
        around = self._around()
        self._lower_pending()
        start_up.complete(linker, around)
        add_handlers(linker)
        cut_uses(linker)
        make_arbitrary(main.function, linker.external_objects, linkage.pointer)
        cut_around(linker, main.function)
        program = Program(
            os.path.basename(self.name), self.options.data_model, linker.objects, linker.functions, notes=linker.notes
        )
        program.sources.update(self._sources())
        if any(os.path.basename(path) == mixtures.MODEL for path in self.models):
            program.scheduler = "fairthreads"
            mixtures.refuse_mixtures(linker, program)
        return simplified(program) if self.options.races else program

    # -- around main -------------------------------------------------------------------------------------------------------

    def _around(self) -> start_up.AroundMain:
        found = start_up.AroundMain()
        for unit in self.units:
            found.before += self._listed(unit, "llvm.global_ctors")
            found.after += self._listed(unit, "llvm.global_dtors")
        if "__cxa_atexit" in self.linker.image.mentioned:
            found.after += [(0, each.function) for unit in self.units if (each := self.linkage.defined(unit, _DESTRUCTORS))][:1]
        if not self.linker.image.mentioned.isdisjoint(_REGISTER):
            handlers = self.linkage.model(_HANDLERS, NOWHERE)
            assert handlers is not None
            found.handlers = handlers.function
        if (found.before or found.after or found.handlers) and "main" in self.linker.image.mentioned:
            what = "handlers of atexit" if found.handlers else "constructors"
            error = UnsupportedError(f"unsupported: calls of main in a program with {what}", self.linker.functions["main"].pos)
            self.linker.around_main[error] = True
        return found

    def _listed(self, unit: LlvmModule, name: str) -> list[tuple[int, Function]]:
        """The functions in a list of priorities, functions and what they are about."""
        text = unit.text.globals.get(name)
        if text is None or not isinstance(text.initial, Parts):
            return []
        found = []
        for item in text.initial.items:
            assert isinstance(item.value, Parts)
            number, function, *_ = (part.value for part in item.value.items)
            if isinstance(function, Zero | UndefinedConstant):
                continue
            assert isinstance(number, NumberConstant) and isinstance(function, GlobalName)
            signature = self.linkage.defined(unit, self.linkage.resolve(unit, function.name))
            if signature is None:
                raise UnsupportedError(f"unsupported: the constructor {function.name}, which is not defined")
            found.append((number.value, signature.function))
        return found

    # -- what is used ------------------------------------------------------------------------------------------------------

    def _lower_pending(self) -> None:
        linker, linkage = self.linker, self.linkage
        while True:
            if linkage.pending:
                lower_function(linkage, linkage.pending.pop())
            elif linkage.pending_objects:
                self._initialise()
            elif linker.pending_functions:
                lower_model(linker, linker.pending_functions.pop())
            elif linker.pending_externs:
                lower_extern(linker, *linker.pending_externs.pop())
            elif linker.pending_objects:
                target, module, type_, node = linker.pending_objects.pop()
                complete(target, lower_initialiser(linker, module, type_, node))
            else:
                return

    def _initialise(self) -> None:
        made, unit, text = self.linkage.pending_objects.pop()
        try:
            initialise(self.linkage, made, unit, text)
        except UnsupportedError as error:
            error.pos = error.pos if error.pos.file else made.pos
            self.linker.spoiled[made] = error

    def _sources(self) -> dict[str, str]:
        files = {edge.pos.file for function in self.linker.functions.values() for edge in function.edges}
        return {file: read(file) for file in files if file and os.path.exists(file)}
