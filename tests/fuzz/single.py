"""Oracle (a): the interpreter and gcc give every global of a single-threaded program the same final value.

gcc runs at two levels of optimisation; where these two disagree with each other, the program is not well defined and the
generator is to blame. The interpreter runs the program as the front end made it, analysed, and lowered (which may cut it: a
limit of heap objects is no disagreement).
"""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.fuzz import native
from tests.fuzz.generate import single
from tests.fuzz.report import Failure, Report
from tests.fuzz.tree import Node, node
from threadproof.errors import UserError
from threadproof.frontend.c import COptions, load
from threadproof.ir.arith import wrap
from threadproof.ir.interp import Limits, Machine, ValueRequest
from threadproof.ir.interp.outcome import CutOff, Halted, Next, StepOutcome
from threadproof.ir.interp.values import Stored
from threadproof.ir.op import Origin
from threadproof.ir.program import Program
from threadproof.ir.types import DATA_MODELS, BoolType, FloatType
from threadproof.passes import runner
from threadproof.properties import DEADLOCK, UNREACH
from threadproof.sched.base import scheduler_of
from threadproof.shrink.debug import shrink

BATCH = 25
LIMITS = Limits(depth=1000, local=5_000_000, patience=5_000_000)
STEPS = 200_000
LOWERED = 20  # one program in so many is lowered, too, which takes longer than all the rest


@dataclass(frozen=True, slots=True)
class Wrong:
    """The interpreter's answer differs; `expected` is gcc's."""

    what: str
    expected: tuple[int, ...] = ()


def parse(text: str, data_model: str, property_: str = UNREACH) -> Program:
    """As the pipeline does it for that property."""
    options = COptions(data_model=DATA_MODELS[data_model], errors=property_ == UNREACH, blocking=property_ == DEADLOCK)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        return load(path, options)


class Garbage:
    """Answers what is read uninitialised (copies of fresh heap blocks do that); no result may depend on it."""

    def draw(self, request: ValueRequest) -> Stored:
        if request.origin is not Origin.UNINIT:
            raise RuntimeError(f"asks for {request.name}")
        match request.type:
            case BoolType():
                return True
            case FloatType():
                return 1.5
        return wrap(request.type, 0x5A5A5A5A5A5A5A5A)


def run(machine: Machine) -> StepOutcome:
    """How the only execution of a single-threaded program ends."""
    outcome = machine.start(Garbage())
    for _ in range(STEPS):
        if not isinstance(outcome, Next):
            break
        outcome = machine.step(outcome.state, 0, Garbage())
    return outcome


def execute(program: Program, length: int) -> tuple[int, ...]:
    """The final `out`, of which a program that never mentions it (a shrunk one) has only zeros.

    Raises RuntimeError where the program does not end normally.
    """
    machine = Machine(program, UNREACH, scheduler_of(program), LIMITS)
    outcome = run(machine)
    if not isinstance(outcome, Halted):
        raise RuntimeError(f"ends with {outcome}")
    number = next((n for n, item in enumerate(machine.statics.variable) if item.name == "out"), None)
    if number is None:
        return (0,) * length
    return tuple(value for (value,) in struct.iter_unpack("<Q", outcome.state.cells[number]))


def run_lowered(tree: Node, data_model: str) -> StepOutcome:
    """Variables that only the end would show do not survive lowering, so the program has to look at them itself."""
    lowered = runner.run(parse(tree.text(), data_model), runner.LOWER)
    return run(Machine(lowered, UNREACH, scheduler_of(lowered), LIMITS))


def interpreted(tree: Node, data_model: str, expected: tuple[int, ...], lowered: bool = True) -> Wrong | None:
    """What is wrong about our answer, if anything."""
    try:
        program = parse(tree.text(), data_model)
        for stage, passes in (("source", ()), ("analysed", runner.ANALYSE)):
            found = execute(runner.run(program, passes), len(expected))
            if found != expected:
                where = [i for i, (a, b) in enumerate(zip(found, expected, strict=True)) if a != b]
                values = ", ".join(f"out[{i}] is {found[i]:#x}, gcc says {expected[i]:#x}" for i in where[:3])
                return Wrong(f"{data_model} {stage}: {values}", expected)
        ending = run_lowered(as_corpus(tree, Wrong("", expected)), data_model) if lowered else None
        if ending is not None and not isinstance(ending, Halted | CutOff):
            return Wrong(f"{data_model} lowered: ends with {ending}", expected)
    except (UserError, RuntimeError) as error:
        return Wrong(f"{data_model}: {error}", expected)
    except Exception as error:  # a crash of ours is a failure of this program, not of the whole run
        return Wrong(f"{data_model}: {type(error).__name__}: {error}", expected)
    return None


def judge(tree: Node, m32: bool) -> Wrong | None:
    """Both sides on one program; None also where gcc gives no answer or not one answer."""
    fast, slow = (native.single_results([tree], level, m32)[0] for level in ("-O1", "-O0"))
    if fast is None or fast != slow:
        return None
    return interpreted(tree, "ILP32" if m32 else "LP64", fast)


def check_batch(seeds: list[int], m32: bool, size: int = 8) -> Report:
    report = Report()
    trees = [single(seed, size) for seed in seeds]
    for seed, tree, fast, slow in zip(
        seeds, trees, native.single_results(trees, "-O1", m32), native.single_results(trees, "-O0", m32), strict=True
    ):
        if fast is None or slow is None:
            report.skipped.append(seed)
        elif fast != slow:
            report.failures.append(Failure(seed, "gcc disagrees with itself: the generator made an undefined program"))
        else:
            wrong = interpreted(tree, "ILP32" if m32 else "LP64", fast, lowered=seed % LOWERED == 0)
            report.passed += wrong is None
            if wrong is not None:
                report.failures.append(Failure(seed, wrong.what))
    return report


def minimise(seed: int, m32: bool, budget: int, size: int = 8) -> tuple[Node, Wrong] | None:
    tree = single(seed, size)
    if judge(tree, m32) is None:
        return None
    smaller = shrink(tree, lambda t: judge(t, m32) is not None, budget)
    wrong = judge(smaller, m32)
    assert wrong is not None
    return smaller, wrong


def as_corpus(tree: Node, wrong: Wrong) -> Node:
    """The program with gcc's values as assertions."""
    *parts, end = tree.parts
    assert isinstance(end, Node)
    used = [i for i, value in enumerate(wrong.expected) if f"out[{i}] =" in tree.text()]
    checks = "".join(f"if (@out[{i}] != {wrong.expected[i]:#x}ULL) reach_error();\n" for i in used)
    closing = node("fix", *end.parts[:-1], checks, end.parts[-1])
    return node("fix", "extern void reach_error(void);\n", *parts, closing)


def tasks(seeds: Iterable[int], m32: bool, size: int) -> list[partial[Report]]:
    return [partial(check_batch, batch, m32, size) for batch in native.batches(seeds, BATCH)]
