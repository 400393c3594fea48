"""Families about control: rings, transmitters, FIFOs, producers and consumers, a memory behind a channel."""

from __future__ import annotations

from collections.abc import Iterable


def by_name(threads: Iterable[str]) -> str:
    """Threads in the order of their names as words (transmit10 before transmit2): the published counts of transitions depend
    on it, because a persistent set is made for the first thread that can run."""
    return "".join(sorted(threads))


def token_ring(n: int, word: str = "int", bug: int = 0) -> str:
    """The master sends a token around; every transmitter adds one. Bug 1: the last one adds two. Bug 2: what the master has sent
    is compared with a number that it may well be."""
    last = 2 if bug == 1 else 1
    middle = by_name(
        f"thread transmit{i} {{ while (true) {{ wait E{i}; token = token + {last if i == n else 1};"
        f" notify {f'E{i + 1}' if i < n else 'EM'}; }} }}\n"
        for i in range(1, n + 1)
    )
    wrong = "        assert local != 5;\n" if bug == 2 else ""
    events = ", ".join([f"E{i}" for i in range(1, n + 1)] + ["EM"])
    return f"""event {events};
{word} token;
thread master {{
    {word} local;
    while (true) {{
        token = ?({word});
        local = token;
        notify E1;
        wait EM;
        assert token == ({word})(local + {n});
{wrong}    }}
}}
{middle}main {{ start; }}
"""


def transmitter(n: int, safe: bool = False) -> str:
    """A signal runs through a row of transmitters; the last one is an error (safe: notifies an event that nobody waits for)."""
    row = [
        f"thread transmit{i} {{ while (true) {{ wait E{i}; {f'notify E{i + 1};' if i < n or safe else 'assert false;'} }} }}\n"
        for i in range(1, n + 1)
    ]
    events = ", ".join(f"E{i}" for i in range(1, n + 1 + safe))
    return f"event {events}, EM;\nthread master {{ notify E1; wait EM; }}\n{by_name(row)}main {{ start; }}\n"


def kundu(bug: int = 0) -> str:
    """Two producers and a consumer that runs twice as fast share a buffer of two. Bug 1: one producer, which never wakes the
    consumer. Bug 2: the producers are as fast as the consumer."""
    pace = 1 if bug else 2
    second = f"""thread P2 {{
    while (i < MAX) {{
        data[num] = 'B';
        num++;
        if (timer) {{
            timer = false;
            notify e;
        }}
        wait_time {pace};
    }}
}}
"""
    return f"""const int MAX = {2 if bug else 8};
event e;
int num = 0, i = 0;
bool timer = false;
char data[2];
thread P1 {{
    while (i < MAX) {{
        data[num] = 'A';
        num++;
        wait_time {pace};
    }}
}}
{second if bug != 1 else ""}thread C1 {{
    char c;
    while (i < MAX) {{
        if (num == 0) {{
            timer = true;
            i++;
            wait e;
        }}
        num--;
        assert num >= 0;
        c = data[num];
        i++;
        wait_time 1;
    }}
}}
main {{ start; }}
"""


def pc_sfifo(kind: int, word: str = "uint", bug: bool = False, item: str = "") -> str:
    """A producer and a consumer with a buffer of one and counters that never stop. Kind 1 notifies immediately, kind 2 through an
    update of the channel. `item`: the type of what is sent."""
    told = "request_update fifo;" if kind == 2 else ""
    write, read = (told or "notify written;"), (told or "notify taken;")
    channel = "update fifo { if (free) notify taken, 0; else notify written, 0; }\n" if kind == 2 else ""
    check = "assert last_write == last_read && num_write == num_read;"
    return f"""event written, taken;
bool free = true;
{word} buffer, last_write, last_read;
{word} num_write = ?({word}), num_read = num_write;
{channel}thread consumer {{
    while (true) {{
        if (free)
            wait written;
        last_read = buffer;
        num_read++;
        free = true;
        {read}
        {"assert last_read != 5;" if bug else check}
    }}
}}
thread producer {{
    while (true) {{
        if (!free)
            wait taken;
        buffer = ?({item or word});
        last_write = buffer;
        num_write++;
        free = false;
        {write}
    }}
}}
main {{ start; }}
"""


def simple_fifo(consumers: int, producers: int, n: int, bug: bool = False, item: str = "char") -> str:
    """The FIFO that is known from the first steps in SystemC: producers write any characters until it is full, consumers read
    until it is empty, and who has changed something tells it at once. Bug: nobody looks again after waiting, although another may
    have been faster. `item`: the type of what is sent."""
    test = "if" if bug else "while"
    reading = "".join(
        f"""thread consumer{c} {{
    while (true) {{
        {test} (count == 0)
            wait put;
        assert count > 0;
        got{c} = fifo[first];
        count--;
        first = (first + 1) % SIZE;
        notify taken;
    }}
}}
"""
        for c in range(1, consumers + 1)
    )
    writing = "".join(
        f"""thread producer{p} {{
    while (true) {{
        {test} (count == SIZE)
            wait taken;
        assert count < SIZE;
        fifo[(first + count) % SIZE] = ?({item});
        count++;
        notify put;
    }}
}}
"""
        for p in range(1, producers + 1)
    )
    got = ", ".join(f"got{c}" for c in range(1, consumers + 1))
    shared = f"event put, taken;\nchar fifo[SIZE];\nchar {got};\nint first = 0, count = 0;\n"
    return f"const int SIZE = {n};\n{shared}{reading}{writing}main {{ start; }}\n"


