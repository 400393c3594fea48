"""What threads do to each other: what their moves write, and when two of them cannot be where they are at once.

An *interference* is a move of a thread from one of its states: which values it leaves in the shared variables that it writes, and
what was so before (a *profile*: the words that decide which thread may be where, which are ghosts, locks and flags). A state of
another thread must take the values in unless the two profiles exclude each other: a word would have two values, or the numbers of
two threads, which are different.

What words guard is summed up in `Guarded`: the values that variables have whenever the word has a certain value, over all
states of all threads. So what a lock protects is published where the lock is released, and known again where it is taken."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import reduce

from threadproof.analyses.assigned_values import assigned, mentions_self
from threadproof.engines.modular import strided
from threadproof.engines.modular.arrays import size_of
from threadproof.engines.modular.state import AbstractThread, NoSuchState
from threadproof.engines.modular.strided import Strided
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import INDEX
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.records import dataclass
from threadproof.sched.solo import LARGEST, MANY, SELF, Solo, SoloMove

CASES = 3  # values of a flag, each of which is a case of its own
GUARDED = 4000  # pairs of a value of a word and a variable
Profile = tuple[tuple[Strided, int | None], ...]
"""Of each word: its values, and its distance from the number of the thread. The last entry: whether main is alone."""


class Words:
    """Shared variables that only hold constants, or the numbers of threads, and the ghosts."""

    def __init__(self, solo: Solo) -> None:
        program, self.solo = solo.program, solo
        self.values: dict[Variable, tuple[int, ...]] = {}
        self.locks: set[Variable] = set()
        for variable, found in assigned(program).items():
            values = [value for value in found if value is not None]
            owned = [value for value in values if mentions_self([value])]
            constants = [value for value in values if value.is_const]
            if strided.scalar(variable.type) and (owned or len(constants) == len(found)):
                first = program.initial.get(variable)
                known = {int(value.payload) for value in (*constants, *(() if first is None else (first,)))}
                self.values[variable] = tuple(sorted(known))
                if owned:
                    self.locks.add(variable)
        plain = [word for word in self.values if word not in self.locks and word in program.initial]
        self.flags = [word for word in plain if 2 <= len(self.values[word]) <= CASES]
        self.hulls = {flag: reduce(strided.join, map(strided.single, self.values[flag])) for flag in self.flags}
        self._reads: dict[SoloMove, list[Variable]] = {}
        self.all = (*self.values, *(ghost for ghost in solo.ghosts() if ghost not in (solo.total, solo.over)))

    def profile(self, state: AbstractThread) -> Profile:
        return (*[self.one(state, word) for word in self.all], self.alone(state))

    def alone(self, state: AbstractThread) -> tuple[Strided, int | None]:
        """1 where all threads but main have ended: those with the numbers up to the last one."""
        size, total = size_of(state, self.solo.over), self.solo.total
        last = state.link(total)
        linked = size.link is not None and last is not None and size.link.alike(last) and size.link.number >= last.number
        linked = linked and size.link is not None and state.exact(size.link, INDEX)
        return strided.single(int(size.num.low >= state.num(total).high or linked)), None

    def one(self, state: AbstractThread, word: Variable) -> tuple[Strided, int | None]:
        link = state.links.get(word)
        return state.num(word), link.number if link is not None and link.base is SELF and link.scale == 1 else None

    def key(self, state: AbstractThread) -> frozenset[tuple[Variable, int]]:
        """By what states at one place are kept apart: locks that are held, and flags whose value is known."""
        flags = ((flag, state.num(flag).constant) for flag in self.flags)
        return self.held(state).union((flag, value) for flag, value in flags if value is not None)

    def cases(self, state: AbstractThread, move: SoloMove) -> list[AbstractThread]:
        """The state, one for each value of the first flag that the move reads and whose value is not known."""
        for flag in self._read(move):
            num = state.num(flag)
            values = [value for value in self.values[flag] if value in num]
            known = strided.within(num, self.hulls[flag])
            if num.constant is None and known and len(values) <= CASES:
                found = []
                for value in values:
                    case = state.copy()
                    try:
                        case.refine(flag, strided.single(value))
                        found.append(case)
                    except NoSuchState:
                        pass
                return found
        return [state]

    def _read(self, move: SoloMove) -> list[Variable]:
        """Flags that a move takes into registers, or depends on."""
        found = self._reads.get(move)
        if found is None:
            names = {v for op in move.ops for expr in op_exprs(op) for v in expr_variables(expr) if v.shared}
            found = self._reads[move] = [flag for flag in self.flags if flag in names]
        return found

    def held(self, state: AbstractThread) -> frozenset[tuple[Variable, int]]:
        """Words that hold the number of the thread."""
        links = ((word, state.links.get(word)) for word in self.locks)
        return frozenset((w, link.number) for w, link in links if link is not None and link.base is SELF and link.scale == 1)


def exclude(solo: Solo, words: Words, one: str, mine: Profile, two: str, theirs: Profile) -> bool:
    """Whether two threads cannot be in such states at once."""
    if (two != solo.program.main and mine[-1][0].low) or (one != solo.program.main and theirs[-1][0].low):
        return True
    for word, (num, self_), (other, their_self) in zip(words.all, mine[:-1], theirs[:-1], strict=True):
        if self_ is not None and self_ == their_self:
            return True
        both = strided.meet(num, other)
        if both is None:
            return True
        if one == two and word is solo.instances[one].count and both.constant == 1:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Interference:
    template: str
    profile: Profile
    written: Mapping[Variable, Strided]


class Guarded:
    """The values of variables while a word has a certain value."""

    def __init__(self, words: Words, variables: Sequence[Variable], thresholds: Sequence[int]) -> None:
        self.words, self.thresholds = words, thresholds
        pairs = [(word, value) for word, values in words.values.items() for value in values]
        chosen = (
            [(word, value) for word, value in pairs if word in words.locks] if len(pairs) * len(variables) > GUARDED else pairs
        )
        self.pairs = chosen if len(chosen) * len(variables) <= GUARDED else []
        self.variables = frozenset(variables)
        self.known: dict[tuple[Variable, int], dict[Variable, Strided]] = {pair: {} for pair in self.pairs}
        self.by_word: dict[Variable, dict[int | None, dict[Variable, Strided]]] = {}
        for (word, value), known in self.known.items():
            self.by_word.setdefault(word, {})[value] = known
        self._grown: dict[tuple[Variable, int, Variable], int] = {}

    def note(self, state: AbstractThread, written: Iterable[Variable], patience: int) -> bool:
        """A state between moves, after these variables were written. Whether anything is new."""
        changed = False
        touched = set(written)
        for word, value in self.pairs:
            concerned = self.variables if word in touched else self.variables & touched
            if not concerned or value not in state.num(word):
                continue
            known = self.known[word, value]
            for variable in concerned:
                new = state.num(variable)
                old = known.get(variable)
                if variable is word or (old is not None and strided.within(new, old)):
                    continue
                key = (word, value, variable)
                self._grown[key] = self._grown.get(key, 0) + 1
                wide = old is not None and self._grown[key] > patience
                joined = new if old is None else strided.join(old, new)
                known[variable] = strided.widened(old, new, self.thresholds, variable.type) if wide and old else joined
                changed = True
        return changed

    def within(self, other: Guarded) -> bool:
        """Whether all that the other one says is known here."""
        return all(
            variable in other.known[pair] and strided.within(num, other.known[pair][variable])
            for pair, known in self.known.items()
            for variable, num in known.items()
        )

    def decided(self, state: AbstractThread) -> set[Variable]:
        """Words whose value is known."""
        return {word for word in self.by_word if state.num(word).constant is not None}

    def apply(self, state: AbstractThread, written: Container[Variable], done: set[Variable]) -> None:
        """What words that have become known say of variables that were not written since; these words are `done`. May raise
        NoSuchState."""
        for word, cases in self.by_word.items():
            if word in done or word in written:
                continue
            known = cases.get(state.num(word).constant)
            if known is not None:
                done.add(word)
                for variable, num in known.items():
                    if variable not in written and num != strided.whole(variable.type):
                        state.refine(variable, num)


def thresholds(program: Program, most: int = 300) -> list[int]:
    """Constants of the program and their neighbours."""
    from threadproof.ir.walk import subterms

    found: set[int] = {-1, 0, 1}
    kept = {MANY, LARGEST, LARGEST + 1}
    seen: set[Expr] = set()
    roots = [expr for f in program.functions.values() for edge in f.edges for op in edge.ops for expr in op_exprs(op)]
    for root in roots:
        if root in seen:
            continue
        for node in subterms(root):
            if node not in seen:
                seen.add(node)
                if node.op == "const" and strided.scalar(node.type):
                    value = int(node.payload)
                    found |= {value - 1, value, value + 1}
    return sorted({*sorted(found, key=abs)[:most], *kept})
