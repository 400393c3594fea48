"""An order of the threads that wait, in which everybody waits for lower ones (`certify.outline.deadlocks` says why that
suffices).

A thread may be blocked where one of its ways to an Await or Join that does not hold is possible in an abstract state. The
holders on this way are terms over the state: the number in the word of a lock, or that of the thread that is joined. For two
states in which a thread may be blocked there is an edge from the one to the other, if the second thread may be the holder for
which the first one waits: it is no stranger to the lock (`lock_holders`), its number may be the one that is joined, and both
threads can be where they are at once. Without a cycle of edges the length of the longest path is the rank."""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.engines.modular import strided
from threadproof.engines.modular.fixpoint import Fixpoint
from threadproof.engines.modular.interference import Profile, exclude
from threadproof.engines.modular.lock_holders import LockHolders, LockWord, Node
from threadproof.engines.modular.races import lock_names
from threadproof.engines.modular.state import AbstractThread, NoSuchState
from threadproof.engines.modular.strided import Strided
from threadproof.engines.modular.transfer import evaluate
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.records import dataclass
from threadproof.sched.solo import LARGEST, SELF, SoloBlock


@dataclass(frozen=True, slots=True, eq=False)
class AbstractHolder:
    """For whom a thread waits: `term` over the state in which it rests, its values, and the lock whose word it is."""

    term: Expr
    num: Strided
    lock: LockWord | None


@dataclass(frozen=True, slots=True, eq=False)
class AbstractBlock:
    node: Node
    state: AbstractThread
    block: SoloBlock
    profile: Profile
    holders: tuple[AbstractHolder, ...]
    beside: tuple[str, ...]  # templates of which the first thread is there, if there is no holder


class WaitOrder:
    def __init__(self, found: Fixpoint) -> None:
        self.found, self.solo = found, found.solo
        self.locks = LockHolders(found)
        self.blocks: list[AbstractBlock] = []
        self.alive: tuple[Expr, ...] = ()
        self.ranks: dict[Node, int] = {}
        self._used: dict[Variable, LockWord] = {}
        self._alive: dict[Expr, None] = {}

    def run(self) -> str:
        """Why deadlocks are not excluded; empty where they are."""
        for node in self.locks.nodes:
            if not self.solo.leads_on(*node[0]):
                return f"{node[0][0]} cannot go on from one of its locations"
            for block in self.solo.blocks(*node[0]):
                self.found.budget.check(self.found.counters)
                self.blocks += self._abstract(node, block)
        for each in self.blocks:
            reason = self._not_alive(each)
            if reason:
                return reason
        self.alive = tuple(self._alive)
        return self._rank()

    def facts(self, node: Node) -> list[Expr]:
        """What is known in a state besides: to which locks a thread is a stranger."""
        return [fact for lock in self._used.values() if node in self.locks.strangers(lock) for fact in lock.foreign()]

    # -- who is blocked, and for whom he waits ---------------------------------------------------------------------------

    def _abstract(self, node: Node, block: SoloBlock) -> Iterator[AbstractBlock]:
        state = self.found.states[node[0]][node[1]]
        for case in self.found.words.cases(state, block.way):
            after = self.found.after(case, block.way)
            if after is not None:
                holders = tuple([self._holder(after.state, block, holder) for holder in block.holders])
                beside = () if holders else tuple(self._there(node[0][0], after.state))
                yield AbstractBlock(node, case, block, after.before, holders, beside)

    def _there(self, template: str, after: AbstractThread) -> Iterator[str]:
        """Other templates of which a thread was created and none has ended."""
        for name, ghosts in self.solo.instances.items():
            if name != template and after.num(ghosts.count).low > 0 and after.num(ghosts.ended).constant == 0:
                yield name

    def _holder(self, after: AbstractThread, block: SoloBlock, holder: Expr) -> AbstractHolder:
        term = self._known(after, before(block, holder))
        shared = [variable for variable in expr_variables(term) if variable.shared]
        lock = self.locks.word(shared[0]) if len(shared) == len(expr_variables(term)) == 1 else None
        return AbstractHolder(term, evaluate(after, holder).num, lock)

    def _known(self, state: AbstractThread, term: Expr) -> Expr:
        """A term with what is known of shared variables put in, but for the words of locks."""
        others = [v for v in expr_variables(term) if v.shared and strided.scalar(v.type) and v not in self.found.words.locks]
        values = {v: state.num(v).constant for v in others}
        return _replaced(term, {v: E.const(v.type, value) for v, value in values.items() if value is not None})

    def _not_alive(self, each: AbstractBlock) -> str:
        """Why it is not known that the holders are threads that have not ended, and none of them the blocked one."""
        if not each.holders and not each.beside:
            return f"{_told(self.found, each)}: it is not known who ends that"
        for holder in each.holders:
            if self._joined(each, holder):
                if SELF in expr_variables(holder.term) or strided.meet(holder.num, each.state.num(SELF)) is not None:
                    return f"{_told(self.found, each)}: it is not known that the thread which is joined is another one"
                continue
            lock = holder.lock
            early = lock is not None and lock.late and each.state.num(self.solo.total).low == 0
            if lock is None or (early and each.node[0][0] == self.solo.program.main) or not self._owned(each, holder, lock):
                return f"{_told(self.found, each)}: it is not known for whom"
            left = self.locks.left(lock)
            if left is not None:
                return f"{_told(self.found, each)}: a thread that holds {_name(lock.word)} may end at line {left.line}"
            if each.node not in self.locks.strangers(lock):
                return f"{_told(self.found, each)}, which it may hold already"
            self._used[lock.word] = lock
            self._alive[E.lor(lock.constant(self.solo.total), self.solo.alive(holder.term))] = None
        return ""

    def _joined(self, each: AbstractBlock, holder: AbstractHolder) -> bool:
        """Whether the way is one of a join, which ends with the condition that its thread is there."""
        condition = _last_condition(each.block)
        return condition is not None and any(condition is self.solo.alive(term) for term in each.block.holders)

    def _owned(self, each: AbstractBlock, holder: AbstractHolder, lock: LockWord) -> bool:
        """Whether the word, as long as the thread is blocked, holds the number of its owner, and that is the holder."""
        for constant in lock.constants:
            case = each.state.copy()
            case.forget(lock.word)
            case.nums[lock.word] = strided.single(constant)
            if self.found.after(case, each.block.way) is not None:
                return False
        for link in lock.mine:
            case = AbstractThread(self.found.summaries)
            case.nums[SELF] = strided.made(0, LARGEST, 1)
            case.nums[lock.word], case.links[lock.word] = strided.whole(lock.word.type), link
            owner = evaluate(case, holder.term).link
            if owner is None or (owner.base, owner.number, owner.scale) != (SELF, 0, 1):
                return False
        return True

    # -- the order ---------------------------------------------------------------------------------------------------------

    def _rank(self) -> str:
        """The ranks; or what lies on a cycle."""
        below: dict[Node, dict[Node, tuple[AbstractBlock, AbstractBlock]]] = {each.node: {} for each in self.blocks}
        for one in self.blocks:
            for two in self._waited_for(one):
                below[one.node].setdefault(two.node, (one, two))
        left = dict(below)
        while left:
            done = [node for node, found in left.items() if left.keys().isdisjoint(found)]
            if not done:
                return self._cycle(left)
            for node in done:
                self.ranks[node] = 1 + max((self.ranks[lower] for lower in left[node]), default=-1)
            for node in done:
                del left[node]
        return ""

    def _waited_for(self, one: AbstractBlock) -> list[AbstractBlock]:
        """Who may be blocked in turn: the holders, or the threads of the template that is blocked least."""
        self.found.budget.check(self.found.counters)
        if one.holders:
            return [two for two in self.blocks if self._may_wait_for(one, two)]
        choices = [[two for two in self.blocks if two.node[0][0] == name and not self._apart(one, two)] for name in one.beside]
        return min(choices, key=len)

    def _apart(self, one: AbstractBlock, two: AbstractBlock) -> bool:
        """Whether two threads cannot be blocked like this at once: what both know of shared variables contradicts that."""
        if exclude(self.solo, self.found.words, one.node[0][0], one.profile, two.node[0][0], two.profile):
            return True
        case = one.state.copy()
        try:
            for variable in self.found.variables:
                case.refine(variable, two.state.num(variable))
        except NoSuchState:
            return True
        return self.found.after(case, one.block.way) is None

    def _may_wait_for(self, one: AbstractBlock, two: AbstractBlock) -> bool:
        template, other = one.node[0][0], two.node[0][0]
        if template == other == self.solo.program.main:
            return False
        holds = any(
            strided.meet(holder.num, two.state.num(SELF)) is not None
            and not (holder.lock is not None and two.node in self.locks.strangers(holder.lock))
            for holder in one.holders
        )
        return holds and not self._apart(one, two)

    def _cycle(self, left: dict[Node, dict[Node, tuple[AbstractBlock, AbstractBlock]]]) -> str:
        node, seen = next(iter(left)), list[Node]()
        while node not in seen:
            seen.append(node)
            node = next(lower for lower in left[node] if lower in left)
        seen = seen[seen.index(node) :]
        pairs = [left[one][two] for one, two in zip(seen, [*seen[1:], seen[0]], strict=True)]
        told = list(dict.fromkeys(_told(self.found, one) for one, _ in pairs))
        return f"waiting may be circular: {'; '.join(told)}"


