"""Data classes that cost little to define and little to make; used like those of the standard library.

A run of a few tenths of a second defines a hundred classes and makes many thousands of objects. The standard `dataclass`
compiles six methods per class on import (half a millisecond), and a frozen object pays for a guarded store per field. Here
a method is compiled when it is first called, and `frozen` is kept by the type checker alone: mypy takes these names for the
standard ones. All classes have slots. `fields`, `asdict` and `replace` of `dataclasses` work on them, too, but take time to load.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

_NOTHING: Any = type("_Nothing", (), {"__slots__": (), "__repr__": lambda self: "<nothing>"})()


class _Field:
    """How a field starts when it is not given, and what else is known about it."""

    __slots__ = ("default", "factory", "kw_only", "metadata", "name")

    def __init__(
        self, default: object = _NOTHING, factory: object = _NOTHING, metadata: Any = None, kw_only: bool = False
    ) -> None:
        self.default = default
        self.factory = factory
        self.metadata = metadata or {}
        self.kw_only = kw_only
        self.name = ""


def _field(
    *, default: object = _NOTHING, default_factory: object = _NOTHING, metadata: Any = None, kw_only: bool = False
) -> _Field:
    return _Field(default, default_factory, metadata, kw_only)


def _fields(record: Any) -> tuple[_Field, ...]:
    return tuple(record._fields.values())


class _StandardFields:
    """The description of the fields that the functions of `dataclasses` look for, made when they do."""

    found: dict[str, Any] | None = None

    def __get__(self, instance: object, owner: Any) -> dict[str, Any]:
        if self.found is None:
            from dataclasses import make_dataclass

            shadow: Any = make_dataclass(owner.__name__, owner._fields)
            self.found = shadow.__dataclass_fields__
        return self.found


def _dataclass(*, slots: bool, frozen: bool = False, eq: bool = True, order: bool = False) -> Callable[[type], type]:
    assert slots
    return lambda cls: _record(cls, frozen, eq, order)


def _record(cls: type, frozen: bool, eq: bool, order: bool) -> type:
    """A class with slots for the annotated names, and with methods that make themselves."""
    inherited: dict[str, _Field] = {}
    for base in cls.__mro__[:0:-1]:
        inherited.update(base.__dict__.get("_fields", {}))
    body = dict(cls.__dict__)
    own = {name: _described(name, body.pop(name, _NOTHING)) for name in body.get("__annotations__", ())}
    fields = {**inherited, **own}
    for gone in ("__dict__", "__weakref__"):
        body.pop(gone, None)
    body.update(
        __slots__=tuple(name for name in own if name not in inherited),
        __match_args__=tuple(name for name, field in fields.items() if not field.kw_only),
        __qualname__=cls.__qualname__,
        __dataclass_fields__=_StandardFields(),
        _fields=fields,
    )
    makers = {"__init__": _init, "__repr__": _repr, "_replaced": _replaced}
    if eq:
        makers["__eq__"] = _eq
        body.setdefault("__hash__", None)
        if frozen:
            makers["__hash__"] = _hash
    if order:
        makers.update(dict.fromkeys(("__lt__", "__le__", "__gt__", "__ge__"), _order))
    made: list[type] = []
    for name, maker in makers.items():
        if name not in cls.__dict__ or name == "__hash__":
            body[name] = _when_called(made, name, maker)
    made.append(type(cls)(cls.__name__, cls.__bases__, body))
    return made[0]


def _described(name: str, value: Any) -> _Field:
    found = value if isinstance(value, _Field) else _Field(value)
    found.name = name
    return found


# -- methods, made when they are first called --------------------------------------------------------------------------

_Maker = Callable[[str, dict[str, _Field]], tuple[str, dict[str, Any]]]  # name, fields -> source, what it refers to


def _when_called(made: list[type], name: str, maker: _Maker) -> Callable[..., Any]:
    def first(*args: Any, **kwargs: Any) -> Any:
        cls = made[0]
        source, scope = maker(name, cls._fields)  # type: ignore[attr-defined]
        exec(source, scope)
        method = scope[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(*args, **kwargs)

    return first


def _init(name: str, fields: dict[str, _Field]) -> tuple[str, dict[str, Any]]:
    scope: dict[str, Any] = {"_NOTHING": _NOTHING}
    body = [" pass"]
    for field, start in fields.items():
        given = field
        if start.factory is not _NOTHING:
            scope[f"_make_{field}"] = start.factory
            given = f"_make_{field}() if {field} is _NOTHING else {field}"
        elif start.default is not _NOTHING:
            scope[f"_default_{field}"] = start.default
        body.append(f" self.{field} = {given}")
    params = [_parameter(field) for field in fields.values() if not field.kw_only]
    named = [_parameter(field) for field in fields.values() if field.kw_only]
    return f"def {name}({', '.join(['self', *params, *(['*', *named] if named else [])])}):\n" + "\n".join(body), scope


def _parameter(field: _Field) -> str:
    if field.factory is not _NOTHING:
        return f"{field.name}=_NOTHING"
    return field.name if field.default is _NOTHING else f"{field.name}=_default_{field.name}"


def _values(of: str, fields: dict[str, _Field]) -> str:
    return "(" + "".join(f"{of}.{field}," for field in fields) + ")"


def _eq(name: str, fields: dict[str, _Field]) -> tuple[str, dict[str, Any]]:
    compare = f"{_values('self', fields)} == {_values('other', fields)}"
    same = " if self is other: return True\n"
    return f"def {name}(self, other):\n{same} return {compare} if self.__class__ is other.__class__ else NotImplemented", {}


def _hash(name: str, fields: dict[str, _Field]) -> tuple[str, dict[str, Any]]:
    return f"def {name}(self):\n return hash({_values('self', fields)})", {}


def _order(name: str, fields: dict[str, _Field]) -> tuple[str, dict[str, Any]]:
    sign = {"__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}[name]
    compare = f"{_values('self', fields)} {sign} {_values('other', fields)}"
    return f"def {name}(self, other):\n return {compare} if self.__class__ is other.__class__ else NotImplemented", {}


def _repr(name: str, fields: dict[str, _Field]) -> tuple[str, dict[str, Any]]:
    parts = ", ".join(f"{field}={{self.{field}!r}}" for field in fields)
    return f"def {name}(self):\n return f'{{self.__class__.__qualname__}}({parts})'", {}


def _replaced(name: str, fields: dict[str, _Field]) -> tuple[str, dict[str, Any]]:
    params = "".join(f", {field}=_NOTHING" for field in fields)
    values = [
        f"{field + '=' if start.kw_only else ''}self.{field} if {field} is _NOTHING else {field}"
        for field, start in sorted(fields.items(), key=lambda item: item[1].kw_only)
    ]
    return f"def {name}(self{params}):\n return self.__class__({', '.join(values)})", {"_NOTHING": _NOTHING}


def _replace(record: Any, /, **changes: Any) -> Any:
    """A copy with other values of some fields."""
    return record._replaced(**changes)


def _asdict(record: Any) -> dict[str, Any]:
    """The fields by name; records inside are taken apart, too."""
    return {name: _plain(getattr(record, name)) for name in record._fields}


def _plain(value: Any) -> Any:
    if hasattr(value.__class__, "__dataclass_fields__"):
        return _asdict(value)
    if value.__class__ in (list, tuple):
        return value.__class__(map(_plain, value))
    return {key: _plain(item) for key, item in value.items()} if value.__class__ is dict else value


if TYPE_CHECKING:
    from dataclasses import asdict as asdict
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:
    asdict, dataclass, field, fields, replace = _asdict, _dataclass, _field, _fields, _replace
