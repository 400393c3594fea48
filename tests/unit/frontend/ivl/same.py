"""Whether two programs are the same, up to the names of variables and the numbers of locations."""

from __future__ import annotations

from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.uses import map_op
from threadproof.ir.walk import substitute


class Different(Exception):
    pass


def require(holds: bool, what: str) -> None:
    if not holds:
        raise Different(what)


class Comparison:
    """`run` raises Different unless the second program is the first one."""

    def __init__(self, one: Program, other: Program) -> None:
        self.one, self.other = one, other
        self.variables: dict[Variable, Variable] = {}
        self.taken: set[Variable] = set()
        self.items: dict[MemoryObject | Function, MemoryObject | Function] = {}

    def run(self) -> None:
        one, other = self.one, self.other
        for name in ("data_model", "main", "scheduler", "ensures"):
            require(getattr(one, name) == getattr(other, name), name)
        require(list(one.functions) == list(other.functions), "functions")
        require(len(one.objects) == len(other.objects) and len(one.initial) == len(other.initial), "globals")
        for function in one.functions.values():
            self.items[function] = other.functions[function.name]
        self.items.update(zip(one.objects, other.objects, strict=True))
        for a, b in zip(one.objects, other.objects, strict=True):
            for name in ("size", "align", "layout", "thread_local", "constant"):
                require(getattr(a, name) == getattr(b, name), f"{name} of {a.name}")
            require(
                [(p.offset, self.expr(p.value)) for p in a.init] == [(p.offset, p.value) for p in b.init], f"value of {a.name}"
            )
        for (a, x), (b, y) in zip(one.initial.items(), other.initial.items(), strict=True):
            require(self.variable(a) is b and self.expr(x) is y, f"initial value of {a.name}")
        for function in one.functions.values():
            self.function(function, other.functions[function.name])

    def variable(self, variable: Variable) -> Variable:
        """The one that it must be from here on."""
        return self.variables[variable]

    def pair(self, a: Variable, b: Variable) -> None:
        require((a.type, a.shared) == (b.type, b.shared), f"type of {a.name}")
        require(self.variables.setdefault(a, b) is b and (b not in self.taken or self.variables[a] is b), f"variable {a.name}")
        self.taken.add(b)

    def expr(self, expr: Expr) -> Expr:
        def replaced(node: Expr) -> Expr | None:
            if node.op == "var":
                return e.var(self.variables[node.payload])
            return e.addr(self.items[node.payload], node.type) if node.op == "addr" else None  # type: ignore[arg-type]

        return substitute(expr, replaced)

    def function(self, one: Function, other: Function) -> None:
        require((one.result, one.variadic) == (other.result, other.variadic), f"type of {one.name}")
        require(len(one.params) == len(other.params), f"parameters of {one.name}")
        mine = [*one.params, *(v for v in one.locals if v not in one.params)]
        theirs = [*other.params, *(v for v in other.locals if v not in other.params)]
        require(len(mine) == len(theirs), f"registers of {one.name}")
        for a, b in zip(mine, theirs, strict=True):
            self.pair(a, b)
        out, others = one.successors(), other.successors()
        places = {one.entry: other.entry}
        work = [one.entry]
        while work:
            location = work.pop()
            here, there = out.get(location, []), others.get(places[location], [])
            require(len(here) == len(there), f"edges out of {one.name}:{location}")
            for a, b in zip(here, there, strict=True):
                self.edge(one, a, b)
                if a.target not in places:
                    places[a.target] = b.target
                    work.append(a.target)
                require(places[a.target] == b.target, f"target of {one.name}:{a.source} -> {a.target}")
        require(len(set(places.values())) == len(places), f"locations of {one.name}")

    def edge(self, function: Function, a: Edge, b: Edge) -> None:
        mapped = tuple(map_op(op, self.expr, self.variable) for op in a.ops)
        require(mapped == b.ops, f"{function.name}: {a.ops} became {b.ops}")
        require((a in self.one.private) == (b in self.other.private), f"{function.name}: private {a.ops}")


def difference(one: Program, other: Program) -> str:
    """What differs; empty where they are the same."""
    for variable in one.initial:  # shared variables without initial value are found by name
        match = next((v for v in other.initial if v.name == variable.name), None)
        if match is None:
            return f"initial value of {variable.name}"
    comparison = Comparison(one, other)
    for a, b in zip(one.initial, other.initial, strict=False):
        comparison.pair(a, b)
    by_name = {v.name: v for v in _shared(other)}
    for variable in _shared(one):
        if variable not in comparison.variables and variable.name in by_name:
            comparison.pair(variable, by_name[variable.name])
    try:
        comparison.run()
    except Different as found:
        return str(found)
    return ""


def _shared(program: Program) -> list[Variable]:
    from threadproof.ir.text import shared_variables

    return shared_variables(program)
