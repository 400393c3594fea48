"""The harness as C: the library, the object that threads share, what threads call, and `main`, which starts and joins them."""

from __future__ import annotations

import os
from collections.abc import Iterable

from threadproof.harness.arguments import Maker
from threadproof.harness.interface import Interface, Routine
from threadproof.harness.selection import SUBJECT, Selection, Wanted

INDENT = "    "
LIMIT = 100  # characters of a line in the head


def harness(offered: Interface, selection: Selection, wanted: Wanted, here: str, command: str) -> str:
    """`here`: the folder that the harness is for; `command`: how it was written."""
    maker = Maker(selection.subject, _address(selection), _item(wanted), wanted.values, _names(offered))
    if wanted.linearizable:
        from threadproof.harness.linearizable import comparison

        body, check = comparison(selection, wanted, maker)
    else:
        body, check = callers(selection, wanted, maker), []
    main = _main(selection, wanted, maker, check)
    lines = _head(offered, selection, command)
    lines += _includes(offered, here)
    lines += ["", *maker.prototypes()]
    lines += ["", *_shared(selection, wanted, maker, body + main)]
    lines += [*maker.functions.values(), *([""] if maker.functions else [])]
    return "\n".join([*lines, *body, "", *main]) + "\n"


def call(routine: Routine, maker: Maker, prefix: str = "") -> tuple[list[str], str]:
    """Statements that make the arguments, and the call."""
    lines: list[str] = []
    arguments = []
    for at, parameter in enumerate(routine.parameters):
        before = routine.parameters[at - 1] if at else None
        made, argument = maker.argument(parameter, before, maker.local(prefix + parameter.name))
        lines += made
        arguments.append(argument)
    return lines, f"{routine.name}({', '.join(arguments)})"


def indented(lines: Iterable[str], depth: int = 1) -> list[str]:
    return [INDENT * depth + line if line else line for line in lines]


def callers(selection: Selection, wanted: Wanted, maker: Maker) -> list[str]:
    """A thread function for each role."""
    lines: list[str] = []
    for number, role in enumerate(selection.roles):
        lines += ["", f"static void *caller{number}(void *caller_number) {{"]
        cases = [line for at, routine in enumerate(role) for line in _case(at, routine, maker)]
        if any("[self]" in line for line in cases):
            lines += indented(["long self = (long)caller_number;"])
        lines += indented([f"for (int at = 0; at < {wanted.each}; at++) {{" if wanted.each else "for (;;) {"])
        lines += indented([f"switch ({choice(maker, len(role))}) {{"], 2)
        lines += indented([*cases, "default:", INDENT + "return 0; // fewer calls, in any order", "}"], 2)
        lines += [*indented(["}", "return 0;"] if wanted.each else ["}"]), "}"]
    return lines[1:]


def case(number: int, lines: list[str]) -> list[str]:
    """A case of a switch; a block where it declares something."""
    if any(" = " in line for line in lines[:-2]):
        return [f"case {number}: {{", *indented(lines), "}"]
    return [f"case {number}:", *indented(lines)]


def _case(number: int, routine: Routine, maker: Maker) -> list[str]:
    made, text = call(routine, maker)
    return case(number, [*made, f"{text};", "break;"])


def begin(selection: Selection, maker: Maker, pointer: str) -> list[str]:
    """Statements that make the subject. `pointer`: an expression for it, or the variable that points to it."""
    if selection.begin_text:
        return [selection.begin_text]
    if selection.begin is None:
        return []
    quiet = Maker(maker.subject, pointer, "0")
    arguments = []
    lines: list[str] = []
    for parameter in selection.begin.parameters:
        if parameter.type.value is not None and not parameter.type.is_pointer:
            arguments.append("2")
            continue
        made, argument = quiet.argument(parameter, None, f"{parameter.name}_begin")
        lines += made
        arguments.append(argument)
    maker.functions.update(quiet.functions)
    maker.nondet.update(quiet.nondet)
    text = f"{selection.begin.name}({', '.join(arguments)});"
    return [*lines, f"{pointer} = {text}" if selection.made else text]


