"""Families about data: counters, rotating buffers, accumulators, path conditions that grow."""

from __future__ import annotations


def counter(threads: int, limit: int, stops: bool = False, word: str = "int") -> str:
    """Threads that begin with zero or one count up to a limit, once for each notification of a clock, which never stops (or,
    `stops`, when nothing has changed)."""
    names = "abcdefgh"[:threads]
    counting = "".join(
        f"""thread {name.upper()} {{
    while ({name} < LIMIT) {{
        {name}++;
        changes++;
        wait e{name.upper()};
    }}
}}
"""
        for name in names
    )
    return f"""const {word} LIMIT = {limit};
event {", ".join(f"e{name.upper()}" for name in names)};
{word} {", ".join(f"{name} = ({word})?(bool)" for name in names)}, changes = 0;
{counting}thread clk {{
    wait_time 1;
    while ({"changes > 0" if stops else "true"}) {{
        changes = 0;
        {" ".join(f"notify e{name.upper()};" for name in names)}
        wait_time 1;
    }}
}}
main {{
    start;
    assert {" && ".join(f"{name} == LIMIT" for name in names)};
}}
"""


def symbolic_counter(bound: int, maximum: int, word: str = "int") -> str:
    """A counter starts anywhere in [0, bound], and is increased and guarded once in every delta cycle, in any order."""
    return f"""const {word} BOUND = {bound}, MAXIMUM = {maximum};
event e;
{word} c = ?({word});
thread counter {{
    while (true) {{
        c++;
        wait e;
    }}
}}
thread guard {{
    while (true) {{
        if (c >= MAXIMUM)
            c = c - MAXIMUM + BOUND;
        wait e;
    }}
}}
thread check {{
    while (true) {{
        wait_time 0;
        assert c >= 0 && c <= MAXIMUM;
        notify e;
    }}
}}
main {{
    assume c >= 0 && c <= BOUND;
    start;
}}
"""


def symmetric_accumulator(steps: int, word: str = "uint") -> str:
    """Two threads add products of inputs to two sums, each in two ways: a1*a2 + a1 and a1*(a2 + 1). Their inputs play the same
    part in both orders of the threads, under other names."""

    def adding(x: str, y: str, one: str, other: str) -> str:
        return f"""        {word} {x} = ?({word}), {y} = ?({word});
        {word} sum = first;
        sum = sum + {one};
        first = sum;
        sum = second;
        sum = sum + {other};
        second = sum;
        notify added, 0;
        wait_time 1;
"""

    left = adding("a1", "a2", "a1 * a2 + a1", "a1 * (a2 + 1)")
    right = adding("b1", "b2", "b2 * (b1 + 1)", "b1 * b2 + b2")
    return f"""event added;
{word} first = 0, second = 0;
thread A {{
    while (true) {{
{left}    }}
}}
thread B {{
    while (true) {{
{right}    }}
}}
thread check {{
    while (true) {{
        wait added;
        assert first == second;
    }}
}}
main {{ start {steps - 1}; }}
"""


def condition_builder(size: int, word: str = "int") -> str:
    """Two threads go through the numbers below size - 1 for ever, one upwards, one downwards, and add to a condition that n is
    none of them."""

    def adding(name: str, first: int, last: int, step: str) -> str:
        return f"""thread {name} {{
    int i = {first};
    while (true) {{
        bool longer = condition && n != ({word})i;
        assert !longer || n != ({word})i;
        condition = longer;
        i = i == {last} ? {first} : i {step} 1;
        wait tick;
    }}
}}
"""

    return f"""event tick;
{word} n = ?({word});
bool condition = true;
thread clock {{
    while (true) {{
        notify tick, 1;
        wait tick;
    }}
}}
{adding("down", size - 2, 0, "-")}{adding("up", 0, size - 2, "+")}main {{ start; }}
"""


def pressure(limit: int, bug: bool = False) -> str:
    """One thread raises the pressure, one guards it, in any order within each unit of time, for a limited time."""
    return f"""const int LIMIT = {limit - 1};
event e;
int pressure = 0;
thread guard {{
    while (true) {{
        wait e;
        if (pressure >= LIMIT)
            pressure--;
    }}
}}
thread increase {{
    while (true) {{
        wait e;
        pressure++;
    }}
}}
thread clk {{
    while (true) {{
        assert pressure {"<" if bug else "<="} LIMIT;
        wait_time 1;
        notify e, 0;
    }}
}}
main {{ start LIMIT; }}
"""


def buffer(writers: int) -> str:
    """Every writer fills a cell of its own; then all are looked at and emptied, for ever."""
    threads = "".join(f"thread writer{i} {{ while (true) {{ buffer[{i}] = {i + 1}; wait_time 2; }} }}\n" for i in range(writers))
    return f"""const int N = {writers};
int buffer[N];
{threads}thread check {{
    wait_time 1;
    while (true) {{
        for (int i = 0; i < N; i++) {{
            assert buffer[i] == i + 1;
            buffer[i] = 0;
        }}
        wait_time 2;
    }}
}}
main {{ start; }}
"""


def rbuf(threads: int, steps: int = 0, bits: int = 32) -> str:
    """A word is rotated by all threads, each by another number of bits, on every tick; the number of ones stays. After as many
    ticks as there are threads it has been rotated all around."""
    amounts = {1: [0], 2: [3, 13], 4: [3, 5, 7, 9]}[threads]
    amounts = [amount * bits // 32 or 1 for amount in amounts]
    amounts[-1] += (bits // threads - sum(amounts)) % (bits // threads)
    word = f"u{bits}"
    rotating = "".join(
        f"thread rotate{i} {{\n    while (true) {{\n        buf = ({word})((buf << {amount}) | (buf >> {bits - amount}));\n"
        f"        assert ones(buf) == count;\n        wait tick;\n    }}\n}}\n"
        for i, amount in enumerate(amounts, 1)
    )
    return f"""event tick;
{word} buf = ?({word});
int count;
int ones({word} x) {{
    int n = 0;
    for (int i = 0; i < {bits}; i++)
        n = n + (int)((x >> i) & 1);
    return n;
}}
thread clock {{
    while (true) {{
        notify tick, 1;
        wait tick;
    }}
}}
{rotating}main {{
    count = ones(buf);
    start {steps - 1 if steps else ""};
}}
"""


def rbuf2(threads: int, bug: int = 0, bits: int = 32) -> str:
    """A word is rotated by one section per tick, every section by a thread of its own; the top bit of each section is one. Bug 1:
    one thread also shifts. Bug 2: one section starts with any top bit."""
    section = bits // threads
    word, mask = f"u{bits}", (1 << section) - 1
    tops = sum(1 << section * (i + 1) - 1 for i in range(threads))
    known = tops & ~(1 << section - 1) if bug == 2 else tops

    def moved(i: int) -> str:
        part = f"(buf >> {section * i} & {mask:#x})"
        part = f"({part} << 1 & {mask:#x})" if bug == 1 and i == 0 else part
        return f"({word})({part} << {section * ((i + 1) % threads)})"

    moving = "".join(
        f"thread move{i} {{\n    while (true) {{\n        next |= {moved(i)};\n"
        f"        request_update rotate;\n        wait tick;\n    }}\n}}\n"
        for i in range(threads)
    )
    return f"""event tick;
{word} buf, next;
update rotate {{
    buf = next;
    next = 0;
}}
thread clock {{
    while (true) {{
        assert (buf & {tops:#x}) == {tops:#x};
        notify tick, 1;
        wait tick;
    }}
}}
{moving}main {{
    buf = ?({word});
    assume (buf & {known:#x}) == {known:#x};
    start;
}}
"""
