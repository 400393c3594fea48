"""Witnesses as other verifiers write them, by the published formats: other producers' paths, lines without columns, threads,
entries into functions, sinks, cycle heads, keys that are unknown here. Right claims are confirmed, wrong ones are not."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.unit.witness.roundtrip import validate
from threadproof.witness.document import WitnessError

COUNTER = """#include <assert.h>
#include <pthread.h>
int counter;
void *add(void *p) {
    counter++;
    return p;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    counter++;
    pthread_join(thread, 0);
    assert(counter == 2);
}
"""
LOCKED = """#include <assert.h>
#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *add(void *p) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    return p;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    pthread_join(thread, 0);
    assert(counter == 2);
    return 0;
}
"""

KEYS = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
 <key attr.name="originFileName" attr.type="string" for="edge" id="originfile"><default>/home/other/task/p.c</default></key>
 <key attr.name="invariant" attr.type="string" for="node" id="invariant"/>
 <key attr.name="invariant.scope" attr.type="string" for="node" id="invariant.scope"/>
 <key attr.name="isEntryNode" attr.type="boolean" for="node" id="entry"><default>false</default></key>
 <key attr.name="isSinkNode" attr.type="boolean" for="node" id="sink"><default>false</default></key>
 <key attr.name="isViolationNode" attr.type="boolean" for="node" id="violation"><default>false</default></key>
 <key attr.name="cyclehead" attr.type="boolean" for="node" id="cyclehead"><default>false</default></key>
 <key attr.name="threadId" attr.type="string" for="edge" id="threadId"/>
 <key attr.name="createThread" attr.type="string" for="edge" id="createThread"/>
 <key attr.name="enterFunction" attr.type="string" for="edge" id="enterFunction"/>
 <key attr.name="violatedProperty" attr.type="string" for="node" id="violatedProperty"/>
"""


def graph(kind: str, body: str, more: str = "", keys: str = KEYS) -> str:
    return f"""{keys} <graph edgedefault="directed">
  <data key="witness-type">{kind}_witness</data>
  <data key="sourcecodelang">C</data>
  <data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data>
  <data key="programfile">/home/other/task/p.c</data>
  <data key="programhash">HASH</data>
  <data key="architecture">64bit</data>
  {more}{body}
 </graph>
</graphml>
"""


def edge(source: str, target: str, line: int, thread: str = "", **data: object) -> str:
    given = {"startline": line, "endline": line, **({"threadId": thread} if thread else {}), **data}
    inner = "".join(f'<data key="{key}">{value}</data>' for key, value in given.items())
    return f'<edge source="{source}" target="{target}">{inner}</edge>\n'


ENTRY = '<node id="A0"><data key="entry">true</data></node>\n'
END = '<node id="E"><data key="violation">true</data><data key="violatedProperty">x</data></node>\n'
NODES = "".join(f'<node id="A{n}"/>\n' for n in range(1, 9))

THREADS = (
    ENTRY
    + NODES
    + END
    + '<node id="S"><data key="sink">true</data></node>\n'
    + edge("A0", "A1", 8, "0", enterFunction="main", createThread="0")
    + edge("A1", "A2", 10, "0", createThread="1")
    + edge("A2", "A3", 10, "1", enterFunction="add")
    + edge("A3", "A4", 11, "0", startoffset=1190, endoffset=1200)
    + edge("A3", "S", 13, "0", control="condition-false")
    + edge("A4", "A5", 5, "1")
    + edge("A5", "A6", 6, "1", returnFrom="add")
    + edge("A6", "A7", 12, "0")
    + edge("A7", "E", 13, "0", control="condition-false")
)
PLAIN = ENTRY + NODES + END + edge("A0", "A1", 11) + edge("A1", "A2", 5) + edge("A2", "E", 13)
WORDS = (
    ENTRY
    + NODES
    + END
    + edge("A0", "A1", 10, "main", createThread="thread_1")
    + edge("A1", "A2", 5, "thread_1", assumption="counter == 1;", **{"assumption.scope": "add"})
    + edge("A2", "E", 13, "main")
)
VALUES = ENTRY + NODES + END + edge("A0", "A1", 12, assumption="counter == 1;") + edge("A1", "E", 13)
EMPTY = ENTRY + END + '<edge source="A0" target="E"/>'
BARE = '<node id="A0"><data key="entry">true</data></node><node id="E"><data key="violation">true</data></node>'
LOOP = (
    ENTRY + '<node id="A1"><data key="invariant">{}</data><data key="invariant.scope">add</data>'
    '<data key="cyclehead">true</data></node>\n'
    + NODES.replace('<node id="A1"/>\n', "")
    + edge("A0", "A1", 6, enterLoopHead="true")
    + edge("A1", "A2", 7, control="condition-true")
    + edge("A2", "A1", 9)
)

