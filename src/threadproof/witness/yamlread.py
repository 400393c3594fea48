"""Reads witnesses in YAML (versions 2.x, and the loop invariants of 0.1), from whatever source.

The file is taken as a stream of YAML events, from which a plain tree is built that remembers lines. Anchors, aliases and tags
are refused, and so are files and nestings that are too large: no entity can blow up, and no recursion can overflow. All
scalars are text, as in the file. What the format does not know is ignored where it is additional, and refused where it would
change the meaning.
"""

from __future__ import annotations

import re
from typing import Any

from threadproof.errors import Pos
from threadproof.records import dataclass
from threadproof.witness import document as d
from threadproof.witness.document import Ghost, Invariant, Update, Waypoint, Witness, WitnessError

_NAME = re.compile(r"[A-Za-z_]\w*$")


@dataclass(frozen=True, slots=True)
class Tree:
    """A part of the file: text, a list or a mapping."""

    content: str | list[Tree] | dict[str, Tree]
    pos: Pos

    def text(self, what: str) -> str:
        if not isinstance(self.content, str):
            raise WitnessError(f"{what} must be text", self.pos)
        return self.content

    def items(self, what: str) -> list[Tree]:
        if not isinstance(self.content, list):
            raise WitnessError(f"{what} must be a list", self.pos)
        return self.content

    def fields(self, what: str) -> dict[str, Tree]:
        if not isinstance(self.content, dict):
            raise WitnessError(f"{what} must be a mapping", self.pos)
        return self.content

    def need(self, name: str, what: str) -> Tree:
        found = self.fields(what).get(name)
        if found is None:
            raise WitnessError(f"{what} has no {name}", self.pos)
        return found

    def optional(self, name: str, what: str) -> str:
        found = self.fields(what).get(name)
        return "" if found is None else found.text(name)

    def number(self, name: str, what: str, default: int | None = None) -> int:
        found = self.fields(what).get(name)
        if found is None and default is not None:
            return default
        found = found or self.need(name, what)
        if not isinstance(found.content, str) or not re.fullmatch(r"\d{1,9}", found.content):
            raise WitnessError(f"{name} must be a number", found.pos)
        return int(found.content)


def tree(text: str, path: str) -> Tree:
    """The file as a tree. Raises WitnessError."""
    import yaml

    open_: list[tuple[Tree, list[Tree]]] = []  # lists and mappings that are not complete, and what is in them so far
    done: Tree | None = None
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            pos = Pos(path, event.start_mark.line + 1, event.start_mark.column + 1)
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
                raise WitnessError("anchors and aliases are not accepted", pos)
            if getattr(event, "tag", None) not in (None, "!"):
                raise WitnessError("tags are not accepted", pos)
            made: Tree | None = None
            if isinstance(event, yaml.ScalarEvent):
                made = Tree(event.value, pos)
            elif isinstance(event, yaml.SequenceStartEvent | yaml.MappingStartEvent):
                if len(open_) == d.DEEPEST:
                    raise WitnessError("nested too deeply", pos)
                kind: Any = [] if isinstance(event, yaml.SequenceStartEvent) else {}
                open_.append((Tree(kind, pos), []))
            elif isinstance(event, yaml.SequenceEndEvent | yaml.MappingEndEvent):
                made = _closed(*open_.pop())
            elif isinstance(event, yaml.DocumentStartEvent) and done is not None:
                raise WitnessError("one document is expected", pos)
            if made is not None:
                if open_:
                    open_[-1][1].append(made)
                else:
                    done = made
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = Pos(path) if mark is None else Pos(path, mark.line + 1, mark.column + 1)
        raise WitnessError(f"no YAML: {getattr(error, 'problem', None) or 'characters that are not allowed'}", place) from None
    if done is None:
        raise WitnessError("the witness is empty", Pos(path))
    return done


def _closed(made: Tree, parts: list[Tree]) -> Tree:
    if isinstance(made.content, list):
        made.content.extend(parts)
        return made
    assert isinstance(made.content, dict)
    for key, value in zip(parts[::2], parts[1::2], strict=True):
        name = key.text("a key")
        if name in made.content:
            raise WitnessError(f"{name[:40]!r} is there twice", key.pos)
        made.content[name] = value
    return made


def read(text: str, path: str) -> Witness:
    """Raises WitnessError."""
    entries = tree(text, path).items("a witness")
    if not entries:
        raise WitnessError("the witness has no entry", Pos(path))
    kinds = [entry.need("entry_type", "an entry").text("entry_type") for entry in entries]
    meta = entries[0].need("metadata", "an entry")
    violations = [entry for entry, kind in zip(entries, kinds) if kind == "violation_sequence"]
    if violations:
        if len(entries) > 1:
            raise WitnessError("a violation is one entry, and nothing else", entries[1].pos)
        segments = tuple(map(_segment, violations[0].need("content", "an entry").items("content")))
        _check_segments(segments, violations[0].pos)
        return _with_task(Witness(d.VIOLATION, segments), meta)
    invariants: list[Invariant] = []
    ghosts: list[Ghost] = []
    updates: list[Update] = []
    for entry, kind in zip(entries, kinds):
        match kind:
            case "invariant_set":
                invariants += [_invariant(item) for item in entry.need("content", "an entry").items("content")]
            case "ghost_instrumentation":
                content = entry.need("content", "an entry")
                ghosts += [_ghost(item) for item in _list(content, "ghost_variables")]
                updates += [update for item in _list(content, "ghost_updates") for update in _updates(item)]
            case "loop_invariant" | "location_invariant":
                stated = entry.need(kind, "an entry").need("string", kind)
                invariants.append(_placed(kind, entry.need("location", "an entry"), stated, zero=True))
            case "loop_invariant_certificate":
                pass
            case _:
                raise WitnessError(f"entries of type {kind[:40]!r} are not supported", entry.pos)
    return _with_task(Witness(d.CORRECTNESS, (), tuple(invariants), tuple(ghosts), tuple(updates)), meta)


