"""Programs written as IVL and read again are the same: C and IVL, at every stage of lowering."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.unit.frontend.ivl.same import difference
from threadproof.config.options import Config
from threadproof.errors import InputError, UserError
from threadproof.export.ivl import program_ivl
from threadproof.export.ivl.names import name_text
from threadproof.frontend.ivl.itype import WORDS
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.run.loading import load, run_passes
from threadproof.run.pipeline import verify

CORPUS = ROOT / "tests" / "corpus"
FILES = sorted(
    [*(ROOT / "examples").rglob("*.c"), *(ROOT / "examples").rglob("*.ivl"), *CORPUS.glob("ivl_lang*.ivl")]
    + [
        path
        for name in ("struct_union", "float", "int128", "function_pointers", "varargs")
        for path in CORPUS.glob(f"lang_{name}.c")
    ]
    + [path for name in ("update", "wait_lists", "resume_now", "family_toy") for path in CORPUS.glob(f"ivl_{name}.ivl")]
)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_round_trip(file: Path) -> None:
    for stage in ("source", "analysed", "lowered"):
        try:
            program = run_passes(load(str(file), Config()), Config(), stage)
        except UserError:
            return  # refused by design
        text = program_ivl(program)
        again = translate(text, "again.ivl", IvlOptions())
        assert difference(program, again) == "", stage
    assert program_ivl(translate(program_ivl(again), "again.ivl", IvlOptions())) == program_ivl(again)


def test_a_program_that_was_written_has_the_same_verdict(tmp_path: Path) -> None:
    for name, verdict in (("peterson", "TRUE"), ("peterson_broken", "FALSE")):
        for stage in ("source", "lowered"):
            program = run_passes(load(str(ROOT / "examples" / "c" / f"{name}.c"), Config()), Config(), stage)
            path = tmp_path / f"{name}.ivl"
            path.write_text(program_ivl(program))
            assert verify(str(path), Config(engine="explicit")).verdict == verdict


def test_the_words_of_the_language_are_not_written_as_names() -> None:
    grammar = (ROOT / "src" / "threadproof" / "frontend" / "ivl" / "grammar.lark").read_text()
    words = {*re.findall(r'"([a-z_]+)"', grammar), *WORDS, "struct", "union"}
    assert {word for word in words if name_text(word) == word} == set()


HEAD = '__core LP64 preemptive "f" "";\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('__core LP128 preemptive "f" "";', "expected one of ILP32, LP64, then one of preemptive, systemc, fairthreads"),
        (HEAD, "there is no function 'f'"),
        (HEAD + "thread T { } ", "this does not belong to the core"),
        (HEAD + "void f() { x = 1; }", "'x' is not declared"),
        (HEAD + "void f() { goto L; }", "there is no label 'L'"),
        (HEAD + "void f() { while (true) { } }", "this is not an operation of the core"),
        (HEAD + "void f() { __nonsense(); }", "'__nonsense' is no operation of the core without a result"),
        (HEAD + "void f() { __register i32 x; x = __halt(1); }", "'__halt' has too many arguments"),
        (HEAD + "void f() { __register i32 x; x = __spawn(); }", "'__spawn' lacks an argument"),
        (HEAD + "void f() { __register i32 x; x = __add(1, 1l); }", "operands that do not fit: add: i32 and i64"),
        (HEAD + "void f() { __register i32 x; x = *(u8*)null; }", "x is i32"),
        ('__core LP64 preemptive "f" "loop";', "no pass establishes 'loop'"),
        ("main { __stop; }", "this belongs to the core, which begins with __core"),
        ("__object x(1, 1); main { }", "this belongs to the core, which begins with __core"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        translate(text, "core.ivl", IvlOptions())
    assert caught.value.message == message and caught.value.pos.line > 0
