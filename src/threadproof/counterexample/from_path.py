"""From a feasible path to a counterexample: a schedule with the inputs that the solver's model chose."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.counterexample.claims import Chosen, shown
from threadproof.evidence.result import Result
from threadproof.evidence.task import Task
from threadproof.ir import op as ops
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.refinement.refine import Feasible
from threadproof.sched.system import SystemStep


def counterexample(program: Program, task: Task, steps: Sequence[SystemStep], found: Feasible) -> Result:
    from threadproof.counterexample.concretise import concretise

    failure = steps[-1].failure
    assert failure is not None
    chosen = inputs(steps, found)
    return shown(task, failure.message, failure.pos, concretise(program, task.property, steps, chosen), steps, chosen)


def inputs(steps: Sequence[SystemStep], found: Feasible) -> Chosen:
    """What the model gives to the havocs of the path; their registers as the original program calls them."""
    chosen: Chosen = []
    for number, step in enumerate(steps):
        index = dict(found.indices[number + 1])
        origins = iter(havoc_origins(step))
        for op in step.ops:
            if isinstance(op, ops.Assume):
                continue
            target = op.array if isinstance(op, ops.Write) else op.target
            index[target] = index.get(target, 0) + 1
            if isinstance(op, ops.Havoc):
                source = next(origins)
                if isinstance(source, ops.Havoc) and not isinstance(target.type, ArrayType):
                    chosen.append(
                        (step.thread, source.target, op.origin, found.model.value(found.ssa.copy(target, index[target])))
                    )
    return chosen


def havoc_origins(step: SystemStep) -> list[ops.Op | None]:
    """For each havoc of the step, the operation of the original program."""
    origins = step.edge.origin or ((),) * len(step.edge.ops)
    return [
        trail[-1].ops[0] if trail else None for op, trail in zip(step.edge.ops, origins, strict=True) if isinstance(op, ops.Havoc)
    ]
