"""The harness as C: the library, what threads share, what threads call, and `main`, which starts and joins them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

from threadproof.errors import OptionError
from threadproof.harness.arguments import Maker, Purpose, spoken
from threadproof.harness.interface import Interface, Parameter, declared, plain
from threadproof.harness.selection import SUBJECT, Selection, SharedObject, Step, Wanted

INDENT = "    "
LIMIT = 100  # characters of a line in the head


def harness(offered: Interface, selection: Selection, wanted: Wanted, here: str, commands: Sequence[str]) -> str:
    """`here`: the folder that the harness is for; `commands`: how it was written, and how it is verified."""
    maker = Maker(selection.shared, _item(wanted), wanted.values, _names(offered, selection), spoken(wanted.arguments))
    if wanted.linearizable:
        from threadproof.harness.linearizable import comparison

        body, check = comparison(selection, wanted, maker)
    else:
        body, check = callers(selection, wanted, maker), []
    main = _main(selection, wanted, maker, check)
    unused = maker.said.keys() - maker.used
    if unused:
        raise OptionError(f"--argument {min(unused)}: no parameter of that name is passed")
    lines = _head(offered, selection, commands)
    lines += _includes(offered, here)
    lines += ["", *maker.prototypes()]
    lines += ["", *_objects(selection, wanted, body + main)]
    lines += [*maker.functions.values(), *([""] if maker.functions else [])]
    return "\n".join([*lines, *body, "", *main]) + "\n"


def call(step: Step, maker: Maker, prefix: str = "") -> tuple[list[str], list[str]]:
    """Statements that make the arguments, and the calls. Parameters of the same name are the same variable, and a record that
    one call returns is what later ones are passed."""
    lines: list[str] = []
    calls = []
    known: dict[str, tuple[Parameter, str]] = {}
    results: dict[str, str] = {}
    for number, routine in enumerate(step):
        arguments = []
        for parameter in routine.parameters:
            argument = results.get(plain(parameter.type), "") or _again(parameter, known, maker.purpose(routine, parameter))
            if not argument:
                local = maker.local(prefix + parameter.name)
                made, argument = maker.argument(routine, parameter, local)
                if len(step) > 1 and not made and maker.purpose(routine, parameter) is Purpose.NUMBER:
                    made, argument = [f"{plain(parameter.type)} {local} = {argument};"], local
                lines += made
                known.setdefault(parameter.name, (parameter, argument))
            arguments.append(argument)
        made_by = f"{routine.name}({', '.join(arguments)});"
        type_ = plain(routine.result)
        later = (plain(parameter.type) for each in step[number + 1 :] for parameter in each.parameters)
        if routine.result.is_pointer and routine.result.target.is_record and type_ in later:
            local = maker.local(f"{prefix}made{number or ''}")
            results[type_] = local
            lines.append(f"{declared(routine.result, local)};")
            made_by = f"{local} = {made_by}"
        calls.append(made_by)
    return lines, calls


def _again(parameter: Parameter, known: dict[str, tuple[Parameter, str]], purpose: Purpose) -> str:
    """The variable that an earlier call of the step was passed under that name, as the type wants it; empty: there is none."""
    if parameter.name not in known or purpose in (Purpose.SHARED, Purpose.SAID):
        return ""
    before, argument = known[parameter.name]
    if plain(before.type) == plain(parameter.type):
        return argument
    if before.pointee is not None and plain(before.pointee) == plain(parameter.type):
        return argument[1:] if argument.startswith("&") else f"*{argument}"
    if parameter.pointee is not None and plain(parameter.pointee) == plain(before.type) and argument.isidentifier():
        return f"&{argument}"
    return ""


def indented(lines: Iterable[str], depth: int = 1) -> list[str]:
    return [INDENT * depth + line if line else line for line in lines]


def callers(selection: Selection, wanted: Wanted, maker: Maker) -> list[str]:
    """A thread function for each role."""
    lines: list[str] = []
    for number, role in enumerate(selection.roles):
        lines += ["", f"static void *caller{number}(void *caller_number) {{"]
        cases = [line for at, step in enumerate(role) for line in _case(at, step, maker)]
        if any("[self]" in line for line in cases):
            lines += indented(["long self = (long)caller_number;"])
        lines += indented([f"for (int at = 0; at < {wanted.each}; at++) {{" if wanted.each else "for (;;) {"])
        lines += indented([f"switch ({choice(maker, len(role))}) {{"], 2)
        lines += indented([*cases, "default:", INDENT + "return 0; // fewer calls, in any order", "}"], 2)
        lines += [*indented(["}", "return 0;"] if wanted.each else ["}"]), "}"]
    return lines[1:]


def case(number: int, made: list[str], rest: list[str]) -> list[str]:
    """A case of a switch; a block where it declares something."""
    if made:
        return [f"case {number}: {{", *indented([*made, *rest]), "}"]
    return [f"case {number}:", *indented(rest)]


def _case(number: int, step: Step, maker: Maker) -> list[str]:
    made, calls = call(step, maker)
    return case(number, made, [*calls, "break;"])


def begin(selection: Selection, maker: Maker, suffix: str = "") -> list[str]:
    """Statements that make the subject. Numbers are 2, unless the user says something else."""
    if selection.begin_text:
        return [selection.begin_text]
    routine = selection.begin
    if routine is None:
        return []
    arguments = []
    lines: list[str] = []
    maker = maker.outside()
    for parameter in routine.parameters:
        if maker.purpose(routine, parameter) in (Purpose.NUMBER, Purpose.LENGTH):
            arguments.append("2")
            continue
        made, argument = maker.argument(routine, parameter, maker.local(f"begin_{parameter.name}{suffix}"))
        lines += made
        arguments.append(argument)
    text = f"{routine.name}({', '.join(arguments)});"
    return [*lines, f"{SUBJECT} = {text}" if selection.shared and selection.shared[0].made else text]


def _names(offered: Interface, selection: Selection) -> frozenset[str]:
    """Names that locals must not hide."""
    found = {routine.name for routine in offered.routines} | set(offered.others) | {shared.name for shared in selection.shared}
    return frozenset(found | {"self", "at", "call", "caller_number", "threads"})


def _item(wanted: Wanted) -> str:
    return "&items_passed[self][at]" if wanted.each and wanted.threads else "malloc(sizeof(long))"


def choice(maker: Maker, count: int) -> str:
    """One of so many numbers, or a larger one: of few bits, so that it can be enumerated."""
    maker.nondet["uint"] = None
    return f"__VERIFIER_nondet_uint() & {(1 << count.bit_length()) - 1}"


def _head(offered: Interface, selection: Selection, commands: Sequence[str]) -> list[str]:
    written, verified = commands
    lines = [
        f"// Threads that call the functions of {os.path.basename(offered.file)}, in every order. Written by",
        f"//     {written}",
        "// to be edited and kept, and verified by",
        f"//     {verified}",
    ]
    called = {routine.name for routine in (*selection.called(), *selection.observers)}
    special = {routine.name for routine in (selection.begin, selection.end) if routine is not None}
    left = [routine.name for routine in offered.routines if routine.name not in called | special and routine.name[0] != "_"]
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


def _objects(selection: Selection, wanted: Wanted, body: list[str]) -> list[str]:
    said = "\n".join(body)
    lines = [f"static {shared.declaration};" for shared in selection.shared if re.search(rf"\b{shared.name}\b", said)]
    if any("items_passed[" in line for line in body):
        items = f"static long items_passed[{wanted.threads}][{wanted.each}];"
        lines.append(f"{items} // what calls pass where anything may be passed")
    return [*lines, ""]


def _main(selection: Selection, wanted: Wanted, maker: Maker, check: list[str]) -> list[str]:
    lines = ["int main(void) {", *indented(begin(selection, maker))]
    if wanted.threads:
        count, last = wanted.threads, len(selection.roles) - 1
        lines += indented([f"pthread_t threads[{count}];"])
        for number in range(min(last, count)):
            lines += indented([f"pthread_create(&threads[{number}], 0, caller{number}, (void *){number}L);"])
        if count > last:
            lines += indented([f"for (long i = {last}; i < {count}; i++)"])
            lines += indented([f"pthread_create(&threads[i], 0, caller{last}, (void *)i);"], 2)
        join = [f"for (int i = 0; i < {count}; i++)", f"{INDENT}pthread_join(threads[i], 0);"]
        lines += indented([*check, *join] if wanted.pending else [*join, *check])
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
    made, calls = call((selection.end,), maker.outside(), "end_")
    return [*made, *calls]


def parameters(shared: Iterable[SharedObject]) -> str:
    """Shared objects as parameters of the same names, each a pointer."""
    return ", ".join(f"{each.type} *{each.name}" for each in shared)
