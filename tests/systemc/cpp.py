"""IVL models as SystemC programs, so that the real kernel can be asked what they do.

All models become one C++ file; the argument of the program picks a model. The real scheduler is deterministic. To see all that it
may do according to the standard, every thread passes a gate whenever it is about to run: it waits for an event of its own. When
all threads that can run stand at their gates, a further thread lets one of them pass, and forks the whole process for each of the
others. Gates only use immediate notifications, so they change nothing but the order within an evaluation phase. The program
prints the final values of the globals, a line for each schedule in which no assertion fails.

Symbolic values, delta resumption and memory beyond arrays of numbers are not translated.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.parse import parse

WORDS = {"bool": "bool", "char": "int8_t", "int": "int32_t", "uint": "uint32_t", "event": "sc_event", "void": "void"}
HEAD = """#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <sys/wait.h>
#include <unistd.h>
using namespace sc_core;
struct Update : sc_prim_channel {
    std::function<void()> body;
    explicit Update(std::function<void()> b) : sc_prim_channel(sc_gen_unique_name("update")), body(b) {}
    void update() override { body(); }
    void ask() { request_update(); }
};
struct Gate {
    sc_process_handle handle;
    sc_event open;
    bool waiting = false, suspended = false;
};
static std::vector<Gate*> gates_;
static Gate* current_;
static sc_event change_;
static bool changed_;
static size_t arrived_;
static void leave_() { changed_ = true; change_.notify(); }
static void pass_(Gate* gate) {
    gate->waiting = true;
    leave_();
    wait(gate->open);
    current_ = gate;
}
static void choose_() {
    for (;;) {
        if (!changed_)
            wait(change_);
        changed_ = false;
        if (arrived_ < gates_.size())
            continue;
        std::vector<Gate*> ready;
        for (Gate* gate : gates_)
            if (gate->waiting && !gate->suspended)
                ready.push_back(gate);
        if (ready.empty())
            continue;
        size_t choice = ready.size() - 1;
        for (fflush(stdout); choice > 0; choice--) {
            pid_t child = fork();
            if (child == 0)
                break;
            waitpid(child, nullptr, 0);
        }
        ready[choice]->waiting = false;
        ready[choice]->open.notify();
    }
}
static void create_(Gate& gate, std::function<void()> body) {
    gates_.push_back(&gate);
    Gate* g = &gate;
    gate.handle = sc_spawn([g, body] { arrived_++; pass_(g); body(); leave_(); });
}
template <typename... T> static void wait_(T&&... what) { Gate* me = current_; leave_(); wait(what...); pass_(me); }
static void suspend_(Gate& gate) {
    bool own = current_ == &gate;
    gate.suspended = true;
    if (own)
        leave_();
    gate.handle.suspend();
    if (own)
        pass_(&gate);
}
static void resume_(Gate& gate) { gate.suspended = false; gate.handle.resume(); leave_(); }
static unsigned long now_() { return (unsigned long)(sc_time_stamp() / sc_time(1, SC_NS) + 0.5); }
static sc_time ns_(unsigned long d) { return d ? sc_time((double)d, SC_NS) : SC_ZERO_TIME; }
static void finish_() { while (sc_pending_activity_at_current_time()) sc_start(SC_ZERO_TIME); }
static void start_(unsigned long d) { if (d) sc_start(ns_(d)); else sc_start(SC_ZERO_TIME); finish_(); }
static void stop_() { fflush(stdout); _exit(0); }
static void assert_(bool holds) { if (!holds) stop_(); }
"""


def available() -> bool:
    if shutil.which("g++") is None:
        return False
    test = subprocess.run(["g++", "-E", "-x", "c++", "-"], input=b"#include <systemc>", capture_output=True, check=False)
    return test.returncode == 0


@dataclass(slots=True)
class Model:
    """One program of IVL. `names`: the scalar globals, whose final values count."""

    items: list[s.Item]
    names: list[str] = field(default_factory=list)
    threads: list[str] = field(default_factory=list)

    def __init__(self, text: str) -> None:
        self.items = parse(text, "model.ivl")
        declared = [d for item in self.items if isinstance(item, s.Declarations) for d in item.items if not d.constant]
        self.names = [d.name for d in declared if d.type.base != "event" and not d.sizes]
        self.threads = [item.name for item in self.items if isinstance(item, s.Process) and item.kind == "thread"]

    def code(self, number: int) -> str:
        """A namespace with a function `run`."""
        out = [f"namespace m{number} {{"]
        out += [f"Gate g_{name};" for name in self.threads]
        updates = [item.name for item in self.items if isinstance(item, s.Process) and item.kind == "update"]
        out += [f"void {name}(); Update* u_{name};" for name in updates]
        for item in self.items:
            match item:
                case s.Declarations():
                    out.append(statement(item))
                case s.FunctionDefinition():
                    params = ", ".join(f"{type_name(p.type)} {p.name}" for p in item.params)
                    out.append(f"{type_name(item.result)} {item.name}({params}) {statement(item.body)}")
                case s.Process(kind="main", body=body):
                    main = statement(body)
                case s.Process(name=name, body=body):
                    out.append(f"void {name}() {statement(body)}")
        made = [f"u_{name} = new Update([] {{ {name}(); }});" for name in updates]
        made += [f"create_(g_{name}, [] {{ {name}(); }});" for name in self.threads]
        shown = [f'printf("%lld ", (long long){name});' for name in self.names]
        out.append("\n".join(["void run() {", *made, "sc_spawn(choose_);", main, *shown, 'printf("\\n"); stop_();', "}", "}"]))
        return "\n".join(out)


def type_name(name: s.TypeName) -> str:
    base = WORDS.get(name.base, f"{'u' * (name.base[0] == 'u')}int{name.base[1:]}_t")
    return base + "*" * name.stars


def expr(node: s.Expr | s.InitList) -> str:
    match node:
        case s.Name(text=text):
            return text
        case s.Number(value=value, kind=kind):
            return f"{value}{'u' if kind[0] == 'u' else ''}{'l' if kind.endswith('64') else ''}"
        case s.Null():
            return "nullptr"
        case s.Time():
            return "now_()"
        case s.Call(function=function, args=args):
            return f"{function}({', '.join(map(expr, args))})"
        case s.Index(base=base, index=index):
            return f"{expr(base)}[{expr(index)}]"
        case s.Unary(operator=operator, operand=operand):
            return f"({operator}{expr(operand)})"
        case s.Binary(operator=operator, left=left, right=right):
            return f"({expr(left)} {operator} {expr(right)})"
        case s.Conditional(condition=condition, yes=yes, no=no):
            return f"({expr(condition)} ? {expr(yes)} : {expr(no)})"
        case s.Cast(type=type_, operand=operand):
            return f"(({type_name(type_)}){expr(operand)})"
        case s.InitList(items=items):
            return f"{{ {', '.join(map(expr, items))} }}"
    raise NotImplementedError(node)


def statement(node: s.Statement) -> str:
    match node:
        case s.BlockStatement(body=body):
            return "{\n" + "\n".join(map(statement, body)) + "\n}"
        case s.Declarations(items=items):
            return " ".join(map(declaration, items))
        case s.Assign(target=target, operator=operator, value=value):
            return f"{expr(target)} {operator}= {expr(value)};"
        case s.Evaluate(value=value):
            return f"{expr(value)};"
        case s.If(condition=condition, yes=yes, no=no):
            return f"if ({expr(condition)}) {{ {statement(yes)} }}" + (f" else {{ {statement(no)} }}" if no else "")
        case s.While(condition=condition, body=body, body_first=False):
            return f"while ({expr(condition)}) {{ {statement(body)} }}"
        case s.While(condition=condition, body=body):
            return f"do {{ {statement(body)} }} while ({expr(condition)});"
        case s.For(first=first, condition=condition, step=step, body=body):
            head = statement(first) if first is not None else ";"
            tail = statement(step).rstrip(";") if step is not None else ""
            return f"for ({head} {expr(condition) if condition is not None else ''}; {tail}) {{ {statement(body)} }}"
        case s.Return(value=value):
            return "return;" if value is None else f"return {expr(value)};"
        case s.Leave(word=word):
            return f"{word};"
        case s.Goto(label=label):
            return f"goto {label};"
        case s.Label(name=name):
            return f"{name}:;"
        case s.Require(condition=condition):
            return f"assert_({expr(condition)});"
    return kernel(node)


def kernel(node: s.Statement) -> str:
    match node:
        case s.Start(limit=None):
            return "sc_start();"
        case s.Start(limit=limit):
            return f"start_({expr(limit)});"  # type: ignore[arg-type]
        case s.Wait(events=None, time=time):
            return f"wait_(ns_({expr(time)}));"  # type: ignore[arg-type]
        case s.Wait(events=events, time=None):
            return f"wait_({expr(events)});"  # type: ignore[arg-type]
        case s.Wait(events=events, time=time):
            return f"wait_(ns_({expr(time)}), {expr(events)});"  # type: ignore[arg-type]
        case s.Notify(event=event, delay=None):
            return f"{expr(event)}.notify();"
        case s.Notify(event=event, delay=delay):
            return f"{expr(event)}.notify(ns_({expr(delay)}));"  # type: ignore[arg-type]
        case s.Cancel(event=event):
            return f"{expr(event)}.cancel();"
        case s.ControlStatement(word="suspend", name=name):
            return f"suspend_(g_{name});"
        case s.ControlStatement(word="resume_now", name=name):
            return f"resume_(g_{name});"
        case s.ControlStatement(word="request_update", name=name):
            return f"u_{name}->ask();"
    raise NotImplementedError(node)


def declaration(node: s.Declare) -> str:
    sizes = "".join(f"[{expr(size)}]" for size in node.sizes)
    text = f"{'const ' if node.constant else ''}{type_name(node.type)} {node.name}{sizes}"
    if node.type.base == "event":
        return f"{text};"
    return f"{text} = {expr(node.initial) if node.initial is not None else '{}'};"


def build(models: Sequence[Model], folder: Path) -> Path:
    """The program for all models."""
    calls = "\n".join(f"case {n}: m{n}::run(); break;" for n in range(len(models)))
    main = f"int sc_main(int argc, char** argv) {{\nswitch (atoi(argv[1])) {{\n{calls}\n}}\nreturn 0;\n}}\n"
    source = folder / "models.cpp"
    source.write_text("\n".join([HEAD, *(model.code(n) for n, model in enumerate(models)), main]))
    program = folder / "models"
    command = ["g++", "-O0", "-w", "-std=c++17", str(source), "-o", str(program), "-lsystemc"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    return program


def run(program: Path, number: int) -> set[tuple[int, ...]]:
    """The final values of the globals, over all schedules."""
    done = subprocess.run([str(program), str(number)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "Error:" not in done.stderr + done.stdout, (number, done.stdout, done.stderr)
    return {tuple(map(int, line.split())) for line in done.stdout.splitlines() if line and line[0] in "-0123456789"}
