"""The answer of `verify` as users see it: one type, whether it is about one property, several, or several memory models.

An `Outcome` is made of outcomes: `properties` has one for each property, `memory_models` one for each memory model. What is asked
of the whole (`verdict`, `violated`, `reasons`, `counterexample`, `text()`) is therefore asked of a part in the same words.

An outcome is neither true nor false: a violation that was found is as much an answer as a proof is. So `if verify(...)` is an
error; `holds`, or a comparison of `verdict`, says what is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from threadproof.records import dataclass
from threadproof.report.outcome import FALSE, TRUE, UNKNOWN, RunOutcome, Undecidable
from threadproof.run.verification import Verified

if TYPE_CHECKING:
    from threadproof.service.counterexample import Counterexample

Verdict = Literal["TRUE", "FALSE", "UNKNOWN"]


@dataclass(frozen=True, slots=True)
class Outcome(Undecidable):
    """What was found out.

    >>> outcome = threadproof.verify("counter.c", property=["unreach-call", "no-deadlock"])  # doctest: +SKIP
    >>> outcome.verdict, outcome.violated, outcome.properties["no-deadlock"].holds           # doctest: +SKIP
    ('FALSE', ('unreach-call',), True)
    """

    _answer: Verified

    @property
    def verdict(self) -> Verdict:
        """TRUE: all of it holds in every execution. FALSE: some of it is violated. UNKNOWN: neither is known."""
        found: Verdict = self._answer.whole.verdict  # type: ignore[assignment]
        return found

    @property
    def holds(self) -> bool:
        """Whether the verdict is TRUE."""
        return self.verdict == TRUE

    @property
    def file(self) -> str:
        return self._answer.whole.file

    @property
    def properties(self) -> Mapping[str, Outcome]:
        """The outcome for each property, by its name. Those that the options exclude are not among them, see `reasons`."""
        return {one.property: self if self._single() else Outcome(Verified(one)) for one in self._outcomes()}

    @property
    def memory_models(self) -> Mapping[str, Outcome]:
        """With `memory_model="all"`: the outcome under each memory model, strongest first; otherwise empty."""
        return {row.model: Outcome(Verified(row.outcome, repair=row.repair)) for row in self._answer.rows}

    @property
    def violated(self) -> tuple[str, ...]:
        """The properties that are violated."""
        return tuple(dict.fromkeys(one.property for one in self._every() if one.verdict == FALSE))

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why something is not decided, by property (or by memory model, if there are several)."""
        if self._answer.rows:
            return {row.model: row.outcome.reason for row in self._answer.rows if row.outcome.verdict == UNKNOWN}
        open_ = {one.property: " ".join(one.reason.split()) for one in self._outcomes() if one.verdict == UNKNOWN}
        return {**open_, **dict(self._answer.found.left_out)} if self._answer.found else open_

    @property
    def counterexamples(self) -> tuple[Counterexample, ...]:
        """One for each violation."""
        from threadproof.service.counterexample import counterexample

        return tuple(counterexample(one) for one in self._every() if one.verdict == FALSE)

    @property
    def counterexample(self) -> Counterexample | None:
        """The first of them; None where nothing is violated."""
        return next(iter(self.counterexamples), None)

    @property
    def engine(self) -> str:
        """The engines that answered; of several properties, each once."""
        return ", ".join(dict.fromkeys(one.engine for one in self._every()))

    @property
    def times(self) -> Mapping[str, float]:
        """Seconds by stage, and "total"."""
        sums: dict[str, float] = {}
        for one in self._every():
            for stage, seconds in one.times.items():
                sums[stage] = sums.get(stage, 0.0) + seconds
        return sums

    @property
    def counters(self) -> Mapping[str, float]:
        """What the engine counted; of several properties `property.counter`."""
        if self._single():
            return dict(self._answer.whole.counters)
        return {f"{name}.{key}": value for name, part in self._parts().items() for key, value in part.counters.items()}

    @property
    def checked(self) -> str:
        """What became of the check of the answer: "re-checked" (a proof), "replayed" (a counterexample), "none", ..."""
        return ", ".join(dict.fromkeys(one.checked for one in self._every() if one.checked))

    @property
    def rests_on(self) -> Mapping[str, str]:
        """What the answer takes for granted, by topic: data model, memory model, bounds, ..."""
        return dict(self._answer.whole.rests_on)

    @property
    def certificate(self) -> str:
        """The text of the certificate, if one was asked for and is about one property; otherwise empty."""
        return self._answer.whole.certificate if self._single() else ""

    @property
    def plan(self) -> str:
        """Which engines were to run, and why; empty if one was named."""
        return "\n".join(one.plan for one in self._every() if one.plan)

    @property
    def unwritten(self) -> tuple[str, ...]:
        """Outputs that were asked for and are not written, with the reason."""
        return self._answer.missing

    @property
    def warnings(self) -> tuple[str, ...]:
        """What had to be assumed about the program."""
        if self._answer.rows:
            return ()
        if self._answer.found is not None:
            from threadproof.report import conjunction

            return tuple(conjunction.warnings(self._answer.found))
        from threadproof.report import text

        return tuple(text.warnings(self._answer.whole.remarks))

    def text(self, plan: bool = False, statistics: bool = False) -> str:
        """What the command line prints before its last line."""
        from threadproof.report import answer

        return answer.text(self._answer.whole, self._answer.found, self._answer.rows, self._answer.repair, plan, statistics)

    def json(self) -> str:
        """The document that `--json` writes, see docs/cli.md."""
        from threadproof.report import jsonfile

        if self._answer.rows:
            return jsonfile.models_json(self._answer.whole, list(self._answer.rows))
        if self._answer.found is not None:
            return jsonfile.properties_json(self._answer.whole, self._answer.found)
        return jsonfile.to_json(self._answer.whole, self._answer.repair)

    def line(self) -> str:
        """The last line of the command: `VERDICT: ...`."""
        return self._answer.whole.line()

    def exit_code(self) -> int:
        """That of the command: 0 TRUE, 1 FALSE, 2 UNKNOWN."""
        return self._answer.whole.exit_code()

    def __str__(self) -> str:
        return f"{self.text()}\n{self.line()}"

    def __repr__(self) -> str:
        return f"<Outcome {self.line().removeprefix('VERDICT: ')} of {self.file}>"

    def _single(self) -> bool:
        return self._answer.found is None and not self._answer.rows

    def _outcomes(self) -> tuple[RunOutcome, ...]:
        return self._answer.found.outcomes if self._answer.found else (self._answer.whole,)

    def _every(self) -> tuple[RunOutcome, ...]:
        return tuple(row.outcome for row in self._answer.rows) or self._outcomes()

    def _parts(self) -> Mapping[str, Outcome]:
        return self.memory_models or self.properties
