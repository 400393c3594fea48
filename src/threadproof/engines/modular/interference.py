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
from types import MappingProxyType

from threadproof.analyses.assigned_values import assigned, mentions_self
from threadproof.engines.modular import strided
from threadproof.engines.modular.arrays import size_of
from threadproof.engines.modular.state import AbstractThread, NoSuchState
from threadproof.engines.modular.strided import Strided
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import INDEX
from threadproof.ir.uses import expr_variables, op_exprs
from threadproof.sched.solo import LARGEST, MANY, SELF, Solo, SoloMove

CASES = 3  # values of a flag, each of which is a case of its own
PATIENT = 3  # stops of widening at any constant
GUARDED = 20_000  # pairs of a value of a word and a variable
Known = tuple[Strided, int | None]
"""Of a word: its values, and its distance from the number of the thread."""
Profile = tuple[bool, tuple[tuple[Variable, Known], ...]]
"""Whether main is alone, and the words of which something is known, in the order of `Words.all`."""


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
        self.index = {word: number for number, word in enumerate(self.all)}

    def profile(
        self, state: AbstractThread, before: Mapping[Variable, Known] = MappingProxyType({}), alone: bool | None = None
    ) -> Profile:
        """What a state says of words; of some of them, and of main, as it was `before`."""
        known = {word: self.one(state, word) for word in (*state.nums, *state.links) if word in self.index}
        known.update(before)
        said = [(self.index[w], w, one) for w, one in known.items() if one[1] is not None or one[0] != strided.whole(w.type)]
        said.sort(key=lambda entry: entry[0])
        return self.alone(state) if alone is None else alone, tuple([(word, one) for _, word, one in said])

    def alone(self, state: AbstractThread) -> bool:
        """Whether all threads but main have ended: those with the numbers up to the last one."""
        size, total = size_of(state, self.solo.over), self.solo.total
        last = state.link(total)
        linked = size.link is not None and last is not None and size.link.alike(last) and size.link.number >= last.number
        linked = linked and size.link is not None and state.exact(size.link, INDEX)
        return size.num.low >= state.num(total).high or linked

    def one(self, state: AbstractThread, word: Variable) -> Known:
        link = state.links.get(word)
        return state.num(word), link.number if link is not None and link.base is SELF and link.scale == 1 else None

    def key(self, state: AbstractThread) -> frozenset[tuple[Variable, int]]:
        """By what states at one place are kept apart: locks that are held, and flags whose value is known."""
        known = (flag for flag in self.flags if flag in state.nums or flag in state.links)
        flags = ((flag, state.num(flag).constant) for flag in known)
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
        links = ((word, link) for word, link in state.links.items() if word in self.locks)
        return frozenset((word, link.number) for word, link in links if link.base is SELF and link.scale == 1)


def exclude(solo: Solo, words: Words, one: str, mine: Profile, two: str, theirs: Profile) -> bool:
    """Whether two threads cannot be in such states at once."""
    if (two != solo.program.main and mine[0]) or (one != solo.program.main and theirs[0]):
        return True
    other = dict(theirs[1])
    count = solo.instances[one].count if one == two else None
    for word, (num, self_) in mine[1]:
        if word in other:
            their_num, their_self = other[word]
            both = strided.meet(num, their_num)
            if both is None or (self_ is not None and self_ == their_self):
                return True
            num = both
        if word is count and num.constant == 1:
            return True
    return count in other and count is not None and other[count][0].constant == 1


class SharedEffects:
    """What moves write, by the class of the states in which they begin: their template and what words say there."""

    def __init__(self, words: Words, classes: Classes) -> None:
        self.words, self.classes = words, classes
        self.written: dict[Variable, dict[int, Strided]] = {}
        self.changed: set[Variable] = set()  # since somebody has emptied it
        self._met: dict[Variable, dict[int, Strided | None]] = {}

    def note(self, template: str, profile: Profile, written: Mapping[Variable, Strided]) -> None:
        number = self.classes.number(template, profile)
        for variable, num in written.items():
            known = self.written.setdefault(variable, {})
            old = known.get(number)
            if old is None or not strided.within(num, old):
                known[number] = num if old is None else strided.join(old, num)
                self.changed.add(variable)
                self._met.pop(variable, None)

    def met(self, variable: Variable, mine: int) -> Strided | None:
        """What the variable may be set to while a thread is in a state of a class."""
        known = self._met.setdefault(variable, {})
        if mine not in known:
            met = [num for number, num in self.written.get(variable, {}).items() if not self.classes.excluded(mine, number)]
            known[mine] = reduce(strided.join, met) if met else None
        return known[mine]


