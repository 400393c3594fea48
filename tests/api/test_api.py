"""What `import threadproof` offers: in scripts, from threads, twice in a process, interrupted, cancelled; and what it refuses."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import threadproof
from tests.cli.command import threadproof as command
from tests.clocks import wait_until
from tests.places import CORPUS, EXAMPLES, ROOT
from threadproof import api

pytestmark = pytest.mark.wall_clock  # processes of their own

COUNTER, PETERSON = EXAMPLES / "counter.c", EXAMPLES / "peterson.c"
ENDLESS = """
#include <pthread.h>
#include <assert.h>
unsigned x;
void *f(void *p) { for (;;) { x = x * 3 + 1; if (x % 7 == 5) x /= 2; } }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); for (;;) { x++; assert(x != 12345678); } }
"""


def test_the_package_offers_what_the_module_does() -> None:
    assert threadproof.__all__ == api.__all__
    for name in api.__all__:
        assert getattr(threadproof, name) is getattr(api, name)
        assert name == "Verdict" or getattr(api, name).__doc__, name
    with pytest.raises(AttributeError):
        threadproof.nothing  # noqa: B018
    assert "verify" in dir(threadproof)


def test_folders_do_not_hide_functions() -> None:
    import threadproof.certify.answer
    import threadproof.engines.base

    assert callable(threadproof.certify) and callable(threadproof.engines)
    assert sys.modules["threadproof.engines"].__name__ == "threadproof.engines"


def test_import_loads_nothing() -> None:
    script = (
        "import sys, threadproof; print([m for m in sys.modules if m.startswith('threadproof.') and m != 'threadproof.version'])"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


def test_violation() -> None:
    outcome = threadproof.verify(COUNTER, property="unreach-call", timeout=250)
    assert (outcome.verdict, outcome.holds, outcome.violated, outcome.reasons) == ("FALSE", False, ("unreach-call",), {})
    found = outcome.counterexample
    assert found is not None and found.message == "assertion fails: counter == 2" and found.place.endswith("counter.c:12:5")
    assert found is not None and found.explanation is not None and found.explanation.assertion is not None
    assert [(part.text, part.value) for part in found.explanation.assertion.parts] == [("counter", "1")]
    assert [step.line for step in found.steps] == [9, 10, 6, 10, 11, 12] and {step.thread for step in found.steps} == {0, 1}
    assert found.steps[2].happened[0] == threadproof.Happening("read", "counter", "0")
    assert outcome.checked == "replayed" and outcome.times["total"] > 0 and outcome.engine
    assert str(found).startswith("line  thread 0 (main)") and str(outcome).splitlines()[-1] == "VERDICT: FALSE(unreach-call)"
    assert list(outcome.properties) == ["unreach-call"] and outcome.properties["unreach-call"] is outcome


def test_it_says_what_the_command_says() -> None:
    for options, words in (({}, []), ({"property": "unreach-call"}, ["--property", "unreach-call"])):
        outcome = threadproof.verify(COUNTER, timeout=250, **options)  # type: ignore[arg-type]
        run = command("verify", COUNTER, "--timeout", "250", *words, every=True)
        assert (outcome.line(), outcome.exit_code()) == (run.verdict, run.code)
        table = outcome.counterexamples[0].table
        assert table in run.out and table in outcome.text()


def test_several_properties() -> None:
    outcome = threadproof.verify(COUNTER, property=["unreach-call", "no-deadlock"], timeout=250)
    assert (outcome.verdict, outcome.violated) == ("FALSE", ("unreach-call",))
    assert outcome.properties["no-deadlock"].holds and not outcome.properties["unreach-call"].holds
    assert len(outcome.counterexamples) == 1 and outcome.counterexample == outcome.properties["unreach-call"].counterexample
    assert all(name.startswith(("unreach-call.", "no-deadlock.")) for name in outcome.counters)
    assert json.loads(outcome.json())["properties"].keys() == {"unreach-call", "no-deadlock"}


def test_what_options_exclude_is_a_reason() -> None:
    outcome = threadproof.verify_text("int main(void) { return 0; }", engine="abstraction")
    assert (outcome.verdict, dict(outcome.reasons)) == ("UNKNOWN", {"no-deadlock": "engine abstraction does not verify it"})
    assert "no-deadlock" not in outcome.properties and outcome.properties["unreach-call"].holds


def test_memory_models() -> None:
    outcome = threadproof.verify(PETERSON, property="unreach-call", memory_model="all", timeout=250)
    assert outcome.verdict == "FALSE" and outcome.memory_models["sc"].holds and outcome.violated == ("unreach-call",)
    broken = [model for model, part in outcome.memory_models.items() if part.verdict == "FALSE"]
    assert broken == ["tso", "pso", "rmo", "power"] == [model for model in outcome.memory_models if model != "sc"]
    assert len(outcome.counterexamples) == 4 and all(found.steps for found in outcome.counterexamples)


def test_undecided() -> None:
    outcome = threadproof.verify_text(ENDLESS, property="unreach-call", engine="explicit", timeout=1)
    assert (outcome.verdict, dict(outcome.reasons), outcome.counterexample) == ("UNKNOWN", {"unreach-call": "timeout"}, None)


def test_an_answer_is_neither_true_nor_false(tmp_path: Path) -> None:
    certificate = tmp_path / "c"
    outcome = threadproof.verify(COUNTER, property="unreach-call", certificate=certificate)
    checked = threadproof.certify(COUNTER, certificate)
    assert checked.confirmed and checked.line() == "CERTIFICATE: FALSE(unreach-call)" and outcome.certificate
    assert certificate.read_text() == outcome.certificate
    assert not threadproof.certify(PETERSON, certificate).confirmed
    for answer in (outcome, checked):
        with pytest.raises(TypeError, match="neither true nor false"):
            assert answer


def test_witness(tmp_path: Path) -> None:
    witness = tmp_path / "w.yml"
    threadproof.verify(COUNTER, property="unreach-call", witness=witness)
    assert threadproof.validate(COUNTER, witness).confirmed


@pytest.mark.parametrize(
    ("language", "text", "verdict"),
    [
        ("c", "#include <assert.h>\nint main(void) { assert(1); }", "TRUE"),
        ("i", "extern void reach_error(void); int main(void) { if (sizeof(long) == 4) reach_error(); return 0; }", "FALSE"),
        ("ivl", "main { assert 1 == 2; }", "FALSE"),
    ],
)
def test_text(language: str, text: str, verdict: str) -> None:
    outcome = threadproof.verify_text(text, language, property="unreach-call")
    assert (outcome.verdict, outcome.file) == (verdict, f"program.{language}")


def test_outputs_of_text_lie_where_the_caller_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    threadproof.verify_text("int main(void) { return 0; }", property="unreach-call", json="out.json")
    assert json.loads(Path("out.json").read_text())["verdict"] == "TRUE"


def test_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.c").write_text("int f(void); int main(void) { return f(); }")
    Path("b.c").write_text('int f(void) { asm("hlt"); return 0; }')
    rows = [{"directory": ".", "file": name, "command": f"cc -c {name}"} for name in ("a.c", "b.c")]
    Path("compile_commands.json").write_text(json.dumps(rows))
    Path("threadproof.toml").write_text("wrong = 1")  # is for the command line
    found = threadproof.survey(".")
    assert [(program.name, program.files) for program in found.programs] == [("a.c", ("a.c", "b.c"))]
    assert len(found.programs[0].unsupported(reached=True)) == 1
    outcome = threadproof.verify("a.c", compile_commands=".", property="unreach-call")
    assert outcome.rests_on["program"] == "a.c and 1 more, as compile_commands.json says" and outcome.verdict == "UNKNOWN"


def test_lower_and_diagnose() -> None:
    assert threadproof.lower(PETERSON, stage="source").startswith("// peterson.c (LP64")
    assert any("pthread_create" in remark.what for remark in threadproof.diagnose(COUNTER))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"property": "safety"}, "--property safety: choose one of"),
        ({"engine": "magic"}, "--engine magic: choose one of auto"),
        ({"timout": 5}, "there is no option 'timout' (verify knows: agree, "),
        ({"timeout": "5"}, "timeout='5': expected a number"),
        ({"timeout": True}, "timeout=True: expected a number"),
        ({"unwind": 1.5}, "unwind=1.5: expected a whole number"),
        ({"define": [1]}, "define=[1]: expected a text, or several"),
        ({"property": 7}, "property=7: expected a text, or several"),
        ({"hbr": 1}, "hbr=1: expected True or False"),
        ({"stage": "source"}, "there is no option 'stage'"),
        ({"certificate": "no/such/folder"}, "cannot write --certificate"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(threadproof.OptionError) as caught:
        threadproof.verify(COUNTER, **options)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_bad_input(tmp_path: Path) -> None:
    with pytest.raises(threadproof.InputError) as caught:
        threadproof.verify_text("int main(void) { return 1 +; }", property="unreach-call")
    assert (caught.value.pos.file, caught.value.pos.line) == ("program.c", 1)
    with pytest.raises(threadproof.UnsupportedError):
        threadproof.verify(ROOT / "examples" / "ivl" / "token_ring.ivl", memory_model="tso")
    with pytest.raises(threadproof.UserError):
        threadproof.verify(tmp_path / "missing.c")


def test_config_is_a_base() -> None:
    config = threadproof.Config(engine="explicit", property="no-deadlock", properties=("no-deadlock",))
    assert threadproof.verify(COUNTER, config=config).engine == "explicit"
    outcome = threadproof.verify(COUNTER, config=config, property="unreach-call")
    assert (outcome.engine, outcome.violated) == ("explicit", ("unreach-call",))


def test_threads_share_nothing() -> None:
    names = ["counter.c", "peterson.c", "counter.c"]
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda name: threadproof.verify(EXAMPLES / name, property="unreach-call", jobs=1).verdict, names))
    assert found == ["FALSE", "TRUE", "FALSE"]


def test_progress() -> None:
    seen: list[threadproof.Progress] = []
    threads: set[int] = set()
    enough = threading.Event()

    def watch(it: threadproof.Progress) -> None:
        seen.append(it)
        threads.add(threading.get_ident())
        if sum(bool(each.counters) for each in seen) == 3:
            enough.set()

    threadproof.verify_text(ENDLESS, property="unreach-call", engine="explicit", timeout=250, progress=watch, cancel=enough)
    assert [it.stage for it in seen if not it.counters] == ["parse", "passes", "engine"] and threads == {threading.get_ident()}
    counted = [it.counters["states"] for it in seen if it.counters]
    assert counted == sorted(counted) and counted[0] < counted[-1] and {it.stage for it in seen[3:]} == {"engine"}
    assert {(it.property, it.engine) for it in seen} == {("unreach-call", "explicit")}


def test_progress_of_several_engines() -> None:
    seen: list[threadproof.Progress] = []
    enough = threading.Event()

    def watch(it: threadproof.Progress) -> None:
        seen.append(it)
        if it.counters and it.engine != "ordering":
            enough.set()

    threadproof.verify_text(ENDLESS, property="unreach-call", jobs=2, timeout=250, progress=watch, cancel=enough)
    assert {"auto"} < {it.engine for it in seen} and all(it.engine != "auto" for it in seen if it.counters)


ELSEWHERE = """
import asyncio, threadproof
async def ask():
    return await asyncio.to_thread(threadproof.verify, "counter.c", property="unreach-call", jobs=1)
