"""Linearisability as an assertion: what concurrent calls returned is what some sequential order of them returns.

Each thread records its calls: arguments, results, and how many calls of each other thread had returned when it began. After the
threads have ended, `main` runs the same calls on a new object, in every order that respects these numbers, and compares results.
If none agrees, the object is not linearisable (Herlihy and Wing): the execution is a counterexample. The records are atomic
variables that all threads access, so they order accesses of the library: data races are to be looked for without them. A call
that waits for ever in a sequential run ends the comparison, so functions that wait are none for this.
"""

from __future__ import annotations

from threadproof.errors import OptionError, UnsupportedError
from threadproof.harness import text
from threadproof.harness.arguments import Maker
from threadproof.harness.interface import Parameter, Routine, declared, plain
from threadproof.harness.selection import SUBJECT, Selection, Wanted
from threadproof.records import dataclass

MOST = 4096  # sequences of threads that are tried


@dataclass(frozen=True, slots=True)
class Recorded:
    """A call as a record: fields with their declarations, and how the call is made of them."""

    routine: Routine
    fields: tuple[str, ...]
    choose: tuple[str, ...]  # statements that set the arguments
    perform: str
    reset: tuple[str, ...]  # statements for what it returns through pointers
    same: str  # of the results of `call` and `again`


def comparison(selection: Selection, wanted: Wanted, maker: Maker) -> tuple[list[str], list[str]]:
    """What stands before main, and what main does after the threads have ended."""
    total = wanted.threads * wanted.each
    if wanted.threads**total > MOST:
        raise OptionError(
            f"--linearizable with {total} calls is too much to compare", advice="take fewer --threads or a smaller --each"
        )
    routines = list({routine.name: routine for role in selection.roles for routine in role}.values())
    rows = [_recorded(number, routine, maker) for number, routine in enumerate(routines)]
    lines = [*_types(wanted, rows), "", *_perform(selection, rows), "", *_same(rows)]
    for number, role in enumerate(selection.roles):
        lines += ["", *_caller(number, [routines.index(routine) for routine in role], rows, maker)]
    lines += ["", *_agrees(selection, maker, rows), "", *_EXPLAINED]
    return lines, ["assert(is_linearizable()); // some sequential order of the calls has the same results"]


def _recorded(number: int, routine: Routine, maker: Maker) -> Recorded:
    name = routine.name
    fields, choose, arguments, reset, same = [], [], [], [], []
    for parameter in routine.parameters:
        slot = f"{name}_{parameter.name}"
        target = parameter.pointee
        if target is not None and plain(target) == maker.subject:
            arguments.append("object")
        elif _is_out(parameter):
            assert target is not None
            fields.append(f"{declared(target, slot)};")
            arguments.append(f"&call->{slot}")
            reset.append(f"again.{slot} = 0;")
            same.append(f"call->{slot} == again->{slot}")
        elif parameter.type.is_record or (target is not None and (target.is_record or target.is_function)):
            raise UnsupportedError(f"unsupported: --linearizable with the parameter '{parameter.name}' of {name}", routine.pos)
        else:
            fields.append(f"{declared(parameter.type, slot)};")
            made, value = maker.argument(parameter, None, f"{parameter.name}_in")
            choose += [*made, f"call->{slot} = {value};"]
            arguments.append(f"call->{slot}")
    perform = f"{name}({', '.join(arguments)});"
    result = routine.result
    if not result.is_void:
        fields.append(f"{declared(result, f'{name}_result')};")
        perform = f"call->{name}_result = {perform}"
        whole = result.is_pointer and result.target.is_record  # objects differ from run to run
        same.append(f"!call->{name}_result == !again->{name}_result" if whole else f"call->{name}_result == again->{name}_result")
    return Recorded(routine, tuple(fields), tuple(choose), perform, tuple(reset), " && ".join(same) or "1")


def _is_out(parameter: Parameter) -> bool:
    target = parameter.pointee
    return target is not None and target.value is not None and not target.const and (target.size > 1 or target.is_pointer)


