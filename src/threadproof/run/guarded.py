"""Work in a child process, and the ways in which it ends without an answer: errors of users, limits, and bugs.

An exception of the child comes back as data and is raised again here. Whatever says that memory ran out is a limit and no bug,
also where a library says it in its own words: a shared object that cannot be mapped, a thread that cannot be started.
"""

from __future__ import annotations

import errno
import time
from typing import Any, TypeVar

from threadproof.channel import Announce
from threadproof.config.options import Config
from threadproof.errors import InputError, InternalError, Pos, UserError
from threadproof.records import asdict, dataclass
from threadproof.run import supervise

T = TypeVar("T")
MEMORY = "memory"
_WORDS = ("failed to map segment", "cannot allocate memory", "can't start new thread", "bad_alloc", "out of memory")


@dataclass(frozen=True, slots=True)
class ChildFailure:
    """An exception of the child, as data."""

    error: UserError | None = None  # None: an internal error
    details: str = ""
    schedule: tuple[Any, ...] = ()
    certificate: str = ""
    smaller: str = ""  # a program that shows the error, too


def _is_bug(answer: object) -> bool:
    return isinstance(answer, ChildFailure) and answer.error is None


class Bug(InternalError):
    """An internal error, with what its bundle needs: `failure` may hold a schedule or a certificate that is wrong."""

    def __init__(self, details: str, file: str = "", config: Config | None = None, failure: ChildFailure | None = None) -> None:
        super().__init__(details)
        self.details, self.file, self.config = details, file, config
        self.failure = failure or ChildFailure()

    def last_line(self) -> str:
        return self.details.strip().splitlines()[-1]

    def bundle(self) -> str:
        """The folder of a new bundle."""
        from threadproof.report.bundle import write_bundle

        options = asdict(self.config) if self.config else {}
        found = self.failure
        return write_bundle(self.file, options, self.details, found.schedule, found.certificate, found.smaller)


def out_of_memory(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return True
    return isinstance(error, ImportError | OSError | RuntimeError) and any(word in str(error).lower() for word in _WORDS)


def trace() -> str:
    import traceback

    return traceback.format_exc()


def supervised(file: str, config: Config, work: supervise.Work[T], started: float) -> T | supervise.Stopped:
    """The work's answer, or why it was stopped; its errors are raised here."""

    def guarded(announce: Announce) -> T | ChildFailure:
        try:
            return work(announce)
        except UserError as error:
            return ChildFailure(error)
        except MemoryError:
            raise
        except Exception as error:
            if out_of_memory(error):
                raise MemoryError from None
            texts = {name: getattr(error, name, "") for name in ("certificate", "smaller")}
            return ChildFailure(None, trace(), tuple(getattr(error, "schedule", ())), **texts)

    answer: T | ChildFailure | supervise.Stopped | supervise.Died
    answer = supervise.run(guarded, config.timeout - (time.monotonic() - started), config.memory, _is_bug)
    if isinstance(answer, supervise.Stopped):
        return supervise.noted(answer, file, asdict(config))
    if isinstance(answer, supervise.Died):
        if answer.stage == "parse":
            raise InputError(f"the C parser gave up ({answer.how})", Pos(file), "is something nested thousands of levels deep?")
        raise Bug(f"{answer.how} in stage {answer.stage or 'start'}\n", file, config)
    if isinstance(answer, ChildFailure):
        if answer.error is not None:
            raise answer.error
        raise Bug(answer.details, file, config, answer)
    return answer


def finished(file: str, answer: T | supervise.Stopped) -> T:
    """For commands without a verdict: being stopped is an error."""
    if isinstance(answer, supervise.Stopped):
        raise InputError(f"not finished: {answer.reason}", Pos(file))
    return answer
