"""Witness files of either format: read, within limits."""

from __future__ import annotations

from threadproof.errors import Pos
from threadproof.witness.document import LARGEST, Witness, WitnessError


def read(path: str, source: bytes) -> Witness:
    """YAML, or GraphML if it looks like XML, which counts bytes of the program. Raises WitnessError."""
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise WitnessError(f"cannot read the witness: {error.strerror}", Pos(path)) from None
    if len(data) > LARGEST:
        raise WitnessError(f"the witness is larger than {LARGEST >> 20} MiB", Pos(path))
    if data.lstrip().startswith(b"<"):
        from threadproof.witness import graphmlread

        return graphmlread.read(data, path, source)
    from threadproof.witness import yamlread

    try:
        return yamlread.read(data.decode("utf-8"), path)
    except UnicodeDecodeError:
        raise WitnessError("the witness is not text", Pos(path)) from None
