"""Instructions that compute: sums, differences, logic, shifts, products; exchanges with memory that do so, too.

Flags that the processor leaves undefined are None.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import ConstantOperand, InMemory, Part, Where
from threadproof.frontend.c.assembly.processor import Processor
from threadproof.frontend.c.assembly.registers import FLAGS, RegisterCell, unsigned
from threadproof.frontend.c.lower import dangling
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Halt, Origin
from threadproof.ir.types import BOOL, IntType, width

Meaning = Callable[[Processor], None]


def like(value: Expr, number: int) -> Expr:
    return e.const(value.type, number)


def negative(value: Expr) -> Expr:
    return e.lt(e.cast(IntType(width(value.type), True), value), e.const(IntType(width(value.type), True), 0))


def is_zero(value: Expr) -> Expr:
    return e.eq(value, e.zero(value.type))


def bit(value: Expr, number: int) -> Expr:
    return e.ne(e.binary("and", value, like(value, 1 << number)), e.zero(value.type))


def _xor(a: Expr, b: Expr) -> Expr:
    return e.binary("xor", a, b)


def sum_(x: Processor, a: Expr, b: Expr, carry: Expr | None = None) -> Expr:
    result = e.add(a, b)
    over = e.lt(result, a)
    if carry is not None:
        more = e.add(result, e.cast(a.type, carry))
        over, result = e.lor(over, e.lt(more, result)), more
    signed = negative(e.binary("and", _xor(a, result), _xor(b, result)))
    x.state.flags(over, is_zero(result), negative(result), signed)
    return result


def difference(x: Processor, a: Expr, b: Expr, carry: Expr | None = None) -> Expr:
    result = e.sub(a, b)
    under = e.lt(a, b)
    if carry is not None:
        more = e.sub(result, e.cast(a.type, carry))
        under, result = e.lor(under, e.lt(result, more)), more
    over = negative(e.binary("and", _xor(a, b), _xor(a, result)))
    x.state.flags(under, is_zero(result), negative(result), over)
    if carry is None:
        signed = IntType(width(a.type), True)
        one, other = e.cast(signed, a), e.cast(signed, b)
        x.state.set_flags(z=e.eq(a, b), l=e.lt(one, other), le=e.le(one, other), be=e.le(a, b))
    return result


def _logic(x: Processor, name: str, a: Expr, b: Expr) -> Expr:
    result = e.binary(name, a, b)
    x.state.flags(e.FALSE, is_zero(result), negative(result), e.FALSE)
    return result


def and_(x: Processor, a: Expr, b: Expr) -> Expr:
    return _logic(x, "and", a, b)


def or_(x: Processor, a: Expr, b: Expr) -> Expr:
    return _logic(x, "or", a, b)


def exclusive(x: Processor, a: Expr, b: Expr) -> Expr:
    return _logic(x, "xor", a, b)


def _same(a: Where, b: Where) -> bool:
    """The same bits of the same register."""
    return isinstance(a, Part) and isinstance(b, Part) and a.cell is b.cell and a.shift == b.shift


Combined = Callable[[Processor, Expr, Expr], Expr]


def add_with_carry(x: Processor, a: Expr, b: Expr) -> Expr:
    return sum_(x, a, b, x.state.flag("c"))


def subtract_with_borrow(x: Processor, a: Expr, b: Expr) -> Expr:
    return difference(x, a, b, x.state.flag("c"))


def binary(combine: Combined, result: bool = True, clears: bool = False) -> Meaning:
    """`clears`: of a register with itself, whatever it holds, it depends on nothing else (but a carry)."""

    def meaning(x: Processor) -> None:
        source, target = x.places(2)
        bits = x.width(source, target)
        if not result:
            combine(x, x.read(target, bits, alone=True), x.read(source, bits, alone=True))
            return
        if clears and _same(source, target):
            x.write(target, combine(x, e.zero(unsigned(bits)), e.zero(unsigned(bits))))
            return
        with x.updating(target, bits):
            value = x.read(source, bits, alone=isinstance(source, InMemory))
            x.write(target, combine(x, x.read(target, bits), value))

    return meaning


def unary(compute: Callable[[Processor, Expr], Expr]) -> Meaning:
    def meaning(x: Processor) -> None:
        (place,) = x.places(1)
        bits = x.width(place)
        with x.updating(place, bits):
            x.write(place, compute(x, x.read(place, bits)))

    return meaning


def step(down: bool) -> Callable[[Processor, Expr], Expr]:
    """`inc`, `dec`: the carry stays."""

    def compute(x: Processor, a: Expr) -> Expr:
        result = (e.sub if down else e.add)(a, like(a, 1))
        extreme = 1 << width(a.type) - 1
        over = e.eq(result, like(a, extreme - down))
        sign, none = negative(result), is_zero(result)
        less = e.ne(sign, over)
        x.state.set_flags(z=none, s=sign, o=over, l=less, le=e.lor(less, none))
        x.state.unknown_flags("be")
        return result

    return compute


def negated(x: Processor, a: Expr) -> Expr:
    return difference(x, e.zero(a.type), a)


def inverted(x: Processor, a: Expr) -> Expr:
    return e.bit_not(a)


def defined_in_part(x: Processor, carry: Expr | None, zero: Expr | None = None, over: Expr | None = None) -> None:
    """The other flags are undefined."""
    x.state.set_flags(c=carry, z=zero, s=None, o=over, l=None, le=None, be=None)


def shift(name: str) -> Meaning:
    """By a number or by %cl; flags only where the number is known: of 0 bits, all of them stay."""

    def meaning(x: Processor) -> None:
        given = x.instruction.arguments
        *amounts, place = x.places(len(given))
        bits = x.width(place)
        amount = amounts[0] if amounts else ConstantOperand(1)
        if len(amounts) > 1 or (isinstance(amount, Part) and amount.cell.family != "c") or isinstance(amount, InMemory):
            raise NotKnown(f"the operands of {x.instruction.name}")
        count = e.binary("and", x.read(amount, 8), e.const(unsigned(8), 63 if bits == 64 else 31))
        with x.updating(place, bits):
            x.write(place, _shifted(x, name, x.read(place, bits), count))

    return meaning


def _shifted(x: Processor, name: str, value: Expr, count: Expr) -> Expr:
    bits = width(value.type)
    if bits < 32 or name in ("rol", "ror"):
        return _rotated(x, name, value, count)
    working = e.cast(IntType(bits, name == "sar"), value)
    result = e.cast(value.type, e.binary("shl" if name == "shl" else "shr", working, e.cast(working.type, count)))
    if not count.is_const:
        x.state.unknown_flags(*FLAGS)
    elif count.payload:
        last = bits - count.payload if name == "shl" else count.payload - 1
        x.state.flags(bit(value, last), is_zero(result), negative(result), None)
    return result


def _rotated(x: Processor, name: str, value: Expr, count: Expr) -> Expr:
    bits = width(value.type)
    if name not in ("rol", "ror"):
        raise NotKnown(f"{x.instruction.name} of {bits} bits")
    count = e.binary("and", e.cast(value.type, count), like(value, bits - 1))
    rest = e.binary("and", e.sub(e.zero(value.type), count), like(value, bits - 1))
    left, right = (count, rest) if name == "rol" else (rest, count)
    x.state.unknown_flags("c", "o", "l", "le", "be")
    return e.binary("or", e.binary("shl", value, left), e.binary("shr", value, right))


def multiply(signed: bool) -> Meaning:
    """One operand: the product is twice as wide. `imul` may have two or three, and one of their size."""

    def meaning(x: Processor) -> None:
        given = x.instruction.arguments
        places = x.places(len(given))
        if len(places) > 1 and signed:
            bits = x.width(*places)
            wide = IntType(2 * bits, True)
            a, b = (e.cast(wide, e.cast(IntType(bits, True), x.read(place, bits))) for place in places[:2])
            product = e.mul(a, b)
            result = e.cast(unsigned(bits), product)
            over = e.ne(e.cast(wide, e.cast(IntType(bits, True), product)), product)
            defined_in_part(x, over, over=over)
            x.write(places[-1], result)
            return
        (place,) = places
        bits = x.width(place)
        if bits < 32:
            raise NotKnown(f"{x.instruction.name} of {bits} bits")
        wide, half = IntType(2 * bits, signed), IntType(bits, signed)
        low, high = x.state.named("a"), x.state.named("d")
        product = e.mul(*(e.cast(wide, e.cast(half, value)) for value in (x.state.get(low, bits), x.read(place, bits))))
        x.state.set(low, e.cast(unsigned(bits), product))
        x.state.set(high, e.cast(unsigned(bits), e.binary("shr", product, e.const(wide, bits))))
        over = e.ne(e.cast(wide, e.cast(half, product)), product)
        defined_in_part(x, over, over=over)

    return meaning


# -- exchanges with memory ---------------------------------------------------------------------------------------------


def exchange_add(x: Processor) -> None:
    source, target = x.places(2)
    bits = x.width(source, target)
    with x.updating(target, bits):
        old, more = x.read(target, bits), x.read(source, bits)
        result = sum_(x, old, more)
        x.write(source, old)
        x.write(target, result)


def compare_exchange(x: Processor) -> None:
    """If the accumulator is there, the source comes there; otherwise what is there comes into the accumulator."""
    source, target = x.places(2)
    bits = x.width(source, target)
    accumulator = x.state.named("a")
    expected, new = x.state.get(accumulator, bits), x.read(source, bits)
    with x.updating(target, bits):
        old = x.read(target, bits)
        difference(x, expected, old)
        _store_if(x, target, old, expected, new)
    _accumulate(x, accumulator, old, e.eq(old, expected))


def compare_exchange_pair(bits: int) -> Meaning:
    """Twice as many bits at once: %edx:%eax are compared, %ecx:%ebx come there. Memory that is not aligned traps (16 bytes)."""

    def meaning(x: Processor) -> None:
        (place,) = x.places(1)
        if not isinstance(place, InMemory) or bits > x.state.bits:
            raise NotKnown(f"the operand of {x.instruction.name}")
        low, high = x.operands.halves(place, bits)
        accumulators = x.state.named("a"), x.state.named("d")
        expected = [x.state.get(cell, bits) for cell in accumulators]
        new = [x.state.get(x.state.named(family), bits) for family in ("b", "c")]
        if bits == 64:
            _trap_unless_aligned(x, low.address, 16)
        with x.updating(low, bits, others=(high,)):
            old = [x.read(half, bits) for half in (low, high)]
            same = e.land(*map(e.eq, old, expected))
            equal, done = x.builder.location(), x.builder.location()
            x.builder.branch(same, equal, done)
            x.builder.here = equal
            for half, value in zip((low, high), new, strict=True):
                x.write(half, value)
            x.builder.jump(done)
            x.builder.here = done
        x.state.set_flags(z=same)
        x.state.unknown_flags("le", "be")
        for cell, value in zip(accumulators, old, strict=True):
            _accumulate(x, cell, value, same)

    return meaning


def _trap_unless_aligned(x: Processor, address: Expr, size: int) -> None:
    rest = e.binary("and", address, e.const(address.type, size - 1))
    aligned, other = x.builder.location(), x.builder.location()
    x.builder.branch(e.eq(rest, e.zero(address.type)), aligned, other)
    x.builder.here = other
    x.builder.stop(Halt())
    x.builder.here = aligned


def _accumulate(x: Processor, accumulator: RegisterCell, old: Expr, same: Expr) -> None:
    """What was there is in the accumulator. The upper half of 64 bits stays or is cleared, but it is cleared if it differed."""
    state, bits = x.state, width(old.type)
    if bits < 32 or bits == state.bits:
        state.set(accumulator, old)
    elif accumulator.valid < state.bits:
        state.set_low(accumulator, old)
    else:
        half = e.const(state.word, bits)
        upper = e.binary("shl", e.binary("shr", state.get(accumulator, state.bits), half), half)
        stays = e.land(same, x.builder.havoc(BOOL, Origin.UNINIT))
        kept = e.ite(stays, upper, e.zero(state.word))
        state.set(accumulator, e.binary("or", kept, e.cast(state.word, old)))


def _store_if(x: Processor, target: Where, old: Expr, expected: Expr, new: Expr) -> None:
    if isinstance(target, Part):
        x.write(target, e.ite(e.eq(old, expected), new, old))
        return
    context, builder = x.context, x.builder
    type_ = target.type.value if isinstance(target, InMemory) and target.type is not None else None
    if type_ == context.pointer:
        dangling.compared(context, e.cast(context.pointer, expected), e.cast(context.pointer, old))
    same, done = builder.location(), builder.location()
    builder.branch(e.eq(old, expected), same, done)
    builder.here = same
    x.write(target, new)
    builder.jump(done)
    builder.here = done
