"""The regression programs in every configuration, for every order of their threads.

`python -m tests.unit.engines.simulation.product`

All matchers, with all ways to map inputs where the matcher maps them, times all reductions, with and without `--hbr` where the
reduction knows it. Every run must say FALSE; with `no-deadlock`, what plain enumeration says. It takes minutes;
`test_engine` runs a part.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.unit.engines.simulation.models import UNSAFE, orders, simulate
from threadproof.config.engines import MATCHERS
from threadproof.config.options import Config
from threadproof.report.outcome import FALSE, UNKNOWN
from threadproof.run.pipeline import verify

MAPPINGS = ("type", "location", "regular", "almost-regular")
MAPPED = ("sbc-eq", "sbc-cv", "adaptive")
STATIC = ("none", "ct", "stub", "stub2", "ct-min", "stub-min", "stub2-min")
DYNAMIC = ("dynamic", "combined")


def configurations() -> Iterator[dict[str, Any]]:
    reductions = [{"por": por} for por in STATIC] + [{"por": por, "hbr": hbr} for por in DYNAMIC for hbr in (False, True)]
    for match in MATCHERS:
        for mapping in MAPPINGS if match in MAPPED else MAPPINGS[:1]:
            for reduction in reductions:
                yield {"match": match, "mapping": mapping, **reduction}


def enumerated(text: str, folder: Path) -> str:
    """Whether there is a deadlock: explicit states, or where inputs have too many values, no reduction and equal states."""
    (folder / "model.ivl").write_text(text)
    found = verify(str(folder / "model.ivl"), Config(engine="explicit", property="no-deadlock")).verdict
    return found if found != UNKNOWN else simulate(text, folder, property="no-deadlock", por="none", match="ceq").verdict


def main() -> int:
    runs: Counter[str] = Counter()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for program in UNSAFE:
            for text in orders(program):
                for property_, expected in (("unreach-call", FALSE), ("no-deadlock", enumerated(text, folder))):
                    for options in configurations():
                        runs[property_] += 1
                        found = simulate(text, folder, property=property_, **options).verdict
                        if found != expected:
                            wrong += 1
                            print(f"{program}: {property_} {options}: {found}, expected {expected}\n{text}")
            print(program, dict(runs), "wrong:", wrong, flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
