"""`threadproof cc`: what a build did is recorded, with a compiler and without one, and the programs are found again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from multiprocessing import Pool
from pathlib import Path

import pytest

from threadproof.compilation import record, wrapper
from threadproof.compilation.database import load
from threadproof.compilation.selection import FileSelection
from threadproof.errors import InputError
from threadproof.frontend.c.project import CompileCommand, Project

FILES = {
    "app.c": "int f(int); int main(void) { return f(N); }",
    "tool.c": "int f(int); int main(void) { return f(2); }",
    "f.c": "int g(void); int f(int n) { return n + g(); }",
    "g.c": "int g(void) { return 0; }",
    "unused.c": "int unused;",
}
Compile = Callable[[str], None]
needs_gcc = pytest.mark.skipif(not (shutil.which("gcc") and shutil.which("ar")), reason="there is no compiler")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(wrapper.PLACE, raising=False)
    for name, text in FILES.items():
        Path(name).write_text(text + "\n")
    Path(".git").mkdir()
    return tmp_path


@pytest.fixture(params=[pytest.param("gcc", marks=needs_gcc), ""])
def cc(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Compile:
    monkeypatch.setenv(wrapper.COMPILER, request.param)

    def call(words: str) -> None:
        assert wrapper.main(words.split()) == 0

    return call


def ar(*words: str) -> None:
    subprocess.run(["ar", "rc", *words], check=True)


def recorded(name: str = "", *files: str) -> Project:
    build = load("build.tp")
    return FileSelection(build).linked(record.program(build, record.programs_of(build, files), name))


def test_objects(cc: Compile) -> None:
    for words in ("-c app.c -DN=0", "-c f.c -o f.o -DA", "-c g.c", "app.o f.o g.o -o app -lm"):
        cc(words)
    expected = (CompileCommand("app.c", ("-DN=0",)), CompileCommand("f.c", ("-DA",)), CompileCommand("g.c"))
    assert set(recorded().commands) == set(expected)
    assert recorded().files[0] == "app.c" and recorded().origin == "app.c and 2 more, as build.tp says"
    assert os.access("app", os.X_OK)


def test_sources_are_linked_directly(cc: Compile) -> None:
    cc("-DN=1 app.c f.c g.c -o app")
    assert set(recorded().files) == {"app.c", "f.c", "g.c"} and all(c.options == ("-DN=1",) for c in recorded().commands)


@pytest.mark.skipif(not shutil.which("ar"), reason="there is no ar")
def test_archives_give_what_is_needed(cc: Compile) -> None:
    cc("-c -DN=0 app.c f.c g.c unused.c")
    ar("libf.a", "f.o", "g.o", "unused.o")
    for name in ("f.o", "g.o", "unused.o"):
        os.remove(name)
    cc("app.o -L. -lf -o app")
    assert set(recorded().files) == {"app.c", "f.c", "g.c"}


@needs_gcc
def test_libraries_and_partial_links() -> None:
    for words in ("-fPIC -shared f.c g.c -o libf.so", "-c app.c -DN=0", "-r app.o -o all.o", "all.o ./libf.so -o app"):
        assert wrapper.main(words.split()) == 0
    assert set(recorded().files) == {"app.c", "f.c", "g.c"}
    assert [program.name for program in load("build.tp").programs] == ["app"]


def test_objects_that_were_moved(cc: Compile) -> None:
    cc("-c app.c -DN=0 -o x.tmp")
    cc("-c f.c g.c")
    os.rename("x.tmp", "app.o")
    cc("app.o f.o g.o -o app")
    assert set(recorded().files) == {"app.c", "f.c", "g.c"}


def test_several_programs(cc: Compile) -> None:
    cc("-c f.c g.c")
    cc("-DN=0 app.c f.o g.o -o app")
    cc("tool.c f.o g.o -o tool")
    with pytest.raises(InputError, match=r"2 programs were linked: choose one with --target \(app, tool\)"):
        recorded()
    with pytest.raises(InputError, match=r"no program 'x' \(there are: app, tool\)"):
        recorded("x")
    assert recorded("tool").files[0] == "tool.c"
    assert recorded("", "app.c").files[0] == "app.c"


def test_later_steps_replace_earlier_ones(cc: Compile) -> None:
    cc("-DN=0 app.c f.c g.c -o app")
    cc("-DN=1 app.c f.c g.c -o app")
    assert all(command.options == ("-DN=1",) for command in recorded().commands)


def test_programs_whose_files_are_gone_are_forgotten(cc: Compile) -> None:
    Path("conftest.c").write_text("int main(void) { return 0; }")
    cc("conftest.c -o conftest")
    os.remove("conftest.c")
    cc("-DN=0 app.c f.c g.c -o app")
    assert [program.name for program in load("build.tp").programs] == ["app"]


def test_programs_by_which_cmake_tries_the_compiler_are_none(cc: Compile) -> None:
    for folder in ("build/CMakeFiles/3.25.1/CompilerIdC", "build"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        Path(folder, "main.c").write_text("int main(void) { return 0; }")
        cc(f"{folder}/main.c -o {folder}/a.out")
    assert [each.name for each in record.load("build.tp").programs] == ["build/a.out"]


def test_a_file_that_is_compiled_twice_for_one_program(cc: Compile) -> None:
    Path("two.c").write_text("int NAME(int n) { return n; }\n")
    Path("main.c").write_text("int a(int), b(int); int main(void) { return a(0) + b(0); }\n")
    for name in "ab":
        cc(f"-c two.c -DNAME={name} -o {name}.o")
    cc("main.c a.o b.o -o app")
    assert recorded().commands[1:] == (CompileCommand("two.c", ("-DNAME=a",)), CompileCommand("two.c", ("-DNAME=b",)))
    if shutil.which("ar"):
        ar("liball.a", "b.o", "a.o")
        cc("main.c liball.a -o app")
        assert len(recorded().commands) == 3


@pytest.mark.skipif(not shutil.which("ar"), reason="there is no ar")
def test_the_first_archive_that_defines_a_name_counts(cc: Compile) -> None:
    Path("other.c").write_text("int g(void) { return 7; }\n")
    cc("-c -DN=0 app.c f.c g.c other.c")
    ar("libother.a", "other.o")
    ar("libg.a", "g.o")
    cc("app.o f.o libother.a libg.a -o app")
    assert set(recorded().files) == {"app.c", "f.c", "other.c"}


@pytest.mark.skipif(not shutil.which("ar"), reason="there is no ar")
def test_main_in_an_archive(cc: Compile) -> None:
    cc("-c -DN=0 app.c f.c g.c")
    ar("libmain.a", "app.o")
    cc("f.o g.o libmain.a -o app")
    assert recorded().files[0] == "app.c" and len(recorded().files) == 3


def test_what_is_no_c_is_named(cc: Compile) -> None:
    Path("s.s").write_text(".globl s\n.data\ns: .long 1\n")
    Path("other.o").write_bytes(b"")
    if os.environ[wrapper.COMPILER]:
        subprocess.run(["gcc", "-c", "-DN=0", "unused.c", "-o", "other.o"], check=True)
    cc("-DN=0 app.c f.c g.c s.s other.o -o app")
    assert recorded().origin.endswith("linked, too, and not read: s.s, other.o")


def test_the_record_is_that_of_the_repository(cc: Compile, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "sub" / "deep").mkdir(parents=True)
    monkeypatch.chdir(here / "sub" / "deep")
    cc("-c ../../g.c -I../inc")
    assert not Path("build.tp").exists()
    monkeypatch.chdir(here)
    assert [each.command for each in load(".").compilations] == [CompileCommand("g.c", ("-Isub/inc",))]
    monkeypatch.setenv(wrapper.PLACE, str(here / "sub" / "mine.tp"))
    cc("-c f.c")
    assert [each.file for each in load("sub/mine.tp").compilations] == ["f.c"]


@needs_gcc
def test_the_compiler_answers(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    Path("bad.c").write_text("int x = ;\n")
    assert wrapper.main(["-c", "bad.c"]) == 1
    assert "bad.c:1" in capfd.readouterr().err
    assert wrapper.main(["-E", "g.c"]) == 0 and "int g(void)" in capfd.readouterr().out
    assert wrapper.main(["--version"]) == 0
    assert not Path("build.tp").exists()
    monkeypatch.setenv(wrapper.COMPILER, "")
    assert wrapper.main(["-E", "g.c"]) == 1
    assert "there is no compiler" in capfd.readouterr().err
    assert wrapper.main(["--version"]) == 0


def test_a_broken_record() -> None:
    Path("build.tp").write_text('{"version": 1}\n')
    with pytest.raises(InputError, match=r"build.tp:1:1: this line is not one"):
        load("build.tp")


def _append(number: int) -> None:
    record.append("build.tp", {"directory": "/", "arguments": ["x" * 9000], "number": number})


@pytest.mark.wall_clock
def test_many_write_at_a_time() -> None:
    with Pool(8) as pool:
        pool.map(_append, range(200), chunksize=1)
    lines = Path("build.tp").read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in lines) == list(range(200))


def test_as_a_command() -> None:
    command = [sys.executable, "-m", "threadproof", "cc", "-c", "g.c", "-Wall"]
    done = subprocess.run(command, env={**os.environ, wrapper.COMPILER: ""}, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [each.file for each in load(".").compilations] == ["g.c"]
