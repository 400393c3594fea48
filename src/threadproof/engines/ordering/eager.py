"""`--order-solver eager`: the order itself as Booleans, one per pair of nodes that may come in either order.

Clauses say that the pairs form a total order (no cycle of three, which excludes longer ones), and that no rival lies between a
write and the read that sees it. A total order is what SC asks for, so no theory and no second stage is needed; the price is a
cubic number of clauses. Pairs of the fixed order are constants. Of the triples within which two nodes are ordered, only those
are written down in which no third node lies between the two: the others follow.
"""

from __future__ import annotations

from threadproof.budget import Budget, OutOfBudget
from threadproof.counters import Counters
from threadproof.events.problem import EventModel, Literal, Problem
from threadproof.evidence.refutation import Lemmas
from threadproof.smt.sat import Sat


def solve(problem: Problem, budget: Budget, counters: Counters, lemmas: Lemmas) -> EventModel | None:
    """A model, or None if there is none."""
    pairs = Pairs(problem)
    lemmas.clauses, lemmas.choices = pairs.axioms(), pairs.choices
    clauses = [*problem.clauses, *lemmas.clauses, [pairs.true]]
    counters["ws_variables"] = counters.get("ws_variables", 0) + pairs.last - problem.variables
    counters["order_clauses"] = counters.get("order_clauses", 0) + len(clauses) - len(problem.clauses)
    budget.check(counters)
    with Sat(clauses) as sat:
        answer = sat.solve(budget.left())
        counters["solver_seconds"] = counters.get("solver_seconds", 0) + sat.seconds
        for name in ("decisions", "conflicts"):
            counters[name] = counters.get(name, 0) + sat.statistics().get(name, 0)
        if answer is None:
            raise OutOfBudget("timeout")
        if not answer:
            return None
        true = sat.model(pairs.last)
    return EventModel(true[: problem.variables + 1], pairs.sequence(true))


class Pairs:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.true = self.last = problem.variables + 1  # a constant, for pairs of the fixed order; no clause contains it
        self.choices: dict[int, tuple[int, int]] = {}  # the other variables: true means first < second
        self.literal: list[list[Literal]] = [[0] * problem.nodes for _ in range(problem.nodes)]
        self.either: list[int] = [0] * problem.nodes  # for each node, those that may come before or after it
        for i in range(problem.nodes):
            for j in range(i):
                if problem.fixed[j] >> i & 1:
                    literal = self.true
                elif problem.fixed[i] >> j & 1:
                    literal = -self.true
                else:
                    self.last += 1
                    literal = self.last
                    self.choices[literal] = (j, i)
                    self.either[i] |= 1 << j
                    self.either[j] |= 1 << i
                self.literal[j][i], self.literal[i][j] = literal, -literal

    def axioms(self) -> list[list[Literal]]:
        found: list[list[Literal]] = []
        self._transitive(found)
        for order in self.problem.orders:
            if order.first != order.second:
                self._add(found, [-order.literal, self.literal[order.first][order.second]])
        for candidate in self.problem.reads:
            write, read = candidate.write, candidate.read
            if write == read:
                continue
            self._add(found, [-candidate.literal, self.literal[write][read]])
            for rival in candidate.rivals:
                if rival.node not in (write, read):
                    unless = [-literal for literal in rival.when]
                    way = [self.literal[rival.node][write], self.literal[read][rival.node]]
                    self._add(found, [-candidate.literal, *unless, *way])
        return found

    def _add(self, found: list[list[Literal]], clause: list[Literal]) -> None:
        if self.true not in clause:
            found.append([literal for literal in clause if literal != -self.true])

    def _transitive(self, found: list[list[Literal]]) -> None:
        literal, either, fixed = self.literal, self.either, self.problem.fixed
        for i in range(self.problem.nodes):
            after = fixed[i]
            for j in _members(fixed[i]):
                after &= ~fixed[j]
            for j in _members(after):  # right after i
                for k in _members(either[i] & either[j]):
                    found.append([-literal[j][k], literal[i][k]])
            for j in _members(either[i] >> i << i):
                for k in _members((either[i] & either[j]) >> j << j):
                    ij, jk, ik = literal[i][j], literal[j][k], literal[i][k]
                    found.append([-ij, -jk, ik])
                    found.append([ij, jk, -ik])

    def sequence(self, true: list[bool]) -> list[int]:
        """A node that has more nodes before it comes later."""
        count = [0] * self.problem.nodes
        for i, row in enumerate(self.literal):
            for j in range(i):
                literal = row[j]  # i before j
                if true[abs(literal)] == (literal > 0):
                    count[j] += 1
                else:
                    count[i] += 1
        return sorted(range(self.problem.nodes), key=count.__getitem__)


def _members(bits: int) -> list[int]:
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