MORE = '<data key="producer">X 1.2</data><data key="creationtime">y</data>'
TRUE, FALSE = LOCKED, COUNTER
GRAPHS = {
    "threads, functions, sinks": (FALSE, graph("violation", THREADS), "CONFIRMED"),
    "no threads": (FALSE, graph("violation", PLAIN), "CONFIRMED"),
    "threads by names": (FALSE, graph("violation", WORDS), "CONFIRMED"),
    "values": (FALSE, graph("violation", VALUES), "CONFIRMED"),
    "nothing on the way": (FALSE, graph("violation", EMPTY), "ERROR"),
    "no edges": (FALSE, graph("violation", BARE), "ERROR"),
    "no keys, no namespace": (FALSE, graph("violation", PLAIN, keys="<graphml>\n"), "CONFIRMED"),
    "a producer and a date": (FALSE, graph("violation", PLAIN, MORE), "CONFIRMED"),
    "of a program that has none": (TRUE, graph("violation", ENTRY + END + edge("A0", "E", 16)), "REJECTED"),
    "invariant": (TRUE, graph("correctness", LOOP.format("( 0 &lt;= i ) &amp;&amp; ( i &lt;= 2 )")), "CONFIRMED"),
    "wrong invariant": (TRUE, graph("correctness", LOOP.format("i &lt;= 1")), "REJECTED"),
    "no invariants": (TRUE, graph("correctness", ENTRY), "CONFIRMED"),
    "correctness of a wrong program": (FALSE, graph("correctness", ENTRY), "REJECTED"),
}

META = """- entry_type: {kind}
  metadata:
    format_version: "{version}"
    uuid: 8b2f6a34-0000-4000-8000-000000000000
    creation_time: 2024-11-20T10:00:00+01:00
    producer: {{name: Other, version: "1.0", command_line: other p.c}}
    task:
      input_files: [/home/other/task/p.c]
      input_file_hashes: {{/home/other/task/p.c: HASH}}
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: LP64
      language: C
  content:{content}
"""


def document(content: str, kind: str = "invariant_set", version: str = "2.0") -> str:
    return META.format(kind=kind, version=version, content=content)


def invariant(value: str, line: int, kind: str = "loop_invariant", column: str = "", function: str = "add") -> str:
    place = f"{{file_name: /home/other/task/p.c, line: {line}{column}, function: {function}}}"
    return f"\n  - invariant: {{type: {kind}, location: {place}, value: '{value}', format: c_expression}}"


GHOSTS = """
    ghost_variables:
    - {name: m_locked, scope: global, type: int, initial: {value: "0", format: c_expression}}
    ghost_updates:
    - location: {file_name: ./p.c, line: 7, column: 9, function: add}
      updates: [{variable: m_locked, value: "1", format: c_expression}]
    - location: {file_name: ./p.c, line: 9, column: 9, function: add}
      updates: [{variable: m_locked, value: "0", format: c_expression}]
"""
SEGMENTS = """
  - segment:
    - waypoint:
        type: assumption
        action: follow
        location: {{file_name: x/p.c, line: 11}}
        constraint: {{value: "1", format: c_expression}}
  - segment:
    - waypoint: {{type: target, action: follow, location: {{file_name: x/p.c, line: {line}}}}}
"""
YAMLS = {
    "loop invariant, no column": (TRUE, document(invariant("0 <= i && i <= 2", 6)), "CONFIRMED"),
    "2.1": (TRUE, document(invariant("0 <= i && i <= 2", 6, column=", column: 5"), version="2.1"), "CONFIRMED"),
    "location": (TRUE, document(invariant("counter == 2", 17, "location_invariant", function="main")), "CONFIRMED"),
    "wrong location": (TRUE, document(invariant("counter == 1", 17, "location_invariant", function="main")), "REJECTED"),
    "no invariants": (TRUE, document(" []"), "CONFIRMED"),
    "violation, no columns": (FALSE, document(SEGMENTS.format(line=13), "violation_sequence"), "CONFIRMED"),
    "another target": (FALSE, document(SEGMENTS.format(line=11), "violation_sequence"), "UNKNOWN"),
    "violation of a right program": (TRUE, document(SEGMENTS.format(line=16), "violation_sequence"), "REJECTED"),
    "ghosts": (
        TRUE,
        document(GHOSTS, "ghost_instrumentation", "2.1-goblint")
        + document(invariant("0 <= m_locked && m_locked <= 1", 6, column=", column: 5"), version="2.1-goblint"),
        "CONFIRMED",
    ),
}


def answer(folder: Path, text: str, witness: str, suffix: str) -> str:
    file, path = folder / "p.c", folder / f"w{suffix}"
    file.write_text(text)
    path.write_text(witness.replace("HASH", hashlib.sha256(text.encode()).hexdigest()))
    try:
        found = validate(file, path)
    except WitnessError:
        return "ERROR"
    return found.line().removeprefix("WITNESS: ").partition("(")[0]


@pytest.mark.parametrize("name", GRAPHS)
def test_graphs(name: str, tmp_path: Path) -> None:
    text, witness, expected = GRAPHS[name]
    assert answer(tmp_path, text, witness, ".graphml") == expected


@pytest.mark.parametrize("name", YAMLS)
def test_yaml(name: str, tmp_path: Path) -> None:
    text, witness, expected = YAMLS[name]
    assert answer(tmp_path, text, witness, ".yml") == expected
