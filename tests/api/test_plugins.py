"""What another distribution adds: engines and front ends by entry points, found by the command and the library, and checked."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import threadproof
from tests.places import EXAMPLES, ROOT
from threadproof.config.engines import EngineInfo
from threadproof.config.options import Config
from threadproof.frontend import registry
from threadproof.frontend.base import FrontEnd
from threadproof.run import pipeline
from threadproof.run.loading import data_model

pytestmark = pytest.mark.wall_clock  # processes of their own

ENGINES = """
from threadproof.config.engines import EngineInfo
from threadproof.engines.explicit import ExplicitEngine
from threadproof.evidence.result import Safe, Turn, Unsafe
from threadproof.properties import UNREACH

class Plain:
    name = "plain"
    info = EngineInfo("plain", "TRUE, FALSE", (UNREACH,), "asks another engine")
    def check(self, program, task, budget, counters):
        counters["asked"] = 1
        return ExplicitEngine().check(program, task, budget, counters)

class Yes(Plain):
    def check(self, program, task, budget, counters):
        return Safe()

class No(Plain):
    def check(self, program, task, budget, counters):
        return Unsafe(UNREACH, "it just fails", (Turn(0), Turn(0)))

class Bare:
    pass
"""
CODE = re.compile(r"^   ```python\n(.*?)^   ```$", re.MULTILINE | re.DOTALL)
(LANGUAGE,) = (textwrap.dedent(block) for block in CODE.findall((ROOT / "CONTRIBUTING.md").read_text()))
POINTS = """
[threadproof.engines]
plain = strangers_engines:Plain
yes = strangers_engines:Yes
no = strangers_engines:No
bare = strangers_engines:Bare
broken = strangers_engines:Missing
explicit = strangers_engines:Yes

[threadproof.frontends]
lines = strangers_language:FRONT_END
"""


def distribution(folder: Path, name: str, points: str) -> None:
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "strangers_engines.py").write_text(ENGINES)
    (folder / "strangers_language.py").write_text(LANGUAGE)
    distribution(folder, "strangers", POINTS)
    monkeypatch.syspath_prepend(folder)
    yield folder
    for name in ("strangers_engines", "strangers_language"):
        sys.modules.pop(name, None)


def command(stranger: Path, *words: str | Path) -> tuple[int, str, str]:
    path = os.pathsep.join([str(stranger), str(ROOT / "src")])
    argv = [sys.executable, "-m", "threadproof", *map(str, words)]
    done = subprocess.run(argv, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=False, cwd=ROOT)
    return done.returncode, done.stdout, done.stderr


def test_engine_in_the_command(stranger: Path) -> None:
    code, out, _ = command(stranger, "verify", "examples/c/counter.c", "--engine", "plain", "--property", "unreach-call")
    assert code == 1 and out.endswith("VERDICT: FALSE(unreach-call)\n") and "(plain: " in out
    code, out, _ = command(stranger, "verify", "examples/c/peterson.c", "--engine=plain", "--property", "unreach-call")
    assert code == 0 and out.endswith("VERDICT: TRUE\n")
    assert "plain" in command(stranger, "verify", "--help")[1]


def test_what_it_does_not_verify_is_refused(stranger: Path) -> None:
    with pytest.raises(threadproof.OptionError, match="does not check that property"):
        threadproof.verify(EXAMPLES / "counter.c", engine="plain", property="no-deadlock")
    with pytest.raises(threadproof.UserError, match="does not work on programs under the systemc scheduler"):
        threadproof.verify(ROOT / "examples" / "ivl" / "token_ring.ivl", engine="plain", property="unreach-call")
    outcome = threadproof.verify_text("int main(void) { return 0; }", engine="plain")
    assert outcome.reasons["no-data-race"] == "engine plain does not verify it" and outcome.properties["unreach-call"].holds


def test_no_answer_goes_unchecked(stranger: Path) -> None:
    right = threadproof.verify(EXAMPLES / "peterson.c", engine="yes", property="unreach-call")
    assert right.holds and right.checked == "re-checked"
    with pytest.raises(threadproof.InternalError, match="the property does not hold"):
        threadproof.verify(EXAMPLES / "counter.c", engine="yes", property="unreach-call")
    with pytest.raises(threadproof.InternalError, match="Unconfirmed"):
        threadproof.verify(EXAMPLES / "peterson.c", engine="no", property="unreach-call")


def test_a_proof_that_nobody_can_check_is_none(stranger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are too many states to enumerate."""
    file = str(EXAMPLES / "peterson.c")
    assert pipeline.verify(file, Config(engine="yes")).verdict == "TRUE"
    monkeypatch.setattr(pipeline, "enumerated", lambda *_: None)
    found = pipeline.verify(file, Config(engine="yes"))
    assert (found.verdict, found.reason) == ("UNKNOWN", "yes says that it holds, and gives no proof that was checked")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("magic", "choose one of auto"),
        ("bare", "engine bare does not say what it answers"),
        ("broken", "'broken' of strangers cannot be loaded: AttributeError"),
    ],
)
def test_engines_that_are_none(stranger: Path, name: str, message: str) -> None:
    with pytest.raises(threadproof.UserError, match=message):
        threadproof.verify(EXAMPLES / "counter.c", engine=name, property="unreach-call")
    code, _, err = command(stranger, "verify", "examples/c/counter.c", "--engine", name)
    assert code == 3 and err.startswith("threadproof: error: ") and "Traceback" not in err


