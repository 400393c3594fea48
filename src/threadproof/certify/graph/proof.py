"""Re-checks an inductive invariant: is the graph of a certificate closed, and free of errors?

The program's own system is built anew; of the proof only plain data is used (`certify.graph.document`), read for that system.
Starting from the initial control, for every control that is reached and every node that the certificate has there:

- the initial states lie in a node of the initial control;
- every step that must be followed leads into the nodes of its target control, or is impossible: first the node that the
  certificate names is tried, then the others, then their union;
- no step that fails a check, or whose path was cut, is possible;
- steps that end the program need nothing.

Then no execution leads to a failure, by induction over its length, if all steps are followed. If a node says that only some
threads were followed, `certify.graph.reduction`, `certify.graph.monotonic` or (cooperative programs) `certify.graph.turns`
decides whether that is enough, and why; where it is not, the node must be closed under the steps of all threads.

Ghosts (`evidence.graph`) are variables like others, except that the certificate says what every step sets them to; they must
not be variables of the program, so steps do not notice them, and an execution of the program is one of the program with ghosts.
What the facts say about both together never fails, so neither does the program.

A *tentative* proof may have left out threads for reasons that are not known here: then the answer is that it was not checked.

Proofs by blocks are checked by `certify.blocks.proof`.

Shared with the engines: the front end and the passes that lower the program, `sched.system`, which defines what its steps are,
and the translation of expressions to solver terms. Not shared: domains, search, covering, refinement, reduction, the solver.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from threadproof.certify.answer import ProofCheck, Rejected
from threadproof.certify.blocks.proof import BlockProofChecker as Blocks
from threadproof.certify.format import FormatError
from threadproof.certify.graph.actions import cycle
from threadproof.certify.graph.document import Claim, Claims, decode, followed
from threadproof.certify.graph.monotonic import MonotonicCheck
from threadproof.certify.graph.reduction import ReductionCheck
from threadproof.certify.graph.turns import Turns
from threadproof.certify.implication import Cube, ImplicationReply, Implications, OutOfTime, Parts
from threadproof.certify.names import control_text
from threadproof.counters import Counters
from threadproof.evidence.graph import Ghosts
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import END, HALTED, Control, System, SystemStep


class _PreparedClaim:
    """A claim, prepared. `control` is None until it is reached; `full`: the steps of all threads are followed, `doubt`: why
    it is not enough to follow some; `after`: nodes that steps lead to."""

    __slots__ = ("after", "claim", "control", "cube", "doubt", "full")

    def __init__(self, claim: Claim, parts: dict[Expr, Parts]) -> None:
        self.claim = claim
        self.cube = Cube(claim.facts, parts)
        self.control: Control | None = None
        self.full = claim.threads is None
        self.doubt = ""
        self.after: dict[_PreparedClaim, None] = {}


def check(program: Program, thread_limit: int, data: Mapping[str, Any], deadline: float = float("inf")) -> ProofCheck:
    """Raises Rejected where a step leads out of the invariants or into a failure, or the data is no proof at all."""
    started = time.monotonic()
    system = System(program, scheduler_of(program), thread_limit)
    try:
        claims = decode(data, system)
    except FormatError as error:
        raise Rejected(f"not a proof of this program: {error}") from None
    checker: _GraphChecker | Blocks = (
        Blocks(system, claims, deadline) if claims.blocks else _GraphChecker(system, claims, deadline)
    )
    try:
        checker.run()
    except OutOfTime:
        checker.open = "time"
    return ProofCheck(checker.open, {**checker.counters(), "seconds": time.monotonic() - started})


class _GraphChecker:
    def __init__(self, system: System, claims: Claims, deadline: float) -> None:
        self.system = system
        self.deadline = deadline
        self.implications = Implications(deadline)
        self.reduction = ReductionCheck(system, claims.mentioned, self.implications)
        self.tentative = claims.tentative
        self.monotonic = MonotonicCheck(system, self.implications) if claims.monotonic else None
        self.turns = None if system.kernel is None else Turns(system)
        parts: dict[Expr, Parts] = {}
        self.nodes = [_PreparedClaim(claim, parts) for claim in claims.nodes]
        self.waiting: list[_PreparedClaim] = []
        self.open = ""
        self.steps = 0
        self._by_text: dict[str, list[_PreparedClaim]] = {}
        for node in self.nodes:
            self._by_text.setdefault(node.claim.at, []).append(node)
        self._at: dict[Control, dict[_PreparedClaim, None]] = {}

    def counters(self) -> Counters:
        return {
            "nodes": sum(node.control is not None for node in self.nodes),
            "controls": len(self._at),
            "steps": self.steps,
            "questions": self.implications.asked,
            "solver_calls": self.implications.calls,
        }

    def run(self) -> None:
        start = self.system.initial
        named = self.nodes[0] if self.nodes else None
        anything, awake = Cube(()), frozenset[int]()
        entered = self._targets(anything, self.system.initial_ops(), start, named, "the initial state", awake)
        self._enter(entered, start, None, anything)
        self._drain()
        while self.monotonic is None and (node := self._left_out()):
            self._complete(node)
            self._drain()

    def _drain(self) -> None:
        while self.waiting:
            if time.monotonic() > self.deadline:
                raise OutOfTime
            node = self.waiting.pop()
            control, threads = node.control, node.claim.threads
            assert control is not None
            steps = zip_longest(followed(self.system, control, threads), node.claim.next, fillvalue=-1)
            for number, (step, hint) in enumerate(steps):
                if not isinstance(step, SystemStep):
                    raise Rejected(f"more targets than steps at {node.claim.at}")
                named = self.nodes[hint] if isinstance(hint, int) and hint >= 0 else None
                self._follow(node, step, named, node.claim.ghosts.get(number))
            if threads is not None and self.monotonic is None:
                node.doubt = self._objection(node, control, threads)
                if node.doubt:
                    self._complete(node)

    def _objection(self, node: _PreparedClaim, control: Control, threads: frozenset[int]) -> str:
        if self.turns is None:
            return self.reduction.objection(control, node.cube, threads)
        awake = frozenset(self.system.enabled(control)) - node.claim.asleep
        node.full = threads >= awake
        return self.turns.objection(control, threads, node.claim.persistent, node.claim.asleep)

    def _complete(self, node: _PreparedClaim) -> None:
        """Follow the other threads, too."""
        assert node.control is not None and node.claim.threads is not None
        node.full = True
        if self.tentative:
            self.open = self.open or f"reduction: {node.doubt}"
            return
        for thread in self.system.enabled(node.control):
            if thread not in node.claim.threads and (self.turns is None or thread not in node.claim.asleep):
                for step in self.system.thread_steps(node.control, thread):
                    self._follow(node, step, None)

    def _follow(self, node: _PreparedClaim, step: SystemStep, named: _PreparedClaim | None, ghosts: Ghosts | None = None) -> None:
        self.steps += 1
        if step.failure is not None:
            reply = self.implications.impossible(node.cube, step.ops)
            self._judge(
                reply, f"{step.failure.kind} at {step.failure.pos} is possible from {node.claim.at}{_because(node.doubt)}"
            )
        elif step.target is not HALTED:
            what = f"a step of thread {step.thread} ({step.edge.pos}) from {node.claim.at}{_because(node.doubt)}"
            operations = step.ops if ghosts is None else _with(step.ops, ghosts)
            entered = self._targets(node.cube, operations, step.target, named, what, self._asleep(node, step))
            node.after.update(dict.fromkeys(entered))
            self._enter(entered, step.target, step, node.cube)

    def _asleep(self, node: _PreparedClaim, step: SystemStep) -> frozenset[int]:
        """The threads that may be asleep in a node that the step leads to."""
        assert node.control is not None
        if self.turns is None:
            return frozenset()
        if node.control.depth:
            return node.claim.asleep
        followed = node.claim.threads
        every = frozenset(self.system.enabled(node.control)) if followed is None else followed
        return self.turns.allowed(node.control, step.thread, node.claim.asleep, every)

    def _enter(self, nodes: list[_PreparedClaim], control: Control, step: SystemStep | None, before: Cube) -> None:
        for node in nodes:
            if node.control is None:
                node.control = control
                self.waiting.append(node)
            threads = node.claim.threads
            if self.monotonic is not None and threads is not None and not node.full:
                node.doubt = self.monotonic.objection(control, step, threads, before)
                if node.doubt:
                    self._complete(node)

    def _targets(
        self,
        before: Cube,
        operations: tuple[ops.DataOp, ...],
        control: Control,
        named: _PreparedClaim | None,
        what: str,
        asleep: frozenset[int],
    ) -> list[_PreparedClaim]:
        """Nodes of the control that together contain all states after the operations; none if there are no such states. Only
        nodes where no other thread is asleep count."""
        nodes = self._at.get(control)
        if nodes is None:
            there = self._by_text.pop(control_text(self.system, control), [])  # its text is only its own
            nodes = self._at[control] = dict.fromkeys(there)
        fits = named is not None and named in nodes and named.claim.asleep <= asleep
        if named is not None and fits and self.implications.inside(before, operations, named.cube) is ImplicationReply.YES:
            return [named]
        if self.implications.impossible(before, operations) is ImplicationReply.YES:
            return []
        allowed = [node for node in nodes if node.claim.asleep <= asleep]
        for node in allowed:
            if node is not named and self.implications.inside(before, operations, node.cube) is ImplicationReply.YES:
                return [node]
        reply = self.implications.inside_any(before, operations, [node.cube for node in allowed])
        self._judge(reply, f"{what} leads out of the invariant of {control_text(self.system, control)}")
        return allowed

    def _judge(self, reply: ImplicationReply, complaint: str) -> None:
        if reply is ImplicationReply.NO:
            raise Rejected(complaint)
        if reply is ImplicationReply.UNKNOWN:
            self.open = self.open or f"the solver gave up on whether {complaint}"

    def _left_out(self) -> _PreparedClaim | None:
        """A node on a cycle that never follows some thread (condition 3 of `reduction`)."""
        graph = self._reduced()
        for node in graph if self.turns is not None else ():
            if cycle(_inside(node)):
                node.doubt = "a step may never end"
                return node
        if not cycle(graph):
            return None
        for thread in range(max(len(node.control.at) for node in graph if node.control is not None)):
            part = {node: after for node, after in graph.items() if self._ignores(node, thread)}
            found = cycle({node: [n for n in after if n in part] for node, after in part.items()})
            if found:
                found[0].doubt = f"thread {thread} is never followed on a cycle"
                return found[0]
        return None

    def _ignores(self, node: _PreparedClaim, thread: int) -> bool:
        """Whether a thread that could move was not followed."""
        assert node.control is not None and node.claim.threads is not None
        if self.turns is not None:
            able = thread in self.system.enabled(node.control) and thread not in node.claim.asleep
        else:
            able = thread < len(node.control.at) and node.control.at[thread][1] != END
        return able and thread not in node.claim.threads

    def _reduced(self) -> dict[_PreparedClaim, list[_PreparedClaim]]:
        """The nodes that were followed with some threads only, and where that leads; atomic blocks are passed through."""
        graph = {}
        for node in self.nodes:
            if node.control is not None and not node.full:
                seen, stack = set(node.after), list(node.after)
                while stack:
                    inner = stack.pop()
                    if inner.control is not None and inner.control.depth:
                        stack += [after for after in inner.after if after not in seen]
                        seen.update(inner.after)
                graph[node] = [after for after in seen if not after.full]
        return graph


def _inside(node: _PreparedClaim) -> dict[_PreparedClaim, list[_PreparedClaim]]:
    """The nodes inside of the steps that are followed from one where all threads rest."""
    graph: dict[_PreparedClaim, list[_PreparedClaim]] = {}
    stack = [after for after in node.after if after.control is not None and after.control.depth]
    while stack:
        inner = stack.pop()
        if inner not in graph:
            graph[inner] = [after for after in inner.after if after.control is not None and after.control.depth]
            stack += graph[inner]
    return graph


def _with(operations: tuple[ops.DataOp, ...], ghosts: Ghosts) -> tuple[ops.DataOp, ...]:
    """A step that also sets ghosts; those of `after` all at once."""
    meanwhile = [(Variable(f"{ghost.name}'", ghost.type), ghost, value) for ghost, value in ghosts.after]
    return (
        *(ops.Assign(ghost, value) for ghost, value in ghosts.before),
        *operations,
        *(ops.Assign(new, value) for new, _, value in meanwhile),
        *(ops.Assign(ghost, E.var(new)) for new, ghost, _ in meanwhile),
    )


def _because(doubt: str) -> str:
    return f" (followed, since {doubt})" if doubt else ""
