"""The fresh process that answers one request of a user's program (`process` starts it and describes what goes over the pipe).

It has one thread and belongs to us, so it does what the command does: it forks, supervises, and ends what it has started. It is
killed with the thread that waits for it.
"""

from __future__ import annotations

import gc
import pickle
import signal
import sys

from threadproof.channel import Sender
from threadproof.errors import InternalError, UserError
from threadproof.run import observed, supervise
from threadproof.run.guarded import MEMORY, Bug, out_of_memory, trace
from threadproof.run.verification import Observer
from threadproof.service import request as requests
from threadproof.service.reply import Reply


def main() -> None:
    supervise.die_with_parent()
    gc.set_threshold(100_000, 20, 100)  # as for the command, see `threadproof.__main__`
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    writer = int(sys.argv[2])
    asked, watched = pickle.loads(sys.stdin.buffer.read())
    reply = _answered(asked, observed.over(writer) if watched else Observer())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Sender(writer).answer(reply)


def _answered(asked: requests.Request, view: Observer) -> Reply:
    try:
        return Reply(answer=requests.perform(asked, view))
    except UserError as error:
        return Reply(error=error)
    except KeyboardInterrupt:
        return Reply(stopped=supervise.INTERRUPTED)
    except Exception as error:
        if out_of_memory(error):
            return Reply(stopped=MEMORY)
        bug = error if isinstance(error, Bug) else Bug(trace(), asked.files[0], asked.config)
        return Reply(error=InternalError(f"{bug.last_line()} (please report this; all that is needed is in {bug.bundle()})"))