def before(block: SoloBlock, term: Expr) -> Expr:
    """A term after the operations of a way, over the state before them."""
    values: dict[Variable, Expr] = {}
    for op in block.way.ops:
        if isinstance(op, ops.Assign):
            values[op.target] = _replaced(op.value, values)
        elif isinstance(op, ops.Havoc):
            values[op.target] = E.var(Variable(f"{op.target.name}?", op.target.type))
        elif isinstance(op, ops.Write):
            values[op.array] = E.store(_replaced(E.var(op.array), values), *(_replaced(e, values) for e in (op.index, op.value)))
    return _replaced(term, values)


def _replaced(term: Expr, values: dict[Variable, Expr]) -> Expr:
    return substitute(term, lambda node: values.get(node.payload) if node.op == "var" else None)


def _last_condition(block: SoloBlock) -> Expr | None:
    """Under which a thread gets no further; None if it never does."""
    last = block.way.ops[-1] if block.way.ops else None
    return last.condition if isinstance(last, ops.Assume) else None


def _told(found: Fixpoint, each: AbstractBlock) -> str:
    """Who waits where, for what, and what it holds."""
    way = each.block.way
    condition = _last_condition(each.block)
    terms = [holder.term for holder in each.holders if holder.lock is not None]
    if not each.holders and condition is not None:
        terms = [before(each.block, condition)]
    waited = sorted({_name(v) for term in terms for v in expr_variables(term) if v.shared and not v.name.startswith("%")})
    joins = any(condition is found.solo.alive(holder) for holder in each.block.holders)
    what = f" for {', '.join(waited)}" if waited else " for a thread to end" if joins else ""
    return f"{each.node[0][0]} may wait at {way.pos.file}:{way.pos.line}{what}, {lock_names(found, each.state)}"


def _name(word: Variable) -> str:
    """Of an object of the library, without its words."""
    return word.name.partition(".__")[0]
