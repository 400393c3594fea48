"""Linearisability as an assertion: what concurrent calls returned is what some sequential order of them returns.

Each thread records its calls (`history`), and how many calls of each other thread had returned when it began. After the threads
have ended, `main` makes the same calls on a new object, in every order that respects these numbers, and compares what they
return. If none agrees, the object is not linearisable (Herlihy and Wing 1990): the execution is a counterexample. That is right
because

- an order that respects the numbers respects the order of the calls of each thread, and that of calls of which one had returned
  before the other began. The numbers are read one by one, so each may be too small, and then there are more orders; but some
  execution reads all of them right before the call and counts each return right after it, and the library does not notice.
- all orders are tried: a sequence of threads is an order of calls. Sequences that begin with calls that disagree are left out
  together. The specification is the code itself, run sequentially, so what it returns must follow from its object and from what
  it is passed; state in variables of the library is not made anew.
- a call that never returns is not seen by an assertion behind the joins. Linearisability is closed under prefixes, so nothing
  is missed where some execution goes on until all have returned. With `--pending`, `main` compares at an arbitrary moment
  instead, and tries to leave out each call that has not returned, or to let it return anything.
- two objects are the same if later calls cannot tell them apart, and bytes do not say that. So the final state is compared by
  calls that `main` makes in the end (`--observe`): they are part of the history, after all others.

The counts are relaxed atomics, so they order no accesses of the library, and its data races are found as without them. With
`--pending` they release what `main` acquires. A call that waits for ever in a sequential run ends the execution before
the assertion, so functions that wait are none for this.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.errors import OptionError
from threadproof.harness import history, text
from threadproof.harness.arguments import Maker
from threadproof.harness.history import RecordedRoutine
from threadproof.harness.selection import Selection, Wanted

MOST = 4096  # sequences of threads that are tried


def comparison(selection: Selection, wanted: Wanted, maker: Maker) -> tuple[list[str], list[str]]:
    """What stands before main, and what main does after the threads have ended."""
    if wanted.pending and selection.observers:
        raise OptionError("--pending compares before the end, and --observe calls in the end: give one of them")
    total = wanted.threads * wanted.each
    if wanted.threads**total > MOST:
        raise OptionError(
            f"--linearizable with {total} calls is too much to compare", advice="take fewer --threads or a smaller --each"
        )
    routines = list({each.name: each for each in (*selection.called(), *selection.observers)}.values())
    names = [routine.name for routine in routines]
    rows = [history.recorded(routine, maker) for routine in routines]
    if not any(row.same for row in rows):
        raise OptionError("--linearizable compares results, and the calls return nothing: name some that do with --observe")
    lines = [*history.types(selection, wanted, rows), "", *history.identities(selection, wanted, rows)]
    lines += [*history.perform(selection, rows), "", *history.same_results(rows)]
    for number, role in enumerate(selection.roles):
        lines += ["", *_caller(number, [names.index(step[0].name) for step in role], rows, wanted, maker)]
    lines += ["", *_agreeing(selection, wanted, maker), "", *_search(wanted)]
    return lines, _check(selection, wanted, maker, rows, names)


def _caller(number: int, role: list[int], rows: Sequence[RecordedRoutine], wanted: Wanted, maker: Maker) -> list[str]:
    cases: list[str] = []
    for at in role:
        cases += _choice(at, rows[at])
    body = [
        "struct recorded_call *call = &call_history[self][at];",
        f"call->passed.routine = {text.choice(maker, max(role) + 1)};",
        "switch (call->passed.routine) {",
        *cases,
        "default:",
        f"{text.INDENT}return 0; // fewer calls, in any order",
        "}",
        "for (int other = 0; other < THREADS; other++)",
        f"{text.INDENT}if (other != self)",
        f"{text.INDENT * 2}call->before[other] = __atomic_load_n(&calls_returned[other], __ATOMIC_RELAXED);",
    ]
    order = "__ATOMIC_RELEASE" if wanted.pending else "__ATOMIC_RELAXED"
    if wanted.pending:
        body.append(f"__atomic_store_n(&calls_begun[self], at + 1, {order});")
    body += [_performed(maker, "call"), f"__atomic_store_n(&calls_returned[self], at + 1, {order});"]
    loop = ["for (int at = 0; at < CALLS; at++) {", *text.indented(body), "}"]
    return [
        f"static void *caller{number}(void *caller_number) {{",
        *text.indented(["long self = (long)caller_number;", *loop, "return 0;"]),
        "}",
    ]


def _choice(at: int, row: RecordedRoutine) -> list[str]:
    return text.case(at, row.choose if _declares(row) else [], [*(() if _declares(row) else row.choose), "break;"])


def _declares(row: RecordedRoutine) -> bool:
    return any("call->" not in line for line in row.choose)


def _performed(maker: Maker, call: str) -> str:
    return f"perform_call({', '.join(shared.address for shared in maker.shared)}, {call});"


def _agreeing(selection: Selection, wanted: Wanted, maker: Maker) -> list[str]:
    """The function that runs one sequence."""
    ends = "seen_returned[self] + (pending >> self & 1)" if wanted.pending else "calls_returned[self]"
    done = "next[self] < seen_returned[self] && " if wanted.pending else ""
    step = [
        "sequences /= THREADS;",
        "int self = sequence / sequences % THREADS;",
        f"if (next[self] == {ends})",
        f"{text.INDENT}return i;",
        "struct recorded_call *call = &call_history[self][next[self]];",
        "struct recorded_call *again = &sequential_history[self][next[self]];",
        "for (int other = 0; other < THREADS; other++)",
        f"{text.INDENT}if (other != self && call->before[other] > next[other])",
        f"{text.INDENT * 2}return i;",
        "*again = (struct recorded_call){.passed = call->passed};",
        _performed(maker, "again"),
        f"if ({done}!same_results(call, again))",
        f"{text.INDENT}return i;",
        "next[self]++;",
    ]
    body = [
        *(f"{shared.declaration}{'' if shared.made else ' = {0}'};" for shared in selection.shared),
        *text.begin(selection, maker, "_again"),
        "int next[THREADS] = {0};",
        "for (int i = 0; i < total; i++) {",
        *text.indented(step),
        "}",
    ]
    if selection.observers:
        observe = [
            "struct recorded_call *again = &sequential_history[THREADS][i];",
            "*again = (struct recorded_call){.passed = call_history[THREADS][i].passed};",
            _performed(maker, "again"),
            "if (!same_results(&call_history[THREADS][i], again))",
            f"{text.INDENT}return total - 1;",
        ]
        body += ["for (int i = 0; i < OBSERVED; i++) {", *text.indented(observe), "}"]
    return [
        "// Makes the calls again, one after the other; the digits of `sequence` are the threads that call.",
        "// Returns how many return what they returned before, up to the first that does not.",
        f"static int agreeing(int sequence, int sequences, int total{', int pending' if wanted.pending else ''}) {{",
        *text.indented([*body, "return total;"]),
        "}",
    ]


def _search(wanted: Wanted) -> list[str]:
    """The function that tries all sequences."""
    ends = "seen_returned[i] + (pending >> i & 1)" if wanted.pending else "calls_returned[i]"
    body = [
        "int total = 0, sequences = 1;",
        "for (int i = 0; i < THREADS; i++)",
        f"{text.INDENT}for (int j = 0; j < {ends}; j++, total++)",
        f"{text.INDENT * 2}sequences *= THREADS;",
        "for (int sequence = 0; sequence < sequences;) {",
        f"{text.INDENT}int agreed = agreeing(sequence, sequences, total{', pending' if wanted.pending else ''});",
        f"{text.INDENT}if (agreed == total)",
        f"{text.INDENT * 2}return 1;",
        f"{text.INDENT}int skipped = 1; // sequences that begin with the same calls",
        f"{text.INDENT}for (int i = agreed + 1; i < total; i++)",
        f"{text.INDENT * 2}skipped *= THREADS;",
        f"{text.INDENT}sequence = (sequence / skipped + 1) * skipped;",
        "}",
    ]
    if not wanted.pending:
        return ["static int is_linearizable(void) {", *text.indented([*body, "return 0;"]), "}"]
    head = [
        "int possible = 1; // whether `pending` names only calls that have begun and not returned",
        "for (int i = 0; i < THREADS; i++)",
        f"{text.INDENT}possible &= !(pending >> i & 1) || seen_begun[i] > seen_returned[i];",
        "if (!possible)",
        f"{text.INDENT}continue;",
    ]
    seen = ["for (int i = 0; i < THREADS; i++) {"]
    for name in ("begun", "returned"):
        seen.append(f"{text.INDENT}seen_{name}[i] = __atomic_load_n(&calls_{name}[i], __ATOMIC_ACQUIRE);")
    loop = [*seen, "}", "for (int pending = 0; pending < 1 << THREADS; pending++) {", *text.indented([*head, *body]), "}"]
    return ["static int is_linearizable(void) {", *text.indented([*loop, "return 0;"]), "}"]


def _check(
    selection: Selection, wanted: Wanted, maker: Maker, rows: Sequence[RecordedRoutine], names: Sequence[str]
) -> list[str]:
    """What main does."""
    lines: list[str] = []
    for at, routine in enumerate(selection.observers):
        number = names.index(routine.name)
        place = f"call_history[THREADS][{at}]"
        made = [line.replace("call->", f"{place}.").replace(maker.item, "0") for line in rows[number].choose]
        block = [f"{place}.passed.routine = {number};", *made, _performed(maker, f"&{place}")]
        lines += ["{", *text.indented(block), "}"] if _declares(rows[number]) else block
    maker.uses.add("atomic")
    lines.append(f"__VERIFIER_atomic_begin(); // {'at any moment' if wanted.pending else 'no other thread is left'}")
    lines.append("assert(is_linearizable()); // some sequential order of the calls has the same results")
    return [*lines, "__VERIFIER_atomic_end();"]
