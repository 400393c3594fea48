"""Checks the refutation of an order problem: every theory lemma is derived again. Independent of the theory that found
it: plain fixpoints over the axioms of `problem`.

A lemma is a clause that some cycle justifies: assume the negation of all its literals, saturate the axioms, and `<` must have a
cycle. Write-order variables may occur in lemmas: each stands for the order of one pair of nodes, which every total order decides,
so they are no assumption, provided that none of them occurs in the problem. If all lemmas hold, and clauses and lemmas together
are unsatisfiable (a SAT solver of another family says so again), no execution satisfies the clauses.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.budget import Budget, OutOfBudget
from threadproof.events.problem import Clause, Literal, Problem, Reads
from threadproof.evidence.refutation import Lemmas
from threadproof.records import dataclass
from threadproof.smt.sat import Sat

SECOND_SOLVER = "glucose42"


@dataclass(frozen=True, slots=True)
class OrderCertificate:
    """What was checked. `wrong` is a lemma that does not follow: a bug. `unsatisfiable` is None when time did not suffice."""

    lemmas: int
    derived: int  # lemmas that were derived again; the others were not looked at, for lack of time
    wrong: Clause | None
    unsatisfiable: bool | None

    @property
    def complete(self) -> bool:
        return self.wrong is None and self.derived == self.lemmas and self.unsatisfiable is True


def certify(problem: Problem, lemmas: Lemmas, budget: Budget) -> OrderCertificate:
    """Half of the time that is left goes to the lemmas at most, the rest to the SAT solver."""
    axioms = Axioms(problem, lemmas.choices)
    limit = Budget(budget.left() / 2)
    derived = 0
    try:
        for clause in lemmas.clauses:
            limit.check()
            if not axioms.imply(clause):
                return OrderCertificate(len(lemmas.clauses), derived, clause, None)
            derived += 1
    except OutOfBudget:
        pass
    with Sat([*problem.clauses, *lemmas.clauses], SECOND_SOLVER) as sat:
        answer = sat.solve(budget.left())
    return OrderCertificate(len(lemmas.clauses), derived, None, None if answer is None else not answer)


class Axioms:
    """The axioms of one problem, by the literal that makes them say something."""

    def __init__(self, problem: Problem, choices: dict[int, tuple[int, int]]) -> None:
        assert all(variable > problem.variables for variable in choices), "a write-order variable that the problem knows"
        self.fixed = problem.fixed
        self.reads: dict[Literal, list[Reads]] = {}
        self.orders: dict[Literal, list[tuple[int, int]]] = {}
        for candidate in problem.reads:
            self.reads.setdefault(candidate.literal, []).append(candidate)
        for order in problem.orders:
            self.orders.setdefault(order.literal, []).append((order.first, order.second))
        for variable, (first, second) in choices.items():
            self.orders.setdefault(variable, []).append((first, second))
            self.orders.setdefault(-variable, []).append((second, first))

    def imply(self, clause: Clause) -> bool:
        """Whether the negated literals of the clause give a cycle."""
        held = {-literal for literal in clause}
        reads = [candidate for literal in held for candidate in self.reads.get(literal, ())]
        pairs = {pair for literal in held for pair in self.orders.get(literal, ())}
        if not reads and self.round(pairs):
            return True
        after = list(self.fixed)
        pairs |= {(candidate.write, candidate.read) for candidate in reads}
        while pairs:
            if add(after, pairs):
                return True
            pairs = set()
            for candidate in reads:
                pairs |= consequences(after, held, candidate)
        return False

    def round(self, pairs: set[tuple[int, int]]) -> bool:
        """Whether two or three pairs, each used once, are a cycle: most clauses are that, and this is quick to see."""
        todo = [(first, second) for first, second in pairs if first != second]
        if len(todo) > 3 or not todo:
            return False
        start, end = todo.pop()
        while todo:
            following = next((pair for pair in todo if pair[0] == end or self.fixed[end] >> pair[0] & 1), None)
            if following is None:
                return False
            todo.remove(following)
            end = following[1]
        return end == start or bool(self.fixed[end] >> start & 1)


def consequences(after: list[int], held: set[Literal], candidate: Reads) -> set[tuple[int, int]]:
    """New pairs from write serialisation and from-read."""
    write, read = candidate.write, candidate.read
    found = set()
    for rival in candidate.rivals:
        node = rival.node
        if node in (write, read) or not held.issuperset(rival.when):
            continue
        if after[node] >> read & 1 and not after[node] >> write & 1:
            found.add((node, write))
        if after[write] >> node & 1 and not after[read] >> node & 1:
            found.add((read, node))
    return found


def add(after: list[int], pairs: Iterable[tuple[int, int]]) -> bool:
    """Adds pairs to the relation, transitively; True when a node then precedes itself."""
    for first, second in pairs:
        if first == second:
            continue
        gain = after[second] | 1 << second
        for node in range(len(after)):
            if node == first or after[node] >> first & 1:
                after[node] |= gain
        if after[first] >> first & 1:
            return True
    return False
