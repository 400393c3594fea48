"""`--memory-model all`, `--suggest-fences` and `--fence`, as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import threadproof
from tests.litmus.shapes import SHAPES

TEXTS = {shape.name: shape.c() for shape in SHAPES}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return tmp_path / "program.c"


def line(text: str, statement: str) -> int:
    return [row.strip() for row in text.splitlines()].index(statement) + 1


def test_every_model(program: Path, tmp_path: Path) -> None:
    program.write_text(TEXTS["MP"])
    out = tmp_path / "out.json"
    run = threadproof("verify", program, "--engine", "explicit", "--memory-model", "all", "--suggest-fences", "--json", out)
    assert run.code == 1 and run.out.splitlines()[-1] == "VERDICT: FALSE(unreach-call)"
    rows = {row.split()[0]: row.split()[1] for row in run.out.splitlines() if row.startswith(("sc ", "tso ", "pso "))}
    assert rows == {"sc": "TRUE", "tso": "TRUE", "pso": "FALSE"}
    found = json.loads(out.read_text())
    assert found["verdict"] == "FALSE" and found["models"]["tso"]["verdict"] == "TRUE"
    [fence] = found["models"]["pso"]["repair"]["fences"]
    assert fence["line"] == line(TEXTS["MP"], "x = 1;") and fence["function"] == "t0" and fence["place"].startswith("after:")


def test_every_model_true(program: Path) -> None:
    program.write_text(TEXTS["LB+fences"])
    run = threadproof("verify", program, "--engine", "explicit", "--memory-model", "all", "--quiet")
    assert run.code == 0 and run.out == "VERDICT: TRUE\n"


@pytest.mark.parametrize("engine", ("explicit", "auto"))
def test_repair_can_be_verified(engine: str, program: Path) -> None:
    """The fences that are suggested, as options; one of them alone is not enough."""
    program.write_text(TEXTS["SB"])
    options = ("--engine", engine, "--memory-model", "tso")
    run = threadproof("verify", program, *options, "--suggest-fences")
    assert run.code == 1 and "2 full fences repair it under tso (verified; fewer do not suffice):" in run.out
    writes = [("x = 1", 1), ("y = 1", 2)]
    late = [f"the write {w} of thread {t} at line {line(TEXTS['SB'], w + ';')} is still in its store buffer" for w, t in writes]
    assert any(write in run.out for write in late)
    places = [row.split("(")[1].rstrip(")") for row in run.out.splitlines() if "(--fence" in row]
    words = [word for place in places for word in place.split()]
    assert threadproof("verify", program, *options, *words).code == 0
    assert threadproof("verify", program, *options, *words[:2]).code == 1


def test_repair_where_reads_are_delayed(program: Path) -> None:
    program.write_text(TEXTS["IRIW+addrs"])
    run = threadproof("verify", program, "--memory-model", "power", "--suggest-fences")
    assert run.code == 1 and "2 full fences repair it under power (verified; fewer do not suffice):" in run.out
    assert "does not see line" in run.out


@pytest.mark.parametrize("shape", ("SB+fences", "CoWR"))
def test_nothing_to_repair(shape: str, program: Path) -> None:
    program.write_text(TEXTS[shape])
    run = threadproof("verify", program, "--engine", "explicit", "--memory-model", "pso", "--suggest-fences")
    assert run.code == 0 and "repair" not in run.out


def test_no_fence_helps(program: Path) -> None:
    program.write_text(TEXTS["SB"].replace("r0 == 0", "r0 <= 1"))
    run = threadproof("verify", program, "--engine", "explicit", "--memory-model", "tso", "--suggest-fences")
    assert run.code == 1 and "No fences repair it under tso: it is violated under sc, too." in run.out


@pytest.mark.parametrize("options, message", [
    (("--memory-model", "tso", "--fence", "after:999"), "there is no such place"),
    (("--fence", "after:9"), "no effect with --memory-model sc"),
    (("--suggest-fences",), "needs a weak memory model"),
    (("--memory-model", "all", "--certificate", "c.json"), "need one memory model"),
])  # fmt: skip
def test_refused(options: tuple[str, ...], message: str, program: Path) -> None:
    program.write_text(TEXTS["SB"])
    run = threadproof("verify", program, "--engine", "explicit", *options)
    assert run.code == 3 and message in run.err


def test_certificates_where_reads_are_delayed(program: Path, tmp_path: Path) -> None:
    """Of the program with accesses ahead of reads: a proof, and a schedule."""
    for shape, engine, code in (("MP+store-fence+ctrl-fence", "abstraction", 0), ("LB", "explicit", 1)):
        program.write_text(TEXTS[shape])
        file = tmp_path / "certificate.json"
        options = ("--engine", engine, "--memory-model", "rmo", "--certificate", file, "--quiet")
        assert threadproof("verify", program, *options).code == code
        assert threadproof("certify", program, file).code == 0
