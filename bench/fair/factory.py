"""Small factories, after a study of deadlocks: machines that hand parts to each other by events, where bad synchronisation leaves
somebody waiting for an event that is over. That nobody waits too long is an assertion on a limited wait. The gear box: five
speeds, a dry clutch, and a controller that may change gears only while the clutch is open."""

from __future__ import annotations

from bench.fair.text import program


def fact1(bug: bool = False) -> str:
    """A feeder and a press. With the bug the press cooperates before it waits, and may miss the part."""
    late = "        ft_thread_cooperate();\n" if bug else ""
    threads = [
        """\
void feeder(void *unused) {
    for (int i = 0; i < 3; i++) {
        table++;
        ft_thread_generate(part);
        assert(ft_thread_await_n(empty, 2) == OK);
        ft_thread_cooperate();
    }
}
""",
        f"""\
void press(void *unused) {{
    for (int i = 0; i < 3; i++) {{
{late}        assert(ft_thread_await_n(part, 2) == OK);
        assert(table == 1);
        table--;
        ft_thread_generate(empty);
        ft_thread_cooperate();
    }}
}}
""",
    ]
    return program(["int table;"], ["part", "empty"], threads, ["feeder", "press"])


def fact1_mod() -> str:
    """The feeder never stops, brings one or two parts at a time, and a robot between them takes parts that are left over."""
    threads = [
        """\
void feeder(void *unused) {
    while (1) {
        if (table == 0) {
            table = __VERIFIER_nondet_bool() ? 2 : 1;
            ft_thread_generate(part);
        }
        ft_thread_cooperate();
    }
}
""",
        """\
void press(void *unused) {
    while (1) {
        ft_thread_await(part);
        assert(table >= 1 && table <= 2);
        table--;
        pressed++;
        ft_thread_generate(done);
        ft_thread_cooperate();
    }
}
""",
        """\
void robot(void *unused) {
    while (1) {
        ft_thread_await(done);
        if (table > 0)
            table--;
        assert(table == 0 && pressed == 1);
        pressed--;
        ft_thread_cooperate();
    }
}
""",
    ]
    return program(["int table, pressed;"], ["part", "done"], threads, ["feeder", "press", "robot"])


def fact2() -> str:
    """Two machines at two tables, and a robot that joins their parts when both have ended."""
    machine = """\
void machine{0}(void *unused) {{
    made{0} = 1;
    ft_thread_generate(part{0});
    ft_thread_cooperate();
    made{0} = 2;
}}
"""
    threads = [
        machine.format(1),
        machine.format(2),
        """\
void robot(void *unused) {
    assert(ft_thread_await_n(part1, 1) == OK);
    assert(ft_thread_await_n(part2, 1) == OK);
    assert(made1 == 1 && made2 == 1);
    ft_thread_cooperate_n(2);
    assert(made1 == 2 && made2 == 2);
}
""",
    ]
    return program(["int made1, made2;"], ["part1", "part2"], threads, ["machine1", "machine2", "robot"])


def gear_box(bug: bool = False) -> str:
    """With the bug the gears do not wait for the clutch."""
    wait = "" if bug else "        ft_thread_await(is_open);\n"
    shared = [
        "enum { CLOSED, OPEN };",
        "int gear, wanted, clutch = CLOSED, torque = 1, changing;",
    ]
    threads = [
        """\
void driver(void *unused) {
    while (1) {
        if (!changing) {
            if (__VERIFIER_nondet_bool()) {
                if (gear < 5)
                    wanted = gear + 1;
            } else if (gear > 0)
                wanted = gear - 1;
            if (wanted != gear)
                ft_thread_generate(request);
        }
        ft_thread_cooperate();
    }
}
""",
        """\
void controller(void *unused) {
    while (1) {
        ft_thread_await(request);
        changing = 1;
        ft_thread_generate(cut_torque);
        ft_thread_await(torque_is_low);
        ft_thread_generate(open_clutch);
        ft_thread_generate(shift);
        ft_thread_await(shifted);
        ft_thread_generate(close_clutch);
        ft_thread_await(is_closed);
        assert(gear == wanted && clutch == CLOSED);
        ft_thread_generate(give_torque);
        changing = 0;
        ft_thread_cooperate();
    }
}
""",
        """\
void engine(void *unused) {
    while (1) {
        ft_thread_await(cut_torque);
        torque = 0;
        ft_thread_cooperate();
        ft_thread_generate(torque_is_low);
        ft_thread_await(give_torque);
        assert(clutch == CLOSED);
        torque = 1;
        ft_thread_cooperate();
    }
}
""",
        """\
void clutch_actuator(void *unused) {
    while (1) {
        ft_thread_await(open_clutch);
        ft_thread_cooperate();
        clutch = OPEN;
        ft_thread_generate(is_open);
        ft_thread_await(close_clutch);
        ft_thread_cooperate();
        clutch = CLOSED;
        ft_thread_generate(is_closed);
        ft_thread_cooperate();
    }
}
""",
        f"""\
void gears(void *unused) {{
    while (1) {{
        ft_thread_await(shift);
{wait}        assert(clutch == OPEN && torque == 0);
        ft_thread_cooperate();
        gear = wanted;
        assert(gear >= 0 && gear <= 5);
        ft_thread_generate(shifted);
        ft_thread_cooperate();
    }}
}}
""",
    ]
    events = ["request", "cut_torque", "torque_is_low", "give_torque", "open_clutch", "is_open", "close_clutch", "is_closed"]
    names = ["driver", "controller", "engine", "clutch_actuator", "gears"]
    return program(shared, [*events, "shift", "shifted"], threads, names)
