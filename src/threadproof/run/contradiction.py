"""Two engines say the opposite of each other: one of them is wrong, and there is no verdict. What a developer gets is a
bundle, with a program that was made smaller as long as the two still disagree about it.

Each attempt is a whole verification by both engines, side by side in processes of their own, with a limit that follows from how
long they took at first. What does not compile, or leaves one of them without a verdict, is no smaller program.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable

from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.errors import InternalError
from threadproof.records import replace
from threadproof.report.outcome import FALSE, TRUE, RunOutcome
from threadproof.run import pipeline, supervise

LONGEST = 60.0  # seconds for all attempts
ATTEMPTS = 2000


class Contradiction(InternalError):
    """`smaller`: a program that shows it, too; empty if there was no time."""

    def __init__(self, one: RunOutcome, other: RunOutcome) -> None:
        super().__init__(f"engine {one.engine} says {one.verdict}, {other.engine} says {other.verdict}")
        self.pair = (one, other)
        self.schedule = next((said.schedule for said in self.pair if said.verdict == FALSE), ())
        self.certificate = next((said.certificate for said in self.pair if said.verdict == TRUE), "")
        self.smaller = ""


def shrunk(file: str, config: Config, found: Contradiction, seconds: float) -> str:
    """The text of a smaller program about which the two engines disagree in the same way."""
    from threadproof.shrink.debug import shrink
    from threadproof.shrink.source import tree

    until = time.monotonic() + min(seconds, LONGEST)
    each = max(2.0, min(2 * max(said.times.get("total", 0.0) for said in found.pair), seconds / 8))
    suffix = os.path.splitext(file)[1]
    with open(file, encoding="utf-8", errors="replace") as source:
        whole = tree(source.read())
    with tempfile.TemporaryDirectory(prefix="threadproof-") as folder:
        path = os.path.join(folder, f"smaller{suffix}")

        def disagree(text: str) -> bool:
            if time.monotonic() > until:
                return False
            with open(path, "w", encoding="utf-8") as smaller:
                smaller.write(text)
            return _verdicts(path, config, found, each) == [said.verdict for said in found.pair]

        if not disagree(whole.text()):  # comments are gone already, and includes that are found beside the file
            return ""
        return shrink(whole, lambda attempt: disagree(attempt.text()), ATTEMPTS).text()


def _verdicts(path: str, config: Config, found: Contradiction, seconds: float) -> list[str]:
    def work(engine: str) -> Callable[[], tuple[supervise.Work[str], supervise.Share]]:
        def verdict(announce: Announce) -> str:
            mine = replace(config, engine=engine, timeout=seconds, jobs=0, agree=1, explain_plan=False, certificate="")
            try:
                return pipeline.verify(path, mine).verdict
            except Exception as error:
                return f"{type(error).__name__}: {error}"

        return lambda: (verdict, supervise.Share(seconds))

    answers = supervise.race(
        [work(said.engine) for said in found.pair], 2, config.memory, lambda answer: answer not in (TRUE, FALSE)
    )
    return [str(answer) for answer in answers]
