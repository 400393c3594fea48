"""Tests that hold proofs: what they do when the properties hold, are violated, or are not decided."""

from __future__ import annotations

import subprocess
import sys

import pytest

import threadproof.api  # before sessions within this one, which forget what they load
from tests.places import EXAMPLES, ROOT

pytestmark = pytest.mark.wall_clock  # processes of their own

pytest_plugins = "pytester"
PLUGIN = ("-p", "threadproof.pytest_plugin", "-p", "no:cacheprovider")
MARKED = """
import pytest, threadproof

@threadproof.proved("src/peterson.c", property="unreach-call", timeout=250)
def test_holds():
    pass

@threadproof.proved("src/counter.c", property="unreach-call", timeout=250)
def test_violated():
    raise LookupError("the body is not reached")

@threadproof.proved("src/peterson.c", property="unreach-call", timeout=250)
def test_body_counts():
    assert 1 + 1 == 3
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    folder = pytester.mkdir("src")
    for name in ("peterson.c", "counter.c"):
        (folder / name).write_text((EXAMPLES / name).read_text())
    pytester.makeini("[pytest]\n")
    return pytester


def run(project: pytest.Pytester, *words: str) -> pytest.RunResult:
    return project.runpytest(*PLUGIN, *words)


def test_marker(project: pytest.Pytester) -> None:
    project.makepyfile(MARKED)
    result = run(project)
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["*reads counter = 1*", "*VIOLATION: assertion fails: counter == 2*", "VERDICT: FALSE(unreach-call)"]
    )
    assert "LookupError" not in result.stdout.str() and "assert (1 + 1) == 3" in result.stdout.str()
    run(project, "-m", "not proved").assert_outcomes(deselected=3)


def test_several_of_them_and_classes(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import pytest, threadproof

        @threadproof.proved("src/peterson.c", property="no-deadlock")
        class TestPeterson:
            def test_one(self): pass

            @threadproof.proved("src/counter.c", property="unreach-call")
            def test_two(self): pass

        @pytest.mark.proved("src/counter.c", property="no-data-race")
        @pytest.mark.parametrize("number", [1, 2])
        def test_plain_marker(number): pass
        """
    )
    run(project).assert_outcomes(passed=1, failed=3)


def test_fixture(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import pytest
        def test_holds(prove):
            outcome = prove("src/peterson.c", property="unreach-call")
            assert outcome.holds and outcome.file.endswith("peterson.c")
        def test_violated(prove):
            with pytest.raises(pytest.fail.Exception, match="VERDICT: FALSE.unreach-call."):
                prove("src/counter.c", property="unreach-call")
        """
    )
    run(project).assert_outcomes(passed=2)


LOOP = """
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) assert(i < 9); }
"""
UNDECIDED = """
import threadproof
@threadproof.proved("src/peterson.c", property="unreach-call", engine="bmc", bound=2{more})
def test_it(): pass
"""


@pytest.mark.parametrize(
    ("more", "words", "ini", "outcome"),
    [
        ("", (), "fail", "failed"),
        ("", ("--threadproof-unknown", "skip"), "fail", "skipped"),
        ("", (), "skip", "skipped"),
        ("", ("--threadproof-unknown", "fail"), "skip", "failed"),
        (", unknown='skip'", (), "fail", "skipped"),
        (", unknown='fail'", ("--threadproof-unknown", "skip"), "fail", "failed"),
        (", unknown='ignore'", (), "fail", "failed"),
    ],
)
def test_undecided(project: pytest.Pytester, more: str, words: tuple[str, ...], ini: str, outcome: str) -> None:
    project.makeini(f"[pytest]\nthreadproof_unknown = {ini}\n")
    (project.path / "src" / "peterson.c").write_text(LOOP)
    project.makepyfile(UNDECIDED.format(more=more))
    result = run(project, "-rs", *words)
    result.assert_outcomes(**{outcome: 1})
    if "ignore" not in more:
        assert "bound 2" in result.stdout.str()


@pytest.mark.parametrize(
    ("options", "message"),
    [("'src/none.c'", "*src/none.c: cannot read*"), ("'src/counter.c', engine='magic'", "*--engine magic: choose one of*")],
)
def test_mistakes_fail(project: pytest.Pytester, options: str, message: str) -> None:
    project.makepyfile(f"import threadproof\n@threadproof.proved({options})\ndef test_it(): pass")
    result = run(project)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([message])


def test_files_belong_to_the_root(project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project.mkdir("tests")
    (folder / "test_it.py").write_text(
        "import threadproof\n@threadproof.proved('src/peterson.c', property='unreach-call')\ndef test_it(): pass"
    )
    monkeypatch.chdir(folder)
    run(project).assert_outcomes(passed=1)


def test_without_the_plugin_nothing_passes(project: pytest.Pytester) -> None:
    project.makepyfile(MARKED)
    result = project.runpytest_subprocess("-p", "no:threadproof.pytest_plugin", "-p", "no:cacheprovider")
    assert result.ret != 0 and "this would not be proved" in result.stdout.str()
    result.assert_outcomes(errors=1)


def test_sessions_without_proofs_load_nothing(project: pytest.Pytester) -> None:
    project.makepyfile(
        "import sys\ndef test_it(): assert not [m for m in sys.modules if m.startswith('threadproof.') and "
        "m.partition('.')[2] not in ('pytest_plugin', 'version')]"
    )
    argv = [sys.executable, "-m", "pytest", "-q", *PLUGIN]
    done = subprocess.run(argv, check=False, cwd=project.path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "proved(file" in project.runpytest_subprocess(*PLUGIN, "--markers").stdout.str()


def test_it_is_an_entry_point() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    assert '[project.entry-points.pytest11]\n"threadproof.pytest_plugin" = "threadproof.pytest_plugin"\n' in text
    assert threadproof.proved.__doc__ and "proved" in dir(threadproof)
