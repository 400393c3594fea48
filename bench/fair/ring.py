"""Producer and consumer, and the token ring: adapted from the SystemC sets. Events stay until the end of an instant, so every
round ends with cooperating. `narrow`: inputs of one bit and counters of eight, for plain enumeration."""

from __future__ import annotations

from bench.fair.text import program


def inputs(narrow: bool) -> str:
    return "__VERIFIER_nondet_uint() & 1" if narrow else "__VERIFIER_nondet_uint()"


def token_ring(count: int, bug: bool = False, narrow: bool = False) -> str:
    """The token passes `count` threads in one instant, each of which adds one. With the bug the last one is too fast."""
    events = [*(f"e{i}" for i in range(1, count + 1)), "back"]
    threads = [
        f"""\
void master(void *unused) {{
    while (1) {{
        token = {inputs(narrow)};
        unsigned sent = token;
        ft_thread_generate(e1);
        ft_thread_await(back);
        assert(token == sent + {count});
        ft_thread_cooperate();
    }}
}}
"""
    ]
    for number in range(1, count + 1):
        following = events[number]
        last = bug and number == count
        work = ["token++;", f"ft_thread_generate({following});"]
        body = [*work[::-1][:1], "ft_thread_cooperate();", work[0]] if last else [*work, "ft_thread_cooperate();"]
        lines = "\n".join(f"        {line}" for line in body)
        threads.append(f"""\
void transmit{number}(void *unused) {{
    while (1) {{
        ft_thread_await(e{number});
{lines}
    }}
}}
""")
    names = ["master", *(f"transmit{n}" for n in range(1, count + 1))]
    return program(["unsigned token;"], events, threads, names)


def sfifo1(narrow: bool = False) -> str:
    """One place between producer and consumer."""
    word = "unsigned char" if narrow else "unsigned"
    shared = ["int free_place = 1;", "unsigned buffer, last_write, last_read;", f"{word} writes, reads;"]
    threads = [
        f"""\
void producer(void *unused) {{
    while (1) {{
        if (!free_place)
            ft_thread_await(taken);
        buffer = {inputs(narrow)};
        last_write = buffer;
        writes++;
        free_place = 0;
        ft_thread_generate(put);
        ft_thread_cooperate();
    }}
}}
""",
        """\
void consumer(void *unused) {
    while (1) {
        if (free_place)
            ft_thread_await(put);
        last_read = buffer;
        reads++;
        free_place = 1;
        ft_thread_generate(taken);
        assert(last_write == last_read && writes == reads);
        ft_thread_cooperate();
    }
}
""",
    ]
    return program(shared, ["put", "taken"], threads, ["producer", "consumer"])


def sfifo2(narrow: bool = False) -> str:
    """Two places in a row, and a thread between them."""
    word = "unsigned char" if narrow else "unsigned"
    shared = [
        "int first_free = 1, second_free = 1;",
        "unsigned first, second, last_write, last_read;",
        f"{word} writes, reads;",
    ]
    threads = [
        f"""\
void producer(void *unused) {{
    while (1) {{
        if (!first_free)
            ft_thread_await(first_taken);
        first = {inputs(narrow)};
        last_write = first;
        writes++;
        first_free = 0;
        ft_thread_generate(first_put);
        ft_thread_await(done);
        ft_thread_cooperate();
    }}
}}
""",
        """\
void between(void *unused) {
    while (1) {
        if (first_free)
            ft_thread_await(first_put);
        if (!second_free)
            ft_thread_await(second_taken);
        second = first;
        first_free = 1;
        ft_thread_generate(first_taken);
        second_free = 0;
        ft_thread_generate(second_put);
        ft_thread_cooperate();
    }
}
""",
        """\
void consumer(void *unused) {
    while (1) {
        if (second_free)
            ft_thread_await(second_put);
        last_read = second;
        reads++;
        second_free = 1;
        ft_thread_generate(second_taken);
        assert(last_write == last_read && writes == reads);
        ft_thread_generate(done);
        ft_thread_cooperate();
    }
}
""",
    ]
    events = ["first_put", "first_taken", "second_put", "second_taken", "done"]
    return program(shared, events, threads, ["producer", "between", "consumer"])
