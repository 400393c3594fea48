"""The public interface: what `import threadproof` offers, and what the command line is made of.

>>> import threadproof
>>> outcome = threadproof.verify("examples/c/counter.c", property="unreach-call")
>>> outcome.verdict, outcome.violated
('FALSE', ('unreach-call',))

Each call works in a process of its own (`service.process` says why), which keeps the limits, and of which nothing is left when
the call is over. So calls may come from several threads, from notebooks and from tests, and never disturb each other. Options
have the names and meanings of the command line (docs/cli.md), with `_` for `-`. Bad input and bad options are a `UserError`; an
`InternalError` is a defect of ours, and names a folder with all that is needed to see it again. docs/api.md has examples.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from threadproof.config.engines import EngineInfo, installed
from threadproof.config.option import CERTIFY, DOCTOR, HARNESS, LOWER, REPLAY, VALIDATE, VERIFY
from threadproof.config.options import Config
from threadproof.errors import InputError, InternalError, OptionError, UnsupportedError, UserError
from threadproof.report.outcome import Certified, Remark, Replayed, Validated
from threadproof.report.survey import BuildSurvey
from threadproof.service import request as requests
from threadproof.service.counterexample import Counterexample, Happening, Step
from threadproof.service.outcome import Outcome, Verdict
from threadproof.service.process import CancelSignal, Progress, Watch, answered

__all__ = [
    "BuildSurvey",
    "Certified",
    "Config",
    "Counterexample",
    "EngineInfo",
    "Happening",
    "InputError",
    "InternalError",
    "OptionError",
    "Outcome",
    "Progress",
    "Remark",
    "Replayed",
    "Step",
    "UnsupportedError",
    "UserError",
    "Validated",
    "Verdict",
    "certify",
    "diagnose",
    "engines",
    "harness",
    "lower",
    "replay",
    "survey",
    "validate",
    "verify",
    "verify_text",
]

File = str | os.PathLike[str]
Program = File | Iterable[File]
"""One file, or those that make a program together (C)."""
SUFFIXES = {"c": ".c", "i": ".i", "ivl": ".ivl"}


def verify(
    file: Program,
    *,
    property: str | Iterable[str] | None = None,
    engine: str | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    memory_model: str | None = None,
    config: Config | None = None,
    progress: Watch | None = None,
    cancel: CancelSignal | None = None,
    **options: Any,
) -> Outcome:
    """Prove properties of a program, or show executions that violate them.

    `property` is a name, several, or a .prp file; without it, all that matter are verified together. `timeout` is in seconds,
    `memory` in MiB. Any other option of `threadproof verify` may follow; all of them change `config`, if one is given.
    `progress` is called in this thread with each `Progress`. Once `cancel` is set, the outcome comes soon, and says UNKNOWN with
    "interrupted" as its reason if it was not known before.

    >>> outcome = threadproof.verify("examples/c/peterson.c", property="unreach-call", timeout=60)
    >>> outcome.verdict, outcome.reasons
    ('TRUE', {})
    """
    named = {"property": property, "engine": engine, "timeout": timeout, "memory": memory, "memory_model": memory_model}
    asked = _request(VERIFY, _files(file), {**named, **options}, config)
    return Outcome(answered(asked, progress, cancel))


def verify_text(source: str, language: str = "c", **options: Any) -> Outcome:
    """The same for the text of a program, which is called `program.c` in the outcome (`.i`, `.ivl`: the language).

    >>> threadproof.verify_text("#include <assert.h>\\nint main(void) { assert(1 + 1 == 2); }").verdict
    'TRUE'
    """
    progress, cancel, config = (options.pop(name, None) for name in ("progress", "cancel", "config"))
    for name in requests.OUTPUTS:
        if options.get(name):
            options[name] = os.path.abspath(options[name])
    with tempfile.TemporaryDirectory(prefix="threadproof-") as folder:
        name = f"program{SUFFIXES.get(language, f'.{language}')}"
        Path(folder, name).write_text(source, encoding="utf-8")
        return Outcome(answered(_request(VERIFY, (name,), options, config), progress, cancel, folder))


def certify(file: Program, certificate: File, *, cancel: CancelSignal | None = None, **options: Any) -> Certified:
    """Check a certificate that `verify(file, certificate=...)` wrote: replay the schedule, or check the proof anew.

    >>> threadproof.verify("examples/c/counter.c", property="unreach-call", certificate="counter.cert").violated
    ('unreach-call',)
    >>> threadproof.certify("examples/c/counter.c", "counter.cert").confirmed
    True
    """
    found: Certified = answered(_request(CERTIFY, (*_files(file), certificate), options), None, cancel)
    return found


def replay(file: Program, certificate: File, *, cancel: CancelSignal | None = None, **options: Any) -> Replayed:
    """Compile the program with gcc and run it under the schedule of a certificate of FALSE: the violation really happens.

    >>> threadproof.replay("examples/c/counter.c", "counter.cert").line()
    'REPLAY: FIRED(unreach-call)'
    """
    found: Replayed = answered(_request(REPLAY, (*_files(file), certificate), options), None, cancel)
    return found


def validate(file: Program, witness: File, *, cancel: CancelSignal | None = None, **options: Any) -> Validated:
    """Check a witness of SV-COMP, of whatever verifier: follow the violation, or check the invariants.

    >>> threadproof.verify("examples/c/counter.c", property="unreach-call", witness="counter.yml").violated
    ('unreach-call',)
    >>> threadproof.validate("examples/c/counter.c", "counter.yml").confirmed
    True
    """
    found: Validated = answered(_request(VALIDATE, (*_files(file), witness), options), None, cancel)
    return found


def lower(file: Program, **options: Any) -> str:
    """The program as engines see it, or as IVL, as options of `threadproof lower` say.

    >>> threadproof.lower("examples/ivl/token_ring.ivl", stage="source").splitlines()[0]
    '// examples/ivl/token_ring.ivl (LP64, systemc scheduler)'
    """
    found: str = answered(_request(LOWER, _files(file), options))
    return found


def diagnose(file: Program, **options: Any) -> tuple[Remark, ...]:
    """What is unsupported, modelled or assumed in a program: `threadproof doctor`.

    >>> [remark.what for remark in threadproof.diagnose("examples/c/counter.c")]
    ['library function pthread_create', 'library function pthread_join']
    """
    found: tuple[Remark, ...] = answered(_request(DOCTOR, _files(file), options))
    return found


def survey(build: File, **options: Any) -> BuildSurvey:
    """The same for all programs of a build (compile_commands.json, or a record of `threadproof cc`): `threadproof doctor -p`.

    >>> with open("compile_commands.json", "w") as file:
    ...     length = file.write('[{"directory": ".", "file": "examples/c/counter.c", "command": "cc -c examples/c/counter.c"}]')
    >>> [(program.name, program.problem) for program in threadproof.survey(".").programs]
    [('examples/c/counter.c', '')]
    """
    found: BuildSurvey = answered(_request(DOCTOR, (), {"compile_commands": build, **options}, whole=True))
    return found


def harness(file: Program, **options: Any) -> str:
    """A program whose threads call the functions of a library, as options of `threadproof harness` say.

    >>> threadproof.harness("examples/library/stack.c", calls="stack_push,stack_pop").splitlines()[6]
    '#include <pthread.h>'
    """
    found: str = answered(_request(HARNESS, _files(file), options))
    return found


def engines() -> tuple[EngineInfo, ...]:
    """The engines, also those of other distributions that are installed.

    >>> [engine.name for engine in threadproof.engines() if "fairthreads" not in engine.schedulers]
    ['ordering', 'bmc', 'predicate', 'kinduction', 'modular']
    """
    return installed()


def _files(file: Program) -> tuple[File, ...]:
    files = (file,) if isinstance(file, str | os.PathLike) else tuple(file)
    if not files:
        raise OptionError("no file is given")
    return files


def _request(
    command: str, files: tuple[File, ...], given: dict[str, Any], base: Config | None = None, whole: bool = False
) -> requests.Request:
    """`whole`: about all programs of a build."""
    config = requests.configured(requests.typed(command, given), base)
    return requests.Request(
        requests.SURVEY if whole else command, tuple(os.fspath(file) for file in files), config, time.monotonic()
    )
