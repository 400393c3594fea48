"""C++ programs: the examples, each with the verdict that its first line says; and what is said where there is no compiler."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.places import ROOT
from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.errors import InputError, UnsupportedError
from threadproof.frontend.llvm import compiler
from threadproof.frontend.llvm.debug import plain
from threadproof.properties import DEADLOCK, MEMSAFETY, RACE, UNREACH
from threadproof.run import pipeline
from threadproof.run.loading import SourceFile

FILES = sorted((ROOT / "examples" / "cpp").glob("*.cpp"))
QUICK = {"static_local": UNREACH, "forgotten_lock": RACE}
compiled = pytest.mark.skipif(compiler.find_wheel() is None, reason="no compiler for C++")


def stated(file: Path) -> tuple[str, str]:
    """The verdict, and the property that is violated."""
    word = file.read_text().splitlines()[0].removeprefix("// verdict: ")
    return word.partition("(")[0], word.partition("(")[2].rstrip(")")


def verdict(file: Path, property_: str) -> str:
    config = validate(Config(property=property_, engine="ordering", timeout=120.0))
    clock = pipeline.Clock(pipeline.quietly)
    program = pipeline.prepare(str(file), config, clock, SourceFile(str(file)))
    return pipeline.bundled(pipeline.answer(program, str(file), config, clock), config).verdict


@compiled
@pytest.mark.parametrize("name", QUICK)
def test_examples(name: str) -> None:
    file = ROOT / "examples" / "cpp" / f"{name}.cpp"
    word, violated = stated(file)
    assert verdict(file, QUICK[name]) == (word if violated in ("", QUICK[name]) else "TRUE")


@compiled
@pytest.mark.nightly
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_all_examples(file: Path) -> None:
    word, violated = stated(file)
    for each in (UNREACH, RACE, DEADLOCK, MEMSAFETY):
        found = verdict(file, each)
        assert found == "FALSE" if each == violated else found in ("TRUE", "UNKNOWN"), each
        assert word != "TRUE" or found == "TRUE"


def test_examples_have_both_verdicts() -> None:
    assert {stated(file)[0] for file in FILES} == {"TRUE", "FALSE"}


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "find_wheel", lambda: None)
    with pytest.raises(InputError, match=r"C\+\+ needs a compiler that is not installed \(pip install 'threadproof\[cpp\]'\)"):
        compiler.of_wheel("x.cpp")


@compiled
def test_errors_of_the_compiler_have_their_place(tmp_path: Path) -> None:
    file = tmp_path / "wrong.cpp"
    file.write_text("int main() {\n    return nothing;\n}\n")
    with pytest.raises(InputError, match=r"wrong\.cpp:2:12: use of undeclared identifier 'nothing'"):
        SourceFile(str(file)).load(Config())


@compiled
def test_what_was_compiled_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as neither the file nor what it includes changes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    header, file = tmp_path / "n.h", tmp_path / "f.c"
    header.write_text("#define N 1\n")
    file.write_text('#include "n.h"\nint n = N;\n')
    clang = compiler.find_wheel()
    assert clang is not None
    flags = ["-x", "c", *compiler.PLAIN]
    assert "@n = dso_local global i32 1" in compiler.compiled(str(file), flags, clang)
    (entry,) = (tmp_path / "cache" / "threadproof" / "llvm").glob("*.ll")
    entry.write_text("kept")
    assert compiler.compiled(str(file), flags, clang) == "kept"
    header.write_text("#define N 12\n")
    assert "@n = dso_local global i32 12" in compiler.compiled(str(file), flags, clang)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("std::vector<int, std::allocator<int> >::push_back", "std::vector::push_back"),
        ("operator<< <int>", "operator<< <int>"),
        ("std::__thread_proxy<std::tuple<(lambda at f.cpp:7:24)> >", "lambda at f.cpp:7"),
        ("std::__thread_proxy<std::tuple<void (*)()> >", "std::thread"),
    ],
)
def test_names_of_functions(name: str, shown: str) -> None:
    assert plain(name) == shown


REFUSED = {
    "exceptions in C++": "int main() { throw 1; }\n",
    "descriptions of types (dynamic_cast, typeid) in C++": (
        "struct A { virtual ~A() = default; };\n"
        "struct B : A {};\n"
        "int main() { A *a = new B; return dynamic_cast<B *>(a) != nullptr; }\n"
    ),
}


@compiled
@pytest.mark.parametrize("what", REFUSED)
def test_what_is_switched_off_is_named(tmp_path: Path, what: str) -> None:
    file = tmp_path / "program.cpp"
    file.write_text(REFUSED[what])
    with pytest.raises(UnsupportedError, match=re.escape(f"unsupported: {what}")):
        SourceFile(str(file)).load(Config())


@compiled
def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the file"):
        SourceFile(str(tmp_path / "none.cpp")).load(Config())
