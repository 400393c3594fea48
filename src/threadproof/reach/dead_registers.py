"""Dead registers are forgotten: their thread will not read them before setting them, so states that differ in nothing
else are one.

To know less is always sound. Nothing is lost for the proof either: no condition that can still be reached depends on the value,
and predicates that refute a path never mention a dead register at the place where it is dead.
"""

from __future__ import annotations

from threadproof.analyses.liveness import Liveness
from threadproof.domains.product import AbstractState
from threadproof.ir.expr import Variable
from threadproof.ir.program import Edge
from threadproof.ir.uses import expr_variables, op_target
from threadproof.sched.system import END, HALTED, Control, System, SystemStep


class Forgetting:
    def __init__(self, system: System) -> None:
        self.system = system
        self._live = [Liveness(function.edges) for function in system.templates]
        self._dying: dict[tuple[int, Edge, bool], frozenset[Variable]] = {}

    def after(self, step: SystemStep, state: AbstractState) -> AbstractState:
        """The state after a step without what died in it."""
        dying = self.dying(step)
        if not dying:
            return state
        facts = state.facts
        if facts and any(not dying.isdisjoint(expr_variables(fact)) for fact in facts):
            facts = frozenset([fact for fact in facts if dying.isdisjoint(expr_variables(fact))])
        elif dying.isdisjoint(state.values):
            return state
        return AbstractState({variable: value for variable, value in state.values.items() if variable not in dying}, facts)

    def alive(self, control: Control) -> frozenset[Variable]:
        """Registers that some thread may still read."""
        found: set[Variable] = set()
        for thread, (template, location) in enumerate(control.at):
            if location != END:
                live = self._live[template]
                found |= {self.system.instance(register, thread) for register in live.registers(live.at(location))}
        return frozenset(found)

    def dying(self, step: SystemStep) -> frozenset[Variable]:
        """Registers that are dead after a step."""
        if step.target is HALTED:
            return frozenset()
        ended = step.target.at[step.thread][1] == END
        key = (step.thread, step.edge, ended)
        found = self._dying.get(key)
        if found is None:
            live = self._live[step.target.at[step.thread][0]]
            before = {*live.registers(live.at(step.edge.source))}
            before |= {target for target in map(op_target, step.edge.ops) if target is not None and not target.shared}
            kept = set() if ended else {*live.registers(live.at(step.edge.target))}
            found = self._dying[key] = frozenset(self.system.instance(register, step.thread) for register in before - kept)
        return found
