"""Witness files of strangers: what cannot be read is refused with a place, and nothing blows up."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from threadproof.witness import files
from threadproof.witness.document import CORRECTNESS, LARGEST, VIOLATION, WitnessError

META = """
  metadata:
    format_version: "2.0"
    uuid: 1
    creation_time: 2024-01-01T00:00:00Z
    producer: {name: someone, version: "1"}
    task:
      input_files: [p.c]
      input_file_hashes: {p.c: "00"}
      specification: CHECK( init(main()), LTL(G ! call(reach_error())) )
      data_model: ILP32
      language: C
"""
HEAD = f"- entry_type: violation_sequence{META}"
TARGET = "{waypoint: {type: target, action: follow, location: {file_name: p.c, line: 3}}}"


def read(text: str | bytes, tmp_path: Path) -> files.Witness:
    path = tmp_path / "w"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return files.read(str(path), b"int main(void) {\n  return 0;\n}\n")


def test_yaml(tmp_path: Path) -> None:
    place = "location: {file_name: p.c, line: 2, column: 3}"
    point = f"{{waypoint: {{type: branching, action: follow, constraint: {{value: 'true'}}, {place}}}}}"
    found = read(f"{HEAD}  content:\n  - segment: [{point}]\n  - segment: [{TARGET}]\n", tmp_path)
    assert found.kind == VIOLATION and found.data_model == "ILP32" and found.hashes == {"p.c": "00"}
    (first,), (last,) = found.segments
    assert (first.type, first.line, first.column, first.constraint, first.thread) == ("branching", 2, 3, "true", None)
    assert (last.type, last.line, last.column) == ("target", 3, 0)


def test_old_invariants(tmp_path: Path) -> None:
    text = f"""- entry_type: loop_invariant{META}  location: {{file_name: p.c, line: 22, column: 0, function: main}}
  loop_invariant: {{string: x >= 0, type: assertion, format: C}}
"""
    found = read(text, tmp_path)
    assert found.kind == CORRECTNESS
    assert [(i.type, i.line, i.value) for i in found.invariants] == [("loop_invariant", 22, "x >= 0")]


@pytest.mark.parametrize("content, says", [
    ("", "has no content"),
    ("  content: []\n", "no segment"),
    ("  content: {}\n", "must be a list"),
    (f"  content:\n  - segment: [{TARGET}]\n  - segment: [{TARGET}]\n", "to follow"),
    ("  content:\n  - segment: []\n", "the target"),
    (f"  content:\n  - segment: [{TARGET.replace('follow', 'avoid')}]\n", "the target"),
    (f"  content:\n  - segment: [{TARGET.replace('target', 'teleport')}]\n", "not supported"),
    (f"  content:\n  - segment: [{TARGET.replace('follow', 'cycle')}]\n", "not supported"),
    (f"  content:\n  - segment: [{TARGET.replace('line: 3', 'line: -3')}]\n", "must be a number"),
    (f"  content:\n  - segment: [{TARGET.replace('line: 3', 'line: 99999999999')}]\n", "must be a number"),
    (f"  content:\n  - segment: [{TARGET.replace(', line: 3', '')}]\n", "has no line"),
    (f"  content:\n  - segment: [{TARGET}, {TARGET}, {TARGET}]\n", "two of a data race"),
    (f"  content:\n  - segment: [{TARGET.replace('type: target', 'type: target, type: target')}]\n", "there twice"),
])  # fmt: skip
def test_bad_yaml(content: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(WitnessError, match=says) as found:
        read(HEAD + content, tmp_path)
    assert found.value.pos.file.endswith("w")


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a]\nc: [*b, *b, *b, *b, *b]\n"
ENTITIES = '<!DOCTYPE g [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><graphml>&b;</graphml>'


@pytest.mark.parametrize("text, says", [
    (b"", "empty"),
    (b"\0\1", "no YAML|not text"),
    (b"\xff\xfe", "not text"),
    (BOMB, "aliases"),
    ("- !!python/object/apply:os.system [true]\n", "tags"),
    ("[" * 100_000, "nested too deeply"),
    ("- " * 100_000, "nested too deeply"),
    ("a: [", "no YAML"),
    ("--- 1\n--- 2\n", "must be a list|one document"),
    ("[]", "no entry"),
    ("- entry_type: dance\n  metadata: {}\n", "not supported"),
    (ENTITIES, "entities"),
    ('<!DOCTYPE g SYSTEM "file:///etc/passwd"><graphml/>', "entities"),
    ("<a>" * 100_000, "no GraphML|nested"),
    ("<graphml>" * 100_000, "nested too deeply"),
    ("<graphml>", "no XML"),
    ("<svg/>", "no GraphML"),
    ("<graphml/>", "which type"),
    ('<graphml><graph><data key="witness-type">violation_witness</data></graph></graphml>', "one entry and a violation"),
    (b" " * (LARGEST + 1), "larger than"),
])  # fmt: skip
def test_hostile(text: str | bytes, says: str, tmp_path: Path) -> None:
    begin = time.process_time()
    with pytest.raises(WitnessError, match=says):
        read(text, tmp_path)
    assert time.process_time() - begin < 5


def test_missing(tmp_path: Path) -> None:
    with pytest.raises(WitnessError, match="cannot read"):
        files.read(str(tmp_path / "no"), b"")
    with pytest.raises(WitnessError, match="cannot read"):
        files.read(str(tmp_path), b"")
