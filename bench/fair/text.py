"""The frame of a FairThreads program in C."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

HEAD = """\
#include <assert.h>
#include <fthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
"""


def program(shared: Iterable[str], events: Sequence[str], threads: Iterable[str], names: Iterable[str]) -> str:
    """Threads are created in the order of their names; which one runs first is for the scheduler to say."""
    lines = [HEAD, f"ft_event_t {', '.join(events)};", *shared, "", *threads]
    lines += ["int main(void) {", "    ft_scheduler_t scheduler = ft_scheduler_create();"]
    lines += [f"    {event} = ft_event_create(scheduler);" for event in events]
    lines += [f"    ft_thread_create(scheduler, {name}, NULL, NULL);" for name in names]
    return "\n".join([*lines, "    ft_scheduler_start(scheduler);", "    ft_exit();", "    return 0;", "}"]) + "\n"
