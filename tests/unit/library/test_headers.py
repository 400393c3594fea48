"""Our headers against those of this machine: equal constants, and structures of equal size with their members at equal places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clang.cindex import Cursor, CursorKind, Index, TranslationUnit

from threadproof.frontend.c.clang.source import _system_directories
from threadproof.frontend.c.library import table as library

SYSTEM = [Path("/usr/include"), Path("/usr/include/x86_64-linux-gnu")]
HEADERS = [h.relative_to(library.HEADERS) for h in sorted(Path(library.HEADERS).rglob("*.h"))]
OURS_ALONE = {"emmintrin.h", "xmmintrin.h", "immintrin.h", "x86intrin.h", "fthread.h", "__tp_builtins.h", "features.h"}
SHARED = [str(h) for h in HEADERS if str(h) not in OURS_ALONE and any((place / h).exists() for place in SYSTEM)]

# Numbers that the library leaves to the processor, to the C library's version, or computes when it is asked.
OWN_CHOICE = {
    "BUFSIZ", "SIGSTKSZ", "MINSIGSTKSZ", "SIGRTMIN", "SIGRTMAX", "MB_CUR_MAX", "NOFILE", "PTHREAD_STACK_MIN", "O_LARGEFILE",
    "SHMLBA",
}  # fmt: skip


OWN = [f"-I{library.HEADERS}", "-include", library.BUILTINS]


def clang(text: str, machine: str, *arguments: str) -> TranslationUnit:
    target = "i686-linux-gnu" if machine == "-m32" else "x86_64-linux-gnu"
    common = ["-x", "c", "-std=gnu11", f"--target={target}", "-D_GNU_SOURCE", "-nostdinc", "-w", "-ferror-limit=0"]
    detailed = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD
    return Index.create().parse("test.c", [*common, *arguments], [("test.c", text)], detailed)


def inside(cursor: Cursor, header: str) -> bool:
    return cursor.location.file is not None and cursor.location.file.name == f"{library.HEADERS}/{header}"


def constants(header: str, machine: str) -> dict[str, int]:
    """The macros that stand for an integer, and the enumerators."""
    unit = clang(f"#include <{header}>\n", machine, *OWN)
    found = {}
    names = []
    for cursor in unit.cursor.walk_preorder():
        if cursor.kind == CursorKind.ENUM_CONSTANT_DECL and inside(cursor, header):
            found[cursor.spelling] = cursor.enum_value
        if cursor.kind == CursorKind.MACRO_DEFINITION and inside(cursor, header):
            words = [token.spelling for token in cursor.get_tokens()]
            if (
                len(words) > 1
                and not words[0].startswith("__")
                and all(re.fullmatch(r"[\w()|<-]+|<<", word) for word in words[1:])
            ):
                names.append(words[0])
    text = f"#include <{header}>\n" + "".join(f"enum {{ tp_{name} = {name} }};\n" for name in names)
    unit = clang(text, machine, *OWN)
    wrong = {diagnostic.location.line for diagnostic in unit.diagnostics if diagnostic.severity >= 3}
    for cursor in unit.cursor.walk_preorder():
        if (
            cursor.kind == CursorKind.ENUM_CONSTANT_DECL
            and cursor.spelling.startswith("tp_")
            and cursor.location.line not in wrong
        ):
            found[cursor.spelling.removeprefix("tp_")] = cursor.enum_value
    return {name: value for name, value in found.items() if name not in OWN_CHOICE and not name.startswith("__")}


def structures(header: str, machine: str) -> dict[str, tuple[int, dict[str, int]]]:
    """The size of each, and where its members with public names lie, in bytes."""
    found = {}
    for cursor in clang(f"#include <{header}>\n", machine, *OWN).cursor.get_children():
        if cursor.kind == CursorKind.STRUCT_DECL and cursor.is_definition() and cursor.spelling and inside(cursor, header):
            fields = [field for field in cursor.type.get_fields() if re.match(r"[a-z]\w*$", field.spelling)]
            places = {f.spelling: cursor.type.get_offset(f.spelling) // 8 for f in fields if not f.is_bitfield()}
            name = cursor.type.spelling
            if "(" not in name and "__" not in name:
                found[name] = (cursor.type.get_size(), places)
    return found


@pytest.mark.parametrize("machine", ["-m32", "-m64"])
@pytest.mark.parametrize("header", SHARED)
def test_header_says_what_that_of_the_system_says(header: str, machine: str) -> None:
    lines = []
    for name, value in constants(header, machine).items():
        lines.append(f'_Static_assert((unsigned long long)({name}) == {value % 2**64}ULL, "{name}");')
    for name, (size, places) in structures(header, machine).items():
        lines.append(f'_Static_assert(sizeof({name}) == {size}, "{name}");')
        for field, place in places.items():
            lines.append(f'_Static_assert(__builtin_offsetof({name}, {field}) == {place}, "{name}.{field}");')
    text = f"#include <limits.h>\n#include <{header}>\n" + "\n".join(lines)
    arguments = [f"-isystem{place}" for place in _system_directories()] + [f"-idirafter{library.HEADERS}"]
    assert [diagnostic.spelling for diagnostic in clang(text, machine, *arguments).diagnostics if diagnostic.severity >= 3] == []


def test_most_headers_are_compared() -> None:
    assert len(SHARED) > 100 or not SYSTEM[0].exists()
