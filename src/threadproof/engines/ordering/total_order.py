"""From wSC to SC: a total order of the nodes for a model whose happens-before has no cycle.

wSC leaves some writes unordered, and an arbitrary total order may put a rival between a write and the read that sees it. What SC
needs is exactly this: for each true candidate and each rival of it that happens, the rival is before the write or after the read.
So the choices are pairs of a write and a rival (the `clashes` of the problem that matter; a total order decides the others
anyway). A choice has a variable of its own, true: first before second, false: the other way round. That adds no assumption: every
total order makes one of them true.

`complete` makes the missing choices one after the other, closing happens-before after each. When both ways of a choice fail, it
answers with the two clauses; their variables are then part of the question, and the solver searches again. So write-order
variables come into being only where wSC says that a model exists and greedy choices do not find its order.
"""

from __future__ import annotations

from threadproof.bitsets import bits
from threadproof.engines.ordering.tables import OrderTables
from threadproof.engines.ordering.theory import Theory
from threadproof.events.problem import Clause, EventModel, Literal, OrderEdge, Problem


class Choices:
    """The write-order variables, numbered after those of the problem as they are asked for. `used`: known to a
    solver."""

    __slots__ = ("_numbers", "pairs", "used", "variables")

    def __init__(self, problem: Problem) -> None:
        self.variables = problem.variables
        self.pairs: dict[int, tuple[int, int]] = {}  # variable: first, second
        self.used: dict[int, tuple[int, int]] = {}
        self._numbers: dict[tuple[int, int], int] = {}

    def literal(self, first: int, second: int) -> Literal:
        """The literal that says `first < second`."""
        pair = (min(first, second), max(first, second))
        number = self._numbers.get(pair)
        if number is None:
            self.variables += 1
            number = self._numbers[pair] = self.variables
            self.pairs[number] = pair
        return number if pair == (first, second) else -number

    def use(self, clauses: list[Clause], tables: OrderTables) -> None:
        """From now on the write-order variables of these clauses order their nodes."""
        for variable in {abs(literal) for clause in clauses for literal in clause}:
            if variable in self.pairs and variable not in self.used:
                first, second = self.used[variable] = self.pairs[variable]
                tables.choose(OrderEdge(variable, first, second))
                tables.choose(OrderEdge(-variable, second, first))


def complete(theory: Theory, choices: Choices) -> list[Clause]:
    """Orders whatever SC needs to be ordered; then the answer is empty. Otherwise clauses that exclude this way of
    choosing. The theory holds all true literals and has no conflict."""
    tables = theory.tables
    for candidate in list(theory.active):
        write, read = tables.write[candidate], tables.read[candidate]
        rivals = theory.happens[tables.kind[candidate]] & tables.rivals[candidate]
        for node in bits(rivals):
            if theory.before[write] >> node & 1 or theory.after[read] >> node & 1:
                continue
            literal = choices.literal(write, node)
            theory.push()
            conflict = theory.choose(write, node, literal)
            if conflict is None:
                continue
            theory.pop()
            other = theory.choose(node, write, -literal)
            if other is not None:
                return [conflict, other]
    return []


def linearise(theory: Theory) -> list[int]:
    """A total order that extends happens-before: a node with more nodes before it comes later."""
    return sorted(range(theory.tables.nodes), key=lambda node: theory.before[node].bit_count())


def check(problem: Problem, model: EventModel) -> None:
    """Asserts that the total order obeys every axiom under the assignment; written without the theory's code."""
    place = {node: position for position, node in enumerate(model.sequence)}
    assert sorted(place) == list(range(problem.nodes)) and len(model.sequence) == problem.nodes, "not an order of all nodes"

    def holds(literal: Literal) -> bool:
        return model.true[literal] if literal > 0 else not model.true[-literal]

    seen = 0
    for node in model.sequence:
        assert not problem.fixed[node] & seen, f"node {node} comes after one that it always precedes"
        seen |= 1 << node
    for order in problem.orders:
        if order.first != order.second and holds(order.literal):
            assert place[order.first] < place[order.second], f"{order} is violated"
    for candidate in problem.reads:
        if candidate.write == candidate.read or not holds(candidate.literal):
            continue
        start, end = place[candidate.write], place[candidate.read]
        assert start < end, f"{candidate} is violated"
        for rival in candidate.rivals:
            between = start < place[rival.node] < end
            assert not between or not all(map(holds, rival.when)), f"{rival} lies between the ends of {candidate}"
