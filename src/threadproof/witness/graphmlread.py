"""Reads witnesses in GraphML, format 1.0, from whatever source.

The parser refuses document types (and with them entities), deep nesting and large files. Of a violation the automaton becomes
a sequence: the shortest way from the entry to a violation. Its edges become waypoints as far as they say something that can
be followed: lines, branches, results, created threads, conditions. What is said about returns and entries of functions is
left out, so the execution that confirms a witness is one that goes along the rest. Of a proof, the invariants of states that
are entered at the head of a loop are taken as invariants of that loop, others as invariants of the statement that the next
edge names.
"""

from __future__ import annotations

from collections import deque

from threadproof.errors import Pos
from threadproof.records import dataclass, field
from threadproof.witness import document as d
from threadproof.witness.document import Invariant, Waypoint, Witness, WitnessError

MOST_EDGES = 100_000


@dataclass(slots=True)
class GraphElement:
    """A node, an edge, or the graph itself."""

    pos: Pos
    name: str = ""
    source: str = ""
    target: str = ""
    data: dict[str, str] = field(default_factory=dict)

    def number(self, key: str) -> int:
        value = self.data.get(key, "")
        if not value:
            return 0
        if not value.isascii() or not value.isdigit() or len(value) > 9:
            raise WitnessError(f"{key} must be a number", self.pos)
        return int(value)


