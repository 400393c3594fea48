"""Where the tests find programs."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "tests" / "corpus"
EXAMPLES = ROOT / "examples" / "c"
