"""What is to be verified, and what should come out: from file names, header comments, or SV-COMP task definitions.

| where | how |
|---|---|
| the name | `queue_true-unreach-call.i` |
| the first lines | `// verdict: TRUE`, or `// verdict: FALSE(no-deadlock), TRUE(unreach-call)`; `// property: P` above it |
| a `.yml` beside the program | `input_files`, `properties` with `property_file` and `expected_verdict`, `options: data_model` |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from threadproof.config.propertyfile import parse_property
from threadproof.errors import InputError, Pos, UserError
from threadproof.properties import PROPERTIES, UNREACH
from threadproof.records import dataclass

SUFFIXES = (".i", ".c", ".ivl", ".yml")
HEAD = 2000  # characters in which a header comment is looked for


@dataclass(frozen=True, slots=True)
class BenchTask:
    file: Path
    property: str
    expected: str = ""  # TRUE, FALSE, or empty where it is unknown
    data_model: str = ""  # empty: as usual for the kind of file

    def name(self) -> str:
        """Does not depend on where the set lies."""
        return f"{self.file.parent.name}/{self.file.name}"


def find(roots: Sequence[str], property_: str) -> list[BenchTask]:
    """All tasks below folders, and single files, that say something about the property, or do not say what they are about."""
    found: dict[tuple[Path, str], BenchTask] = {}
    for root in map(Path, roots):
        if not root.exists():
            raise InputError("no such file or folder", Pos(str(root)))
        files = [root] if root.is_file() else sorted(p for p in root.rglob("*") if p.suffix in SUFFIXES and not preprocessed(p))
        definitions = [path for path in files if path.suffix == ".yml"]
        defined = {task.file for path in definitions for task in definition(path)}
        for path in files:
            tasks = definition(path) if path.suffix == ".yml" else () if path in defined else [single(path, property_)]
            for task in tasks:
                if task.property == property_:
                    found.setdefault((task.file, task.property), task)
    return list(found.values())


def preprocessed(path: Path) -> bool:
    """Whether the same program is there as an .i file: one of them is enough."""
    return path.suffix == ".c" and path.with_suffix(".i").exists()


def single(path: Path, property_: str) -> BenchTask:
    match = re.search(rf"_(true|false)-{re.escape(property_)}", path.name)
    if match:
        return BenchTask(path, property_, match[1].upper())
    return BenchTask(path, *heading(path, property_))


def heading(path: Path, property_: str) -> tuple[str, str]:
    """Property and verdict that the first lines name."""
    with path.open(encoding="utf-8", errors="replace") as file:
        head = file.read(HEAD)
    about = UNREACH
    verdicts: dict[str, str] = {}
    for key, value in re.findall(r"^\s*(?://|\*|/\*)\s*(property|verdict):\s*((?:(?:, )?[\w-]+(?:\([\w-]+\))?)+)", head, re.M):
        if key == "property":
            about = value
            continue
        for each in value.split(", "):
            verdict, _, named = each.rstrip(")").partition("(")
            verdicts.setdefault(named or about, verdict if verdict in ("TRUE", "FALSE") else "")
    if verdicts and property_ not in verdicts:
        return next(iter(verdicts)), ""
    return property_, verdicts.get(property_, "")


def definition(path: Path) -> Iterator[BenchTask]:
    """The tasks of an SV-COMP task definition, as far as we know their properties. Other YAML files are none."""
    import yaml

    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"not YAML: {str(error).splitlines()[0]}", Pos(str(path))) from None
    if not isinstance(content, dict) or "input_files" not in content:
        return
    inputs = content["input_files"]
    model = str((content.get("options") or {}).get("data_model", ""))
    file = path.parent / (inputs if isinstance(inputs, str) else inputs[0])
    for entry in content.get("properties") or ():
        found = _property(path.parent / str(entry.get("property_file", "")))
        verdict = entry.get("expected_verdict")
        if found:
            yield BenchTask(file, found, "" if verdict is None else str(bool(verdict)).upper(), model)


def _property(path: Path) -> str:
    if path.stem in PROPERTIES:
        return path.stem
    try:
        return parse_property(str(path))
    except UserError:
        return ""
