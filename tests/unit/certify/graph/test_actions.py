"""What actions touch, and what belongs to an atomic block."""

from __future__ import annotations

import pytest

from tests.places import CORPUS
from threadproof.certify.graph.actions import Actions, _block
from threadproof.errors import NOWHERE
from threadproof.frontend.c import COptions, load
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.program import Edge
from threadproof.ir.types import LP64
from threadproof.ir.uses import op_variables
from threadproof.passes import runner
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import System


def test_what_was_done_before_an_edge() -> None:
    """An atomic function that leaves at once has not read what it reads otherwise."""
    source = load(str(CORPUS / "atomic_function_leaves.c"), COptions(data_model=LP64))
    program = runner.run(runner.run(source, runner.ANALYSE), runner.LOWER)
    system = System(program, scheduler_of(program), 8)
    operations = [op for function in system.templates for edge in function.edges for op in edge.ops]
    actions = Actions(system, {variable for op in operations for variable in op_variables(op)})
    template = system.number["updater"]
    begins = [place for place in ((template, at) for at in system.outgoing[template]) if len(actions.block(place).edges) > 1]
    outside = [place for place in begins if actions.next(place).reads]
    assert outside
    for place in outside:
        inside = [edge for edges in actions.block(place).edges.values() for edge in edges]
        done = {edge: actions.upto(place, edge).reads for edge in inside}
        assert all(done[edge] or not actions.single(edge).reads for edge in inside)
        skips = [edge for edge in inside if not done[edge] and edge.source != place[1]]
        assert skips, "the branch around it has read nothing"
        assert any(done[edge] for edge in inside if edge.source == skips[-1].target), "but what follows both may have"


@pytest.mark.parametrize("last", [ops.Check(E.FALSE, "reach-error", ""), ops.Cut("")])
def test_nothing_is_behind_a_failure(last: ops.Op) -> None:
    """Otherwise a thread that can always take a step, or fail, would seem to be stuck there."""
    steps = [
        (0, 1, ops.AtomicBegin()),
        (1, 2, last),
        (1, 3, ops.Skip()),
        (3, 4, ops.AtomicEnd()),
    ]
    edges = [Edge(source, target, (op,), NOWHERE) for source, target, op in steps]
    found = _block({n: [edge for edge in edges if edge.source == n] for n in range(4)}, 0)
    assert found.ends and set(found.edges) == {0, 1, 3}
