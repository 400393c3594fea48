"""The documents keep what they promise: the README's commands, the option table, links, layers."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT
from threadproof.config.engines import ENGINES
from threadproof.config.groups import SEVERAL, grouped, title
from threadproof.config.option import Option
from threadproof.counters import COUNTERS, Name
from threadproof.properties import PROPERTIES

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
TEST_COMMAND = "pip install '.[test]' && pytest"


def test_readme_has_exactly_two_commands() -> None:
    text = (ROOT / "README.md").read_text()
    commands = [
        line for block in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) for line in block.splitlines()
    ]
    assert commands == ["pip install . && threadproof verify examples/c/peterson.c", TEST_COMMAND]


def test_ci_runs_the_command_of_the_readme() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert TEST_COMMAND in lines and "make lint" in lines


def row(option: Option) -> str:
    name = f"`{option.short + ', ' if option.short else ''}{option.flag}`"
    if option.choices:
        values = " ".join(f"`{choice}`" for choice in option.choices)
    elif isinstance(option.default, bool):
        values = ""
    elif option.low is not None and option.high is not None:
        values = f"{option.low} .. {option.high}"
    else:
        values = option.metavar
    text = f"{', '.join(option.engines)}: {option.help}" if title(option) == SEVERAL else option.help
    default = "" if option.default in ("", (), False) else f"`{option.default}`"
    return f"| {name} | {values} | {default} | {', '.join(option.commands)} | {text} |"


def option_tables() -> str:
    """As docs/cli.md has them: a heading and a table for each group."""
    head = "| option | values | default | commands | |\n|---|---|---|---|---|"
    tables = ["\n".join([f"### {group.title}", head, *map(row, group.options)]) for group in grouped()]
    return "\n\n".join(tables) + "\n"


def test_option_tables() -> None:
    assert option_tables() in (ROOT / "docs" / "cli.md").read_text(), "\n" + option_tables()


def counter_row(name: Name) -> str:
    counter = COUNTERS[name]
    filled_by = ", ".join(word if word == "check" else f"`{word}`" for word in counter.filled_by.split())
    return f"| `{name}` | {counter.unit} | {counter.meaning} | {filled_by} |"


def test_counter_table() -> None:
    section = (ROOT / "docs" / "engines.md").read_text().split("\n## Counters\n")[1].split("\n## ")[0]
    shown = [line for line in section.splitlines() if line.startswith("| `")]
    assert shown == [counter_row(name) for name in COUNTERS], "\n" + "\n".join(counter_row(name) for name in COUNTERS)


def test_engines_and_properties_are_documented() -> None:
    text = (ROOT / "docs" / "engines.md").read_text()
    for name in [*(engine.name for engine in ENGINES), *PROPERTIES]:
        assert f"`{name}`" in text


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", document.read_text()):
        if not target.startswith(("http:", "https:")):
            assert (document.parent / target).exists(), target


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"\]\((\d{3}-[a-z0-9-]+\.md)\)", (folder / "README.md").read_text())
    assert listed == sorted(path.name for path in folder.glob("[0-9]*.md"))


def test_layers_are_those_of_the_architecture() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        contract = tomllib.load(file)["tool"]["importlinter"]["contracts"][0]
    layers = [re.findall(r"threadproof\.(\w+)", layer) for layer in contract["layers"]]
    text = (ROOT / "docs" / "architecture.md").read_text()
    (line,) = re.findall(r"^    (app, .*)$", text, re.MULTILINE)
    architecture = [name for part in line.split(" > ") for name in part.split(", ")]
    assert [name for layer in layers for name in layer if not name.startswith("__")] == architecture


def test_readme_shows_the_example_it_runs() -> None:
    program = re.sub(r"^(//.*\n)+", "", (ROOT / "examples" / "c" / "counter.c").read_text())
    assert f"```c\n{program}```" in (ROOT / "README.md").read_text()


def test_no_engine_is_left_out_of_the_contract_of_imports() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    listed = next(contract["modules"] for contract in contracts if contract["name"] == "Engines do not import each other")
    folder = ROOT / "src" / "threadproof" / "engines"
    there = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert set(listed) == {f"threadproof.engines.{name}" for name in there - {"__init__", "base"}}


def test_a_class_name_says_which_one_it_is() -> None:
    constructs_of_ivl = {"Assign", "Call", "Cancel", "Notify", "Return", "Stop", "Wait"}  # `s.Wait` becomes `ops.Wait`
    one_protocol = {"_FrontEnd"}
    package = ROOT / "src" / "threadproof"
    where: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(path.relative_to(package).as_posix())
    several = {name: paths for name, paths in where.items() if len(paths) > 1}
    same = {name: paths for name, paths in several.items() if name not in constructs_of_ivl | one_protocol}
    assert not same, f"classes with one name: rename all but one after what they are: {same}"
    assert set(several) == constructs_of_ivl | one_protocol
    assert all(paths[-1] == "ir/op.py" for name, paths in several.items() if name in constructs_of_ivl), several
