"""What changes the meaning of a program beside its statements, and is not understood: pragmas, attributes that clang does not
know, assembly outside functions.

Clang applies the pragmas and attributes that it knows (`pack`, `aligned`, `mode`, ...), and warns of the others; with OpenMP and
OpenACC switched off it warns of theirs. What is known to concern nothing but warnings and speed is left out. Each of the rest
is named, and forbids TRUE: main begins with a free choice, and on one side of it the execution is not explored. The other side is
the program as it stands (of OpenMP: with one thread), so violations are still found, and the ledger names what they ignore.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.errors import Pos
from threadproof.frontend.c.clang.node import Module
from threadproof.ir import expr as e
from threadproof.ir.expr import Variable
from threadproof.ir.op import Assume, Cut, Havoc, Origin
from threadproof.ir.program import Edge, Function, NoteKind
from threadproof.ir.types import BOOL

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.link import Linker

_OF_GCC = "diagnostic error ident ivdep novector poison push_options pop_options reset_options target unroll warning"
_PRAGMAS = """
alloc_text comment endregion ident inline_depth inline_recursion intrinsic ivdep keylist loop_count mark merger message noinline
nounroll novector optimize prefetch region setlocale simd unroll vector warning
"""
_ATTRIBUTES = """
access artificial copy cold designated_init error externally_visible fd_arg fd_arg_read fd_arg_write hot leaf malloc no_icf
no_instrument_function no_profile_instrument_function no_reorder no_sanitize no_split_stack no_stack_limit noclone noipa nonstring
noplt null_terminated_string_arg optimize returns_nonnull sentinel simd stack_protect symver tainted_args target_clones visibility
warning zero_call_used_regs
"""
_HARMLESS_PRAGMAS = frozenset([*_PRAGMAS.split(), *(f"GCC {word}" for word in _OF_GCC.split())])
_HARMLESS_ATTRIBUTES = frozenset(_ATTRIBUTES.split())
_OF_LINKER = frozenset({".symver", ".ident", ".file", ".type", ".size", ".hidden", ".protected"})
_DATA = frozenset({".ascii", ".asciz", ".string", ".byte", ".short", ".long", ".quad", ".align", ".balign", ".p2align"})
_PRAGMA = re.compile(r"(?:#\s*pragma|_Pragma\s*\(\s*\")\s*((?:GCC|STDC|clang)\s+\w+|\w+)(.*)")
_SPEED = re.compile(r"\W*(?:-?O[0-3s]|unroll-loops|tree-vectorize|inline-functions|,|\s|\"|\(|\))*\W*")


def not_understood(module: Module) -> list[tuple[Pos, str]]:
    """Places and names, of the user's own files."""
    found = [(pos, what) for pos, message in module.unit.warnings for what in _warned(module, pos, message)]
    found += [(pos, "assembly outside functions") for pos, words in module.assembly if not _tells_the_linker(words)]
    return list(dict.fromkeys(found))


def _tells_the_linker(words: list[str]) -> bool:
    """Assembly that defines nothing and names nothing anew: versions of symbols, sections for remarks."""
    if not all(word.startswith('"') for word in words[2:-1] if word != ";"):
        return False
    text = "".join(word[1:-1] for word in words[2:-1] if word != ";")
    remarks = False
    for line in re.split(r"\\n|;", text.replace("\\t", " ")):
        name, _, rest = line.strip().partition(" ")
        if name in (".section", ".pushsection"):
            remarks = re.match(r"\s*\.(?:note|comment|gnu\.warning|discard|debug)", rest) is not None
            if not remarks:
                return False
        elif name in (".popsection", ".previous", ".text"):
            remarks = False
        elif name and name not in _OF_LINKER and not (remarks and name in _DATA):
            return False
    return True


def concerns(message: str) -> bool:
    """Whether a warning is one of those that are meant here."""
    return "pragma" in message or message.startswith("unknown attribute")


def _warned(module: Module, pos: Pos, message: str) -> Iterator[str]:
    if message.startswith("unknown attribute"):
        name = message.split("'")[1].strip("_") if "'" in message else ""
        if name not in _HARMLESS_ATTRIBUTES:
            yield f"__attribute__(({name}))"
    elif message.startswith("unexpected '#pragma"):  # of OpenMP or OpenACC
        yield f"#pragma {message.split()[2].strip('#')}"
    elif "pragma" in message:
        written = _PRAGMA.search(module.unit.line(pos))
        name = " ".join(written[1].split()) if written else "(from a macro)"
        harmless = name in _HARMLESS_PRAGMAS or (name == "GCC optimize" and written and _SPEED.fullmatch(written[2]))
        if not harmless:
            yield f"#pragma {name}"


def forbid_true(linker: Linker, main: Function) -> None:
    """Put the choices in front of main, and the names on record."""
    left_out = [(pos, what) for module in linker.image.modules for pos, what in not_understood(module)]
    left_out += list(
        {word: (Pos(c.file), f"the compiler's option {word}") for c in linker.options.commands for word in c.doubts}.values()
    )
    for pos, what in reversed(left_out):
        effect = "not understood, and left out; so the verdict cannot be TRUE"
        linker.note(NoteKind.APPROXIMATED, pos, what, effect)
        doubt(linker, main, pos, f"{what} is not understood")
    for what, pos in linker.doubts.items():
        linker.note(NoteKind.APPROXIMATED, pos, what, "undefined; so the verdict cannot be TRUE")
        doubt(linker, main, pos, f"{what} is undefined")


def doubt(linker: Linker, main: Function, pos: Pos, reason: str) -> None:
    """A free choice in front of main, between the program and a cut."""
    chosen = Variable(linker.unique("understood"), BOOL)
    main.locals.append(chosen)
    first = last_location(main) + 1
    main.edges[:0] = [
        Edge(first, first + 1, (Havoc(chosen, Origin.EXTERN),), pos),
        Edge(first + 1, main.entry, (Assume(e.var(chosen)),), pos),
        Edge(first + 1, first + 2, (Assume(e.lnot(e.var(chosen))),), pos),
        Edge(first + 2, first + 3, (Cut(reason),), pos),
    ]
    main.entry = first


def last_location(function: Function) -> int:
    return max([function.entry, *(place for edge in function.edges for place in (edge.source, edge.target))])
