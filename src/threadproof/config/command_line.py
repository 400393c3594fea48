"""The arguments that `--argv` gives to the program: split as a shell does, without expanding anything."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.errors import OptionError


def words(given: Sequence[str]) -> list[str]:
    """Of all the texts, one after the other."""
    import shlex

    try:
        return [word for text in given for word in shlex.split(text)]
    except ValueError as error:
        raise OptionError(f"--argv {' '.join(given)}: {str(error).lower()}") from None


def is_splittable(given: Sequence[str]) -> bool:
    if any("\0" in text for text in given):
        return False
    words(given)
    return True