def mem_slave(n: int, bug: int = 0) -> str:
    """A master writes `n` cells of a memory and reads them back, through a channel of requests and responses that is locked
    meanwhile. Bug 1: the slave answers with its neighbour's cell. Bug 2: the master expects one more."""
    cell = f"(req_a + 1) % {n}" if bug == 1 and n > 1 else "req_a"
    spoilt = " + 1" if (bug == 1 and n == 1) else ""
    return f"""const int N = {n};
event req_put, req_taken, rsp_put, rsp_taken, unlocked;
int memory[N];
bool locked = false, has_req = false, has_rsp = false;
bool req_write, rsp_ok;
int req_a, req_d, rsp_d;
void transport(bool write, int a, int d) {{
    while (locked)
        wait unlocked;
    locked = true;
    while (has_req)
        wait req_taken;
    req_write = write;
    req_a = a;
    req_d = d;
    has_req = true;
    notify req_put;
    while (!has_rsp)
        wait rsp_put;
    has_rsp = false;
    notify rsp_taken;
    assert locked;
    locked = false;
    notify unlocked;
}}
thread master {{
    for (int a = 0; a < N; a++) {{
        transport(true, a, a + 50);
        assert rsp_ok;
    }}
    for (int a = 0; a < N; a++) {{
        transport(false, a, 0);
        assert rsp_ok && rsp_d == a + {51 if bug == 2 else 50};
    }}
}}
thread slave {{
    while (true) {{
        while (!has_req)
            wait req_put;
        has_req = false;
        notify req_taken;
        rsp_ok = req_a >= 0 && req_a < N;
        assert rsp_ok;
        if (req_write)
            memory[req_a] = req_d;
        else
            rsp_d = memory[{cell}]{spoilt};
        while (has_rsp)
            wait rsp_taken;
        has_rsp = true;
        notify rsp_put;
    }}
}}
main {{ start; }}
"""


def bist_cell() -> str:
    """A combinational cell of a built-in self test, driven once with any input."""
    names = ("b0", "b1", "d0", "d1", "z")
    signals = "".join(
        f"event {n}_changed;\nbool {n}, {n}_next;\n"
        f"update {n}_update {{ if ({n} != {n}_next) {{ {n} = {n}_next; notify {n}_changed, 0; }} }}\n"
        for n in names
    )
    driven = "".join(f"    {n}_next = ?(bool);\n    request_update {n}_update;\n" for n in names[:-1])
    return f"""{signals}thread cell {{
    while (true) {{
        bool s1 = !(b0 && d1);
        bool s2 = !(d0 && b1);
        bool s3 = !(s2 || s1);
        s2 = s2 && s1;
        z_next = !(s2 || s3);
        request_update z_update;
        wait b0_changed | b1_changed | d0_changed | d1_changed;
    }}
}}
main {{
{driven}    start;
    assert z == ((b0 && d1) != (d0 && b1));
}}
"""


def toy(bug: int = 0, word: str = "int") -> str:
    """Two computations race for a number; the first one is written back through a signal, and what comes back was increased by
    one or, if both were quick, by two. Bug 1: only one is allowed; bug 2: only two are."""
    allowed = {0: "d == ({w})(t + 1) || d == ({w})(t + 2)", 1: "d == ({w})(t + 1)", 2: "d == ({w})(t + 2)"}[bug].replace(
        "{w}", word
    )
    compute = "".join(
        f"thread compute{i} {{ while (true) {{ wait go; if (!processed) {{ data = data + 1; notify done; }} }} }}\n"
        for i in (1, 2)
    )
    return f"""event go, done, back, c_changed;
{word} c = ?({word}), c_next, d = c, data;
bool processed = false;
update c_update {{ if (c != c_next) {{ c = c_next; notify c_changed, 0; }} }}
thread write_loop {{
    {word} t;
    wait_time 1;
    while (true) {{
        t = d;
        data = d;
        processed = false;
        notify go;
        wait back;
        assert {allowed};
    }}
}}
{compute}thread write_back {{ while (true) {{ wait done; c_next = data; request_update c_update; processed = true; }} }}
thread read {{ while (true) {{ wait c_changed; d = c; notify back; }} }}
main {{ start; }}
"""


def simple_pipeline(word: str = "int", bug: bool = False, item: str = "") -> str:
    """Three stages on a clock: sum and difference, twice the sum in two ways, their difference, which is zero."""
    signals = ("in1", "in2", "sum", "diff", "pres", "dbl", "zero")
    declared = "".join(f"{word} {n}, {n}_next;\nupdate {n}_update {{ {n} = {n}_next; }}\n" for n in signals)

    def put(name: str, value: str) -> str:
        return f"{name}_next = {value}; request_update {name}_update; "

    stages = {
        "generate": put("in1", f"?({item or word})") + put("in2", f"?({item or word})"),
        "addsub": put("sum", "in1 + in2") + put("diff", "in1 - in2"),
        "presdbl": put("pres", "sum") + put("dbl", "(sum + diff) + (sum - diff)"),
        "subtract": put("zero", "dbl - (pres + pres)"),
        "display": f"assert zero {'!=' if bug else '=='} 0; ",
    }
    threads = "".join(f"thread {name} {{ while (true) {{ wait clock; {body}}} }}\n" for name, body in stages.items())
    return (
        f"event clock;\n{declared}thread ticks {{ while (true) {{ wait_time 1; notify clock; }} }}\n{threads}main {{ start; }}\n"
    )