def _types(wanted: Wanted, rows: list[Recorded]) -> list[str]:
    fields = [field for row in rows for field in row.fields]
    return [
        f"enum {{ THREADS = {wanted.threads}, CALLS = {wanted.each} }};",
        "",
        "struct recorded_call {",
        *text.indented(["int routine;", *fields, "int before[THREADS]; // calls of each thread that had returned when it began"]),
        "};",
        "",
        "static struct recorded_call call_history[THREADS][CALLS];",
        "static _Atomic int calls_returned[THREADS];",
    ]


def _perform(selection: Selection, rows: list[Recorded]) -> list[str]:
    cases = [line for at, row in enumerate(rows) for line in (f"case {at}:", f"    {row.perform}", "    break;")]
    head = f"static void perform_call({selection.subject} *object, struct recorded_call *call) {{"
    return [head, *text.indented(["switch (call->routine) {", *cases, "}"]), "}"]


def _same(rows: list[Recorded]) -> list[str]:
    cases = [line for at, row in enumerate(rows) for line in (f"case {at}:", f"    return {row.same};")]
    head = "static int same_results(const struct recorded_call *call, const struct recorded_call *again) {"
    return [head, *text.indented(["switch (call->routine) {", *cases, "}", "return 0;"]), "}"]


def _caller(number: int, role: list[int], rows: list[Recorded], maker: Maker) -> list[str]:
    cases: list[str] = []
    for at in role:
        cases += text.case(at, [*rows[at].choose, "break;"])
    body = [
        "struct recorded_call *call = &call_history[self][at];",
        f"call->routine = {text.choice(maker, max(role) + 1)};",
        "switch (call->routine) {",
    ]
    body += [*cases, "default:", f"{text.INDENT}return 0; // fewer calls, in any order", "}"]
    body += ["for (int other = 0; other < THREADS; other++)", f"{text.INDENT}call->before[other] = calls_returned[other];"]
    body += [f"perform_call({maker.address}, call);", "calls_returned[self] = at + 1;"]
    loop = ["for (int at = 0; at < CALLS; at++) {", *text.indented(body), "}"]
    return [
        f"static void *caller{number}(void *caller_number) {{",
        *text.indented(["long self = (long)caller_number;", *loop, "return 0;"]),
        "}",
    ]


def _agrees(selection: Selection, maker: Maker, rows: list[Recorded]) -> list[str]:
    step = ["int self = sequence % THREADS;", "if (next[self] == calls_returned[self])", f"{text.INDENT}return 0;"]
    step += ["struct recorded_call again = call_history[self][next[self]];", "for (int other = 0; other < THREADS; other++)"]
    step += text.indented(["if (again.before[other] > next[other])", f"{text.INDENT}return 0;"])
    step += [line for row in rows for line in row.reset]
    step += [f"perform_call({maker.address}, &again);", "if (!same_results(&call_history[self][next[self]], &again))"]
    step += [f"{text.INDENT}return 0;", "next[self]++;"]
    made = f"{selection.subject} *{SUBJECT};" if selection.made else f"{selection.subject} {SUBJECT} = {{0}};"
    body = [made, *text.begin(selection, maker, maker.address), "int next[THREADS] = {0};"]
    body += ["for (int i = 0; i < total; i++, sequence /= THREADS) {", *text.indented(step), "}", "return 1;"]
    head = "// Whether the calls have the same results, one after the other; the digits of `sequence` are the threads that call."
    return [head, "static int agrees_with(int sequence, int total) {", *text.indented(body), "}"]


_EXPLAINED = """\
static int is_linearizable(void) {
    int total = 0, sequences = 1;
    for (int i = 0; i < THREADS; i++)
        for (int j = 0; j < calls_returned[i]; j++, total++)
            sequences *= THREADS;
    for (int sequence = 0; sequence < sequences; sequence++)
        if (agrees_with(sequence, total))
            return 1;
    return 0;
}""".splitlines()
