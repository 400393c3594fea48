"""Source sets over what the abstraction looks at: two actions that only clash on variables which the precision does not mention
are independent (D_Pi).

Why that is sound. Let V be the variables that the precision mentions, and let T_V be the program in which every other variable
takes an arbitrary value whenever it is read. Every execution of the program is one of T_V. In T_V actions that share no variable
of V commute, exactly: so `static` applies to T_V, with the dependence restricted to V. And the graph over-approximates T_V, not
only the program: what is known in a node mentions only V, hence the successor of a node contains what T_V can do from any of
its states. An error of T_V that is no error of the program is a spurious path: it is analysed with all variables, and V grows.

So a graph without errors is a proof if the choices in it are good for *one* V that contains all variables that its nodes
mention. V only grows (a variable that is not tracked any more stays in), and the choices of nodes that were expanded when V
was smaller are completed before the graph counts as closed: more threads are followed until the set is closed with the V of now
(`complete`). Whether an action can surely be taken is judged in T_V as well: an await over variables outside of V may always go
on, one that mentions V only where the node knows it; this, too, is judged again when V has grown. Covering adds nothing to the
argument: it is `static`'s.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.ir.expr import Variable
from threadproof.sched.por.static import Possible, StaticSourceSets
from threadproof.sched.system import System


class AbstractSourceSets(StaticSourceSets):
    def __init__(self, system: System, possible: Possible) -> None:
        super().__init__(system, possible)
        self.watched: frozenset[Variable] = frozenset()
        self.mask = self.footprints.mask(())

    def watch(self, variables: Iterable[Variable]) -> None:
        """V grows."""
        before = len(self.watched)
        self.watched = self.watched.union(variables)
        self.version += len(self.watched) > before
        self.mask = self.footprints.mask(self.watched)

    def ignores(self, variable: Variable) -> bool:
        return variable not in self.watched
