"""What documents and docstrings name exists: files and folders, modules and what is defined in them."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import threadproof
from tests.places import ROOT

PACKAGE = ROOT / "src" / "threadproof"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
PATH = re.compile(r"\.?\w[\w.*-]*(/[\w.*-]+)+/?")
FILE = re.compile(r"[\w-]+\.(py|c|h|i|ivl|md|csv|toml|json|pxi)")
DOTTED = re.compile(r"[a-z_]\w*(\.\w+)+")
ELSEWHERE = {  # not of this repository, with the reason
    "bench.csv": "what a command writes if no other name is given",
    "queue_true-unreach-call.i": "how benchmarks tell what is expected",
    "compile_commands.json": "what build tools write",
    "threadproof.toml": "a file of the reader",
    "src/app.c": "a file of the reader",
    "program.c": "a file of the reader",
    "threadproof.frontends": "a group of entry points",
}
PUBLIC = {  # offered by the package itself, from `api`
    "threadproof.survey",
    "threadproof.verify",
}


@cache
def names() -> frozenset[str]:
    """Of all files and folders."""
    return frozenset(path.name for path in ROOT.rglob("*") if not {".git", "build", "__pycache__"} & set(path.parts))


@cache
def packages() -> frozenset[str]:
    return frozenset(path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py")


@cache
def defined(module: Path) -> frozenset[str]:
    """Names that a module defines or imports, at any depth."""
    tree = ast.parse(module.read_text())
    found = {node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    found |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return frozenset(found | {node.asname or node.name for node in ast.walk(tree) if isinstance(node, ast.alias)})


def around(base: Path) -> list[Path]:
    """Folders from which a name may be meant: this one, and those around it."""
    return [folder for folder in (base, *base.parents) if ROOT in (folder, *folder.parents)]


def is_path(text: str, base: Path) -> bool:
    roots = [PACKAGE.parent, PACKAGE, PACKAGE / "frontend" / "c", PACKAGE / "frontend" / "c" / "library", *around(base)]
    return any(any(root.glob(text.rstrip("/") + suffix)) for root in roots for suffix in ("", ".py"))


def is_module(text: str, base: Path) -> bool:
    """A module, or a name in one: from the top of the package or from a folder around."""
    parts = [part for part in text.removeprefix("threadproof.").split(".") if part]
    for root in (PACKAGE, *around(base)):
        for count in range(len(parts), 0, -1):
            place, rest = root.joinpath(*parts[:count]), parts[count:]
            module = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
            if (place.is_dir() and not rest) or (module.is_file() and set(rest) <= defined(module)):
                return True
    return False


def stale(text: str, base: Path) -> str:
    """What is wrong with a name in backquotes; empty if nothing is, or if it is no path at all."""
    if text in ELSEWHERE or text in PUBLIC:
        return ""
    if FILE.fullmatch(text):
        return "" if text in names() or is_module(text, base) else "no such file"
    if PATH.fullmatch(text):
        place, _, name = text.rpartition(".")
        return "" if is_path(text, base) or (name and is_module(f"{place.replace('/', '.')}.{name}", base)) else "no such path"
    if DOTTED.fullmatch(text) and (text.split(".")[0] in packages() or text.startswith("threadproof.")):
        return "" if is_module(text, base) else "no such module, or nothing of that name in it"
    return ""


def docstrings(module: Path) -> str:
    tree = ast.parse(module.read_text())
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    return "\n".join(" ".join((ast.get_docstring(node) or "").split()) for node in nodes)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documents(document: Path) -> None:
    found = {name: stale(name, document.parent) for name in QUOTED.findall(document.read_text())}
    assert {name: why for name, why in found.items() if why} == {}


def test_docstrings() -> None:
    found = {}
    for module in sorted(PACKAGE.rglob("*.py")):
        for name in QUOTED.findall(docstrings(module)):
            if why := stale(name, module.parent):
                found[f"{module.relative_to(PACKAGE)}: {name}"] = why
    assert found == {}


def test_public_names_are_offered() -> None:
    for name in PUBLIC:
        assert callable(getattr(threadproof, name.removeprefix("threadproof.")))


def test_what_is_excepted_would_fail() -> None:
    allowed = dict(ELSEWHERE)
    ELSEWHERE.clear()
    try:
        assert all(stale(name, ROOT / "docs") for name in allowed)
    finally:
        ELSEWHERE.update(allowed)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("weak/storage", True),
        ("weak/storage.py", True),
        ("weak/nothing", False),
        ("passes.recipes.lower", True),
        ("passes.recipes.nothing_such", False),
        ("passes.no_such_pass", False),
        ("nothing_such.py", False),
        ("int x;", True),
        ("--engine", True),
    ],
)
def test_what_is_stale(name: str, right: bool) -> None:
    assert (stale(name, ROOT / "docs") == "") is right
