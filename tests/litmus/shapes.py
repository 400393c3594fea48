"""Litmus tests: the classic shapes, with the memory models that allow the outcome in question.

Threads are separated by `|`. `Wx1` writes 1 to x, `Rx` reads x, `F` is a full fence, `S` one between writes, `Xx1` exchanges x
with 1 (its result is dropped); `A` is a fence behind reads, `L` (`lwsync`) lets reads overtake writes and nothing else, `I` is
`isync`. A suffix says how: `.sc`, `.rel`, `.acq`, `.rlx` are orders of C11 atomics, `.asm` is inline assembly; `.data`,
`.addr`, `.ctrl`: the value, the address, or whether it happens depends on what was read last; `.if`: it only happens if that
was 1 (a read that does not happen counts as 3). The outcome names the value of
each read in its order, and the final values of variables; what only one thread accesses is no memory to others, so some shapes
have a thread that looks at it. Which models allow it follows from their definitions (TSO: a read may overtake earlier writes of
its thread to other places, and sees them before others do; PSO: a write may overtake them, too; RMO: so may reads and writes
overtake reads that they do not depend on; Power: and writes reach other threads at different times).
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Litmus:
    name: str
    threads: str
    outcome: str
    allowed: str = ""

    def depends(self) -> bool:
        return any(word in self.threads for word in (".data", ".addr", ".ctrl"))

    def c(self, condition: str = "") -> str:
        """A program that fails where the outcome is seen, or where another condition holds."""
        threads = [part.split() for part in self.threads.split("|")]
        variables = sorted({word[1] for thread in threads for word in thread if word[0] in "WRX"})
        text = ["#include <stdatomic.h>", "extern void *__tp_join(unsigned);", "extern void reach_error(void);"]
        text += ["extern unsigned __tp_spawn(void *(*)(void *), void *);"]
        arrays = {word[1] for thread in threads for word in thread if word.endswith(".addr")}
        text += [f"int {name}[5];" if name in arrays else f"int {name};" for name in variables]
        text += [f"#define {name} {name}[0]" for name in sorted(arrays)]
        for number, thread in enumerate(threads):
            text += [f"void *t{number}(void *p) {{", "  long r = 0, d = 0;", *map(_statement, thread), "  return (void *)r;", "}"]
        text += ["int main(void) {"]
        text += [f"  unsigned i{n} = __tp_spawn(t{n}, 0);" for n in range(len(threads))]
        text += [f"  long r{n} = (long)__tp_join(i{n});" for n in range(len(threads))]
        condition = condition or self._seen()
        text += [f"  int last_{name} = {name};" for name in variables if f"last_{name}" in condition]
        return "\n".join([*text, f"  if ({condition}) reach_error();", "  return 0;", "}", ""])

    def _seen(self) -> str:
        reads, _, finals = self.outcome.partition(";")
        expected = [part.split() for part in reads.split("|")]
        seen = [f"r{n} == {_packed(values)}" for n, values in enumerate(expected) if values]
        return " && ".join([*seen, *(re.sub(r"(\w)=(\d)", r"last_\1 == \2", final) for final in finals.split())])


def _packed(values: list[str]) -> int:
    result = 0
    for value in values:
        result = result * 4 + int(value)
    return result


_ORDER = {"sc": "seq_cst", "rel": "release", "acq": "acquire", "rlx": "relaxed"}
_DEPENDS = {"data": "  {} {} + (d > 3){};", "addr": "  {} {}{};", "ctrl": "  if (d > 3) return (void *)99;\n  {} {}{};"}
_BARRIER = '  __asm__ volatile("{}" ::: "memory");'


def _statement(word: str) -> str:
    action, _, how = word.partition(".")
    if how == "if":
        otherwise = " else r = r * 4 + 3;" if action[0] == "R" else ""
        return f"  if (d == 1) {{{_statement(action)} }}{otherwise}"
    order = f"memory_order_{_ORDER.get(how, '')}"
    match action[0]:
        case "F":
            return _BARRIER.format("mfence") if how == "asm" else "  __sync_synchronize();"
        case "S":
            return _BARRIER.format("sfence") if how == "asm" else "  atomic_thread_fence(memory_order_release);"
        case "A":
            return "  atomic_thread_fence(memory_order_acquire);"
        case "L":
            return _BARRIER.format("lwsync")
        case "I":
            branch = "  if (d > 3) return (void *)99;\n" if how == "ctrl" else ""
            return branch + _BARRIER.format("isync")
        case "W":
            if how in _DEPENDS:
                return _DEPENDS[how].format(f"(&{action[1]})[d > 3]" if how == "addr" else action[1], f"= {action[2]}", "")
            place = f"&{action[1]}, {action[2]}"
            return f"  __atomic_store_n({place}, {order});" if how else f"  {action[1]} = {action[2]};"
        case "X":
            return f"  __atomic_exchange_n(&{action[1]}, {action[2]}, memory_order_relaxed);"
    if how in _DEPENDS:
        place = f"(&{action[1]})[d > 3]" if how == "addr" else action[1]
        return _DEPENDS[how].format(f"r = r * 4 + (d = {place})", "", "")
    value = f"__atomic_load_n(&{action[1]}, {order})" if how else action[1]
    return f"  r = r * 4 + (d = {value});"


BOTH, PSO, RMO, POWER = "tso pso rmo power", "pso rmo power", "rmo power", "power"

SHAPES = [
    Litmus("SB", "Wx1 Ry | Wy1 Rx", "0|0", BOTH),
    Litmus("SB+fence+po", "Wx1 F Ry | Wy1 Rx", "0|0", BOTH),
    Litmus("SB+fences", "Wx1 F Ry | Wy1 F Rx", "0|0"),
    Litmus("SB+mfences", "Wx1 F.asm Ry | Wy1 F.asm Rx", "0|0"),
    Litmus("SB+sfences", "Wx1 S.asm Ry | Wy1 S.asm Rx", "0|0", BOTH),
    Litmus("SB+stores-sc", "Wx1.sc Ry.sc | Wy1.sc Rx.sc", "0|0"),
    Litmus("SB+release-acquire", "Wx1.rel Ry.acq | Wy1.rel Rx.acq", "0|0", BOTH),
    Litmus("SB+relaxed", "Wx1.rlx Ry.rlx | Wy1.rlx Rx.rlx", "0|0", BOTH),
    Litmus("SB+loads-sc", "Wx1.rlx Ry.sc | Wy1.rlx Rx.sc", "0|0", "tso pso rmo"),
    Litmus("SB+exchange", "Wx1 Xz1 Ry | Wy1 Xw1 Rx", "0|0"),
    Litmus("SB+forwarding", "Wx1 Rx Ry | Wy1 Ry Rx", "1 0|1 0", BOTH),
    Litmus("3.SB", "Wx1 Ry | Wy1 Rz | Wz1 Rx", "0|0|0", BOTH),
    Litmus("3.SB+fences", "Wx1 F Ry | Wy1 F Rz | Wz1 F Rx", "0|0|0"),
    Litmus("MP", "Wx1 Wy1 | Ry Rx", "|1 0", PSO),
    Litmus("MP+fence+po", "Wx1 F Wy1 | Ry Rx", "|1 0", RMO),
    Litmus("MP+store-fence+po", "Wx1 S Wy1 | Ry Rx", "|1 0", RMO),
    Litmus("MP+sfence+po", "Wx1 S.asm Wy1 | Ry Rx", "|1 0", RMO),
    Litmus("MP+po+fence", "Wx1 Wy1 | Ry F Rx", "|1 0", PSO),
    Litmus("MP+release+acquire", "Wx1 Wy1.rel | Ry.acq Rx", "|1 0"),
    Litmus("MP+relaxed", "Wx1.rlx Wy1.rlx | Ry.rlx Rx.rlx", "|1 0", PSO),
    Litmus("MP+release-first", "Wx1.rel Wy1 | Ry Rx", "|1 0", PSO),
    Litmus("MP+same-place-between", "Wx1 Wx2 Wy1 | Ry Rx", "|1 1", PSO),
    Litmus("MP+fence-two-writes", "Wx1 S Wz1 Wy1 | Ry Rx", "|1 0", RMO),
    Litmus("LB", "Rx Wy1 | Ry Wx1", "1|1", RMO),
    Litmus("LB+fences", "Rx F Wy1 | Ry F Wx1", "1|1"),
    Litmus("S", "Wx2 Wy1 | Ry Wx1", "|1;x=2", PSO),
    Litmus("S+store-fence", "Wx2 S Wy1 | Ry Wx1", "|1;x=2", RMO),
    Litmus("R", "Wx1 Wy1 | Wy2 Rx", "|0;y=2", BOTH),
    Litmus("R+po+fence", "Wx1 Wy1 | Wy2 F Rx", "|0;y=2", PSO),
    Litmus("R+store-fence+fence", "Wx1 S Wy1 | Wy2 F Rx", "|0;y=2", POWER),
    Litmus("R+fence+po", "Wx1 F Wy1 | Wy2 Rx", "|0;y=2", BOTH),
    Litmus("2+2W", "Wx1 Wy2 | Wy1 Wx2", "|;x=1 y=1", PSO),
    Litmus("2+2W+store-fence+po", "Wx1 S Wy2 | Wy1 Wx2", "|;x=1 y=1", PSO),
    Litmus("2+2W+store-fences", "Wx1 S Wy2 | Wy1 S Wx2", "|;x=1 y=1"),
    Litmus("IRIW", "Wx1 | Wy1 | Rx Ry | Ry Rx", "||1 0|1 0", RMO),
    Litmus("WRC", "Wx1 | Rx Wy1 | Ry Rx", "|1|1 0", RMO),
    Litmus("RWC", "Wx1 | Rx Ry | Wy1 Rx", "|1 0|0", BOTH),
    Litmus("RWC+fence", "Wx1 | Rx Ry | Wy1 F Rx", "|1 0|0", RMO),
    Litmus("ISA2", "Wx1 Wy1 | Ry Wz1 | Rz Rx", "|1|1 0", PSO),
    Litmus("ISA2+store-fence", "Wx1 S Wy1 | Ry Wz1 | Rz Rx", "|1|1 0", RMO),
    Litmus("W+RWC", "Wx1 Wy1 | Ry Rz | Wz1 Rx", "|1 0|0", BOTH),
    Litmus("W+RWC+po+fence", "Wx1 Wy1 | Ry Rz | Wz1 F Rx", "|1 0|0", PSO),
    Litmus("W+RWC+store-fence+fence", "Wx1 S Wy1 | Ry Rz | Wz1 F Rx", "|1 0|0", RMO),
    Litmus("3.2W", "Wx1 Wy2 | Wy1 Wz2 | Wz1 Wx2", "||;x=1 y=1 z=1", PSO),
    Litmus("CoRR", "Wx1 | Rx Rx", "|1 0"),
    Litmus("CoWW", "Wx1 Wx2 | Rx", "|;x=1"),
    Litmus("CoWW-seen", "Wx1 Wx2 | Rx Rx", "|2 1"),
    Litmus("CoRW1", "Rx Wx1 | Ry", "1|"),
    Litmus("CoRW2", "Wx1 | Rx Wx2", "|1;x=1"),
    Litmus("CoWR", "Wx1 Rx | Wx2", "2|;x=1"),
    Litmus("CoWR-own", "Wx1 Rx | Rx", "0|"),
    Litmus("n4b", "Rx Wx1 | Rx Wx2", "2|1"),
    Litmus("n5", "Wx1 Rx | Wx2 Rx", "2|1"),
    Litmus("n6", "Wx1 Rx Ry | Wy2 Wx2", "1 0|;x=1", BOTH),
    Litmus("SB+lwsyncs", "Wx1 L Ry | Wy1 L Rx", "0|0", BOTH),
    Litmus("MP+fences", "Wx1 F Wy1 | Ry F Rx", "|1 0"),
    Litmus("MP+lwsyncs", "Wx1 L Wy1 | Ry L Rx", "|1 0"),
    Litmus("MP+store-fence+acquire-fence", "Wx1 S Wy1 | Ry A Rx", "|1 0"),
    Litmus("MP+store-fence+addr", "Wx1 S Wy1 | Ry Rx.addr", "|1 0"),
    Litmus("MP+store-fence+ctrl", "Wx1 S Wy1 | Ry Rx.ctrl", "|1 0", RMO),
    Litmus("MP+store-fence+ctrl-fence", "Wx1 S Wy1 | Ry A Rx.ctrl", "|1 0"),
    Litmus("MP+po+addr", "Wx1 Wy1 | Ry Rx.addr", "|1 0", PSO),
    Litmus("MP+store-fence+forwarding", "Wx1 S Wy1 | Ry Wz1.data Rz Rx.addr", "|1 1 0"),
    Litmus("MP+store-fence+forwarding-po", "Wx1 S Wy1 | Ry Wz1 Rz Rx.addr", "|1 1 0", RMO),
    Litmus("LB+datas", "Rx Wy1.data | Ry Wx1.data", "1|1"),
    Litmus("LB+data+po", "Rx Wy1.data | Ry Wx1", "1|1", RMO),
    Litmus("LB+addrs", "Rx Wy1.addr | Ry Wx1.addr", "1|1"),
    Litmus("LB+ctrls", "Rx Wy1.ctrl | Ry Wx1.ctrl", "1|1"),
    Litmus("LB+ctrl-later", "Rx Wz1.ctrl Wy1 | Ry Wx1.data", "1|1"),
    Litmus("3.LB", "Rx Wy1 | Ry Wz1 | Rz Wx1", "1|1|1", RMO),
    Litmus("3.LB+datas", "Rx Wy1.data | Ry Wz1.data | Rz Wx1.data", "1|1|1"),
    Litmus("S+store-fence+data", "Wx2 S Wy1 | Ry Wx1.data", "|1;x=2"),
    Litmus("S+store-fence+ctrl", "Wx2 S Wy1 | Ry Wx1.ctrl", "|1;x=2"),
    Litmus("WRC+data+addr", "Wx1 | Rx Wy1.data | Ry Rx.addr", "|1|1 0", POWER),
    Litmus("WRC+po+addr", "Wx1 | Rx Wy1 | Ry Rx.addr", "|1|1 0", RMO),
    Litmus("WRC+data+po", "Wx1 | Rx Wy1.data | Ry Rx", "|1|1 0", RMO),
    Litmus("WRC+fences", "Wx1 | Rx F Wy1 | Ry F Rx", "|1|1 0"),
    Litmus("IRIW+addrs", "Wx1 | Wy1 | Rx Ry.addr | Ry Rx.addr", "||1 0|1 0", POWER),
    Litmus("IRIW+addr+po", "Wx1 | Wy1 | Rx Ry.addr | Ry Rx", "||1 0|1 0", RMO),
    Litmus("IRIW+fences", "Wx1 | Wy1 | Rx F Ry | Ry F Rx", "||1 0|1 0"),
    Litmus("RWC+addr+fence", "Wx1 | Rx Ry.addr | Wy1 F Rx", "|1 0|0", POWER),
    Litmus("ISA2+store-fence+data+addr", "Wx1 S Wy1 | Ry Wz1.data | Rz Rx.addr", "|1|1 0"),
    Litmus("ISA2+store-fence+data+po", "Wx1 S Wy1 | Ry Wz1.data | Rz Rx", "|1|1 0", RMO),
    Litmus("W+RWC+store-fence+addr+fence", "Wx1 S Wy1 | Ry Rz.addr | Wz1 F Rx", "|1 0|0", POWER),
    Litmus("CoRR-three", "Wx1 | Wx2 | Rx Rx | Rx Rx", "||1 2|2 1"),
    Litmus("SB+fence+lwsync", "Wx1 F Ry | Wy1 L Rx", "0|0", BOTH),
    Litmus("MP+fence+addr", "Wx1 F Wy1 | Ry Rx.addr", "|1 0"),
    Litmus("MP+lwsync+addr", "Wx1 L Wy1 | Ry Rx.addr", "|1 0"),
    Litmus("MP+sfence+addr", "Wx1 S.asm Wy1 | Ry Rx.addr", "|1 0"),
    Litmus("MP+lwsync+ctrl", "Wx1 L Wy1 | Ry Rx.ctrl", "|1 0", RMO),
    Litmus("MP+lwsync+isync", "Wx1 L Wy1 | Ry I Rx", "|1 0", RMO),
    Litmus("MP+lwsync+ctrl-isync", "Wx1 L Wy1 | Ry I.ctrl Rx", "|1 0", "rmo"),
    Litmus("PPOCA", "Wx1 F Wy1 | Ry Wz1.ctrl Rz Rx.addr | Rz", "|1 1 0|", POWER),
    Litmus("PPOAA", "Wx1 F Wy1 | Ry Wz1.addr Rz Rx.addr | Rz", "|1 1 0|"),
    Litmus("RSW", "Wx1 F Wy1 | Ry Rz.addr Rz Rx.addr | Wz1", "|1 0 0 0|", RMO),
    Litmus("RDW", "Wx1 F Wy1 | Ry Rz.addr Rz Rx.addr | Wz1", "|1 0 1 0|"),
    Litmus("LB+addrs+WW", "Rx Wz1.addr Wy1 | Ry Ww1.addr Wx1 | Rz Rw", "1|1|", "rmo"),
    Litmus("LB+datas+WW", "Rx Wz1.data Wy1 | Ry Ww1.data Wx1 | Rz Rw", "1|1|", RMO),
    Litmus("S+lwsync+po", "Wx2 L Wy1 | Ry Wx1", "|1;x=2", RMO),
    Litmus("S+lwsync+addr", "Wx2 L Wy1 | Ry Wx1.addr", "|1;x=2"),
    Litmus("R+lwsync+fence", "Wx1 L Wy1 | Wy2 F Rx", "|0;y=2", POWER),
    Litmus("R+fences", "Wx1 F Wy1 | Wy2 F Rx", "|0;y=2"),
    Litmus("2+2W+lwsync+po", "Wx1 L Wy2 | Wy1 Wx2", "|;x=1 y=1", PSO),
    Litmus("2+2W+lwsyncs", "Wx1 L Wy2 | Wy1 L Wx2", "|;x=1 y=1"),
    Litmus("3.2W+lwsyncs", "Wx1 L Wy2 | Wy1 L Wz2 | Wz1 L Wx2", "||;x=1 y=1 z=1"),
    Litmus("WRC+addrs", "Wx1 | Rx Wy1.addr | Ry Rx.addr", "|1|1 0", POWER),
    Litmus("WRC+lwsync+addr", "Wx1 | Rx L Wy1 | Ry Rx.addr", "|1|1 0"),
    Litmus("WRC+ctrl-isync+addr", "Wx1 | Rx I.ctrl Wy1 | Ry Rx.addr", "|1|1 0", POWER),
    Litmus("RWC+lwsync+fence", "Wx1 | Rx L Ry | Wy1 F Rx", "|1 0|0", POWER),
    Litmus("RWC+fences", "Wx1 | Rx F Ry | Wy1 F Rx", "|1 0|0"),
    Litmus("ISA2+lwsync+addrs", "Wx1 L Wy1 | Ry Wz1.addr | Rz Rx.addr", "|1|1 0"),
    Litmus("W+RWC+lwsync+addr+fence", "Wx1 L Wy1 | Ry Rz.addr | Wz1 F Rx", "|1 0|0", POWER),
    Litmus("W+RWC+fences", "Wx1 F Wy1 | Ry F Rz | Wz1 F Rx", "|1 0|0"),
    Litmus("Z6.3+lwsyncs+addr", "Wx1 L Wy1 | Wy2 L Wz1 | Rz Rx.addr", "||1 0;y=2", POWER),
    Litmus("IRIW+lwsyncs", "Wx1 | Wy1 | Rx L Ry | Ry L Rx", "||1 0|1 0", POWER),
    Litmus("IRIW+acquires", "Wx1.rel | Wy1.rel | Rx.acq Ry.acq | Ry.acq Rx.acq", "||1 0|1 0", POWER),
    Litmus("IRIW+sc", "Wx1.sc | Wy1.sc | Rx.sc Ry.sc | Ry.sc Rx.sc", "||1 0|1 0"),
]