class _Parser:
    """Collects the parts of the file; keys are known by the name that they are given, whatever their id."""

    def __init__(self, path: str) -> None:
        from xml.parsers import expat

        self.path = path
        self.parser = expat.ParserCreate(namespace_separator="}")
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.keys: dict[str, str] = {}
        self.graph = GraphElement(Pos(path))
        self.nodes: dict[str, GraphElement] = {}
        self.edges: list[GraphElement] = []
        self.open: list[GraphElement] = []
        self.key = ""
        self.words: list[str] = []
        self.depth = 0
        self.rooted = False

    def here(self) -> Pos:
        return Pos(self.path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def doctype(self, *_: object) -> None:
        raise WitnessError("document types and entities are not accepted", self.here())

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        tag = tag.rpartition("}")[2]
        self.depth += 1
        if self.depth > d.DEEPEST:
            raise WitnessError("nested too deeply", self.here())
        if not self.rooted and tag != "graphml":
            raise WitnessError("not a witness: the file is XML, but no GraphML", self.here())
        self.rooted = True
        match tag:
            case "key":
                self.keys[attributes.get("id", "")] = attributes.get("attr.name", attributes.get("id", ""))
            case "graph":
                self.open.append(self.graph)
            case "node":
                node = GraphElement(self.here(), attributes.get("id", ""))
                self.nodes[node.name] = node
                self.open.append(node)
            case "edge":
                edge = GraphElement(self.here(), "", attributes.get("source", ""), attributes.get("target", ""))
                self.edges.append(edge)
                self.open.append(edge)
                if len(self.edges) > MOST_EDGES:
                    raise WitnessError("too many edges", self.here())
            case "data":
                self.key, self.words = attributes.get("key", ""), []

    def end(self, tag: str) -> None:
        tag = tag.rpartition("}")[2]
        self.depth -= 1
        if tag == "data" and self.open:
            self.open[-1].data[_NAMES.get(self.key, self.key)] = "".join(self.words).strip()
            self.key = ""
        elif tag in ("graph", "node", "edge"):
            self.open.pop()

    def text(self, words: str) -> None:
        if self.key:
            self.words.append(words)


_NAMES = {"returnFrom": "returnFromFunction", "originfile": "originFileName"}


def read(data: bytes, path: str, source: bytes) -> Witness:
    """Raises WitnessError."""
    from xml.parsers import expat

    parser = _Parser(path)
    try:
        parser.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise WitnessError(f"no XML: {expat.errors.messages[error.code]}", Pos(path, error.lineno, error.offset + 1)) from None
    graph = parser.graph.data
    kind = graph.get("witness-type", "")
    if kind not in ("violation_witness", "correctness_witness"):
        raise WitnessError("the graph does not say of which type the witness is", Pos(path))
    model = graph.get("architecture", "")
    known = {
        "specification": graph.get("specification", ""),
        "data_model": {"32bit": "ILP32", "64bit": "LP64"}.get(model, model),
        "hashes": {graph.get("programfile", ""): graph["programhash"]} if graph.get("programhash") else {},
        "producer": graph.get("producer", ""),
        "version": graph.get("witness-format-version", "1.0"),
        "language": graph.get("sourcecodelang", "C"),
    }
    columns = _Columns(source)
    if kind == "correctness_witness":
        return Witness(d.CORRECTNESS, invariants=_invariants(parser, columns), **known)  # type: ignore[arg-type]
    return Witness(d.VIOLATION, _segments(_way(parser), columns), **known)  # type: ignore[arg-type]


class _Columns:
    """Columns of offsets."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    def of(self, part: GraphElement) -> int:
        offset = part.number("startoffset")
        if not part.data.get("startoffset") or offset > len(self.source):
            return 0
        before = self.source[:offset]
        start = before.rfind(b"\n") + 1
        return offset - start + 1 if before.count(b"\n") + 1 == part.number("startline") else 0


def _way(parser: _Parser) -> list[GraphElement]:
    """The edges of the shortest way to a violation."""
    entries = [node.name for node in parser.nodes.values() if node.data.get("entry") == "true"]
    goals = {node.name for node in parser.nodes.values() if node.data.get("violation") == "true"}
    if len(entries) != 1 or not goals:
        raise WitnessError("the automaton needs one entry and a violation", parser.graph.pos)
    leaving: dict[str, list[GraphElement]] = {}
    for edge in parser.edges:
        leaving.setdefault(edge.source, []).append(edge)
    came: dict[str, GraphElement | None] = {entries[0]: None}
    queue = deque(entries)
    while queue:
        node = queue.popleft()
        if node in goals:
            way: list[GraphElement] = []
            while (taken := came[node]) is not None:
                way.append(taken)
                node = taken.source
            return way[::-1]
        for edge in leaving.get(node, ()):
            if edge.target not in came:
                came[edge.target] = edge
                queue.append(edge.target)
    raise WitnessError("no way leads from the entry to a violation", parser.graph.pos)


def _segments(way: list[GraphElement], columns: _Columns) -> tuple[tuple[Waypoint, ...], ...]:
    numbers: dict[str, int] = {}
    points: list[Waypoint] = []
    for edge in way:
        identity = edge.data.get("threadId", "")
        thread = numbers.setdefault(identity, 0) if identity and not numbers else numbers.get(identity) if identity else None
        line = edge.number("startline")
        created = edge.data.get("createThread", "")
        if created and created not in numbers:
            numbers[created] = len(numbers)
        if identity and thread is None:
            thread = numbers.setdefault(identity, len(numbers))
        if line:
            points += _waypoints(edge, line, columns.of(edge), thread, bool(created) and created != identity)
    last = next((edge for edge in reversed(way) if edge.number("startline")), None)
    if last is None:
        raise WitnessError("no edge on the way to the violation has a line", way[-1].pos if way else Pos())
    thread = numbers.get(last.data.get("threadId", "")) if last.data.get("threadId") else None
    end = Waypoint(d.TARGET, last.number("startline"), columns.of(last), "", "", thread, origin=last.pos, loose=True)
    if "control" not in last.data and points and points[-1].type == d.ASSUMPTION:
        points.pop()  # the beginning of the target itself
    return (*((point,) for point in points), (end,))


def _waypoints(edge: GraphElement, line: int, column: int, thread: int | None, creates: bool) -> list[Waypoint]:
    def point(type_: str, constraint: str = "", at: int = column, callee: str = "") -> Waypoint:
        return Waypoint(type_, line, at, "", constraint, thread, origin=edge.pos, loose=True, callee=callee)

    found: list[Waypoint] = []
    control, assumption = edge.data.get("control", ""), edge.data.get("assumption", "").rstrip("; ")
    result = assumption if r"\result" in assumption else ""
    if creates:
        found.append(point(d.ENTER))
    elif result:
        found.append(point(d.RETURN, result, callee=edge.data.get("assumption.resultfunction", "")))
    elif control in ("condition-true", "condition-false"):
        found.append(point(d.BRANCHING, control.removeprefix("condition-")))
    elif not edge.data.get("enterFunction") and not edge.data.get("returnFromFunction"):
        found.append(point(d.ASSUMPTION, "1"))
    if assumption and not result:
        found.append(point(d.AFTER, assumption.replace(";", " && ")))
    return found


def _invariants(parser: _Parser, columns: _Columns) -> tuple[Invariant, ...]:
    found = []
    for node in parser.nodes.values():
        value = node.data.get("invariant", "")
        if value in ("", "1", "true"):
            continue
        entering = [edge for edge in parser.edges if edge.target == node.name and edge.source != node.name]
        leaving = [edge.number("startline") for edge in parser.edges if edge.source == node.name and edge.number("startline")]
        function = node.data.get("invariant.scope", "")
        head = next((edge for edge in entering if edge.data.get("enterLoopHead") == "true"), None)
        if head is not None:
            line, column = head.number("startline"), columns.of(head)
            place = Invariant(d.LOOP_INVARIANT, line, column, value, "", function, node.pos, min(leaving, default=0))
        elif leaving:
            place = Invariant(d.LOCATION_INVARIANT, min(leaving), 0, value, "", function, node.pos)
        else:
            raise WitnessError("nothing says where this invariant holds", node.pos)
        found.append(place)
    return tuple(found)