def _list(content: Tree, name: str) -> list[Tree]:
    found = content.fields("content").get(name)
    return [] if found is None else found.items(name)


def _with_task(witness: Witness, meta: Tree) -> Witness:
    from threadproof.records import replace

    task = meta.need("task", "metadata")
    hashes = task.need("input_file_hashes", "the task").fields("input_file_hashes")
    model = task.optional("data_model", "the task")
    producer = meta.fields("metadata").get("producer")
    return replace(
        witness,
        specification=task.need("specification", "the task").text("specification"),
        data_model={"32bit": "ILP32", "64bit": "LP64"}.get(model, model),
        hashes={name: value.text("a hash") for name, value in hashes.items()},
        producer="" if producer is None else producer.optional("name", "the producer"),
        version=meta.optional("format_version", "metadata"),
        language=task.optional("language", "the task") or "C",
    )


def _segment(item: Tree) -> tuple[Waypoint, ...]:
    points = item.need("segment", "a part of the sequence").items("a segment")
    return tuple(_waypoint(point.need("waypoint", "a part of a segment")) for point in points)


def _waypoint(item: Tree) -> Waypoint:
    what = "a waypoint"
    type_, action = item.need("type", what).text("type"), item.need("action", what).text("action")
    if type_ not in d.TYPES:
        raise WitnessError(f"waypoints of type {type_[:40]!r} are not supported", item.pos)
    if action not in (d.FOLLOW, d.AVOID):
        raise WitnessError(f"the action {action[:40]!r} is not supported", item.pos)
    place = item.need("location", what)
    constraint = item.fields(what).get("constraint")
    value = "" if constraint is None else constraint.need("value", "a constraint").text("value")
    if type_ == d.BRANCHING and value not in ("true", "false"):
        raise WitnessError("the constraint of a branching must be true or false", item.pos)
    if type_ == d.ASSUMPTION and not value:
        raise WitnessError("an assumption needs a constraint", item.pos)
    thread = item.number("thread_id", what) if "thread_id" in item.fields(what) else None
    line, column = place.number("line", "a location"), place.number("column", "a location", 0)
    return Waypoint(type_, line, column, place.optional("file_name", "a location"), value, thread, action, item.pos,
                    place.optional("function", "a location"))  # fmt: skip


def _check_segments(segments: tuple[tuple[Waypoint, ...], ...], pos: Pos) -> None:
    """Every segment ends with the one waypoint to follow; only the last one has the target, or the two of a race."""
    if not segments:
        raise WitnessError("the sequence has no segment", pos)
    for segment in segments:
        follow = [point for point in segment if point.action == d.FOLLOW]
        targets = [point for point in segment if point.type == d.TARGET]
        where = segment[0].origin if segment else pos
        if segment is segments[-1]:
            if not targets or len(targets) > 2 or targets != follow:
                raise WitnessError("the last segment must end with the target, or with the two of a data race", where)
        elif targets or len(follow) != 1 or segment[-1] is not follow[0]:
            raise WitnessError("a segment must end with the one waypoint to follow", where)


def _invariant(item: Tree) -> Invariant:
    fields = item.fields("a part of the set")
    if "invariant" not in fields:
        raise WitnessError(f"{', '.join(fields)[:40] or 'nothing'} where an invariant is expected: not supported", item.pos)
    stated = fields["invariant"]
    type_ = stated.need("type", "an invariant").text("type")
    if type_ not in (d.LOOP_INVARIANT, d.LOCATION_INVARIANT):
        raise WitnessError(f"invariants of type {type_[:40]!r} are not supported", stated.pos)
    if stated.optional("format", "an invariant") not in ("", "c_expression"):
        raise WitnessError("only invariants of format c_expression are supported", stated.pos)
    return _placed(type_, stated.need("location", "an invariant"), stated.need("value", "an invariant"))


def _placed(type_: str, place: Tree, value: Tree, zero: bool = False) -> Invariant:
    """`zero`: columns are counted from 0."""
    line, column = place.number("line", "a location"), place.number("column", "a location", 0)
    file, function = place.optional("file_name", "a location"), place.optional("function", "a location")
    return Invariant(type_, line, 0 if zero else column, value.text("the value"), file, function, value.pos)


def _ghost(item: Tree) -> Ghost:
    what = "a ghost variable"
    name, type_ = item.need("name", what).text("name"), item.need("type", what).text("type")
    if not _NAME.match(name) or not re.fullmatch(r"(?:unsigned |signed )?(?:char|short|int|long|long long|_Bool)", type_):
        raise WitnessError("a ghost variable needs an identifier and an integer type", item.pos)
    if item.optional("scope", what) not in ("", "global"):
        raise WitnessError("only global ghost variables are supported", item.pos)
    return Ghost(name, type_, item.need("initial", what).need("value", "an initial value").text("value"), item.pos)


def _updates(item: Tree) -> list[Update]:
    place = item.need("location", "an update")
    line, column = place.number("line", "a location"), place.number("column", "a location", 0)
    file, function = place.optional("file_name", "a location"), place.optional("function", "a location")
    found = []
    for each in item.need("updates", "an update").items("updates"):
        variable, value = (each.need(name, "an update").text(name) for name in ("variable", "value"))
        found.append(Update(line, column, variable, value, file, function, each.pos))
    return found
