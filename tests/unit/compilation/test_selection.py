"""Which files make a program: what a linker would take from archives, and never a guess."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.unit.compilation.builds import written
from threadproof.compilation.selection import FileSelection
from threadproof.errors import InputError
from threadproof.frontend.c.project import Project


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def chosen(texts: Mapping[str, str], *files: str, target: str = "", commands: Mapping[str, str] | None = None) -> Project:
    return FileSelection(written(Path(), texts, commands)).chosen(files, target)


LENGTH = '#include <string.h>\nint main(void) { return strlen("a"); }'
INLINE = "int f(int); static inline int h(void) { return f(1); }"
F = "int f(int n) { return n; }"
APP = "int f(int); int main(void) { return f(1); }"
CHOICES = {
    "what is called": ({"app.c": APP, "f.c": F, "g.c": "int g;"}, ("app.c", "f.c")),
    "and what that needs": (
        {"app.c": APP, "f.c": "extern int g; int f(int n) { return g + n; }", "g.c": "int g = 1;"},
        ("app.c", "f.c", "g.c"),
    ),
    "the file with main is found": ({"a.c": "int f(int n) { return n; }", "z.c": APP}, ("z.c", "a.c")),
    "a tentative definition": ({"app.c": "extern int x; int main(void) { return x; }", "x.c": "int x;"}, ("app.c", "x.c")),
    "a tentative definition beside one with a value": (
        {"app.c": "extern int x; int main(void) { return x; }", "x.c": "int x = 1;", "y.c": "int x; int y;"},
        ("app.c", "x.c"),
    ),
    "a table of functions": (
        {"app.c": "int f(int); static int (*t[])(int) = {f}; int main(void) { return t[0](1); }", "f.c": F},
        ("app.c", "f.c"),
    ),
    "static names of other files are not meant": (
        {"app.c": APP, "f.c": F, "g.c": "static int f(int n) { return n; } int g(void) { return f(2); }"},
        ("app.c", "f.c"),
    ),
    "static functions that nothing calls ask for nothing": (
        {"app.c": f"{INLINE} int main(void) {{ return 0; }}", "f.c": F},
        ("app.c",),
    ),
    "static functions that are called do": (
        {"app.c": f"{INLINE} int main(void) {{ return h(); }}", "f.c": F},
        ("app.c", "f.c"),
    ),
    "local variables are no symbols": ({"app.c": "int main(void) { int f = 1; return f; }", "f.c": "int f;"}, ("app.c",)),
    "names that macros make": (
        {"app.c": APP, "f.c": "#define MAKE(x, y) int x##y(int n) { return n; }\n#define F f\nMAKE(,f)\nint g;"},
        ("app.c", "f.c"),
    ),
    "functions of the library are the library's": (
        {"app.c": LENGTH, "s.c": "/* strlen() */ int s(void) { return 1; }"},
        ("app.c",),
    ),
    "unless the program has its own": (
        {"app.c": LENGTH, "s.c": "unsigned long strlen(const char *s) { return 1; }"},
        ("app.c", "s.c"),
    ),
    "a weak definition beside a strong one": (
        {"app.c": APP, "f.c": F, "g.c": "__attribute__((weak)) int f(int n) { return 2; }"},
        ("app.c", "f.c"),
    ),
    "files that do not compile and are not asked for": (
        {"app.c": APP, "f.c": F, "g.c": "int g( { }"},
        ("app.c", "f.c"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CHOICES)
def test_choice(name: str) -> None:
    texts, files = CHOICES[name]
    assert chosen(texts).files == files


TWO = {"one.c": APP, "two.c": APP, "f.c": F}


def test_several_mains() -> None:
    with pytest.raises(InputError) as caught:
        chosen(TWO)
    assert str(caught.value) == "compile_commands.json: 2 files have a main: name the one to verify (one.c, two.c)"
    assert chosen(TWO, "two.c").files == ("two.c", "f.c")
    assert chosen(TWO, "two.c").origin == "two.c and 1 more, as compile_commands.json says"


def test_targets() -> None:
    texts = {**TWO, "plugin.c": "int plugin;"}
    commands = {
        "one.c": "-o CMakeFiles/one.dir/one.c.o",
        "plugin.c": "-o CMakeFiles/one.dir/plugin.c.o",
        "two.c": "-o CMakeFiles/two.dir/two.c.o",
        "f.c": "-o CMakeFiles/lib.dir/f.c.o",
    }
    assert chosen(texts, target="one", commands=commands).files == ("one.c", "plugin.c", "f.c")
    assert chosen(texts, "two.c", commands=commands).files == ("two.c", "f.c")
    with pytest.raises(InputError, match=r"no target 'three' \(there are: one, two, lib\)"):
        chosen(texts, target="three", commands=commands)
    with pytest.raises(InputError, match="no file has a function 'main'"):
        chosen(texts, target="lib", commands=commands)


def test_options_of_each_file() -> None:
    commands = {"app.c": "-DA=1 -m32", "f.c": "-DB -funsigned-char -fnew-option -m32"}
    project = chosen({"app.c": APP, "f.c": "int f(int n) { return B; }"}, commands=commands)
    assert [each.options for each in project.commands] == [("-DA=1",), ("-DB", "-funsigned-char")]
    assert (project.commands[1].doubts, project.data_model) == (("-fnew-option",), "ILP32")


REFUSED = {
    "two definitions": (
        {"app.c": APP, "f.c": F, "g.c": "int f(int n) { return 0; }"},
        None,
        "app.c: 'f' is defined by f.c, g.c (name those that belong to the program: verify -p BUILD MAIN.c OTHER.c)",
    ),
    "two data models": (
        {"app.c": APP, "f.c": F},
        {"app.c": "-m32", "f.c": "-m64"},
        "compile_commands.json: app.c and f.c are compiled for ILP32 and LP64 (choose: --data-model)",
    ),
    "no main": ({"f.c": "int f;"}, None, "compile_commands.json: no file has a function 'main'"),
    "a main that does not compile": ({"app.c": "int main( {"}, None, "app.c:1:11: expected parameter declarator"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    texts, commands, message = REFUSED[name]
    with pytest.raises(InputError) as caught:
        chosen(texts, commands=commands)
    assert str(caught.value) == message


def test_a_file_that_is_compiled_in_several_ways(tmp_path: Path) -> None:
    rows = (
        '[{"directory": ".", "file": "a.c", "command": "cc -DA a.c"}, {"directory": ".", "file": "a.c", "command": "cc -DB a.c"}]'
    )
    build = written(tmp_path, {"a.c": "int main(void) { return 0; }"})
    (tmp_path / "compile_commands.json").write_text(rows)
    from threadproof.compilation.database import load

    assert FileSelection(build).chosen((), "").files == ("a.c",)
    with pytest.raises(InputError, match="compiles this file in several ways"):
        FileSelection(load(".")).chosen(("a.c",), "")


def test_what_was_not_read_is_said() -> None:
    project = chosen({"app.c": APP, "f.c": "int f( { }"}, "app.c")
    assert project.files == ("app.c",) and project.origin.endswith("; not read: f.c")
    project = chosen({"app.c": APP}, "app.c", commands={"app.c": "", "gone.c": "", "x.S": ""})
    assert project.origin.endswith("; not there: gone.c; not C: x.S")


def test_a_weak_definition_that_another_file_replaces_is_said() -> None:
    weak = "__attribute__((weak)) int f(int n) { return 2; }"
    project = chosen({"app.c": f"{weak} int main(void) {{ return f(1); }}", "f.c": F})
    assert project.files == ("app.c",)
    assert project.origin.endswith("; 'f' is that of app.c, not that of f.c, which was not asked for")


def test_a_file_that_the_build_does_not_know() -> None:
    Path("other.c").touch()
    with pytest.raises(InputError, match=r"other.c: .*does not say how this file is compiled"):
        chosen({"app.c": APP}, "other.c")
    with pytest.raises(InputError, match=r"none.c: cannot read the file: No such file"):
        chosen({"app.c": APP}, "none.c")