async def main():
    return [outcome.verdict for outcome in await asyncio.gather(ask(), ask())]
print(asyncio.run(main()), threadproof.verify("counter.c", property="no-deadlock").verdict)
"""


def test_without_a_main_module_and_beside_an_event_loop() -> None:
    """As in a notebook: the code comes from no file, and the main thread has other work."""
    argv = [sys.executable, "-"]
    done = subprocess.run(argv, input=ELSEWHERE, capture_output=True, text=True, check=True, cwd=EXAMPLES)
    assert done.stdout == "['FALSE', 'FALSE'] TRUE\n" and done.stderr == ""


def children(process: int) -> set[int]:
    """All that descend from a process (Linux)."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(words[1]) == process and words[0] != "Z":
            found |= {int(stat.parent.name)} | children(int(stat.parent.name))
    return found


def test_cancel() -> None:
    cancel = threading.Event()
    before = children(os.getpid())
    threading.Timer(2.0, cancel.set).start()
    outcome = threadproof.verify_text(ENDLESS, property="unreach-call", engine="explicit", timeout=250, cancel=cancel)
    assert (outcome.verdict, dict(outcome.reasons)) == ("UNKNOWN", {"unreach-call": "interrupted"})
    assert children(os.getpid()) <= before


def test_an_exception_of_a_callback_ends_the_work() -> None:
    before = children(os.getpid())

    def refuse(_: threadproof.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError):
        threadproof.verify_text(ENDLESS, property="unreach-call", timeout=250, progress=refuse)
    assert children(os.getpid()) <= before


