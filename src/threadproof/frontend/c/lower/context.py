"""One function being lowered: where its locals live, its jump targets, and the dispatch from a syntax node to what
lowers it.

The modules `expression`, `operators`, `call`, `statement`, ... export tables from cursor kinds to functions `(context, node)
-> ...`; `lower` puts them together into a `Tables`, so none of them imports another and adding a construct is adding an
entry.

Values are pure expressions over registers. Since C's order of evaluation is fixed here as left to right, a value that
mentions a register is saved into a temporary when something evaluated after it, but before its use, may assign registers
(`operands`, `hold`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from threadproof.errors import Pos, UnsupportedError
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.rendering import Rendering
from threadproof.frontend.c.lower import place as places
from threadproof.frontend.c.lower.builder import Builder
from threadproof.frontend.c.lower.place import Memory, Place
from threadproof.frontend.c.lower.unsupported import around, give_up
from threadproof.frontend.c.options import COptions
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Alloc, Assign, Call, Lifetime
from threadproof.ir.types import BOOL, I32, PtrType
from threadproof.ir.walk import variables
from threadproof.records import dataclass, field

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.command_line import Converted
    from threadproof.frontend.c.lower.link import Linker
    from threadproof.frontend.c.lower.nonlocal_jump import Marks

UNIT = e.const(I32, 0)  # the "value" of a void expression


@dataclass(frozen=True, slots=True)
class Tables:
    values: Mapping[int, Callable[[Context, Node], Expr]]
    places: Mapping[int, Callable[[Context, Node], Place]]
    effects: Mapping[int, Callable[[Context, Node], None]]  # only where evaluating for effect differs from evaluating
    branches: Mapping[int, Callable[[Context, Node, int, int], bool]]  # true if it has emitted the branch
    statements: Mapping[int, Callable[[Context, Node], None]]


@dataclass(frozen=True, slots=True, eq=False)
class Jump:
    """Where a jump starts or leads to: a location, and the blocks around it with how many objects each had there."""

    location: int
    pos: Pos
    scopes: list[tuple[list[Expr], int]]


@dataclass(slots=True, eq=False)
class Context:
    linker: Linker
    module: Module
    tables: Tables
    builder: Builder
    function: Node | None = None  # None: a static initialiser
    name: str = ""
    atomic: bool = False  # the body is one atomic block
    result: Expr | None = None  # where a struct result goes
    varargs: Expr | None = None  # address of the variable arguments
    registers: dict[int, Variable] = field(default_factory=dict)
    objects: dict[int, Expr] = field(default_factory=dict)  # addresses of locals in memory
    row_sizes: dict[int, list[Expr]] = field(default_factory=dict)  # see `variable_arrays`
    address_taken: set[int] = field(default_factory=set)
    rendering: Rendering = field(default_factory=Rendering)
    arrivals: dict[int, Jump] = field(
        default_factory=dict
    )  # labels that were met, by clang's number: a name may stand for several
    departures: dict[int, list[Jump]] = field(default_factory=dict)  # jumps to labels that were not met yet
    kept: set[int] = field(default_factory=set)  # variables whose address may be stored
    has_labels: bool = False
    addressed: set[Node] = field(default_factory=set)  # subscripts under `&`
    rows: set[Node] = field(default_factory=set)  # subscripts whose value is an array of which an element is accessed
    has_temporaries: bool = False  # whether some array of a struct is used that is a value
    temporaries: list[Expr] = field(default_factory=list)  # objects that live until the end of the full expression
    variable_arrays: set[Expr] = field(default_factory=set)  # addresses of those that are stored
    makers: dict[Expr, Alloc] = field(default_factory=dict)  # what makes an object anew each time, by its address
    optional: set[Expr] = field(default_factory=set)  # of those: addresses that are null while there is no object
    marks: Marks | None = None  # of a function that calls setjmp
    command_line: Converted | None = None  # of main, whose arguments are numbers
    loops: int = 0  # around what is being lowered; their conditions are inside, too
    scopes: list[list[Expr]] = field(default_factory=list)  # objects of the blocks around, as far as their addresses are stored
    cleanups: list[tuple[int, Call]] = field(default_factory=list)  # what leaving blocks calls: how many are around, the call
    break_scopes: list[int] = field(default_factory=list)  # how many blocks are around what `break` and `continue` lead to
    continue_scopes: list[int] = field(default_factory=list)
    switch_scopes: list[int] = field(default_factory=list)  # how many blocks are around each switch
    breaks: list[int] = field(default_factory=list)
    continues: list[int] = field(default_factory=list)
    cases: list[list[tuple[int, int, int]]] = field(default_factory=list)  # innermost switch: (first, last, location)
    defaults: list[int] = field(default_factory=list)  # innermost switch: location of default, -1 if none

    @property
    def overflow(self) -> bool:
        """Whether signed arithmetic that overflows is to be reported; a file may say that it wraps."""
        return self.linker.options.overflow and not self.module.wraps

    @property
    def options(self) -> COptions:
        return self.linker.options

    @property
    def pointer(self) -> PtrType:
        return self.builder.data_model.pointer

    # -- dispatch --------------------------------------------------------------------------------------------------------

    def value(self, node: Node) -> Expr:
        """The value of an expression; of an aggregate, array or function its address."""
        lower = self.tables.values.get(node.kind)
        if lower is None:
            raise self.unsupported(node)
        return lower(self, node)

    def place(self, node: Node) -> Place:
        lower = self.tables.places.get(node.kind)
        if lower is not None:
            return lower(self, node)
        if node.type.value is None:
            return Memory(self.value(node), node.type)
        raise self.unsupported(node)

    def effect(self, node: Node) -> None:
        """Evaluate for the side effects only."""
        lower = self.tables.effects.get(node.kind)
        if lower is not None:
            lower(self, node)
        else:
            self.value(node)

    def unused(self, node: Node) -> None:
        """Evaluate an argument that the function does not look at: its value is read all the same, where accesses
        matter."""
        if self.options.accesses:
            self.value(node)
        else:
            self.effect(node)

    def condition(self, node: Node) -> Expr:
        return e.cast(BOOL, self.value(node))

    def branch(self, node: Node, yes: int, no: int) -> None:
        lower = self.tables.branches.get(node.kind)
        if lower is None or not lower(self, node, yes, no):
            condition = self.condition(node)
            self.at(node)
            self.builder.branch(condition, yes, no)

    def statement(self, node: Node) -> None:
        self.builder.pos = node.pos
        self.supported(node, self._statement)

    def supported(self, node: Node, lower: Callable[[Node], None]) -> None:
        """Lower it; if that is not possible, executions end there (`lower.unsupported`)."""
        nesting = around(self)
        try:
            lower(node)
        except UnsupportedError as error:
            give_up(self, node, nesting, error)

    def _statement(self, node: Node) -> None:
        lower = self.tables.statements.get(node.kind)
        if lower is not None:
            lower(self, node)
        elif k.FIRST_EXPR <= node.kind <= k.LAST_EXPR:
            self.effect(node)
            self.full()
        else:
            raise self.unsupported(node)

    def full(self) -> None:
        """The end of a full expression, and of the objects that live no longer."""
        for address in self.temporaries:
            self.end(address)
        self.temporaries.clear()

    def end(self, address: Expr) -> None:
        """The end of an object, if it has been made: if its address may be null, that says so."""
        builder = self.builder
        maker = self.makers.get(address)
        if maker is None or address not in self.optional:
            builder.emit(Lifetime(address, False))
            return
        made, done = builder.location(), builder.location()
        builder.branch(e.ne(address, e.zero(self.pointer)), made, done)
        builder.here = made
        builder.emit(Lifetime(address, False))
        builder.emit(Assign(maker.target, e.zero(self.pointer)))
        builder.jump(done)
        builder.here = done

    def unsupported(self, node: Node, what: str = "") -> UnsupportedError:
        return UnsupportedError(f"unsupported: {what}" if what else "unsupported construct", node.pos)

    def unsupported_here(self, what: str) -> UnsupportedError:
        return UnsupportedError(f"unsupported: {what}", self.pos)

    # -- positions, operands -----------------------------------------------------------------------------------------------

    def at(self, node: Node) -> None:
        """The operations that follow belong to this node."""
        self.builder.pos = node.pos

    @property
    def pos(self) -> Pos:
        return self.builder.pos

    def read(self, place: Place) -> Expr:
        return places.read(self.builder, place)

    def write(self, place: Place, value: Expr) -> Expr:
        return places.write(self.builder, place, value)

    def hold(self, value: Expr) -> Expr:
        """A value that stays what it is now even if registers are assigned."""
        if all(self.builder.is_temporary(variable) for variable in variables(value)):
            return value
        return self.builder.freeze(value)

    def operands(self, *nodes: Node) -> list[Expr]:
        """Values from left to right."""
        values: list[Expr] = []
        for index, node in enumerate(nodes):
            value = self.value(node)
            if index + 1 < len(nodes) and not value.is_const and _any_writes(nodes, index + 1):
                value = self.hold(value)
            values.append(value)
        return values

    def hold_place(self, place: Place, following: Node) -> Place:
        """The place, safe against what the following expression assigns."""
        if not writes(following):
            return place
        match place:
            case Memory(address=address, type=type_):
                return Memory(self.hold(address), type_)
            case places.Bits(address=address, member=member):
                return places.Bits(self.hold(address), member)
        return place


def _any_writes(nodes: tuple[Node, ...], start: int) -> bool:
    return any(writes(nodes[index]) for index in range(start, len(nodes)))


def writes(node: Node) -> bool:
    """Whether evaluating the node may assign a register of this function."""
    if node.writes is None:
        found = node.kind in (k.COMPOUND_ASSIGN, k.STATEMENT_EXPR)
        found = found or (node.kind == k.BINARY and node.binary == k.ASSIGN)
        found = found or (node.kind == k.UNARY and node.unary in (k.POST_INC, k.POST_DEC, k.PRE_INC, k.PRE_DEC))
        for child in () if found else node.children:
            if writes(child):
                found = True
                break
        node.writes = found
    return node.writes
