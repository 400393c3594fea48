"""The benchmark families: every instance is a program, and small ones have the verdict that they state.

Where an instance reads inputs, plain enumeration gets the same program over narrower numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.ivl import control, data, families
from bench.ivl.families import FAMILIES, names, program

from threadproof.budget import Budget
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Safe, Unsafe
from threadproof.evidence.task import Task
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.properties import UNREACH

FINITE = [
    "bist-cell", "buffer.p3", "kundu", "kundu-bug-1", "kundu-bug-2", "mem-slave-tlm.1",
    "mem-slave-tlm.5", "mem-slave-tlm-bug.1", "mem-slave-tlm-bug.5", "mem-slave-tlm-bug2.1", "pressure-safe.15",
    "transmitter.3", "transmitter-safe.3",
]  # fmt: skip
NARROW = {
    "condition-builder": (data.condition_builder(4, "i8"), "TRUE"),
    "counter-1.50": (data.counter(1, 50, word="i8"), "TRUE"),
    "counter-2.5": (data.counter(2, 5, word="i8"), "TRUE"),
    "term-counter-2.5": (data.counter(2, 5, stops=True, word="i8"), "TRUE"),
    "pc-sfifo-1": (control.pc_sfifo(1, "u8", item="bool"), "TRUE"),
    "pc-sfifo-2": (control.pc_sfifo(2, "u8", item="bool"), "TRUE"),
    "pc-sfifo-1-bug": (control.pc_sfifo(1, "u8", bug=True), "FALSE"),
    "rbuf-2": (data.rbuf(2, bits=8), "TRUE"),
    "rbuf2-1": (data.rbuf2(1, bits=8), "TRUE"),
    "rbuf2-1-bug1": (data.rbuf2(1, 1, bits=8), "FALSE"),
    "rbuf2-1-bug2": (data.rbuf2(1, 2, bits=8), "FALSE"),
    "simple-fifo-1c2p.2": (control.simple_fifo(1, 2, 2, item="bool"), "TRUE"),
    "simple-fifo-2c1p.2": (control.simple_fifo(2, 1, 2, item="bool"), "TRUE"),
    "simple-fifo-bug-1c2p.2": (control.simple_fifo(1, 2, 2, True, "bool"), "FALSE"),
    "simple-fifo-bug-2c1p.2": (control.simple_fifo(2, 1, 2, True, "bool"), "FALSE"),
    "simple-pipeline": (control.simple_pipeline(item="bool"), "TRUE"),
    "simple-pipeline-bug": (control.simple_pipeline(item="bool", bug=True), "FALSE"),
    "symbolic-counter.2.4": (data.symbolic_counter(2, 4, "i8"), "TRUE"),
    "symbolic-counter.5.9": (data.symbolic_counter(5, 9, "i8"), "TRUE"),
    "token-ring.1": (control.token_ring(1, "u8"), "TRUE"),
    "token-ring.3": (control.token_ring(3, "u8"), "TRUE"),
    "token-ring-bug.2": (control.token_ring(2, "u8", 1), "FALSE"),
    "token-ring-bug2.2": (control.token_ring(2, "u8", 2), "FALSE"),
    "toy": (control.toy(0, "u8"), "TRUE"),
    "toy-bug-1": (control.toy(1, "u8"), "FALSE"),
    "toy-bug-2": (control.toy(2, "u8"), "FALSE"),
}


def verdict(text: str) -> str:
    result = ExplicitEngine().check(translate(text, "model.ivl", IvlOptions()), Task(UNREACH), Budget(120), {})
    return {Safe: "TRUE", Unsafe: "FALSE"}.get(type(result), str(result))


@pytest.mark.parametrize("name", FINITE)
def test_finite(name: str) -> None:
    text = program(name)
    assert f"// verdict: {verdict(text)}(unreach-call)" == text.splitlines()[0]


@pytest.mark.parametrize("name", NARROW)
def test_narrow(name: str) -> None:
    text, expected = NARROW[name]
    assert verdict(text) == expected


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.pattern)
def test_every_instance_is_a_program(family) -> None:  # type: ignore[no-untyped-def]
    for sizes in family.sizes:
        name = family.name(sizes)
        assert family.match(name) == sizes and name in names()
        assert translate(program(name), name, IvlOptions()).scheduler == "systemc"


def test_the_files_are_those_of_the_generator() -> None:
    """`python -m bench.ivl --out bench/ivl/models` writes them."""
    folder = Path(families.__file__).parent / "models"
    assert {path.stem: path.read_text() for path in folder.glob("*.ivl")} == {name: program(name) for name in names()}
