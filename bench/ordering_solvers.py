#!/usr/bin/env python3
"""Compares the order solvers on the questions of real tasks: each task is encoded once, each question goes to every solver.

    python bench/ordering_solvers.py TASKS... --out bench/results/ordering-solvers.csv --limit 30
    python bench/ordering_solvers.py --out bench/results/ordering-solvers.csv     # only the table

The limit is in CPU seconds for all questions of a task together, per solver. A solver that exceeds it is out for that task; the
task goes on with the answers of the others until it is decided or all are out. Answers that differ are an error. The CSV is
written as the tasks end, and the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import csv
import os
import time
from collections import defaultdict
from pathlib import Path

import pysat.solvers  # noqa: F401 - not at the expense of the solver that comes first

from threadproof import pipeline
from threadproof.config import Config
from threadproof.engines.base import Budget, OutOfBudget, Task
from threadproof.engines.ordering import engine
from threadproof.engines.ordering.problem import Model, Problem
from threadproof.engines.ordering.solve import solve
from threadproof.errors import UserError

WAYS = {
    "basic": ("basic", False),
    "basic+conflicts": ("basic", True),
    "prop": ("prop", False),
    "prop+conflicts": ("prop", True),
    "eager": ("eager", False),
}
FIELDS = ("task", "way", "solved", "seconds", "solver", "clauses", "conflicts", "decisions", "questions", "nodes", "candidates")


class CpuBudget(Budget):
    """Counts this process's own time, so that a busy machine does not matter."""

    def left(self) -> float:
        return self.seconds - (time.process_time() - self.started)


class Contest:
    """All solvers on one task."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.seconds = dict.fromkeys(WAYS, 0.0)
        self.counters: dict[str, dict[str, float]] = {way: {} for way in WAYS}
        self.out: set[str] = set()
        self.questions = self.nodes = self.candidates = 0

    def ask(self, problem: Problem, *_: object) -> Model | None:
        self.questions += 1
        self.nodes, self.candidates = max(self.nodes, problem.nodes), max(self.candidates, len(problem.reads))
        answers: dict[str, Model | None] = {}
        for way, (method, conflicts) in WAYS.items():
            if way in self.out:
                continue
            started = time.process_time()
            try:
                budget = CpuBudget(self.limit - self.seconds[way], started=started)
                answers[way] = solve(problem, method, budget, self.counters[way], conflicts)
            except OutOfBudget:
                self.out.add(way)
            self.seconds[way] += time.process_time() - started
        if len({answer is None for answer in answers.values()}) > 1:
            raise AssertionError(f"solvers disagree: { {way: answer is not None for way, answer in answers.items()} }")
        if not answers:
            raise OutOfBudget("all solvers are out")
        return next((answer for answer in answers.values() if answer is not None), None)

    def rows(self, task: str, decided: bool) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for way, counters in self.counters.items():
            upfront = sum(value for name, value in counters.items() if name.startswith("conflict clauses"))
            found.append(
                {
                    "task": task,
                    "way": way,
                    "solved": int(decided and way not in self.out),
                    "seconds": round(self.seconds[way], 3),
                    "solver": round(counters.get("solver seconds", 0), 3),
                    "clauses": int(counters.get("order clauses", 0) + counters.get("reasons", 0)),
                    "conflicts": int(upfront),
                    "decisions": int(counters.get("decisions", 0)),
                    "questions": self.questions,
                    "nodes": self.nodes,
                    "candidates": self.candidates,
                }
            )
        return found


def run(task: Path, limit: float) -> list[dict[str, object]]:
    contest = Contest(limit)
    engine.solve = contest.ask  # type: ignore[assignment]
    config = Config(engine="ordering", data_model="ILP32")
    decided = False
    try:
        program = pipeline.run_passes(pipeline.load(str(task), config), config)
        budget = CpuBudget(limit * (len(WAYS) + 1), started=time.process_time())
        engine.OrderingEngine().check(program, Task(config.property, config.task_options()), budget, {})
        decided = True
    except (OutOfBudget, UserError) as stop:
        print(f"{task.name}: {stop}", flush=True)
    return contest.rows(f"{task.parent.name}/{task.name}", decided)


def table(rows: list[dict[str, str]]) -> str:
    by_way: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        if int(row["questions"]):
            by_way[row["way"]].append(row)
    head = ("solver", "tasks", "solved", "CPU s", "median s", "order clauses", "clauses up front", "decisions")
    lines = [head, ("---",) * len(head)]
    for way, own in by_way.items():
        seconds = sorted(float(row["seconds"]) for row in own)
        sums = {name: sum(float(row[name]) for row in own) for name in ("solved", "clauses", "conflicts", "decisions")}
        counts = [f"{value:.0f}" for value in sums.values()]
        lines.append((way, str(len(own)), counts[0], f"{sum(seconds):.1f}", f"{seconds[len(seconds) // 2]:.3f}", *counts[1:]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=float, default=30)
    arguments = parser.parse_args()
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    done = set()
    if arguments.out.exists():
        with arguments.out.open() as file:
            done = {row["task"] for row in csv.DictReader(file)}
    for task in arguments.tasks:
        if f"{task.parent.name}/{task.name}" in done:
            continue
        child = os.fork()  # a solver that breaks takes only its own task with it, and memory is given back
        if child == 0:
            rows = run(task, arguments.limit)
            with arguments.out.open("a") as file:
                writer = csv.DictWriter(file, FIELDS)
                if file.tell() == 0:
                    writer.writeheader()
                writer.writerows(rows)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            print(f"{task.name}: ended with status {status}", flush=True)
    with arguments.out.open() as file:
        print(table(list(csv.DictReader(file))))


if __name__ == "__main__":
    main()
