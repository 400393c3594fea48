"""Memory becomes variables: every object is a region with a fixed address whose accessed parts are cells, scalar or in
arrays.

The way: loads of what never changes become constants (`readonly`); the points-to analysis names the places of every
access (`analyses.points_to`); `facts` says how objects are used; `shape` divides them into cells; `plan` decides how
many instances there are, which threads can see them and where they lie; `lowering` replaces each operation. Addresses
are plain numbers from here on. What the analysis cannot resolve is cut, and what it excludes is checked, so every error
of the program is still one of the lowered program, and a verdict TRUE is never based on a guess.
"""

from __future__ import annotations

from threadproof.analyses.points_to import PointsTo
from threadproof.ir.program import Program
from threadproof.passes.constant_memory import fold_constant_loads
from threadproof.passes.memory.facts import gather
from threadproof.passes.memory.initial import Initial
from threadproof.passes.memory.lowering import Lowering
from threadproof.passes.memory.plan import MemoryPlan
from threadproof.passes.options import PassOptions
from threadproof.passes.undefined_behaviour import stop_there
from threadproof.records import replace


def lower_memory(program: Program, options: PassOptions) -> Program:
    program, points = (program, PointsTo(program)) if options.all_accesses else fold_constant_loads(program)
    plan = MemoryPlan(program, gather(program, points), options)
    initial = Initial(plan)
    templates = [name for name in program.functions if name == program.main or name in points.spawned]
    functions = {name: Lowering(plan, points, initial, program.functions[name]).run() for name in templates}
    lowered = replace(program, functions=functions, objects=[], initial=initial.values, private=set())
    return stop_there(lowered)
