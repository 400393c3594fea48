"""Small models, one per rule of the kernel. All threads end; every order of threads leads to one of the final states."""

from __future__ import annotations

MODELS = {
    "immediate": """
        event e; int a = 0, b = 0;
        thread A { wait e; a = 1; b = b + 1; }
        thread B { b = 10; notify e; b = b + 5; }
        thread C { b = b * 2; }
        main { start 5; }
    """,
    "delta": """
        event e; int a = 0, b = 0;
        thread A { wait e; a = b; }
        thread B { notify e, 0; b = 1; }
        thread C { b = 2; wait_time 0; b = 3; }
        main { start 5; }
    """,
    "timed": """
        event e, f; int a = 0; u64 t = 0, u = 0;
        thread A { wait e; t = @time; a = a * 2 + 1; wait f; u = @time; }
        thread B { notify e, 3; notify f, 3; wait_time 3; a = a * 2; notify f, 2; }
        main { start 20; }
    """,
    "earlier_wins": """
        event a, b, c, d; u64 ta = 0, tb = 0, tc = 0, td = 0; int n = 0;
        thread A { while (n < 3) { wait a; ta = @time; n++; } }
        thread B { wait b; tb = @time; }
        thread C { wait c; tc = @time; }
        thread D { wait d; td = @time; }
        thread N {
            wait_time 1;
            notify a, 5; notify a, 3; notify a, 9; notify b, 4; notify b, 0; notify c, 0; notify c, 7; notify d, 6; cancel d;
            notify d, 8;
        }
        main { start 50; }
    """,
    "immediate_cancels": """
        event a, b; int n = 0, never = 0;
        thread A { while (true) { wait a; n++; } }
        thread B { wait b; never = 1; }
        thread N { wait_time 1; notify a, 0; notify a; notify b, 3; wait_time 1; cancel b; wait_time 9; notify a, 2; notify a; }
        main { start 50; }
    """,
    "same_time": """
        event e; int log = 0;
        thread A { wait_time 2; log = log * 10 + 1; notify e; }
        thread B { wait_time 2; log = log * 10 + 2; wait e; log = log * 10 + 4; }
        thread C { wait_time 1; wait_time 1; log = log * 10 + 3; }
        main { start 20; }
    """,
    "delta_and_time": """
        event e; int log = 0;
        thread A { wait_time 1; log = log * 10 + 1; wait_time 0; log = log * 10 + 2; }
        thread B { wait_time 1; notify e, 0; wait e; log = log * 10 + 3; }
        thread C { wait_time 2; log = log * 10 + 4; }
        main { start 20; }
    """,
    "limit": """
        int n = 0; u64 t = 0;
        thread A { while (true) { n++; wait_time 2; } }
        main { start 4; t = @time; start 3; t = t * 100 + @time; n = n * 10; start 0; n = n * 10; start 1; t = t * 100 + @time; }
    """,
    "limit_delta": """
        event e; int n = 0;
        thread A { wait_time 3; notify e, 0; n = n + 1; wait_time 0; n = n * 10; wait_time 1; n = 77; }
        thread B { wait e; n = n + 5; }
        main { start 3; }
    """,
    "before_start": """
        event e, f; int a = 0, b = 0;
        thread A { wait e; a = 1; }
        thread B { wait f; b = 1; }
        main { notify e, 0; notify f, 2; start 9; }
    """,
    "lists": """
        event a, b, c; u64 one = 0, all = 0, late = 0, early = 0;
        thread One { wait a | b; one = @time; }
        thread All { wait a & b & c; all = @time; }
        thread Late { wait c, 2; late = @time; }
        thread Early { wait a, 9; early = @time; }
        thread N { notify b, 3; wait_time 1; notify a; wait_time 3; notify c, 1; }
        main { start 30; }
    """,
    "list_again": """
        event a, b; int n = 0, m = 0;
        thread A { wait a | b; n = n * 10 + 1; wait a | b; n = n * 10 + 2; wait a & b; m = 1; }
        thread B { wait_time 1; notify a; notify b; wait_time 1; notify b; notify a; wait_time 1; notify a; notify a; }
        main { start 30; }
    """,
    "timeout_again": """
        event a; u64 t = 0, u = 0, v = 0;
        thread A { wait a, 5; t = @time; wait a, 5; u = @time; wait_time 1; v = @time; }
        thread B { wait_time 2; notify a; }
        main { start 30; }
    """,
    "suspend": """
        event e; u64 t = 100, u = 0;
        thread A { wait e; t = @time; }
        thread B { wait_time 1; suspend A; notify e; wait_time 4; u = t; resume_now A; }
        main { start 30; }
    """,
    "suspend_ready": """
        int log = 0;
        thread A { wait_time 1; log = log * 10 + 1; }
        thread B { wait_time 1; suspend A; log = log * 10 + 2; wait_time 0; resume_now A; log = log * 10 + 3; }
        thread C { wait_time 1; wait_time 0; log = log * 10 + 4; }
        main { start 30; }
    """,
    "suspend_self": """
        int log = 0;
        thread A { log = log * 10 + 1; suspend A; log = log * 10 + 2; }
        thread B { wait_time 1; log = log * 10 + 3; resume_now A; log = log * 10 + 4; wait_time 0; log = log * 10 + 5; }
        main { start 30; }
    """,
    "suspend_timer": """
        u64 t = 0;
        thread A { wait_time 3; t = @time; }
        thread B { wait_time 1; suspend A; wait_time 6; resume_now A; }
        main { start 30; }
    """,
    "update": """
        event changed; int current = 0, next = 0, seen = 0, log = 0;
        update signal { if (current != next) { current = next; notify changed, 0; } }
        thread Writer { wait_time 1; next = 7; request_update signal; log = current; wait_time 0; log = log * 10 + current; }
        thread Reader { wait_time 1; seen = current; wait changed; seen = seen * 10 + current; }
        main { start 9; }
    """,
    "updates": """
        int a = 1, b = 1;
        update double_it { a = 2 * a; }
        update count { b = b + 1; }
        thread T { request_update double_it; request_update count; request_update count; wait_time 0; a = a + b; }
        thread U { request_update count; }
        main { request_update count; start 9; }
    """,
    "starved": """
        event e; int n = 0; u64 t = 0;
        thread A { wait_time 3; n = 1; wait e; n = 2; }
        main { start; t = @time; }
    """,
    "event_without_waiters": """
        event e; int n = 0; u64 t = 0;
        thread A { notify e, 2; wait_time 5; n = 1; t = @time; }
        main { start 9; }
    """,
}
