"""What cells hold at first.

Shared cells of globals and thread-local objects have their initial value in `Program.initial`, as have cells of zeroed
allocations; all others start with an arbitrary value, which is what a stack or heap object holds. An array has one initial
value for all of its elements; main writes those that differ before it does anything else. Cells that are registers are
assigned when their thread starts, or at the allocation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.arith import to_bytes
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Function, MemoryObject
from threadproof.ir.types import INDEX, ArrayType, byte_size
from threadproof.ir.walk import substitute
from threadproof.passes.memory.cells import initial_value
from threadproof.passes.memory.plan import MemoryPlan
from threadproof.passes.memory.region import Region, RegionKind
from threadproof.passes.memory.shape import Column

MANY = 16  # cells of an object that are written one by one


class Initial:
    def __init__(self, plan: MemoryPlan) -> None:
        self.plan = plan
        self.values: dict[Variable, Expr] = {}
        self._writes: list[ops.Op] = []
        self._images: dict[MemoryObject, bytes] = {}
        for region in plan.regions:
            if region.shared:
                self._shared(region)

    # -- shared variables ----------------------------------------------------------------------------------------------

    def _shared(self, region: Region) -> None:
        if region.ended is not None:
            self.values[region.ended] = e.FALSE
        for column, variable in region.variables.items():
            if isinstance(region.target, MemoryObject):
                if isinstance(variable.type, ArrayType):
                    self._array(region, column, variable)
                else:
                    self.values[variable] = self._cell(region, column, 0)
            elif region.zeroed:
                self.values[variable] = e.zero(column.type)

    def _array(self, region: Region, column: Column, variable: Variable) -> None:
        count = column.count
        assert count is not None
        cells = [self._cell(region, column, number) for number in range(count)]
        common = Counter(cells).most_common(1)[0][0] if cells else e.zero(column.type)
        self.values[variable] = common
        for instance in range(region.instances):
            for number, value in enumerate(cells):
                if value is not common:
                    self._writes.append(ops.Write(variable, e.const(INDEX, instance * count + number), value))

    def _cell(self, region: Region, column: Column, number: int) -> Expr:
        offset = column.first + number * column.step
        return initial_value(column.type, self._image(region)[offset : offset + column.width])

    def _image(self, region: Region) -> bytes:
        item = region.target
        assert isinstance(item, MemoryObject)
        found = self._images.get(item)
        if found is None:
            data = bytearray(item.size)
            for init in item.init:
                value = substitute(init.value, self._address)
                assert value.is_const
                data[init.offset : init.offset + byte_size(value.type)] = to_bytes(value.type, value.payload)
            found = self._images[item] = bytes(data)
        return found

    def _address(self, node: Expr) -> Expr | None:
        if node.op != "addr":
            return None
        if isinstance(node.payload, Function):
            return e.const(node.type, self.plan.address(node.payload))
        return self.plan.region(node.payload, self.plan.program.main).start(None)

    # -- registers -----------------------------------------------------------------------------------------------------

    def _own(self, template: str) -> Iterator[Region]:
        return (region for region in self.plan.regions if region.home == template)

    def registers(self, template: str) -> list[Variable]:
        """Cells and counters that are registers of a template."""
        found: list[Variable] = []
        for region in self._own(template):
            if region.counter is not None:
                found.append(region.counter)
            if not region.shared:
                found += region.variables.values()
                found += [variable for variable in (region.ended, region.length) if variable is not None]
        return found

    def at_start(self, template: str) -> list[ops.Op]:
        """Before a thread of a template does anything else."""
        result: list[ops.Op] = []
        for region in self._own(template):
            if region.counter is not None:
                result.append(ops.Assign(region.counter, region.const(0)))
            if not region.shared and region.kind in (RegionKind.GLOBAL, RegionKind.THREAD):
                result += [ops.Assign(variable, self._cell(region, c, 0)) for c, variable in region.variables.items()]
        if template == self.plan.program.main:
            result += self._writes
        return result

    def at_allocation(self, region: Region, instance: Expr | None) -> list[ops.Op]:
        result: list[ops.Op] = []
        if region.shared and not region.watched:
            return result
        if region.ended is not None:
            result.append(region.of_instance(region.ended, instance).put(e.FALSE))
        if region.watched:
            return result + self.renewed(region, instance)
        for column, variable in region.variables.items():
            if region.zeroed:
                result.append(ops.Assign(variable, e.zero(column.type)))
            elif region.reused:
                result.append(ops.Havoc(variable, ops.Origin.UNINIT))
        return result

    def renewed(self, region: Region, instance: Expr | None, guard: Expr = e.TRUE) -> list[ops.Op]:
        """One object holds anything, if `guard` holds; where that takes too many writes, all that share its arrays do, which is
        more than there is: good for proofs, and a violation is replayed."""
        result: list[ops.Op] = []
        for column, variable in region.variables.items():
            count = region.per_instance[column]
            if region.instances == 1 or count > MANY:
                result.append(ops.Havoc(variable, ops.Origin.UNINIT))
                continue
            for number in range(count):
                value = Variable(f"{variable.name}?{number}", column.type)
                result.append(ops.Havoc(value, ops.Origin.UNINIT))
                cell = region.cell(column, instance, region.const(number))
                result.append(cell.put(e.var(value) if guard is e.TRUE else e.ite(guard, e.var(value), cell.get())))
        return result

    def has_thread_copies(self) -> bool:
        """Whether some thread-local object has an instance per thread."""
        return any(region.kind is RegionKind.THREAD and region.threads > 1 for region in self.plan.regions)