class Classes:
    """Templates and profiles by number, and which of them exclude each other."""

    def __init__(self, solo: Solo, words: Words) -> None:
        self.solo, self.words = solo, words
        self._numbers: dict[tuple[str, Profile], int] = {}
        self._all: list[tuple[str, Profile]] = []
        self._excluded: dict[tuple[int, int], bool] = {}

    def number(self, template: str, profile: Profile) -> int:
        found = self._numbers.setdefault((template, profile), len(self._all))
        if found == len(self._all):
            self._all.append((template, profile))
        return found

    def excluded(self, one: int, two: int) -> bool:
        key = (one, two) if one < two else (two, one)
        known = self._excluded.get(key)
        if known is None:
            known = self._excluded[key] = exclude(self.solo, self.words, *self._all[one], *self._all[two])
        return known


class Guarded:
    """The values of variables while a word has a certain value. `partners`: of each word the variables in question; whoever
    writes one of the two has both in its states."""

    def __init__(self, words: Words, partners: Mapping[Variable, frozenset[Variable]], thresholds: Thresholds) -> None:
        self.words, self.thresholds = words, thresholds
        chosen = [word for word in words.values if partners.get(word)]
        for fewer in ([word for word in chosen if word in words.locks], []):
            if sum(len(words.values[word]) * len(partners[word]) for word in chosen) > GUARDED:
                chosen = fewer
        self.partners = {word: partners[word] for word in chosen}
        self.by_word: dict[Variable, dict[int | None, dict[Variable, Strided]]] = {
            word: {value: {} for value in words.values[word]} for word in chosen
        }
        self.known = {(word, value): self.by_word[word][value] for word in chosen for value in words.values[word]}
        self._words: dict[Variable, list[Variable]] = {}
        for word in chosen:
            for variable in self.partners[word]:
                self._words.setdefault(variable, []).append(word)
        self._grown: dict[tuple[Variable, int, Variable], int] = {}

    def note(self, state: AbstractThread, written: Iterable[Variable], patience: int) -> bool:
        """A state between moves, after these variables were written. Whether anything is new."""
        changed = False
        touched = list(written)
        concerned: dict[Variable, Iterable[Variable]] = {word: self.partners[word] for word in touched if word in self.partners}
        for variable in touched:
            for word in self._words.get(variable, ()):
                if word not in touched:
                    concerned[word] = (*concerned.get(word, ()), variable)
        for word, variables in concerned.items():
            num = state.num(word)
            for value in self.words.values[word]:
                if value in num:
                    changed |= self._join(state, word, value, variables, patience)
        return changed

    def _join(self, state: AbstractThread, word: Variable, value: int, variables: Iterable[Variable], patience: int) -> bool:
        known, changed = self.known[word, value], False
        for variable in variables:
            new = state.num(variable)
            old = known.get(variable)
            if variable is word or (old is not None and strided.within(new, old)):
                continue
            key = (word, value, variable)
            times = self._grown[key] = self._grown.get(key, 0) + 1
            if old is None:
                known[variable] = new
            elif times > patience:
                known[variable] = strided.widened(old, new, self.thresholds.after(times - patience - 1), variable.type)
            else:
                known[variable] = strided.join(old, new)
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
        known = (word for word in (*state.nums, *state.links) if word in self.by_word)
        return {word for word in known if state.num(word).constant is not None}

    def apply(self, state: AbstractThread, written: Container[Variable], done: set[Variable]) -> None:
        """What words that have become known say of variables that were not written since; these words are `done`. May raise
        NoSuchState."""
        for word in (*state.nums, *state.links):
            cases = self.by_word.get(word)
            if cases is None or word in done or word in written:
                continue
            known = cases.get(state.num(word).constant)
            if known is not None:
                done.add(word)
                for variable, num in known.items():
                    if variable not in written and num != strided.whole(variable.type):
                        state.refine(variable, num)


class Thresholds:
    """Constants of the program and their neighbours: what widening stops at. What goes on growing stops at the last ones before
    each power of two only, so that it ends soon, and masks and sizes are among them."""

    def __init__(self, program: Program) -> None:
        kept = {MANY, LARGEST, LARGEST + 1}
        found = thresholds(program)
        last = {(value < 0, abs(value).bit_length()): value for value in sorted(found, key=abs)}
        self._all, self._few = sorted(kept.union(found)), sorted(kept.union(last.values()))

    def after(self, growths: int) -> Sequence[int]:
        return self._all if growths < PATIENT else self._few


def thresholds(program: Program, most: int = 300) -> list[int]:
    """Constants of the program and their neighbours."""
    from threadproof.ir.walk import subterms

    found: set[int] = {-1, 0, 1}
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
    return sorted(found, key=abs)[:most]
