"""Operations as statements of IVL: assignments, loads, stores, calls and returns in the notation of the language, all others as
calls of its core."""

from __future__ import annotations

from typing import assert_never

from threadproof.export.ivl.expression import expr_ivl
from threadproof.export.ivl.names import IvlNames, Records, string_text, type_text
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Function
from threadproof.ir.types import Type


class OperationWriter:
    """Writes the operations of one function."""

    def __init__(self, names: IvlNames, records: Records) -> None:
        self.names = names
        self.records = records

    def expr(self, expr: Expr) -> str:
        return expr_ivl(expr, self.names)

    def cell(self, address: Expr, type_: Type) -> str:
        """The memory at an address."""
        inner = self.expr(address)
        simple = address.op in ("var", "cast", "addr") or (inner[-1] == ")" and inner.startswith("__"))
        return f"*({type_text(type_)}*){inner if simple else f'({inner})'}"

    def assigned(self, target: Variable | None, text: str) -> str:
        return f"{text};" if target is None else f"{self.names.of(target)} = {text};"

    def call(self, name: str, *args: str) -> str:
        return f"__{name}({', '.join(args)})"

    def text(self, op: ops.Op) -> str:
        match op:
            case ops.Assign(target, value):
                return self.assigned(target, self.expr(value))
            case ops.Havoc(target, origin, name):
                return self.assigned(target, self.call("havoc", string_text(origin.value), string_text(name)))
            case ops.Load(target, address, _, ops.Sync() as sync, total):
                words = string_text(sync.value if total else f"{sync.value} weaker")
                return self.assigned(target, self.call("sync", type_text(target.type), words, self.expr(address)))
            case ops.Load(target, address, atomic):
                if atomic:
                    return self.assigned(target, self.call("atomic_load", type_text(target.type), self.expr(address)))
                return self.assigned(target, self.cell(address, target.type))
            case ops.Store(address, value, atomic):
                if atomic:
                    return self.call("atomic_store", self.expr(address), self.expr(value)) + ";"
                return f"{self.cell(address, value.type)} = {self.expr(value)};"
            case ops.Alloc():
                return self.alloc(op)
            case ops.Free(address):
                return f"delete {self.expr(address)};"
            case ops.Lifetime(address, alive):
                return self.call("renew" if alive else "end", self.expr(address)) + ";"
            case ops.ObjectSize(target, address):
                return self.assigned(target, self.call("object_size", self.expr(address)))
            case ops.Compared(address):
                return self.call("compared", self.expr(address)) + ";"
            case ops.Write(array, index, value):
                return f"{self.names.of(array)}[{self.expr(index)}] = {self.expr(value)};"
            case ops.Assume() | ops.Await() | ops.Check() | ops.Cut():
                return self.condition(op)
            case _:
                return self.control(op)

    def alloc(self, op: ops.Alloc) -> str:
        word = ("stack" if op.stack else "heap") + (" zeroed" if op.zeroed else "")
        layout = [] if op.layout is None else ["".join(self.records.text(op.layout))]
        return self.assigned(op.target, self.call("alloc", string_text(word), self.expr(op.size), string_text(op.name), *layout))

    def condition(self, op: ops.Condition | ops.Cut) -> str:
        match op:
            case ops.Assume(condition, branch):
                return f"{self.call('guard', self.expr(condition))};" if branch else f"assume {self.expr(condition)};"
            case ops.Await(condition, holders):
                return self.call("await", self.expr(condition), *map(self.expr, holders)) + ";"
            case ops.Check(condition, kind, message):
                return self.call("check", string_text(kind), self.expr(condition), string_text(message)) + ";"
            case ops.Cut(reason):
                return self.call("cut", string_text(reason)) + ";"
            case _:
                assert_never(op)

    def function(self, callee: Expr) -> str | None:
        return self.names.of(callee.payload) if callee.op == "addr" and isinstance(callee.payload, Function) else None

    def control(self, op: ops.ControlOp | ops.Kernel) -> str:
        match op:
            case ops.Call(target, callee, args):
                given = [self.expr(arg) for arg in args]
                name = self.function(callee)
                text = self.call("call", self.expr(callee), *given) if name is None else f"{name}({', '.join(given)})"
                return self.assigned(target, text)
            case ops.Return(value):
                return "return;" if value is None else f"return {self.expr(value)};"
            case ops.ThreadExit(value):
                return self.call("exit", *([] if value is None else [self.expr(value)])) + ";"
            case ops.Spawn(target, function, argument):
                return self.assigned(target, self.call("spawn", self.expr(function), self.expr(argument)))
            case ops.Join(target, thread):
                return self.assigned(target, self.call("join", self.expr(thread)))
            case ops.Fence(before, after, "") if before in ("R", "W", "RW"):
                return self.call("fence", string_text(before), string_text(after)) + ";"
            case ops.Skip() | ops.Halt() | ops.AtomicBegin() | ops.AtomicEnd() | ops.Fence():
                return self.call(_PLAIN[type(op)]) + ";"
            case _:
                return self.kernel(op)

    def kernel(self, op: ops.Kernel) -> str:
        match op:
            case ops.Wait(events, every, timeout):
                given = [string_text("all" if every else "any"), *map(self.expr, events)]
                return (self.call("wait", *given) if timeout is None else self.call("wait_for", self.expr(timeout), *given)) + ";"
            case ops.Notify(event, delay):
                return self.call("notify", self.expr(event), *([] if delay is None else [self.expr(delay)])) + ";"
            case ops.Cancel(event):
                return self.call("cancel", self.expr(event)) + ";"
            case ops.Suspend(thread):
                return self.call("suspend", self.expr(thread)) + ";"
            case ops.Resume(thread, now):
                return self.call("resume_now" if now else "resume", self.expr(thread)) + ";"
            case ops.AwaitEnd(thread, timeout):
                return self.call("await_end", self.expr(thread), *([] if timeout is None else [self.expr(timeout)])) + ";"
            case ops.Stop(thread):
                return self.call("stop_thread", self.expr(thread)) + ";"
            case ops.Came(target):
                return self.assigned(target, self.call("came"))
            case ops.Present(target, event):
                return self.assigned(target, self.call("present", self.expr(event)))
            case ops.RequestUpdate(update):
                return self.call("request_update", self.expr(update)) + ";"
            case ops.Simulate(limit):
                return self.call("simulate", *([] if limit is None else [self.expr(limit)])) + ";"
            case ops.PickUpdate(target, free):
                return self.assigned(target, self.call("pick_update", *map(str, free)))
            case ops.Advance(target):
                return self.assigned(target, self.call("advance"))
            case ops.Now(target):
                return self.assigned(target, self.call("now"))
            case ops.Idle():
                return self.call("idle") + ";"
            case _:
                assert_never(op)


_PLAIN: dict[type, str] = {
    ops.Skip: "skip",
    ops.Halt: "halt",
    ops.AtomicBegin: "atomic_begin",
    ops.AtomicEnd: "atomic_end",
    ops.Fence: "skip",  # models are sequentially consistent
}
