"""Writes witnesses in GraphML, format 1.0: an automaton over the lines of the program.

Each waypoint is an edge. An assumption of a waypoint holds before a statement, one of an edge holds after it: so it is put on
the edge before, if that is one of the same thread. GraphML has no two targets, hence no data races. Of a proof, it has the
invariants of loops: a state that is entered at the head of the loop.
"""

from __future__ import annotations

import re
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from threadproof.witness import document as d
from threadproof.witness.document import Waypoint, Witness

KEYS = {
    "graph": ("witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash", "architecture",
              "creationtime"),
    "node": ("entry", "violation", "invariant", "invariant.scope"),
    "edge": ("startline", "endline", "startoffset", "threadId", "createThread", "enterFunction", "enterLoopHead", "control",
             "assumption", "assumption.scope", "assumption.resultfunction"),
}  # fmt: skip


def write(witness: Witness, metadata: dict[str, Any], source: bytes) -> str:
    starts = [0, *(match.end() for match in re.finditer(rb"\n|\r\n?", source))]
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for kind, names in KEYS.items():
        out += [f' <key id={quoteattr(name)} attr.name={quoteattr(name)} attr.type="string" for="{kind}"/>' for name in names]
    out.append(' <graph edgedefault="directed">')
    out += [f"  {line}" for line in _data(_head(witness, metadata))]
    body = _violation(witness, starts) if witness.kind == d.VIOLATION else _proof(witness, starts)
    return "\n".join([*out, *body, " </graph>", "</graphml>"]) + "\n"


def _head(witness: Witness, metadata: dict[str, Any]) -> dict[str, str]:
    task, producer = metadata["task"], metadata["producer"]
    (file,) = task["input_files"]
    return {
        "witness-type": f"{witness.kind}_witness",
        "sourcecodelang": "C",
        "producer": f"{producer['name']} {producer['version']}",
        "specification": task["specification"],
        "programfile": file,
        "programhash": task["input_file_hashes"][file],
        "architecture": {"ILP32": "32bit"}.get(task["data_model"], "64bit"),
        "creationtime": metadata["creation_time"],
    }


def _data(values: dict[str, str]) -> list[str]:
    return [f"<data key={quoteattr(key)}>{escape(value)}</data>" for key, value in values.items()]


def _node(name: str, values: dict[str, str]) -> list[str]:
    return [f'  <node id="{name}">', *(f"   {line}" for line in _data(values)), "  </node>"]


def _edge(source: str, target: str, values: dict[str, str]) -> list[str]:
    return [f'  <edge source="{source}" target="{target}">', *(f"   {line}" for line in _data(values)), "  </edge>"]


def _violation(witness: Witness, starts: list[int]) -> list[str]:
    points = [point for segment in witness.segments for point in segment]
    edges: list[dict[str, str]] = [{"threadId": "0", "createThread": "0", "enterFunction": "main"}]
    created = 0
    for index, point in enumerate(points):
        edge = _place(point.line, point.column, starts)
        if point.thread is not None:
            edge["threadId"] = str(point.thread)
        match point.type:
            case d.ENTER:
                created += 1
                edge["createThread"] = str(created)
            case d.BRANCHING:
                edge["control"] = f"condition-{point.constraint}"
            case d.RETURN:
                edge |= {"assumption": point.constraint, "assumption.resultfunction": point.callee}
        edges.append(edge)
        later = points[index + 1] if index + 1 < len(points) else None
        if "assumption" not in edge and later is not None and _says(later) and later.thread == point.thread:
            edge |= {"assumption": later.constraint, "assumption.scope": later.function}
        if point.type == d.ENTER:
            first = next((p for p in points[index:] if p.thread == created and p.function), None)
            if first is not None:
                edges.append({"threadId": str(created), "enterFunction": first.function})
    out = _node("q0", {"entry": "true"})
    for number, edge in enumerate(edges, 1):
        out += _node(f"q{number}", {"violation": "true"} if number == len(edges) else {})
        out += _edge(f"q{number - 1}", f"q{number}", edge)
    return out


def _says(point: Waypoint) -> bool:
    return point.type == d.ASSUMPTION and point.constraint not in ("", "1")


def _proof(witness: Witness, starts: list[int]) -> list[str]:
    out = _node("q0", {"entry": "true"})
    loops = [invariant for invariant in witness.invariants if invariant.type == d.LOOP_INVARIANT]
    for number, invariant in enumerate(loops, 1):
        scope = {"invariant.scope": invariant.function} if invariant.function else {}
        out += _node(f"q{number}", {"invariant": invariant.value, **scope})
        place = _place(invariant.line, invariant.column, starts)
        out += _edge("q0", f"q{number}", {**place, "enterLoopHead": "true"})
    return out


def _place(line: int, column: int, starts: list[int]) -> dict[str, str]:
    place = {"startline": str(line), "endline": str(line)}
    if column and line <= len(starts):
        place["startoffset"] = str(starts[line - 1] + column - 1)
    return place
