"""Names for what a certificate talks about: variables of a system, and controls.

A name means the same in every process that lowers the program: shared variables are called as in the program, a register of
thread 2 that runs `work` is `work.x@2`, the result of thread 2 is `result@2`. Should two variables have one name, the later ones
(in the order of the program) get a number. Controls are only ever turned into text, never read: a checker computes the
controls itself and looks them up by their text, and makes sure that no two of them have the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from threadproof.certify.format import FormatError
from threadproof.evidence.graph import Place
from threadproof.ir.expr import Variable
from threadproof.ir.program import Function, Program
from threadproof.ir.uses import op_variables
from threadproof.sched.preemptive import PreemptiveControl as Threads
from threadproof.sched.system import END, Control, System

RESULT = "result"
GHOST = "?"


class ProgramNames:
    """Of shared variables, and of the registers of templates."""

    def __init__(self, program: Program) -> None:
        self.variables: dict[str, Variable] = {}
        self.names: dict[Variable, str] = {}
        for variable, name in _variables(program):
            if variable not in self.names:
                unique, number = name, 1
                while unique in self.variables or unique == RESULT:
                    number += 1
                    unique = f"{name}~{number}"
                self.variables[unique] = variable
                self.names[variable] = unique


class ProofNames:
    def __init__(self, system: System, ghosts: Iterable[Variable] = ()) -> None:
        """`ghosts`: variables of a proof alone; they must not be called like one of the program."""
        self.system = system
        known = ProgramNames(system.program)
        self._named, self._name = known.variables, known.names
        self.ghosts = {variable.name: variable for variable in ghosts}
        for name, variable in self.ghosts.items():
            if not name.startswith(GHOST) or name in self._named:
                raise FormatError(f"not the name of a ghost: {name!r}")
            self._name[variable] = name

    def text(self, variable: Variable) -> str:
        """The name of a shared variable, of a register of a thread, or of a thread's result."""
        name = self._name.get(variable)
        if name is not None:
            return name
        origin = self.system.origin(variable)
        if origin is not None:
            return f"{self._name[origin[0]]}@{origin[1]}"
        assert variable.name.startswith(f"{RESULT}@"), variable
        return variable.name

    def find(self, text: str) -> Variable | None:
        """The variable with that name."""
        if text in self.ghosts:
            return self.ghosts[text]
        found = self._named.get(text)
        if found is not None and found.shared:
            return found
        name, _, thread = text.rpartition("@")
        if not thread.isdecimal() or len(thread) > 9:
            return None
        if name == RESULT:
            return self.system.result(int(thread))
        register = self._named.get(name)
        return None if register is None or register.shared else self.system.instance(register, int(thread))


def _variables(program: Program) -> Iterator[tuple[Variable, str]]:
    """Every variable of a lowered program with a first idea of its name, in the order of the program."""
    for variable in program.initial:
        yield variable, variable.name
    for function in program.functions.values():
        for variable in of_function(function):
            yield variable, variable.name if variable.shared else f"{function.name}.{variable.name}"


def of_function(function: Function) -> Iterator[Variable]:
    yield from function.params
    yield from function.locals
    for edge in function.edges:
        for op in edge.ops:
            yield from op_variables(op)


def places_text(system: System, places: Iterable[Place]) -> str:
    """Where some threads are: `main:3 work:7*2 work:end` (two threads at location 7)."""
    texts = [_place_text(system.templates[template].name, location) for template, location in places]
    if len(set(texts)) < len(texts):
        counted = [(text, len(list(same))) for text, same in groupby(texts)]
        texts = [text if count == 1 else f"{text}*{count}" for text, count in counted]
    return " ".join(texts)


@lru_cache(1 << 14)
def _place_text(template: str, location: int) -> str:
    return f"{template}:{'end' if location == END else location}"


def control_text(system: System, control: Control) -> str:
    """Where every thread is; in an atomic block also which thread is inside and how deep; of other schedulers all that
    they know."""
    text, threads = places_text(system, control.at), control.scheduler
    if not isinstance(threads, Threads):
        return f"{text} ({threads!r} {control.depth})"
    return f"{text} (atomic {threads.owner} {control.depth})" if control.depth or threads.owner >= 0 else text