INTERRUPTED = """
import signal, sys, threadproof
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background of a shell ignore it
try:
    threadproof.verify(sys.argv[1], property="unreach-call", jobs=2, timeout=600, progress=lambda it: print(it.stage, flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nobody_is_left_behind(tmp_path: Path, number: int) -> None:
    (tmp_path / "endless.c").write_text(ENDLESS)
    argv = [sys.executable, "-c", INTERRUPTED, tmp_path / "endless.c"]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        while process.stdout.readline() not in ("engines\n", "engine\n"):  # of stages that are short not each is seen
            pass
        wait_until(lambda: len(children(process.pid)) >= 3, "the engines run")
        working = children(process.pid)
        process.send_signal(number)
        if number == signal.SIGINT:
            assert "interrupted\n" in iter(process.stdout.readline, "")
            assert not children(process.pid)
        wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in working), "all of them end")
        process.communicate()


def test_crash_of_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    from threadproof.service import process

    monkeypatch.setattr(process, "START", "raise SystemExit('deliberate')")
    with pytest.raises(threadproof.InternalError, match="deliberate"):
        threadproof.verify(COUNTER)
    monkeypatch.setattr(process, "START", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert threadproof.verify(COUNTER, property="unreach-call").reasons == {"unreach-call": "killed"}


BROKEN = "import sys; sys.path[:] = sys.argv[1].split(sys.argv[3]); import threadproof.run.pipeline as p; p.run_passes = None\n"


def test_internal_errors_leave_a_bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    from threadproof.service import process

    monkeypatch.setattr(process, "START", BROKEN + "from threadproof.service.worker import main; main()")
    with pytest.raises(threadproof.InternalError, match=r"not callable .*threadproof-bug-") as caught:
        threadproof.verify(COUNTER, property="unreach-call")
    folder = Path(str(caught.value).rsplit(" ", 1)[1].rstrip(")"))
    assert (folder / "traceback.txt").exists() and (folder / "counter.c").exists()


def test_modules_beside_the_caller_are_not_taken_for_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)
    assert threadproof.verify(CORPUS / "mutex_missing.c", property="unreach-call").violated


def test_types_are_published() -> None:
    assert (ROOT / "src" / "threadproof" / "py.typed").exists()
