"""The factory of engines, which `config.engines` describes. Each loads only what it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threadproof.engines.base import Engine


def make_engine(name: str) -> Engine:
    match name:
        case "explicit":
            from threadproof.engines.explicit import ExplicitEngine

            return ExplicitEngine()
        case "abstraction":
            from threadproof.engines.abstraction.engine import AbstractionEngine

            return AbstractionEngine()
        case "ordering":
            from threadproof.engines.ordering.engine import OrderingEngine

            return OrderingEngine()
        case "esst":
            from threadproof.engines.esst.engine import EsstEngine

            return EsstEngine()
        case "impact":
            from threadproof.engines.impact.engine import ImpactEngine

            return ImpactEngine()
        case "bmc":
            from threadproof.engines.blocks.bmc import BmcEngine

            return BmcEngine()
        case "predicate":
            from threadproof.engines.blocks.predicate import PredicateEngine

            return PredicateEngine()
        case "kinduction":
            from threadproof.engines.blocks.kinduction import KInductionEngine

            return KInductionEngine()
        case "modular":
            from threadproof.engines.modular.engine import ModularEngine

            return ModularEngine()
        case "simulation":
            from threadproof.engines.simulation.engine import SimulationEngine

            return SimulationEngine()
    from threadproof import plugins

    found: Engine = plugins.loaded(plugins.offered(plugins.ENGINES)[name])()
    return found
