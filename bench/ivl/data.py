"""Families about data: counters, rotating buffers, accumulators, path conditions that grow."""

from __future__ import annotations


def counter(threads: int, limit: int, stops: bool = False, word: str = "int") -> str:
    """Threads count the ticks of a clock up to a limit; the clock never stops (or, `stops`, when all have counted)."""
    counting = "".join(
        f"thread count{i} {{\n    {word} c = 0;\n    while (c < LIMIT) {{\n        wait tick;\n        c++;\n    }}\n"
        f"    assert c == LIMIT;\n    done++;\n}}\n"
        for i in range(1, threads + 1)
    )
    forever = f"done < {threads}" if stops else "true"
    return f"""const {word} LIMIT = {limit};
event tick;
int done = 0;
thread clock {{
    while ({forever}) {{
        notify tick, 1;
        wait tick;
    }}
}}
{counting}main {{
    start;
    assert done == {threads};
}}
"""


def symbolic_counter(bound: int, maximum: int, word: str = "int") -> str:
    """A counter starts anywhere in [0, bound], is increased, and reset when it reaches the maximum."""
    return f"""const {word} BOUND = {bound}, MAXIMUM = {maximum};
{word} s = ?({word}), c;
thread increment {{
    while (true) {{
        c++;
        wait_time 1;
    }}
}}
thread reset {{
    while (true) {{
        if (c >= MAXIMUM)
            c = s;
        wait_time 1;
    }}
}}
thread check {{
    while (true) {{
        wait_time 1;
        assert c >= 0 && c <= MAXIMUM + 1;
    }}
}}
main {{
    assume s >= 0 && s <= BOUND;
    c = s;
    start;
}}
"""


def symmetric_accumulator(steps: int, word: str = "uint") -> str:
    """Two threads add the same product in two ways, one as k*v + k, one as k*(v + 1), to two sums each."""
    return f"""event added;
{word} k = ?({word});
{word} sum = 0, other = 0;
thread A {{
    while (true) {{
        {word} v = ?({word});
        sum = sum + (k * v + k);
        other = other + k * (v + 1);
        notify added, 0;
        wait_time 1;
    }}
}}
thread B {{
    while (true) {{
        {word} v = ?({word});
        sum = sum + (v + 1) * k;
        other = other + (k + v * k);
        notify added, 0;
        wait_time 1;
    }}
}}
thread check {{
    while (true) {{
        wait added;
        assert sum == other;
    }}
}}
main {{ start {steps - 1}; }}
"""


def condition_builder(conjuncts: int, word: str = "int") -> str:
    """Two threads learn, in opposite orders, that a number is none of the first ones."""
    return f"""const int K = {conjuncts};
{word} n = ?({word});
thread up {{
    for (int i = 0; i < K; i++) {{
        assume n != ({word})i;
        wait_time 1;
    }}
}}
thread down {{
    for (int i = K - 1; i >= 0; i--) {{
        assume n != ({word})i;
        wait_time 1;
    }}
}}
main {{
    start;
    assert n < 0 || n >= K;
}}
"""


def pressure(limit: int, bug: bool = False) -> str:
    """One thread raises the pressure, one guards it, in any order within each unit of time, for a limited time."""
    return f"""const int LIMIT = {limit};
int pressure = 0;
thread increase {{
    while (true) {{
        pressure++;
        wait_time 1;
    }}
}}
thread guard {{
    while (true) {{
        if (pressure > 3)
            pressure = 0;
        wait_time 1;
    }}
}}
thread check {{
    while (true) {{
        assert pressure <= {3 if bug else 5};
        wait_time 1;
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
    """A word is rotated by all threads together, by one section (bits / threads) per tick; the number of ones stays."""
    word, section = f"u{bits}", bits // threads
    amounts = [section // 4, section - section // 4] if threads == 2 else [1] * (threads - 1) + [section - threads + 1]
    rotating = "".join(
        f"thread rotate{i} {{\n    while (true) {{\n        buf = ({word})((buf << {amount}) | (buf >> {bits - amount}));\n"
        f"        wait tick;\n    }}\n}}\n"
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
        assert ones(buf) == count;
    }}
}}
{rotating}main {{
    count = ones(buf);
    start {steps - 1 if steps else ""};
}}
"""


def rbuf2(threads: int, bug: int = 0, bits: int = 32) -> str:
    """Sections of a word move one place per tick, each by a thread of its own; the top bit of each is one. Bug 1: one thread also
    shifts. Bug 2: one section starts with any top bit."""
    section = bits // threads
    word, top = f"u{section}", 1 << section - 1
    names = [f"s{i}" for i in range(threads)]
    signals = "".join(f"{word} {n}, {n}_next;\nupdate {n}_update {{ {n} = {n}_next; }}\n" for n in names)
    moving = "".join(
        f"thread move{i} {{\n    while (true) {{\n        {names[(i + 1) % threads]}_next = "
        f"{f'({word})({n} << 1)' if bug == 1 and i == 0 else n};\n"
        f"        request_update {names[(i + 1) % threads]}_update;\n        wait tick;\n    }}\n}}\n"
        for i, n in enumerate(names)
    )
    fixed = " && ".join(f"({n} & {top:#x}) != 0" for n in names)
    known = "".join(
        f"    {n} = ?({word});\n" + ("" if bug == 2 and i == 0 else f"    assume ({n} & {top:#x}) != 0;\n")
        for i, n in enumerate(names)
    )
    return f"""event tick;
{signals}thread clock {{
    while (true) {{
        assert {fixed};
        notify tick, 1;
        wait tick;
    }}
}}
{moving}main {{
{known}    start;
}}
"""
