"""The configuration file: where it is found, what it may say, what comes first, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from threadproof.app import usage
from threadproof.app.arguments import COMMANDS, Invocation, read
from threadproof.app.configuration import ADDED, PATHS, applied
from threadproof.config.option import NO_CONFIG
from threadproof.config.options import OPTIONS
from threadproof.errors import InputError


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    return tmp_path


def called(words: str, text: str = "", name: str = "threadproof.toml") -> Invocation:
    if text:
        Path(name).write_text(text)
    call = read(words.split())
    if call is None:
        found = usage.parse(words.split())
        assert isinstance(found, Invocation)
        call = found
    return applied(call)


def options(words: str, text: str = "", name: str = "threadproof.toml") -> dict[str, Any]:
    return called(words, text, name).options


def test_options_and_files() -> None:
    text = 'files = ["a.c", "src/b.c"]\ntimeout = 60\nproperty = "no-data-race"\noverflow = true\ninclude = ["inc"]\n'
    call = called("verify", text)
    assert call.files == ["a.c", "src/b.c"]
    given = {"timeout": 60.0, "properties": ("no-data-race",), "overflow": True, "include": ("inc",)}
    assert call.options == {**given, "configuration": "threadproof.toml"}
    assert called("certify proof.json").files == ["a.c", "src/b.c", "proof.json"]
    assert called("verify other.c").files == ["other.c"]


def test_a_command_takes_the_options_that_it_has() -> None:
    assert options("lower x.c", "timeout = 60\nunwind = 3\n") == {"unwind": 3, "configuration": "threadproof.toml"}


@pytest.mark.parametrize(
    "words", ["verify x.c --timeout 7 --property no-deadlock -DB", "verify -DB x.c --timeout=7 --property=no-deadlock"]
)
def test_the_command_line_comes_first(words: str) -> None:
    found = options(words, 'timeout = 60\nproperty = ["no-data-race"]\ndefine = "A"\n')
    assert (found["timeout"], found["properties"], found["define"]) == (7.0, ("no-deadlock",), ("A", "B"))


def test_defaults_of_the_command_line_do_not() -> None:
    by_click = usage.parse(["verify", "--", "x.c"])
    assert isinstance(by_click, Invocation) and by_click.options == {}
    Path("threadproof.toml").write_text("timeout = 60\n")
    assert applied(by_click).options["timeout"] == 60.0


TARGETS = """
timeout = 60
define = ["ALL"]
[target.app]
files = ["app.c", "queue.c"]
define = ["N=3"]
[target.tool]
files = ["tool.c"]
timeout = 5
compile-commands = "build"
"""


def test_targets() -> None:
    call = called("verify --target app", TARGETS)
    given = {"timeout": 60.0, "define": ("ALL", "N=3"), "configuration": "threadproof.toml, target app"}
    assert (call.files, call.options) == (["app.c", "queue.c"], given)
    call = called("verify --target tool --timeout 3")
    assert (call.files, call.options["timeout"], call.options["compile_commands"]) == (["tool.c"], 3.0, "build")
    assert "target" not in call.options
    assert called("verify --target else x.c").options["target"] == "else"  # of a build
    with pytest.raises(InputError, match=r"several targets: choose one with --target \(app, tool\)"):
        called("verify")
    assert called("verify", "[target.one]\nfiles = ['a.c']\n").files == ["a.c"]


def test_a_target_of_the_build() -> None:
    call = called("verify --target app", 'compile_commands = "build"\n[target.app]\ntimeout = 3\n')
    assert (call.options["target"], call.options["timeout"], call.files) == ("app", 3.0, [])


def test_where_it_is(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "sub" / "deep").mkdir(parents=True)
    Path("threadproof.toml").write_text(
        'include = ["inc", "/usr/x"]\nproperty = ["p.prp", "no-deadlock"]\ninclude-file = ["a.h"]\n'
    )
    Path("a.h").touch()
    monkeypatch.chdir(here / "sub" / "deep")
    found = options("verify x.c")
    assert found["configuration"] == "../../threadproof.toml"
    assert found["include"] == (str(here / "inc"), "/usr/x") and found["include_file"] == (str(here / "a.h"),)
    assert found["properties"] == (str(here / "p.prp"), "no-deadlock")
    (here / "sub" / ".git").mkdir()
    assert options("verify x.c") == {}  # another repository


def test_python_projects() -> None:
    Path("pyproject.toml").write_text('[project]\nname = "x"\n')
    assert options("verify x.c") == {}
    text = "[tool.threadproof]\ntimeout = 3\n[tool.threadproof.target.a]\nunwind = 2\n[tool.other]\nspeed = 1\n"
    found = options("verify x.c --target a", text, "pyproject.toml")
    assert found == {"timeout": 3.0, "unwind": 2, "configuration": "pyproject.toml, target a"}
    assert options("verify x.c", "timeout = 4\n")["configuration"] == "threadproof.toml"


def test_no_configuration() -> None:
    assert options("verify x.c --no-config", "timeout = 3\nwrong = 1\n") == {}
    for name, command in COMMANDS.items():
        reads = any(option.attribute == NO_CONFIG for option in command.options)
        assert reads == (name not in ("bench", "engines", "cc")), name


def test_no_configuration_for_commands_without_programs() -> None:
    assert called("engines", "wrong = 1\n").options == {}


WRONG = {
    "tiemout = 3\n": "threadproof.toml:1:1: there is no option 'tiemout' (the nearest one is 'timeout')",
    "\n  zzz = 3\n": "threadproof.toml:2:3: there is no option 'zzz' (they are the options of the command line, and 'files')",
    "[target.a]\ntimeout = 3\n[target.b]\nfile = 'x'\n": "threadproof.toml:4:1: there is no option 'file' (the nearest one is ",
    "timeout = 'long'\n": "threadproof.toml:1:1: timeout='long': expected a number",
    "files = 3\n": "threadproof.toml:1:1: files=3: expected a text, or several",
    "extern = 'guess'\n": "threadproof.toml:1:1: extern = 'guess': choose one of havoc, arguments, pure, reject",
    "timeout = \n": "threadproof.toml:1:11: Invalid value (this is not TOML)",
    "target = 3\n": "threadproof.toml:1:1: targets are tables: [target.NAME]",
    "no-config = true\n": "threadproof.toml:1:1: there is no option 'no-config'",
    "[targets.a]\n": "threadproof.toml: there is no option 'targets' (the nearest one is 'target')",
}


@pytest.mark.parametrize("text", WRONG)
def test_complaints(text: str) -> None:
    with pytest.raises(InputError) as caught:
        called("verify x.c", text)
    assert str(caught.value).startswith(WRONG[text])


def test_every_option_may_be_set() -> None:
    for option in OPTIONS:
        if option.name in ("target", "no-config"):
            continue
        default = option.default
        value = option.choices[0] if option.choices else ["a"] if default == () else default
        shown = str(value).lower() if isinstance(value, bool | int | float) else repr(value)
        command = option.commands[0] if option.commands[0] not in ("bench",) else "verify"
        found = options(f"{command} x.c" if command != "certify" else "certify x.c y", f"{option.name} = {shown}\n")
        assert ("configuration" in found) and (option.attribute in found) == (command in option.commands), option.name


def test_options_with_paths_and_those_that_are_added_up() -> None:
    paths = {
        "include",
        "isystem",
        "idirafter",
        "include_file",
        "compile_commands",
        "json",
        "certificate",
        "witness",
        "report",
        "output",
    }
    assert paths <= PATHS and "define" not in PATHS
    assert {"define", "undefine", "include", "isystem", "idirafter", "include_file"} <= ADDED and "properties" not in ADDED
