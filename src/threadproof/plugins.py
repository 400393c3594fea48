"""What other distributions add: objects that their entry points name. They are looked for when a name is asked for that is not
ours, so that nobody else pays; and ours cannot be replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from threadproof.errors import InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENGINES = "threadproof.engines"
FRONT_ENDS = "threadproof.frontends"


def offered(group: str) -> dict[str, EntryPoint]:
    """By name; the first one on the path counts, as for modules."""
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=group):
        found.setdefault(point.name, point)
    return found


def loaded(point: EntryPoint) -> Any:
    """The object. What goes wrong in a stranger's module is no defect of ours."""
    try:
        return point.load()
    except Exception as error:
        whose = f" of {point.dist.name}" if point.dist else ""
        raise InputError(f"{point.group} {point.name!r}{whose} cannot be loaded: {type(error).__name__}: {error}") from error
