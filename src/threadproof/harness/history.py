"""Calls as records: what a call was passed, what it returned, and what it was lent.

A call can be made again from what it was passed, in an order of our own and on another object. Then numbers that it returns are
compared as they are. Addresses differ from run to run: a pointer stands for the record or the item that some call passed, or it
is null, or it points to something of the library, and these are what is compared. Records that a function may keep (nodes of a
list) are part of the call, so each run has its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from threadproof.errors import UnsupportedError
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.harness import text
from threadproof.harness.arguments import BYTES, Maker, Purpose
from threadproof.harness.interface import Parameter, Routine, declared, plain
from threadproof.harness.selection import Selection, Wanted
from threadproof.records import dataclass, field, replace


@dataclass(slots=True)
class RecordedRoutine:
    """A function whose calls are recorded: fields with their declarations, and how a call is made of them."""

    routine: Routine
    passed: list[str] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    lent: list[tuple[str, str]] = field(default_factory=list)  # declaration, name
    choose: list[str] = field(default_factory=list)  # statements that set what is passed
    before: list[str] = field(default_factory=list)  # statements in front of the call
    perform: str = ""
    same: list[str] = field(default_factory=list)  # of what `call` and `again` returned


def recorded(routine: Routine, maker: Maker) -> RecordedRoutine:
    row = RecordedRoutine(routine)
    inside = replace(maker, shared=tuple(replace(each, made=True, count=0) for each in maker.shared))
    arguments = [_argument(row, parameter, maker, inside) for parameter in routine.parameters]
    row.perform = f"{routine.name}({', '.join(arguments)});"
    if not routine.result.is_void:
        slot = f"{routine.name}_result"
        row.returned.append(f"{declared(routine.result, slot)};")
        row.perform = f"call->{slot} = {row.perform}"
        row.same += _same(routine.result, f"->{slot}")
    return row


def _argument(row: RecordedRoutine, parameter: Parameter, maker: Maker, inside: Maker) -> str:
    """The expression that is passed. `inside`: where shared objects are parameters."""
    routine, type_ = row.routine, parameter.type
    slot = f"{routine.name}_{parameter.name}"
    match purpose := maker.purpose(routine, parameter):
        case Purpose.SHARED | Purpose.SAID:
            return inside.argument(routine, parameter, "")[1]
        case Purpose.NUMBER | Purpose.LENGTH | Purpose.FUNCTION | Purpose.ITEM | Purpose.NOTHING:
            made, value = maker.argument(routine, parameter, maker.local(f"{parameter.name}_in"))
            row.passed.append(f"{declared(type_, slot)};")
            row.choose += [*made, f"call->passed.{slot} = {value};"]
            return f"call->passed.{slot}"
        case Purpose.STRUCTURE:
            maker.uses.add("memory")
            row.passed.append(f"{plain(type_)} {slot};")
            row.choose.append(f"__VERIFIER_nondet_memory(&call->passed.{slot}, sizeof call->passed.{slot});")
            return f"call->passed.{slot}"
        case Purpose.RECORD:
            row.lent.append((f"{plain(type_.target)} {slot};", slot))
            return f"&call->{slot}"
        case Purpose.BYTES:
            return _bytes(row, type_, slot, maker)
        case Purpose.INPUT:
            made, value = maker.number(type_.target, maker.local(f"{parameter.name}_in"))
            row.passed.append(f"{plain(type_.target)} {slot};")
            row.choose += [*made, f"call->passed.{slot} = {value};"]
            return f"&call->passed.{slot}"
        case Purpose.PLACE:
            target = type_.target
            row.returned.append(f"void *{slot};" if target.is_void else f"{declared(target, slot)};")
            row.same += [_same_pointer(f"->{slot}")] if target.is_void else _same(target, f"->{slot}")
            return f"&call->{slot}"
    raise UnsupportedError(f"unsupported: --linearizable with {purpose.value}: '{parameter.name}' of {routine.name}", routine.pos)


def _bytes(row: RecordedRoutine, type_: CType, slot: str, maker: Maker) -> str:
    """Bytes that the function may change are returned, too."""
    row.passed.append(f"char {slot}[{BYTES}];")
    row.choose += [f"call->passed.{slot}[{at}] = {value};" for at, value in enumerate(maker.text().split(", "))]
    if type_.target.const:
        return f"call->passed.{slot}"
    row.returned.append(f"char {slot}[{BYTES}];")
    row.before.append(f"__builtin_memcpy(call->{slot}, call->passed.{slot}, {BYTES});")
    row.same.append(f"!__builtin_memcmp(call->{slot}, again->{slot}, {BYTES})")
    return f"call->{slot}"


def _same(type_: CType, path: str) -> list[str]:
    """Conditions for equal values at `call` and `again`."""
    if type_.is_pointer:
        return [_same_pointer(path)]
    if type_.value is not None:
        return [f"call{path} == again{path}"]
    if type_.is_record and not type_.is_union and all(member.name for member in type_.members):
        return [condition for member in type_.members for condition in _same(member.type, f"{path}.{member.name}")]
    return [f"!__builtin_memcmp(&call{path}, &again{path}, sizeof call{path})"]


def _same_pointer(path: str) -> str:
    return f"what_is(call{path}, call_history) == what_is(again{path}, sequential_history)"


def types(selection: Selection, wanted: Wanted, rows: Sequence[RecordedRoutine]) -> list[str]:
    """The declarations. The calls that `main` makes at the end are a row of their own."""
    threads, observed = wanted.threads, len(selection.observers)
    passed = ["int routine;", *(line for row in rows for line in row.passed)]
    fields = ["struct {", *text.indented(passed), "} passed;"]
    fields += [line for row in rows for line in row.returned]
    fields += [f"{line} // lent" for row in rows for line, _ in row.lent]
    fields.append("int before[THREADS]; // how many calls of each thread had returned when it began")
    lines = [
        f"enum {{ THREADS = {threads}, CALLS = {wanted.each}{f', OBSERVED = {observed}' if observed else ''} }};",
        "",
        "struct recorded_call {",
        *text.indented(fields),
        "};",
        "",
        f"typedef struct recorded_call history[{'THREADS + 1' if observed else 'THREADS'}][{max(wanted.each, observed)}];",
        "static history call_history, sequential_history;",
        f"static int {'calls_begun[THREADS], ' if wanted.pending else ''}calls_returned[THREADS];",
    ]
    return [*lines, *(["static int seen_begun[THREADS], seen_returned[THREADS];"] if wanted.pending else [])]


def identities(selection: Selection, wanted: Wanted, rows: Sequence[RecordedRoutine]) -> list[str]:
    """The function that says what a pointer stands for, if anything asks for it."""
    if not any("what_is" in condition for row in rows for condition in row.same):
        return []
    lent = [name for row in rows for _, name in row.lent]
    tests = [(f"&calls[i][j].{name}", f"{at} + {len(lent)} * (j + CALLS * i)") for at, name in enumerate(lent, 1)]
    loop = [line for place, number in tests for line in (f"if (pointer == {place})", f"{text.INDENT}return {number};")]
    if any("items_passed[" in line for row in rows for line in row.choose):
        loop += ["if (pointer == &items_passed[i][j])", f"{text.INDENT}return -2 - (j + CALLS * i);"]
    lines = ["if (!pointer)", f"{text.INDENT}return 0;"]
    if loop:
        lines += ["for (int i = 0; i < THREADS; i++)", f"{text.INDENT}for (int j = 0; j < CALLS; j++) {{"]
        lines += [*text.indented(loop, 2), f"{text.INDENT}}}"]
    head = ["// Which call passed what the pointer is to; 0: null; -1: none did."]
    head += ["static int what_is(const volatile void *pointer, history calls) {"]
    return [*head, *text.indented([*lines, "return -1;"]), "}", ""]


def perform(selection: Selection, rows: Sequence[RecordedRoutine]) -> list[str]:
    cases: list[str] = []
    for at, row in enumerate(rows):
        cases += [f"case {at}:", *text.indented([*row.before, row.perform, "break;"])]
    head = f"static void perform_call({text.parameters(selection.shared)}, struct recorded_call *call) {{"
    return [head, *text.indented(["switch (call->passed.routine) {", *cases, "}"]), "}"]


def same_results(rows: Sequence[RecordedRoutine]) -> list[str]:
    cases = list(_conditions(rows))
    head = "static int same_results(struct recorded_call *call, struct recorded_call *again) {"
    return [head, *text.indented(["switch (call->passed.routine) {", *cases, "}", "return 1;"]), "}"]


def _conditions(rows: Sequence[RecordedRoutine]) -> Iterator[str]:
    for at, row in enumerate(rows):
        if row.same:
            yield f"case {at}:"
            *first, last = row.same
            yield from text.indented([f"{'return ' if at == 0 else '       '}{each} &&" for at, each in enumerate(first)])
            yield f"{text.INDENT}{'       ' if first else 'return '}{last};"
