"""A path of blocks as one formula, and why it is infeasible: interpolants at the block ends.

Blocks are put one after another: the variables of each are renamed to copies of its own, and where a block ends, the
next copies are equal to what the block's variables hold. Arrays have no copies; their terms are put in place (as in
`smt.ssa`), so that no formula compares arrays. If the formula is satisfiable the path is real, and the model says which
steps it consists of. If not, an interpolant at each block end follows from the blocks before it and contradicts those
after it; its atoms, over the variables that are current there, are the new predicates. A block stands for many paths,
and all of them are refuted at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from threadproof.domains.atoms import atoms
from threadproof.domains.evaluate import conjuncts
from threadproof.engines.blocks.block import Exit
from threadproof.engines.blocks.formula import BlockLocal, disjunction
from threadproof.engines.blocks.unwind import Arrow, path
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import ArrayType, Type
from threadproof.ir.walk import substitute, variables
from threadproof.sched.system import SystemStep
from threadproof.smt.bitwuzla import BitwuzlaSolver
from threadproof.smt.solver import Answer, Interpolator
from threadproof.smt.ssa import conjunction


class FormulaChain:
    """`current[i]`: what the variables are called where block i begins; one that is missing is called by its own name."""

    def __init__(self, exits: Sequence[Exit], failing: Sequence[Arrow]) -> None:
        self.exits, self.failing = exits, failing
        self.current: list[dict[Variable, Expr]] = [{}]
        self.parts: list[Expr] = []
        self._made: set[Variable] = set()  # copies, and the blocks' own variables
        self._renaming: list[Callable[[Expr], Expr]] = []
        for number, exit_ in enumerate(exits):
            rename = self._rename(number)
            following = dict(self.current[-1])
            equations = [rename(exit_.paths.formula)]
            for name, value in exit_.paths.values.items():
                if value.op == "var" and value.payload is name:
                    continue
                after = rename(value)
                if not isinstance(name.type, ArrayType):
                    copy = self._new(f"{name.name}#{number + 1}", name.type)
                    equations.append(E.same(copy, after))
                    after = copy
                following[name] = after
            self.parts.append(conjunction(equations))
            self.current.append(following)
        self.parts.append(self._rename(len(exits))(disjunction([arrow.formula for arrow in failing])))

    def _new(self, name: str, type_: Type) -> Expr:
        variable = Variable(name, type_)
        self._made.add(variable)
        return E.var(variable)

    def _rename(self, number: int) -> Callable[[Expr], Expr]:
        current, memo = self.current[number], dict[Expr, Expr]()
        fresh: dict[Variable, Expr] = {}

        def replace(node: Expr) -> Expr | None:
            if node.op != "var":
                return None
            if isinstance(node.payload, BlockLocal):
                if node.payload not in fresh:
                    fresh[node.payload] = self._new(node.payload.name, node.payload.type)
                return fresh[node.payload]
            return current.get(node.payload)

        def rename(expr: Expr) -> Expr:
            return substitute(expr, replace, memo)

        self._renaming.append(rename)
        return rename

    def solve(self, limit: float | None) -> Answer:
        """UNSAT also keeps only those conjuncts of the parts that an unsatisfiable core needs."""
        self.solver = BitwuzlaSolver()
        split = [conjuncts(part) for part in self.parts]
        answer = self.solver.check([c for part in split for c in part if c is not E.TRUE], limit)
        if answer is Answer.UNSAT:
            core = set(self.solver.core())
            self.parts = [conjunction(c for c in part if c in core) for part in split]
        return answer

    def steps(self) -> list[SystemStep]:
        """The path that the model is about."""
        model = self.solver.model()
        found: list[SystemStep] = []
        for number, rename in enumerate(self._renaming):

            def holds(formula: Expr, rename: Callable[[Expr], Expr] = rename) -> bool:
                renamed = rename(formula)
                return renamed is E.TRUE or (renamed is not E.FALSE and bool(model.evaluate(renamed)))

            if number < len(self.exits):
                exit_ = self.exits[number]
                choices = zip(exit_.arrows, exit_.paths.choices, strict=True)
                arrow = next(a for a, choice in choices if holds(a.formula) and holds(choice))
            else:
                arrow = next(a for a in self.failing if holds(a.formula))
            found += path(arrow, holds)
        return found

    def interpolants(self, interpolator: Interpolator, limit: float | None) -> list[set[Expr]] | None:
        """After `solve` said UNSAT: predicates for the begin of every block but the first; None where there are none."""
        busy = [number for number, part in enumerate(self.parts) if part is not E.TRUE]
        if len(busy) < 2:
            return None
        found = interpolator.sequence([self.parts[number] for number in busy], limit)
        if found is None:
            return None
        chain = [E.TRUE, *found, E.FALSE]
        at = [chain[sum(1 for b in busy if b < number)] for number in range(1, len(self.parts))]
        return [self._original(interpolant, number) for number, interpolant in enumerate(at, 1)]

    def _original(self, interpolant: Expr, number: int) -> set[Expr]:
        """Its atoms over the variables of the program; those about copies that are not current are left out."""
        names = {copy.payload: name for name, copy in self.current[number].items() if copy.op == "var"}
        old = self._made | self.current[number].keys()  # a variable's own name is an old copy once it has another one

        def back(node: Expr) -> Expr | None:
            return E.var(names[node.payload]) if node.op == "var" and node.payload in names else None

        found = set()
        for atom in atoms(interpolant):
            if all(variable in names or variable not in old for variable in variables(atom)):
                found |= atoms(substitute(atom, back))
        return found
