"""Every option of the command line, once: its type, default, range, help, the commands and engines it belongs to.

`Config` is the typed result; each of its fields carries the row of the option table that describes it. The command line is
generated from the table, `docs/cli.md` shows it, and `validate` refuses values and combinations that make no sense. There are
no other switches, and none is global.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from threadproof.config.engines import AUTO, ENGINES, MATCHERS, ORDERED, PERSISTENT_SETS
from threadproof.config.option import (
    BENCH,
    CERTIFY,
    DOCTOR,
    HARNESS,
    LOWER,
    READS_C,
    READS_PROJECTS,
    REPLAY,
    VALIDATE,
    VERIFY,
    Option,
    row,
)
from threadproof.memory_models import MODELS, SC
from threadproof.properties import COOPERATIVE, PREEMPTIVE, PROPERTIES, TABLE, UNREACH, in_words, usual
from threadproof.records import dataclass, fields, replace

if TYPE_CHECKING:
    from threadproof.frontend.c.project import Project

ALL = "all"
CALLS = (HARNESS, VERIFY)
STANDARDS = tuple(f"{family}{year}" for family in ("c", "gnu") for year in ("89", "90", "99", "11", "17", "18", "2x", "23"))


@dataclass(frozen=True, slots=True)
class Config:
    """The options of one run."""

    engine: str = row(
        AUTO,
        "How to verify; `threadproof engines` lists the ways. auto: several of them, chosen by what the program contains.",
        choices=(AUTO, *(e.name for e in ENGINES)),
    )
    properties: tuple[str, ...] = row(
        (),
        f"What to verify: {', '.join(PROPERTIES)}, or an SV-COMP .prp file (repeatable). [default: all that matter: "
        f"{in_words(usual(PREEMPTIVE))}; of cooperative threads {in_words(usual(COOPERATIVE[0]))}; bench: unreach-call]",
        name="property",
        metavar="P",
        commands=(VERIFY, BENCH),
    )
    overflow: bool = row(False, "Without --property: verify no-overflow, too.")
    data_model: str = row(
        "",
        "Sizes of C's types; -m32 and -m64 say so, too. [default: as a preprocessed text tells; else LP64, ILP32 for .i]",
        choices=("ILP32", "LP64"),
        commands=READS_C,
        meaning=True,
    )
    define: tuple[str, ...] = row(
        (),
        "Define a macro, as compilers do (repeatable). certify and replay take the same ones as verify did; certify takes "
        "plain names and numbers also from the certificate, and says so.",
        metavar="NAME[=VALUE]",
        short="-D",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    argv: tuple[str, ...] = row(
        (),
        "The arguments that the program is started with, in one text, split as a shell does (repeatable). [default: any]",
        metavar="TEXT",
        commands=READS_C,
        meaning=True,
    )
    max_args: int = row(
        3,
        "Without --argv, where texts matter: how many arguments there may be; a program that is given more is not TRUE.",
        low=0,
        high=100,
        metavar="N",
        commands=READS_C,
        meaning=True,
    )
    max_arg_length: int = row(
        7,
        "Without --argv, where texts matter: how many bytes an argument has at most; longer ones are not TRUE.",
        low=0,
        high=4096,
        metavar="N",
        commands=READS_C,
        meaning=True,
    )
    undefine: tuple[str, ...] = row(
        (), "Undefine a macro (repeatable).", metavar="NAME", short="-U", commands=(*READS_C, CERTIFY, REPLAY), meaning=True
    )
    include: tuple[str, ...] = row(
        (),
        "A folder with headers (repeatable). certify and replay need the same ones as verify had.",
        metavar="DIR",
        short="-I",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    isystem: tuple[str, ...] = row(
        (),
        "A folder with headers of the system, which are looked for after those of -I and before ours (repeatable); also as "
        "-isystem DIR.",
        metavar="DIR",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    idirafter: tuple[str, ...] = row(
        (),
        "A folder with headers that are looked for where no other folder has them, ours included (repeatable); also as "
        "-idirafter DIR.",
        metavar="DIR",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    model: tuple[str, ...] = row(
        (),
        "A C file whose functions stand for those that the program does not define, also of the library; or a folder of such "
        "files (repeatable). docs/library.md says what they may do.",
        metavar="PATH",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    include_file: tuple[str, ...] = row(
        (),
        "A file that is read before each C file (repeatable); also as -include FILE.",
        metavar="FILE",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    std: str = row(
        "",
        "Which C it is; also as -std=gnu17. [default: gnu11, or gnu2x where that is not what a file is]",
        choices=STANDARDS,
        metavar="STD",
        commands=(*READS_C, CERTIFY, REPLAY),
        meaning=True,
    )
    compile_commands: str = row(
        "",
        "How the files of the program are compiled, and which ones there are: compile_commands.json or what `threadproof cc` "
        "recorded, or the folder that has it. FILE names the one with main; the files that it needs are found by symbol.",
        metavar="PATH",
        short="-p",
        commands=READS_PROJECTS,
    )
    target: str = row(
        "",
        "Which program, where there are several: of a build, or of the configuration file.",
        metavar="NAME",
        commands=READS_PROJECTS,
    )
    no_config: bool = row(
        False,
        "Read no configuration file (threadproof.toml, or the table tool.threadproof of pyproject.toml).",
        commands=(*READS_PROJECTS, HARNESS),
    )
    timeout: float = row(
        900.0,
        "Wall-clock limit in seconds (bench: per task).",
        low=0.01,
        high=10_000_000,
        metavar="S",
        commands=(VERIFY, CERTIFY, REPLAY, VALIDATE, BENCH),
    )
    memory: int = row(
        0,
        "Memory limit in MiB (bench: per task); 0 means three quarters of the machine's.",
        low=0,
        high=10_000_000,
        metavar="MIB",
        commands=(VERIFY, CERTIFY, REPLAY, VALIDATE, BENCH),
    )
    extern: str = row(
        "havoc",
        "What a call of an unknown function does: anything (havoc: the answer is not TRUE, and violations are looked for where "
        "it returns anything and overwrites what its pointers point to), exactly that (arguments; if it is given a function, "
        "which it may call, the answer is not TRUE either), only return anything (pure), or be an error (reject). One that is "
        "declared not to return ends the program.",
        choices=("havoc", "arguments", "pure", "reject"),
        commands=READS_C,
        meaning=True,
    )
    spurious: str = row(
        "on",
        "Whether condition variables wake up, and weak compare-and-exchanges fail, for no reason.",
        choices=("on", "off"),
        commands=READS_C,
        meaning=True,
    )
    undefined: str = row(
        "report",
        "What undefined behaviour means that the property is not about: the answer is not TRUE (report); executions end there, "
        "and TRUE is about all of them up to there (stop); the same, but shifts by too many bits and conversions of "
        "floating-point numbers that do not fit do what x86-64 does (ignore).",
        choices=("report", "stop", "ignore"),
        commands=(VERIFY, LOWER),
        meaning=True,
    )
    memory_model: str = row(
        SC,
        "sc: sequential consistency; tso: store buffers, so that a write reaches memory after later reads of its thread; pso: "
        "also after its later writes to other places; rmo: reads are delayed, too, unless something depends on them; power: "
        "and writes propagate to threads at different times (complete with --engine ordering; others find violations and "
        "prove programs with enough fences); or one model after the other (all).",
        choices=(*MODELS, ALL),
        commands=(VERIFY, LOWER),
        meaning=True,
    )
    fence: tuple[str, ...] = row(
        (),
        "Verify with a full fence at a place, as --suggest-fences names it: after:LINE or before:LINE of an access, also with a "
        "file before the line and a column after it (repeatable).",
        metavar="PLACE",
        commands=(VERIFY, LOWER),
        meaning=True,
    )
    suggest_fences: bool = row(
        False, "Where a weak memory model violates the property: find the smallest number of full fences that repair it."
    )
    buffer: int = row(
        4,
        "How many writes the store buffer of a thread holds; a program that needs more room is not TRUE.",
        low=1,
        high=64,
        metavar="N",
        commands=(VERIFY, LOWER),
        meaning=True,
    )
    search: str = row(
        "",
        "Order of the search; bfs finds shortest schedules, error-distance prefers what is close to a failure, threads "
        "what has the fewest threads. "
        "[default: bfs; with abstraction dfs]",
        choices=("bfs", "dfs", "error-distance", "threads"),
        engines=("explicit", "abstraction", "predicate"),
    )
    domain: str = row(
        "product",
        "What is known about data: values of variables (explicit), which predicates hold (predicate) or can hold together "
        "(boolean), or values and predicates (product).",
        choices=("explicit", "predicate", "boolean", "product"),
        engines=("abstraction",),
    )
    precision: str = row(
        "global",
        "Where a variable or predicate is tracked once it was needed: everywhere, in the function, or only at the location that "
        "needed it.",
        choices=("global", "function", "location"),
        engines=("abstraction", "predicate"),
    )
    refine: str = row(
        "auto",
        "Where predicates come from: weakest preconditions (wp), interpolants of bitwuzla (interpolants) or of z3 (spacer), or "
        "the first that rules out the path (auto).",
        choices=("auto", "wp", "interpolants", "spacer"),
        engines=("abstraction", "impact", "predicate", "esst"),
    )
    force_cover: str = row(
        "on",
        "Whether the label of a node is strengthened so that an older node covers it, where the path to it allows that.",
        choices=("on", "off"),
        engines=("impact",),
    )
    restart: bool = row(
        False, "Build the graph anew after every refinement, not only what it concerns.", engines=("abstraction",)
    )
    por: str = row(
        "",
        "Partial order reduction: of schedules that only differ in the order of independent steps, follow one. With abstraction: "
        "steps are independent if they share no variable that is written (static), or none that the proof looks at (abstract). "
        "With impact: other threads wait while one does what is its own business (shared), or independent steps are taken in "
        "one order only (monotonic). With simulation: persistent sets, by conflicting transitions (ct) or stubborn sets (stub, "
        "stub2), the smallest of several (-min); what transitions are seen to do (dynamic), or both (combined). "
        "With esst: only threads that the others do not depend on (persistent), no order that was seen already (sleep), or both. "
        "[default: abstract; with impact monotonic, with simulation stub, with bmc static, with esst persistent+sleep]",
        choices=(
            *("none", "static", "abstract", "shared", "monotonic", *PERSISTENT_SETS, "dynamic", "combined"),
            *("persistent", "sleep", "persistent+sleep"),
        ),
        engines=("abstraction", "impact", "simulation", "bmc", "predicate", "kinduction", "esst"),
    )
    por_literal: bool = row(
        False,
        "The reduction as published, which may miss errors: for comparison. The answer is never TRUE.",
        engines=("esst",),
    )
    idle: str = row(
        "havoc",
        "What a thread that rests knows about what another one writes: nothing (havoc), or what the step says (leak).",
        choices=("havoc", "leak"),
        engines=("esst",),
    )
    bound: int = row(
        0,
        "How often loops are repeated, or the largest k of k-induction; the answer is UNKNOWN if that does not suffice. 0 means "
        "as often as there is time for.",
        low=0,
        high=100_000,
        metavar="K",
        engines=("bmc", "kinduction"),
    )
    blocks: str = row(
        "loops",
        "Where a block ends, that is, where formulas are abstracted: at loop heads, also where functions are entered and left "
        "(loops+functions), after every step, or never: then it is bounded model checking.",
        choices=("never", "loops", "loops+functions", "every"),
        engines=("predicate", "kinduction"),
    )
    placement: str = row(
        "matching",
        "Where a refinement puts predicates: at the block ends that they are for, or at all of the refuted path.",
        choices=("matching", "path"),
        engines=("predicate",),
    )
    values: str = row(
        "on",
        "Whether paths that meet stay separate if their variables hold different constants: more paths, but fewer that are "
        "infeasible.",
        choices=("on", "off"),
        engines=("bmc", "predicate", "kinduction"),
    )
    factor: str = row(
        "off",
        "Whether what all alternatives of a formula have in common is factored out before a solver sees it.",
        choices=("on", "off"),
        engines=("bmc", "predicate", "kinduction"),
    )
    order: str = row(
        "both",
        "FairThreads: whether threads keep the order of the first instant (fixed), or any that can run may be next (free: more "
        "than can happen, but far fewer states); both: first free, and where that does not prove it, fixed.",
        choices=("fixed", "free", "both"),
        engines=ORDERED,
    )
    hbr: bool = row(
        False, "Dynamic reduction: do not swap steps of which one happens before the other anyway.", engines=("simulation",)
    )
    match: str = row(
        "adaptive",
        "When a visited state covers a new one: the same terms, as written (ceq) or simplified (pesm), or up to names of inputs "
        "(esm; esmh: found by hashing); values that a solver finds equal under a renaming of inputs (sbc; psbc: as they are "
        "named), always (-eq) or where the new state is possible (-cv); exactly, with quantifiers (ess); or the "
        "cheapest that suffices (adaptive).",
        choices=MATCHERS,
        engines=("simulation",),
    )
    mapping: str = row(
        "type",
        "Which inputs the sbc matchers may identify: those of one type, or also made at one place (location); and only if their "
        "numbers are equal (regular) or nearly so.",
        choices=("type", "location", "regular", "almost-regular"),
        engines=("simulation",),
    )
    coi: str = row(
        "both",
        "Cone of influence: leave out assignments that can never influence a condition (static), that no later "
        "condition depends on, as far as the present precision goes (dynamic), or both.",
        choices=("none", "static", "dynamic", "both"),
        engines=("abstraction",),
    )
    hunt: str = row(
        "on",
        "Whether single schedules are followed in search of a violation, beside the search for a proof.",
        choices=("on", "off"),
        engines=("abstraction",),
    )
    order_solver: str = row(
        "auto",
        "How the order of events is searched: lazily, with a clause for each cycle found (basic), inside the SAT solver (prop; "
        "zprop: inside z3), as Booleans with transitivity (eager), or by the size of the program (auto).",
        choices=("auto", "basic", "prop", "eager", "zprop"),
        engines=("ordering",),
    )
    conflicts: str = row(
        "on", "Whether clauses about short cycles are found before solving.", choices=("on", "off"), engines=("ordering",)
    )
    facts: str = row(
        "auto",
        "Whether the engine is told what `modular` finds out in a moment about registers, branches and checks: never (none), "
        "where it pays, which is with abstraction and any number of threads (auto), or always. Proofs then say why it holds.",
        choices=("none", "auto", "always"),
        engines=("abstraction", "impact", "ordering", "bmc", "predicate", "kinduction", "simulation"),
    )
    threads: int = row(
        0,
        "How many threads there may be, main included; a program with more is UNKNOWN. 0 means as many as the text of the "
        "program says, and 64 where it does not. harness: how many threads call, 2 if nothing is said.",
        low=0,
        high=10_000,
        metavar="N",
        commands=(VERIFY, HARNESS),
    )
    unwind: int = row(
        0,
        "How deep calls may nest; a program that goes deeper is UNKNOWN. 0 means 200 calls; when lowering, 8 activations of one "
        "function. Loops are followed without bound, except by ordering: there it is also the number of iterations of loops "
        "whose end is not decided by constants; 0 means 1, 2, 4, ... as long as there is time.",
        low=0,
        high=100_000,
        metavar="N",
        commands=(VERIFY, LOWER),
        meaning=True,
    )
    stage: str = row(
        "lowered",
        "Which form of the program to print: as the front end made it (source), with its accesses classified (analysed), or "
        "with calls and memory removed (lowered).",
        choices=("source", "analysed", "lowered"),
        commands=(LOWER,),
    )
    format: str = row(
        "text",
        "How to print it: an edge per line (text), in the IVL language, which can be read and verified again (ivl), or as its "
        "steps and which of them depend on each other (dependence).",
        choices=("text", "ivl", "dependence"),
        commands=(LOWER,),
    )
    sequentialise: bool = row(
        False,
        "Print a program of cooperative threads as one sequential C program, with the scheduler as code: for other verifiers, "
        "and to compare with them.",
        commands=(LOWER,),
    )
    jobs: int = row(
        0,
        "How many engines (bench: tasks) run at a time; 0 means one per core.",
        low=0,
        high=1024,
        metavar="N",
        engines=(AUTO,),
        commands=(VERIFY, BENCH),
    )
    agree: int = row(
        1, "How many engines must reach the same verdict before it is given.", low=1, high=16, metavar="N", engines=(AUTO,)
    )
    explain_plan: bool = row(False, "Say which engines were chosen, and why.", engines=(AUTO,))
    json: str = row(
        "",
        "Write verdict, times, counters and counterexample to this file; doctor: what it lists.",
        metavar="OUT",
        commands=(VERIFY, DOCTOR),
    )
    certificate: str = row(
        "", "Write why the answer is right to this file: `threadproof certify FILE OUT` checks it.", metavar="OUT"
    )
    witness: str = row(
        "",
        "Write the answer as a witness of SV-COMP to this file (YAML 2.2; GraphML 1.0 if it ends with .graphml), for other "
        "validators: `threadproof validate FILE OUT` is one.",
        metavar="OUT",
    )
    report: str = row("", "Write the answer as a page to this file (HTML, which needs no other).", metavar="OUT")
    junit: str = row("", "Write the answer as JUnit XML to this file: a test case for each property.", metavar="OUT")
    full_trace: bool = row(False, "Show every line of a counterexample, also those that do not matter for the violation.")
    stats: bool = row(False, "Print times and counters.")
    progress: bool = row(
        False, "Tell how far it is, a line every few seconds, on standard error; a terminal has a live line anyway."
    )
    quiet: bool = row(False, "Print the last line only; bench: no progress.", commands=(VERIFY, CERTIFY, REPLAY, VALIDATE, BENCH))
    options: str = row("", "Options of `verify` for every task, in one string.", metavar="TEXT", commands=(BENCH,))
    tool: tuple[str, ...] = row(
        (),
        "Run another verifier on the same tasks, too; its command may contain {file}, {property}, {timeout}, {memory} and "
        "{data_model} (repeatable).",
        metavar="NAME=COMMAND",
        commands=(BENCH,),
    )
    out: str = row(
        "bench.csv",
        "Result file, written row by row; what is in there already is not run again.",
        metavar="CSV",
        commands=(BENCH,),
    )
    harness: bool = row(
        False,
        "FILE is a library without main: write a harness for it, as `threadproof harness` does with the same options, and verify "
        "that.",
    )
    each: int = row(2, "How many calls a thread makes, at most.", low=1, high=1000, metavar="N", commands=CALLS)
    unbounded: bool = row(False, "Any number of threads, each with any number of calls.", commands=CALLS)
    calls: tuple[str, ...] = row(
        (),
        "Functions that the threads call, with commas between them; f+g: g after f, where parameters of the same name are the "
        "same variable; repeated: those of the first thread, of the second, and of all others. [default: all that take the "
        "object, but what makes or ends one]",
        metavar="NAMES",
        commands=CALLS,
    )
    init: str = row(
        "",
        "What makes the object before: a function, or a statement, where the object is called `subject`. [default: by its name]",
        metavar="TEXT",
        commands=CALLS,
    )
    final: str = row("", "What is called after all threads have ended, likewise.", metavar="TEXT", commands=CALLS)
    below: int = row(
        0, "Numbers that are passed are below N and not negative; 0: any number.", low=0, metavar="N", commands=CALLS
    )
    argument: tuple[str, ...] = row(
        (),
        "What is passed for a parameter, of one function or of all: an expression; or `out`: a place that the function fills "
        "(repeatable). [default: by its type]",
        metavar="[F.]NAME=C",
        commands=CALLS,
    )
    linearizable: bool = row(
        False, "Assert that the results are those of the same calls one after the other, in some order.", commands=CALLS
    )
    observe: str = row(
        "",
        "--linearizable: functions that are called in this order after all threads have ended, whose results must fit, too.",
        metavar="NAMES",
        commands=CALLS,
    )
    pending: bool = row(
        False, "--linearizable: compare at any moment, also while calls have not returned, and perhaps never do.", commands=CALLS
    )
    output: str = row(
        "", "The file to write; -: standard output. [default: NAME_harness.c]", metavar="C", short="-o", commands=CALLS
    )
    html: str = row("", "Write tables and plots to this file, which needs no other.", metavar="PAGE", commands=(BENCH,))
    compare: str = row("", "An older result file to compare with.", metavar="CSV", commands=(BENCH,))
    property: str = UNREACH  # the one of `properties` that a run is about: no option
    configuration: str = ""  # the file that some of the options are from: no option
    project: Project | None = None  # the files of a program that has several, with the options of each: no option

    def adds(self) -> tuple[str, ...]:
        """The options that add a property to what is verified without `--property`."""
        return tuple(each.option for each in TABLE if each.option and getattr(self, each.option))

    def alone(self, name: str) -> Config:
        """The same for one property."""
        added: dict[str, Any] = {each.option: False for each in TABLE if each.option}
        return replace(self, property=name, properties=(name,), **added)

    def meaning(self) -> dict[str, Any]:
        """The options that decide what the program means; a run that repeats them verifies the same."""
        return {o.attribute: getattr(self, o.attribute) for o in OPTIONS if o.meaning}

    def spoken(self, data_model: str = "") -> list[str]:
        """What of this is not the default, as it is written on the command line. `data_model`: the one that is expected."""
        words = []
        for option in OPTIONS:
            value = getattr(self, option.attribute)
            usual = data_model if option.attribute == "data_model" else option.default
            if option.meaning and value not in (usual, ""):
                flag = option.short or option.flag
                words += [f"{flag} {_quoted(each)}" for each in (value if isinstance(value, tuple) else (value,))]
        return words

    def task_options(self) -> dict[str, object]:
        """What an engine gets to see: the options that name it, and those that hold for every engine."""
        return {
            o.attribute: getattr(self, o.attribute)
            for o in OPTIONS
            if VERIFY in o.commands and self.engine in (o.engines or (self.engine,))
        }


def _quoted(value: object) -> str:
    """As a shell takes it for one word."""
    text = str(value)
    if text and not set(text) & set(" \t'\"\\$`;&|<>()*?[]#~!{}"):
        return text
    import shlex

    return shlex.quote(text)


def compiler_flags(config: Config) -> tuple[str, ...]:
    """The options of compilers, in their spelling."""
    words = {"-std=": (config.std,), "-U": config.undefine, "-D": config.define, "-I": config.include, "-isystem": config.isystem}
    words |= {"-idirafter": config.idirafter, "-include": config.include_file}
    return tuple(flag + value for flag, values in words.items() for value in values if value)


def is_macro(text: str) -> bool:
    """Of one line, and with a name: compilers take the next argument for the name of a macro that has none."""
    name = text.partition("=")[0].partition("(")[0]
    return name.isidentifier() and name.isascii() and not set(text) & set("\n\r\0")


def _option(field: str, row: dict[str, Any]) -> Option:
    return Option(**{"name": field.replace("_", "-"), **row, "field": field})


OPTIONS: tuple[Option, ...] = tuple(_option(f.name, f.metadata["row"]) for f in fields(Config) if "row" in f.metadata)
