"""What programs see of the library.

`single/`: each program holds with the real library (compiled and run here) and with the models. `threads/`: each head line
`// CASE [option=value]: VERDICT(property)` is one verification, with CASE defined and exactly that verdict.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.run.pipeline import verify

HERE = Path(__file__).parent
SINGLE = sorted((HERE / "single").glob("*.c"))
HEAD = re.compile(
    r"// (?P<case>[A-Z_]+)(?: (?P<option>[a-z]+)=(?P<value>[a-z]+))?: (?P<verdict>TRUE|FALSE|UNKNOWN)\((?P<property>[a-z-]+)\)\n"
)
CASES = [(file, head) for file in sorted((HERE / "threads").glob("*.c")) for head in HEAD.finditer(file.read_text())]


@pytest.mark.parametrize("data_model", ["LP64", "ILP32"])
@pytest.mark.parametrize("file", SINGLE, ids=lambda file: file.stem)
def test_the_models_fulfil_what_one_thread_asserts(file: Path, data_model: str) -> None:
    outcome = verify(str(file), Config(engine="explicit", property="valid-memsafety", data_model=data_model, timeout=120))
    assert outcome.verdict == "TRUE", f"{outcome.message}{outcome.reason} at {outcome.place}"


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
@pytest.mark.parametrize("file", SINGLE, ids=lambda file: file.stem)
def test_the_real_library_fulfils_it_too(file: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    command = ["gcc", "-w", "-fno-builtin", "-D_GNU_SOURCE", str(file), "-o", str(program), "-pthread", "-lm", "-latomic"]
    subprocess.run(command, check=True, timeout=250)
    subprocess.run([program], check=True, timeout=250, capture_output=True)


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs gcc")
@pytest.mark.parametrize("file", [f for f in SINGLE if f.stem != "stdatomic"], ids=lambda file: file.stem)
def test_the_models_fit_the_headers_of_this_machine(file: Path, tmp_path: Path) -> None:
    """Preprocessed programs bring glibc's types, initialisers and macros. (clang does not parse gcc's atomic_flag.)"""
    preprocessed = tmp_path / "program.i"
    subprocess.run(["gcc", "-E", "-w", "-D_GNU_SOURCE", str(file), "-o", str(preprocessed)], check=True, timeout=250)
    outcome = verify(str(preprocessed), Config(engine="explicit", property="valid-memsafety", data_model="LP64", timeout=120))
    assert outcome.verdict == "TRUE", f"{outcome.message}{outcome.reason} at {outcome.place}"


@pytest.mark.parametrize(("file", "head"), CASES, ids=[f"{file.stem}-{head[0][3:-1]}" for file, head in CASES])
def test_verdict(file: Path, head: re.Match[str]) -> None:
    config = Config(engine="explicit", property=head["property"], define=(head["case"],), timeout=120)
    if head["option"]:
        config = dataclasses.replace(config, **{head["option"]: head["value"]})
    outcome = verify(str(file), config)
    assert outcome.verdict == head["verdict"], f"{outcome.message}{outcome.reason} at {outcome.place}"


def test_every_case_of_a_file_is_verified() -> None:
    for file in sorted((HERE / "threads").glob("*.c")):
        text = file.read_text()
        used = set(re.findall(r"\b(?:defined|ifdef|ifndef) ([A-Z_]+)", text))
        assert used <= {head["case"] for head in HEAD.finditer(text)}
