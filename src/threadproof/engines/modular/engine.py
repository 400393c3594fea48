"""`--engine modular`: each thread by itself, for any number of threads (docs/engines.md).

`fixpoint` finds what holds of each thread where it rests, whatever others do. If no move fails from there and, for data races, no
two accesses can be next at once, the property holds, and the proof is an outline (`export`). Otherwise the answer is UNKNOWN, and
says which check, which variable and which protection is missing: an abstract state that fails is no execution."""

from __future__ import annotations

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.engines.modular.deadlocks import WaitOrder
from threadproof.engines.modular.export import export
from threadproof.engines.modular.failures import first_failure
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.races import first_race
from threadproof.engines.modular.refinement import with_relations
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task, chosen
from threadproof.ir.happens_before import is_weak
from threadproof.ir.program import Program
from threadproof.passes import recipes
from threadproof.passes.recipes import lower
from threadproof.properties import Shape, shape
from threadproof.records import dataclass
from threadproof.sched.solo import NotModular


@dataclass(frozen=True, slots=True)
class ModularOptions:
    unwind: int = 0


class ModularEngine:
    name = "modular"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        options = chosen(ModularOptions, task)
        about = shape(task.property)
        if about is Shape.RACE and is_weak(program):
            return Unknown("synchronisation is weaker than sequentially consistent, or a lock may be refused: races are not told")
        lowered = lower(program, recipes.OUTLINED, task.property, options.unwind)
        try:
            for narrow in (True, False):
                found = Fixpoint(lowered, budget, counters, narrow)
                found.run()
                failing, outline = first_failure(found, task.property), None
                reason = failing or (first_race(found) if about is Shape.RACE else "")
                order = WaitOrder(found) if about is Shape.DEADLOCK and not reason else None
                reason = reason if order is None else order.run()
                if not reason:
                    break
            if failing and about is not Shape.DEADLOCK:
                outline = with_relations(found, export(found, split=True), budget, counters)
                race = first_race(found) if outline is not None and about is Shape.RACE else ""
                reason = reason if outline is None else race
        except NotModular as refused:
            return Unknown(f"not thread by thread: {refused}")
        return Unknown(reason) if reason else Safe(outline or export(found, order))
