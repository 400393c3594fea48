"""The models and headers as C: they parse without a diagnostic in both data models, and the index describes them truly."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from clang.cindex import Cursor, CursorKind, Index, StorageClass, TranslationUnit

from threadproof.frontend.c.library import table as library
from threadproof.ir.program import NoteKind
from threadproof.properties import KINDS

MACHINES = ("-m32", "-m64")
MODELS = sorted(Path(library.MODELS).glob("*.c"))
HEADERS = sorted(Path(library.HEADERS).rglob("*.h"))


def parse(text: str, machine: str, *options: str) -> TranslationUnit:
    arguments = ["-x", "c", "-std=gnu11", machine, "-nostdinc", f"-I{library.HEADERS}", f"-I{library.MODELS}"]
    arguments += ["-include", library.BUILTINS, "-Wall", "-Wextra", "-Wno-unused-parameter", *options]
    return Index.create().parse("test.c", arguments, [("test.c", text)])


def diagnostics(unit: TranslationUnit) -> list[str]:
    return [str(diagnostic) for diagnostic in unit.diagnostics]


def named(files: list[Path]) -> dict[str, list[object]]:
    return {"argvalues": files, "ids": [file.name for file in files]}


@cache
def functions(file: Path) -> list[Cursor]:
    """Functions that a model file itself declares, with `file` still alive through their translation unit."""
    unit = parse(f'#include "{file}"\n', "-m64", "-D__TP_REORDERS_WRITES", "-D__TP_DELAYS_READS", "-D__TP_NOT_ATOMIC")
    return [c for c in unit.cursor.get_children() if c.kind == CursorKind.FUNCTION_DECL and c.location.file.name == str(file)]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("header", **named(HEADERS))
def test_header_parses_and_may_be_included_twice(header: Path, machine: str) -> None:
    include = f"#include <{header.relative_to(library.HEADERS)}>\n"
    assert diagnostics(parse(include * 2 + "int unused;\n", machine)) == []


def test_all_headers_together() -> None:
    text = "".join(f"#include <{h.relative_to(library.HEADERS)}>\n" for h in HEADERS if h.name != "iso646.h")
    for machine in MACHINES:
        for option in ("-D_GNU_SOURCE", "-D_DEFAULT_SOURCE", "-std=c99"):
            assert diagnostics(parse(text, machine, option)) == []


@pytest.mark.parametrize(
    "options",
    [("-D__TP_WAITERS",), ("-D__TP_SPURIOUS",), ("-D__TP_SPURIOUS", "-D__TP_WAITERS")],
    ids=["exact", "spurious", "both"],
)
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("file", **named(MODELS))
def test_model_parses(file: Path, machine: str, options: tuple[str, ...]) -> None:
    assert diagnostics(parse(f'#include "{file.name}"\n', machine, *options)) == []


@pytest.mark.parametrize("file", **named(MODELS))
def test_index_holds_exactly_the_functions_with_external_linkage(file: Path) -> None:
    defined = {c.spelling for c in functions(file) if c.is_definition() and c.storage_class != StorageClass.STATIC}
    assert {name for name, model in library.models().items() if model.file == str(file)} == defined


def test_no_function_has_two_models() -> None:
    names = [c.spelling for f in MODELS for c in functions(f) if c.is_definition() and c.storage_class != StorageClass.STATIC]
    assert len(names) == len(set(names)) == len(library.models())


def test_helpers_have_names_of_their_own() -> None:
    """Static functions and variables are named so that two files never share one, and programs never meet one."""
    seen: dict[str, Path] = {}
    for file in MODELS:
        unit = parse(f'#include "{file}"\n', "-m64")
        for cursor in unit.cursor.get_children():
            if cursor.storage_class == StorageClass.STATIC and cursor.location.file.name == str(file):
                assert cursor.spelling.startswith("__tp_"), cursor.spelling
                assert seen.setdefault(cursor.spelling, file) == file


def declared(header: Path) -> set[str]:
    unit = parse(f"#include <{header.relative_to(library.HEADERS)}>\n", "-m64", "-D_GNU_SOURCE")
    functions = [c for c in unit.cursor.get_children() if c.kind == CursorKind.FUNCTION_DECL]
    return {c.spelling for c in functions if c.location.file.name == str(header) and not c.is_definition()}


INTRINSICS = {"__tp_atomic_begin", "__tp_atomic_end", "__tp_compared"}


def test_every_declared_function_has_a_model_or_is_listed() -> None:
    """What is declared and has no model is in the second table of the document, by header."""
    text = (Path(__file__).parents[3] / "docs" / "library.md").read_text().partition("\n## Declared")[2].partition("\n## ")[0]
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `")]
    listed = {header.strip(" `<>"): names.replace("`", "").split() for header, names in rows}
    known = library.FRONT_END | INTRINSICS | library.models().keys()
    left = {str(header.relative_to(library.HEADERS)): sorted(declared(header) - known) for header in HEADERS}
    assert {header: names for header, names in left.items() if names} == listed


def test_models_call_only_models_and_intrinsics() -> None:
    unit = parse('#include "intrinsics.h"\n', "-m64")
    intrinsics = {c.spelling for c in unit.cursor.get_children() if c.kind == CursorKind.FUNCTION_DECL}
    for file in MODELS:
        known = {c.spelling for c in functions(file)} | library.models().keys() | intrinsics
        for function in functions(file):
            for cursor in function.walk_preorder():
                if (
                    cursor.kind == CursorKind.CALL_EXPR
                    and cursor.referenced is not None
                    and cursor.referenced.kind == CursorKind.FUNCTION_DECL
                ):
                    assert cursor.spelling in known or cursor.spelling.startswith("__builtin_va_"), (
                        f"{file.name}: {cursor.spelling}"
                    )


def test_checks_name_known_kinds() -> None:
    for file in MODELS:
        for function in functions(file):
            for cursor in function.walk_preorder():
                if cursor.kind == CursorKind.CALL_EXPR and cursor.spelling == "__tp_check":
                    literals = [c.spelling.strip('"') for c in cursor.walk_preorder() if c.kind == CursorKind.STRING_LITERAL]
                    assert literals[0] in KINDS and literals[1]


SIZES = {
    "pthread_t": (4, 8), "pthread_key_t": (4, 4), "pthread_once_t": (4, 4), "pthread_spinlock_t": (4, 4),
    "pthread_mutex_t": (24, 40),
    "pthread_cond_t": (48, 48), "pthread_rwlock_t": (32, 56), "pthread_barrier_t": (20, 32), "pthread_attr_t": (36, 56),
    "pthread_mutexattr_t": (4, 4), "pthread_condattr_t": (4, 4), "pthread_rwlockattr_t": (8, 8), "pthread_barrierattr_t": (4, 4),
    "sem_t": (16, 32), "thrd_t": (4, 8), "mtx_t": (24, 40), "cnd_t": (48, 48), "tss_t": (4, 4), "once_flag": (4, 4),
    "time_t": (4, 8),
    "struct timespec": (8, 16), "struct timeval": (8, 16), "sigset_t": (128, 128), "div_t": (8, 8), "ldiv_t": (8, 16),
    "ssize_t": (4, 8), "off_t": (4, 8), "wchar_t": (4, 4), "intmax_t": (8, 8), "int_fast16_t": (4, 8),
}  # fmt: skip


def test_objects_have_the_sizes_of_glibc() -> None:
    headers = ["pthread", "semaphore", "threads", "signal", "stdlib", "stdint", "sys/time"]
    text = "".join(f"#include <{name}.h>\n" for name in headers)
    for i, machine in enumerate(MACHINES):
        wanted = "".join(f'_Static_assert(sizeof({type_}) == {sizes[i]}, "{type_}");\n' for type_, sizes in SIZES.items())
        assert diagnostics(parse(text + wanted, machine)) == []


def test_describe() -> None:
    assert library.describe("pthread_mutex_lock").startswith("modelled: one atomic step")
    assert library.describe("rand_r").startswith("approximated: any value")
    assert library.describe("pthread_mutex_clocklock") == library.describe("pthread_mutex_timedlock")
    assert library.describe("frobnicate") == "" and library.model_file("frobnicate") is None
    assert library.model_file("sem_post") == f"{library.MODELS}/semaphore.c"
    assert library.models()["fork"].kind is NoteKind.ASSUMED


def test_every_model_that_programs_call_is_described() -> None:
    for name, model in library.models().items():
        assert name.startswith("__tp_") or model.text != "part of other models", name


def test_the_documents_say_of_every_model_what_doctor_says() -> None:
    table = (Path(__file__).parents[3] / "docs" / "library.md").read_text().splitlines()
    rows = [line for line in table if line.startswith("| `")]
    for name, model in library.models().items():
        if not name.startswith("__tp_"):
            (row,) = [row for row in rows if f"`{name}`" in row.split("|")[1]]
            assert row.endswith(f"| {model.kind.value}: {model.text} |"), name