def test_ours_cannot_be_replaced(stranger: Path) -> None:
    assert threadproof.verify(EXAMPLES / "counter.c", engine="explicit", property="unreach-call").violated


def test_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "strangers_engines.py").write_text(ENGINES)
    distribution(tmp_path, "strangers", "[threadproof.engines]\nplain = strangers_engines:Plain\nauto = nowhere:Auto\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert threadproof.engines()[-1] == EngineInfo("plain", "TRUE, FALSE", ("unreach-call",), "asks another engine")
    code, out, _ = command(tmp_path, "engines")
    assert code == 0 and out.splitlines()[-1].split()[0] == "plain"
    sys.modules.pop("strangers_engines", None)


def test_front_end(stranger: Path, tmp_path: Path) -> None:
    file = tmp_path / "sums.lines"
    file.write_text("1 + 1 == 2\n2 + 2 == 5\n")
    code, out, _ = command(stranger, "verify", file, "--property", "unreach-call")
    assert (code, out.splitlines()[-1]) == (1, "VERDICT: FALSE(unreach-call)") and f"Violated unreach-call at {file}:3" in out
    outcome = threadproof.verify_text("1 + 1 == 2", "lines")
    assert outcome.holds and outcome.file == "program.lines"
    with pytest.raises(threadproof.InputError, match="there is nothing to hold"):
        threadproof.verify_text("", "lines")
    with pytest.raises(threadproof.UnsupportedError, match="memory models"):
        threadproof.verify_text("1 == 1", "lines", property="unreach-call", memory_model="tso")
    code, _, err = command(stranger, "verify", "x.else")
    assert code == 3 and re.search(r"unknown kind of file \(expected \.c, .* or \.lines\)", err)


def test_two_front_ends_for_a_suffix(stranger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other").mkdir()
    distribution(tmp_path / "other", "others", "[threadproof.frontends]\nmore = strangers_language:FRONT_END\n")
    monkeypatch.syspath_prepend(tmp_path / "other")
    with pytest.raises(threadproof.InputError, match="several front ends read such files: more, lines"):
        threadproof.verify_text("1 == 1", "lines")


@pytest.mark.parametrize(("file", "model"), [("a.c", "LP64"), ("a.i", "ILP32"), ("a.ivl", "LP64"), ("a.none", "LP64")])
def test_data_model(file: str, model: str) -> None:
    assert data_model(file, threadproof.Config()) == model


@pytest.mark.parametrize("suffix", registry.OURS)
def test_our_front_ends_keep_to_the_protocol(suffix: str) -> None:
    ours: FrontEnd = registry.front_end(f"a{suffix}")
    assert suffix in ours.suffixes


def test_nobody_pays_who_does_not_ask() -> None:
    script = (
        "import sys\nfrom threadproof.app.cli import run\n"
        "run(['verify', 'examples/c/counter.c', '--property', 'unreach-call', '--engine', 'explicit', '--quiet'])\n"
        "print('importlib.metadata' in sys.modules, 'threadproof.api' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "False False"
