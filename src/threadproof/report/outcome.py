"""The answer of one run as plain data: it crosses a process boundary, is printed, and is written as JSON.

It refers to nothing of the program, so that printing it does not load the front end, and two runs never share anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.report.explanation.model import Explanation
    from threadproof.witness.document import Witness

TRUE, FALSE, UNKNOWN = "TRUE", "FALSE", "UNKNOWN"
EXIT = {TRUE: 0, FALSE: 1, UNKNOWN: 2}
EXIT_USAGE, EXIT_INTERNAL = 3, 70
FIRED, DIFFERENT = "FIRED", "DIFFERENT"
RECHECKED, NO_PROOF, REPLAYED = "re-checked", "none", "replayed"
EXAMINED = "checked against the axioms of the memory model"


def confirmed(checked: str) -> bool:
    """Of what became of a check: whether it says that the verdict is right."""
    return checked.removeprefix("order ") in (RECHECKED, REPLAYED, EXAMINED)


class Undecidable:
    """An answer that is neither true nor false: asking for its truth is an error and no surprise."""

    __slots__ = ()

    def __bool__(self) -> bool:
        raise TypeError(f"{type(self).__name__} is neither true nor false: a refutation is an answer, too (see its attributes)")


class CheckOutcome(Undecidable):
    """What became of something that claims an answer: it was confirmed, or refused, or that is open."""

    __slots__ = ()

    @property
    def confirmed(self) -> bool:
        return self.exit_code() == 0

    def exit_code(self) -> int:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Remark:
    """A note on the program (see `ir.program.Note`)."""

    kind: str
    place: str
    what: str
    effect: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """Of UNKNOWN: what is known so far, what is in the way, and what to try next (see `report.undecided`)."""

    known: tuple[str, ...]
    obstacle: str
    next: tuple[str, ...]


NEVER = "none: nothing that main calls gets there"
"""The effect of what is not supported, and has no part in any execution."""


@dataclass(frozen=True, slots=True)
class RunOutcome:
    verdict: str
    property: str = ""
    engine: str = ""
    data_model: str = ""
    file: str = ""
    reason: str = ""  # of UNKNOWN
    undecided: Undecided | None = None  # of UNKNOWN: the same for people
    message: str = ""  # of FALSE: what was violated
    place: str = ""  # of FALSE: where
    times: dict[str, float] = field(default_factory=dict)  # seconds by stage, and "total"
    counters: dict[str, float] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    schedule: tuple[dict[str, Any], ...] = ()  # of FALSE: turns of threads with the inputs that they draw
    steps: tuple[dict[str, Any], ...] = ()  # the same, replayed: what happened, line by line
    waits: tuple[dict[str, Any], ...] = ()  # of a deadlock: which thread waits where, and for which
    trace: str = ""  # and as a table for people, with the explanation
    explanation: Explanation | None = None  # of FALSE: why
    checked: str = ""  # of TRUE: what became of the proof; of FALSE: "replayed"
    plan: str = ""  # which engines were to run, and why; with `auto`
    certificate: str = ""  # the text of the certificate, if one was asked for
    witness: Witness | None = None  # what a witness says, if one was asked for
    rests_on: dict[str, str] = field(default_factory=dict)  # see `ledger`
    scope: str = ""  # of TRUE: up to where it holds, if not to the end of every execution
    nothing: str = ""  # of TRUE: why there was nothing to check
    beside: tuple[str, ...] = ()  # of TRUE: other properties that the same proof is about
    claim: str = ""  # of UNKNOWN: a violation that was found and not confirmed, in detail; no engine may answer TRUE after it
    passed: tuple[dict[str, Any], ...] = ()  # of FALSE, for `repair`: places where a fence would have made it impossible

    def line(self) -> str:
        """The contract with scripts: the last line on stdout."""
        match self.verdict:
            case "FALSE":
                return f"VERDICT: FALSE({self.property})"
            case "UNKNOWN":
                return f"VERDICT: UNKNOWN({' '.join(self.reason.split())})"
        return f"VERDICT: TRUE({self.scope})" if self.scope else "VERDICT: TRUE"

    def exit_code(self) -> int:
        return EXIT[self.verdict]

    def certified(self) -> bool:
        """Whether a check of our own confirmed the verdict."""
        return confirmed(self.checked)


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Several properties of one program, each with its outcome; and those that the options exclude, with the reason."""

    outcomes: tuple[RunOutcome, ...]
    left_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """What became of the search for fences: repaired, not needed, impossible or unknown."""

    status: str
    places: tuple[dict[str, Any], ...] = ()
    tried: int = 0  # sets of fences that were verified
    reason: str = ""
    smallest: bool = True
    model: str = ""  # the memory model


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One memory model of several."""

    model: str
    outcome: RunOutcome
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class Certified(CheckOutcome):
    """What `certify` found out about a certificate."""

    claim: str  # the verdict; empty if it could not be read
    rejected: str = ""  # why the certificate is wrong
    open: str = ""  # why that could not be decided
    property: str = ""
    counters: dict[str, float] = field(default_factory=dict)
    options: tuple[str, ...] = ()  # of the certificate, as far as they change what the program means

    def line(self) -> str:
        """The contract with scripts: the last line on stdout. It names all that the claim is about."""
        if self.rejected:
            return f"CERTIFICATE: REJECTED({' '.join(self.rejected.split())})"
        return f"CERTIFICATE: UNKNOWN({self.open})" if self.open else f"CERTIFICATE: {self.claim}({self.property}{self.given()})"

    def given(self) -> str:
        return f", with {' '.join(self.options)}" if self.options else ""

    def exit_code(self) -> int:
        return 1 if self.rejected else 2 if self.open else 0


@dataclass(frozen=True, slots=True)
class Validated(CheckOutcome):
    """What `validate` found out about a witness."""

    claim: str  # the verdict, and in brackets what it is about
    rejected: str = ""  # why it is wrong
    open: str = ""  # why that could not be decided
    shown: str = ""  # what was shown, in a sentence

    def line(self) -> str:
        """The contract with scripts: the last line on stdout. A witness is a stranger's text: nothing of it is shown
        raw."""
        if self.rejected:
            return f"WITNESS: REJECTED({visible(self.rejected)})"
        return f"WITNESS: UNKNOWN({visible(self.open)})" if self.open else f"WITNESS: CONFIRMED({self.claim})"

    def exit_code(self) -> int:
        return 1 if self.rejected else 2 if self.open else 0


@dataclass(frozen=True, slots=True)
class Replayed(CheckOutcome):
    """What the compiled program did under the schedule of a violation."""

    answer: str
    what: str  # the property, or why not
    notes: tuple[str, ...] = ()

    def line(self) -> str:
        """The contract with scripts: the last line on stdout."""
        return f"REPLAY: {self.answer}({' '.join(self.what.split())})"

    def exit_code(self) -> int:
        return {FIRED: 0, DIFFERENT: 1, UNKNOWN: 3}[self.answer]


def visible(text: str) -> str:
    """One line without control characters."""
    return "".join(c if c.isprintable() else "?" for c in " ".join(text.split()))
