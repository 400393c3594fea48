"""Long runs: `python -m tests.fuzz single --seeds 0:2000`, `native --seeds 0:500`, `stages`,
`engines --engine E --option name=value` (`--engine every`: all engines and auto, each with its defaults),
the same on IVL models (`ivl-stages`, `ivl-engines`), memory models (`weak`), proofs thread by thread (`outlines`), or `all`.

What disagrees is printed with its seed, made smaller, and written as a corpus program with the verdict that it should have. Exit
1 if anything disagreed. The same seed makes the same program, whatever the machine.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.fuzz import engines, ivl, native, outlines, single, stages, threads, weak
from tests.fuzz.concurrent import Knobs, concurrent
from tests.fuzz.report import Failure, Report, gather
from tests.fuzz.save import save
from tests.fuzz.tree import Node
from tests.places import CORPUS
from threadproof.config.engines import ENGINES
from threadproof.properties import DEADLOCK, PROPERTIES, RACE, UNREACH

COLLECT = (200_000, 20, 100)  # new objects before the collector looks: a process that checks many programs holds many
Minimise = Callable[[Failure], tuple[Node, list[str]] | None]


def seeds(text: str) -> range:
    first, _, last = text.partition(":")
    return range(int(first), int(last)) if last else range(int(first), int(first) + 1)


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Random programs against their oracles.")
    parser.add_argument(
        "oracle", choices=("single", "native", "stages", "engines", "ivl-stages", "ivl-engines", "weak", "outlines", "all")
    )
    parser.add_argument("--seeds", type=seeds, help="first:last, or one seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--size", type=int, default=8, help="single: statements per function, roughly")
    parser.add_argument("--data-model", choices=("LP64", "ILP32"), help="single: default: both, where 32-bit code runs")
    parser.add_argument("--states", type=int, default=Knobs().states, help="native, engines: bound on the interleavings")
    parser.add_argument("--runs", type=int, default=100, help="native: runs per program")
    parser.add_argument("--engine", default="explicit", choices=[*(engine.name for engine in ENGINES), engines.EVERY])
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="engines: an option of the engine (NAME=* for all its values)",
    )
    parser.add_argument("--each", type=int, default=1, help="ivl-engines: configurations per model; 0: all")
    parser.add_argument("--fair", action="store_true", help="ivl-stages, ivl-engines: models of FairThreads")
    parser.add_argument("--threads", type=int, help="engines, ivl-engines: at most that many threads (default: 4, 3)")
    parser.add_argument("--waiting", type=float, default=Knobs().waiting, help="engines: how likely threads wait for each other")
    parser.add_argument(
        "--property", action="append", choices=PROPERTIES, help="engines, outlines: default: three, or all, of them"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="engines: for each program")
    parser.add_argument("--shrink", type=int, default=600, metavar="TRIES", help="0: report only")
    parser.add_argument("--save", type=Path, default=CORPUS, metavar="FOLDER")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    gc.set_threshold(*COLLECT)
    args = arguments(argv)
    if args.oracle in ("single", "native", "all") and not native.have_gcc():
        print("no gcc here: the oracles that need it are left out", file=sys.stderr)
        return 2
    runs = {"single": run_single, "native": run_native, "stages": run_stages, "engines": run_engines}
    runs |= {"ivl-stages": run_ivl_stages, "ivl-engines": run_ivl_engines, "weak": run_weak, "outlines": run_outlines}
    chosen = tuple(runs) if args.oracle == "all" else (args.oracle,)
    return 1 if sum(runs[name](args) for name in chosen) else 0


def run_single(args: argparse.Namespace) -> int:
    chosen = args.seeds or range(2000)
    failed = 0
    models = [False, *([True] if native.have_m32() else [])]
    for m32 in models if args.data_model is None else [args.data_model == "ILP32"]:

        def smaller(failure: Failure, m32: bool = m32) -> tuple[Node, list[str]] | None:
            found = single.minimise(failure.seed, m32, args.shrink, args.size)
            if found is None:
                return None
            options = ["options: --data-model ILP32"] if m32 else []
            return single.as_corpus(*found), ["property: unreach-call", "verdict: TRUE", *options, found[1].what]

        model = "ILP32" if m32 else "LP64"
        failed += run(f"single {model}", chosen, single.tasks(chosen, m32, args.size), args, smaller)
    return failed


def run_native(args: argparse.Namespace) -> int:
    chosen, knobs = args.seeds or range(500), Knobs(states=args.states)

    def smaller(failure: Failure) -> tuple[Node, list[str]] | None:
        found = threads.minimise(failure.seed, args.runs, args.shrink, knobs)
        if found is None:
            return None
        tree = threads.as_corpus(*found, concurrent(failure.seed, knobs).results)
        return tree, ["property: unreach-call", "verdict: FALSE", found[1].what]

    return run("native", chosen, threads.tasks(chosen, args.runs, knobs), args, smaller)


def run_stages(args: argparse.Namespace) -> int:
    chosen, knobs = args.seeds or range(300), Knobs(states=args.states, assertions=1.0)

    def smaller(failure: Failure) -> tuple[Node, list[str]] | None:
        tree = stages.minimise(failure.seed, args.shrink, knobs)
        if tree is None:
            return None
        found = engines.verdict(tree.text(), engines.Config(engine=engines.ORACLE))
        return tree, ["property: unreach-call", f"verdict: {found}", failure.what]

    return run("stages", chosen, stages.tasks(chosen, knobs), args, smaller)


def run_engines(args: argparse.Namespace) -> int:
    chosen, failed = args.seeds or range(300), 0
    knobs = Knobs(args.states, args.threads or Knobs().max_threads, 1.0, args.waiting)
    options = args.option or (["search=dfs"] if args.engine == "explicit" else [])
    for property_ in args.property or (UNREACH, RACE, DEADLOCK):
        configs = engines.configurations(args.engine, property_, options, args.seconds)

        def smaller(failure: Failure, configs: list[engines.Config] = configs) -> tuple[Node, list[str]] | None:
            config = next(config for config in configs if failure.what.endswith(engines.label(config)))
            tree = engines.minimise(failure.seed, config, args.shrink, knobs)
            if tree is None:
                return None
            oracle = engines.verdict(tree.text(), engines.Config(engine=engines.ORACLE, property=config.property))
            return tree, [f"property: {config.property}", f"verdict: {oracle}", failure.what]

        name = " ".join(["engines", args.engine, *options, property_])
        failed += run(name, chosen, engines.tasks(chosen, configs, knobs), args, smaller)
    return failed


def run_ivl_stages(args: argparse.Namespace) -> int:
    chosen, knobs = args.seeds or range(300), ivl.Knobs(assertions=1.0, fair=args.fair)

    def smaller(failure: Failure) -> tuple[Node, list[str]] | None:
        tree = ivl.minimise_stages(failure.seed, args.shrink, knobs)
        if tree is None:
            return None
        return tree, [
            "property: unreach-call",
            f"verdict: {ivl.answer(ivl.source(tree), engines.Config(engine=engines.ORACLE))}",
            failure.what,
        ]

    return run("ivl-stages", chosen, ivl.stage_tasks(chosen, knobs), args, smaller)


def run_ivl_engines(args: argparse.Namespace) -> int:
    chosen, knobs, failed = args.seeds or range(300), ivl.Knobs(assertions=1.0, threads=args.threads or 3, fair=args.fair), 0
    options = args.option or (["search=dfs"] if args.engine == "explicit" else [])
    known = next(engine.properties for engine in ENGINES if engine.name == args.engine)
    for property_ in args.property or [p for p in (UNREACH, DEADLOCK) if p in known]:
        configs = engines.configurations(args.engine, property_, options, args.seconds)

        def smaller(failure: Failure, configs: list[engines.Config] = configs) -> tuple[Node, list[str]] | None:
            tree = ivl.minimise_engine(failure.seed, configs, args.shrink, knobs, args.each)
            if tree is None:
                return None
            oracle = ivl.answer(ivl.source(tree), engines.Config(engine=engines.ORACLE, property=configs[0].property))
            return tree, [f"property: {configs[0].property}", f"verdict: {oracle}", failure.what]

        name = " ".join(["ivl-engines", args.engine, *options, property_])
        failed += run(name, chosen, ivl.engine_tasks(chosen, configs, knobs, args.each), args, smaller)
    return failed


def run_weak(args: argparse.Namespace) -> int:
    """Programs are small as they are."""
    chosen = args.seeds or range(500)
    return run("weak", chosen, weak.tasks(chosen, args.seconds), args, lambda failure: None)


def run_outlines(args: argparse.Namespace) -> int:
    """Each program with one property, in turn, unless others are asked for."""
    chosen = args.seeds or range(5000)

    def smaller(failure: Failure) -> tuple[Node, list[str]] | None:
        return outlines.minimise(failure, args.seconds, args.shrink)

    return run("outlines", chosen, outlines.tasks(chosen, args.seconds, tuple(args.property or ())), args, smaller)


def run(name: str, chosen: range, tasks: Sequence[Callable[[], Report]], args: argparse.Namespace, smaller: Minimise) -> int:
    """Run an oracle, say what it found, shrink and save what failed; the number of failures."""
    started, done = time.monotonic(), 0

    def tell(part: Report) -> None:
        nonlocal done
        done += part.passed + len(part.skipped) + len(part.failures)
        for failure in part.failures:
            print(f"\n{name} seed {failure.seed}: {failure.what}", flush=True)
        print(f"\r{name}: {done} answers about {len(chosen)} programs", end="", file=sys.stderr, flush=True)

    report = gather(tasks, args.jobs, tell)
    skipped = f"; skipped {report.skipped}" if report.skipped else ""
    print(f"\n{name}, seeds {chosen.start}:{chosen.stop}: {report} in {time.monotonic() - started:.0f} s{skipped}", flush=True)
    for failure in report.failures if args.shrink else ():
        found = smaller(failure)
        if found is None:
            print(f"{name} seed {failure.seed}: does not fail again")
            continue
        stem = f"fuzz_{name.split()[0]}_{failure.seed}" + ("_ilp32" if "ILP32" in name else "")
        print(f"{name} seed {failure.seed}: saved as {save(args.save, stem, *found)}", flush=True)
    return len(report.failures)


if __name__ == "__main__":
    sys.exit(main())