def _names(offered: Interface) -> frozenset[str]:
    """Names that locals must not hide."""
    return frozenset({routine.name for routine in offered.routines} | {SUBJECT, "self", "at", "call", "caller_number", "threads"})


def _address(selection: Selection) -> str:
    return SUBJECT if selection.made else f"&{SUBJECT}"


def _item(wanted: Wanted) -> str:
    return "&items_passed[self][at]" if wanted.each and wanted.threads else "malloc(1)"


def choice(maker: Maker, count: int) -> str:
    """One of so many numbers, or a larger one: of few bits, so that it can be enumerated."""
    maker.nondet["uint"] = None
    return f"__VERIFIER_nondet_uint() & {(1 << count.bit_length()) - 1}"


def _head(offered: Interface, selection: Selection, command: str) -> list[str]:
    name = os.path.basename(offered.file)
    lines = [
        f"// Threads that call the functions of {name}, in every order. Written by",
        f"//     {command}",
        "// to be edited and kept.",
    ]
    called = {routine.name for role in selection.roles for routine in role}
    special = {routine.name for routine in (selection.begin, selection.end) if routine is not None}
    left = [routine.name for routine in offered.routines if routine.name not in called | special]
    if left:
        lines.append("// Not called: " + _folded(left))
    return lines


def _folded(names: list[str]) -> str:
    lines = [""]
    for at, name in enumerate(names):
        word = name + (", " if at + 1 < len(names) else ".")
        if len(lines[-1]) + len(word) > LIMIT - 16:
            lines[-1] = lines[-1].rstrip()
            lines.append("")
        lines[-1] += word
    return "\n//     ".join(lines)


def _includes(offered: Interface, here: str) -> list[str]:
    path = os.path.relpath(offered.file, here or ".")
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdlib.h>"]
    if offered.has_main:
        lines += ["#define main main_of_the_program"]
    lines += [f'#include "{path}"']
    return [*lines, "#undef main"] if offered.has_main else lines


def _shared(selection: Selection, wanted: Wanted, maker: Maker, body: list[str]) -> list[str]:
    lines = []
    if selection.subject:
        lines.append(f"static {selection.subject} {'*' if selection.made else ''}{SUBJECT};")
    if any("&items_passed[" in line for line in body):
        lines.append(f"static int items_passed[{wanted.threads}][{wanted.each}]; // what calls pass where anything may be passed")
    return [*lines, ""]


def _main(selection: Selection, wanted: Wanted, maker: Maker, check: list[str]) -> list[str]:
    lines = ["int main(void) {", *indented(begin(selection, maker, _address(selection)))]
    if wanted.threads:
        count, last = wanted.threads, len(selection.roles) - 1
        lines += indented([f"pthread_t threads[{count}];"])
        for number in range(min(last, count)):
            lines += indented([f"pthread_create(&threads[{number}], 0, caller{number}, (void *){number}L);"])
        if count > last:
            lines += indented([f"for (long i = {last}; i < {count}; i++)"])
            lines += indented([f"pthread_create(&threads[i], 0, caller{last}, (void *)i);"], 2)
        lines += indented([f"for (int i = 0; i < {count}; i++)"])
        lines += indented(["pthread_join(threads[i], 0);"], 2)
        lines += indented(check)
        lines += indented(_end(selection, maker))
    else:
        maker.nondet["bool"] = None
        for number in range(len(selection.roles)):
            lines += indented(["while (__VERIFIER_nondet_bool()) {"])
            lines += indented(
                ["pthread_t thread;", f"pthread_create(&thread, 0, caller{number}, 0);", "pthread_detach(thread);"], 2
            )
            lines += indented(["}"])
    return [*lines, *indented(["return 0;"]), "}"]


def _end(selection: Selection, maker: Maker) -> list[str]:
    if selection.end_text:
        return [selection.end_text]
    if selection.end is None:
        return []
    made, text = call(selection.end, maker, "end_")
    return [*made, f"{text};"]
