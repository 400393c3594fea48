"""The plan: a region for every object, with its cells, its instances and its address."""

from __future__ import annotations

from threadproof.analyses.points_to import Target
from threadproof.errors import UnsupportedError
from threadproof.ir.addresses import Addresses, assign
from threadproof.ir.layout import Layout
from threadproof.ir.program import Function, MemoryObject, Program
from threadproof.ir.zones import holding, margin
from threadproof.passes.memory.facts import AllocationSite, MemoryFacts
from threadproof.passes.memory.region import Region, RegionKind
from threadproof.passes.memory.shape import Column, divide
from threadproof.passes.options import PassOptions

_LARGEST = 1 << 26  # bytes of an object whose size is taken as a constant; larger ones are cut where they are made
_FEW = 4  # objects of a variable: each gets an instance if there are no more in a thread
_UNKNOWN_SIZE = {32: 20, 64: 40}  # shifts of zones for objects whose size is not a constant


class MemoryPlan:
    """`regions`: all of them. A thread-local object that stays within its threads has one per template."""

    def __init__(self, program: Program, facts: MemoryFacts, options: PassOptions) -> None:
        self.program, self.facts, self.options = program, facts, options
        self.space: Addresses = assign(program)
        self.pointer = program.data_model.pointer
        self.threads = facts.threads or options.thread_limit
        self.regions: list[Region] = []
        self._of: dict[tuple[Target, str], Region] = {}
        for item in program.objects:
            self._add_object(item)
        for site in facts.sites.values():
            self._add_site(site)
        self._give_addresses()
        unique: dict[str, int] = {}
        for region in self.regions:
            region.make_variables(unique)

    def region(self, target: Target, template: str) -> Region:
        """Where an object lies, as seen from a template."""
        found = self._of.get((target, ""))
        return self._of[target, template] if found is None else found

    def address(self, function: Function) -> int:
        return self.space.of[function]

    # -- regions -------------------------------------------------------------------------------------------------------

    def _enter(self, region: Region, template: str = "") -> None:
        self.regions.append(region)
        self._of[region.target, template] = region

    def _columns(self, target: Target, size: int | None, layout: Layout | None) -> list[Column]:
        return divide(size, layout, self.facts.patterns.get(target, ()))

    def _add_object(self, item: MemoryObject) -> None:
        columns = self._columns(item, item.size, item.layout)
        scalar = not any(column.step for column in columns)
        kind = RegionKind.THREAD if item.thread_local else RegionKind.GLOBAL
        writable = not item.constant

        def make(shared: bool, home: str | None, threads: int = 1) -> Region:
            ends = item.thread_local and item in self.facts.escaping
            shape = (item, kind, item.name, self.pointer, item.layout, item.size, columns, shared, home, threads)
            return Region(*shape, ends=ends, writable=writable)

        if not item.thread_local:
            owner = self.facts.owners.get(item)
            self._enter(make(owner is None or not scalar, owner))
        elif item not in self.facts.escaping and scalar:
            for template in self.program.functions:
                self._enter(make(False, template), template)
        else:
            self._enter(make(True, None, self.threads))

    def _add_site(self, site: AllocationSite) -> None:
        facts, op = self.facts, site.op
        size = int(op.size.payload) if op.size.is_const and op.size.payload <= _LARGEST else None
        columns = self._columns(site.edge, size, op.layout)
        outlived = site.edge in facts.outlived
        confined = site.edge not in facts.escaping or facts.owners.get(site.edge) == site.template
        copies, successive = self._copies(site)
        region = Region(
            site.edge,
            RegionKind.STACK if op.stack else RegionKind.HEAP,
            _site_name(site),
            self.pointer,
            op.layout,
            size,
            columns,
            not confined,
            site.template,
            copies=copies,
            watched=successive,
            ends=outlived or site.edge in facts.left_behind if op.stack else site.edge in facts.freed,
            zeroed=op.zeroed,
        )
        kept = outlived or site.edge in facts.several
        if op.stack and not kept and confined and site.edge not in facts.escaping:
            region.copies, region.watched, region.reused = 1, False, True
        if op.zeroed and not region.shared and (region.copies > 1 or any(column.step for column in columns)):
            region.shared = True  # only shared variables have an initial value
        if region.shared and site.template not in facts.single:
            region.threads = self.threads
        self._enter(region)

    def _copies(self, site: AllocationSite) -> tuple[int, bool]:
        """How many instances a thread needs; whether these are two for objects that are made one after the other."""
        if site.times is not None and site.times <= _FEW:
            return site.times, False
        if site.edge in self.facts.successive:
            return 2, True
        return self.options.heap_limit if site.repeated else 1, False

    # -- addresses -----------------------------------------------------------------------------------------------------

    def _give_addresses(self) -> None:
        """Globals lie where the interpreter puts them, everything else in the zones after them, the instances of a region in a
        row."""
        zones = self.space.zones
        for region in self.regions:
            if region.kind is RegionKind.GLOBAL:
                assert isinstance(region.target, MemoryObject)
                region.base = self.space.of[region.target]
                region.span = 1 << zones.shift(region.base)
            else:
                self._place(region)

    def _place(self, region: Region) -> None:
        bits, areas = self.space.bits, self.space.areas
        shift = _UNKNOWN_SIZE[bits] if region.size is None else holding(bits, region.size)
        for number, area in enumerate(areas):
            if area.step >= 1 << shift and len(area) >= region.instances:
                region.base, region.span = area.start + margin(area.step.bit_length() - 1), area.step
                areas[number] = area[region.instances :]
                return
        raise UnsupportedError("the objects of the program do not fit into the address space", self.program.entry.pos)


def _site_name(site: AllocationSite) -> str:
    """A stack object is called like its variable, a heap object after the line that made it."""
    if site.op.stack:
        prefix, _, _ = site.op.target.name.rpartition(".")
        return f"{prefix}.{site.op.name}" if prefix else site.op.name
    made = site.edge.origin[0][-2:] if site.edge.origin else (site.edge,)
    return f"{site.op.name or 'heap'}@{made[0].pos.line}"
