"""The static relations between steps (`transitions`) as text, to look at."""

from __future__ import annotations

from threadproof.ir.program import Program
from threadproof.sched.por.transitions import ThreadTransition, Transitions


def dependence_text(program: Program) -> str:
    """Two threads of each template, so that one can be seen to depend on another of its kind; of main there is one."""
    transitions = Transitions(program, commuting=False)
    templates = [transitions.main]
    for number in range(len(transitions.templates)):
        templates += [number, number] if number != transitions.main else []
    relations = transitions.relations(tuple(templates))

    def name(transition: ThreadTransition) -> str:
        function = transitions.templates[templates[transition.thread]].name
        first = templates.index(templates[transition.thread]) == transition.thread
        return f"{function}:{transition.location}" + ("" if first else "'")

    lines = [f"// {program.name}: a step is named by its thread and where it begins; ' is another thread of the same kind"]
    for one in relations.every:
        if templates.index(templates[one.thread]) != one.thread:
            continue
        others = [other for other in relations.every if other.thread != one.thread]
        lines.append(f"{name(one)}")
        lines.append("  depends on: " + (", ".join(name(o) for o in others if relations.dependent(one, o)) or "none"))
        lines.append("  is enabled by: " + (", ".join(name(o) for o in others if relations.can_enable(o, one)) or "none"))
    return "\n".join(lines) + "\n"
