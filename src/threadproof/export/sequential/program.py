"""The whole C program. Threads are functions that are called when it is their turn, the scheduler is code between them
(`fairthreads`, `systemc`), and main is what it was: it creates the threads and drives the scheduler. Every choice is an input. So
the executions of the C program are those of the cooperative one, step for step, and `reach_error` is reachable in the one exactly
if an assertion fails in the other. Undefined behaviour of the program, and what was cut off, is undefined behaviour of the C
program, which calls `undefined` there."""

from __future__ import annotations

import re

from threadproof.errors import UnsupportedError
from threadproof.export.sequential.automaton import Automaton, declared
from threadproof.export.sequential.fairthreads import FairThreadsWriter
from threadproof.export.sequential.systemc import SystemCWriter
from threadproof.export.sequential.values import Expressions, input_text, type_text
from threadproof.export.sequential.world import ThreadNumbering
from threadproof.ir.program import Program
from threadproof.ir.text import shared_variables
from threadproof.ir.types import BOOL, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128, ArrayType, FloatType, Type

HEAD = """\
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern void exit(int);
static void undefined(void) { *(volatile char *)0 = 0; }
"""


def sequentialised(program: Program) -> str:
    """The text of a sequential C program with the same verdict for `unreach-call`. The program is cooperative and lowered."""
    if program.scheduler == "preemptive":
        advice = "SystemC and FairThreads are; POSIX threads are not"
        raise UnsupportedError("only programs of cooperative threads can be made sequential", program.entry.pos, advice)
    world = ThreadNumbering(program)
    kernel = FairThreadsWriter(world) if program.scheduler == "fairthreads" else SystemCWriter(world)
    threads = [Automaton(world, function, number, kernel) for number, function in enumerate(world.threads, 1)]
    main = Automaton(world, program.entry, 0, kernel)
    body = [*shared(world), *kernel.text()]
    for thread in threads:
        body += [*thread.globals(), *thread.lines()]
    body += kernel.loop()
    lines = main.lines([*unset(world), *(line for thread in threads for line in thread.unset())])
    text = "\n".join([*body, *lines])
    inputs = sorted(set(re.findall(r"__VERIFIER_nondet_\w+", text)))
    title = f"/* {program.name} ({program.scheduler}, {program.data_model.name}) as one sequential program. */\n"
    return title + HEAD + "\n".join([*(f"extern {RESULTS[name]} {name}(void);" for name in inputs), text]) + "\n"


TYPES: list[Type] = [BOOL, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128]
RESULTS = {input_text(type_): type_text(type_) for type_ in TYPES}


def shared(world: ThreadNumbering) -> list[str]:
    """Global variables, with their initial values."""
    lines, text = [], Expressions(lambda v: world.name(v, 0), 0)
    for variable in [*world.program.initial, *(v for v in shared_variables(world.program) if v not in world.program.initial)]:
        value = world.program.initial.get(variable)
        start = ""
        if value is not None and not (value.is_const and value.payload == 0 and not isinstance(value.type, FloatType)):
            given = text.text(value)
            size = variable.type.size if isinstance(variable.type, ArrayType) else 0
            start = f" = {{ {', '.join([given] * size)} }}" if size else f" = {given}"
        lines.append(f"static {declared(variable.type, world.name(variable, 0))}{start};")
    return lines


def unset(world: ThreadNumbering) -> list[str]:
    """Global variables that start with any value."""
    lines = []
    for variable in shared_variables(world.program):
        if variable not in world.program.initial:
            name, type_ = world.name(variable, 0), variable.type
            if isinstance(type_, ArrayType):
                lines.append(f"for (int i = 0; i < {type_.size}; i++) {name}[i] = {input_text(type_.element)}();")
            else:
                lines.append(f"{name} = {input_text(type_)}();")
    return lines
