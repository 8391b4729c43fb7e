"""`bufferize plan`: how much memory a program takes if its buffers share arenas."""

from __future__ import annotations

import argparse
from typing import Final

from bufferize import ir
from bufferize.diagnostics import (
    Diagnostic,
    OptionError,
    SourceMap,
    closest_name,
    did_you_mean,
    error,
)
from bufferize.interfaces import FunctionOpInterface
from bufferize.interfaces.base import has_tensor_values
from bufferize.passes import PassManager
from bufferize.plugins import Command, Context, ProgressLine
from bufferize.syntax import print_module
from bufferize_buffers.passes import BufferDeallocationPipelinePass
from bufferize_planner.arena import (
    Arena,
    ArenaMode,
    by_memory_space,
    place_arenas,
    plan_arena,
)
from bufferize_planner.buffers import Budget
from bufferize_planner.lifetimes import FunctionLifetimes, ModuleUses, lifetimes
from bufferize_planner.minimalloc import read_csv, write_csv
from bufferize_planner.nesting import CallGraph
from bufferize_planner.planning import find_planner, plan
from bufferize_planner.progress import SearchProgress
from bufferize_planner.report import (
    ArenaReport,
    kept_sentences,
    report_of_table,
    reports_of_arena,
    run_time_allocations,
    space_text,
)
from bufferize_planner.trace import trace
from bufferize_tools.files import read_input, write_output
from bufferize_tools.pipelines import one_shot_of
from bufferize_tools.subcommands import add_program, at_least, read_program, seconds
from bufferize_tools.terminal import report

_TABLE: Final = ".csv"
"""How the name of a file ends that is a table of buffers."""
_OF_PROGRAMS: Final = (
    "output",
    "options",
    "function",
    "space",
    "forbid_allocations",
    "nest_arenas",
    "no_dynamic",
)
"""The arguments that a table has no use for."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument(
        "-o", dest="output", metavar="OUT", help="write the program with its arenas"
    )
    parser.add_argument(
        "--one-shot-bufferize",
        "-one-shot-bufferize",
        dest="options",
        metavar="OPTIONS",
        help="how to bufferize a program on tensors, as bufferize-opt takes it "
        "(default: bufferize-function-boundaries)",
    )
    parser.add_argument(
        "--algorithm",
        default="exact",
        metavar="NAME",
        help="the planner: trivial, best-fit, size-first, exact (the default), or one of a plugin",
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        metavar="N",
        help="search for N seconds for each arena (default: an amount of work, about a second)",
    )
    parser.add_argument(
        "--arena-mode",
        choices=[mode.value for mode in ArenaMode],
        default=ArenaMode.ALLOCATE.value,
        help="with -o: whether functions allocate their arenas (the default) or get them as arguments",
    )
    parser.add_argument(
        "--nest-arenas",
        action="store_true",
        help="private functions get their arenas from their callers, in whose arenas they are",
    )
    parser.add_argument(
        "--no-dynamic",
        action="store_true",
        help="leave buffers of dynamic size where they are, even if the size is bounded or known when "
        "the function begins",
    )
    parser.add_argument("--function", metavar="NAME", help="only this function")
    parser.add_argument(
        "--space", metavar="SPACE", help="only arenas in this memory space; 0 is the default one"
    )
    parser.add_argument(
        "--max-bytes",
        type=at_least(0),
        metavar="N",
        help="end with status 1 if an arena is larger, and say what is alive then",
    )
    parser.add_argument(
        "--forbid-allocations",
        action="store_true",
        help="end with status 1 if something is allocated at run time besides the arenas",
    )
    for name, what in (
        ("csv", "the buffers with their offsets, as MiniMalloc does"),
        ("trace", "the plans as a trace, for https://ui.perfetto.dev"),
        ("svg", "the plans as a picture"),
        ("html", "the plans as a page with a picture that can be enlarged"),
    ):
        parser.add_argument(f"--{name}", metavar="OUT", help=f"write {what}")


class _Planning:
    """One run of `bufferize plan`."""

    def __init__(
        self, arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine
    ) -> None:
        self._arguments = arguments
        self._sources = sources
        self._progress = progress
        self._reports: list[ArenaReport] = []
        self._kept: list[str] = []
        self._problems: list[Diagnostic] = []

    def run(self) -> int:
        name = self._arguments.file
        if name.endswith(_TABLE):
            self._plan_table()
        else:
            self._plan_program()
        if self._arguments.max_bytes is not None:
            over = (each.over(self._arguments.max_bytes) for each in self._reports)
            self._problems += [problem for problem in over if problem is not None]
        self._progress.hide()
        self._write("<stdin>" if name == "-" else name)
        report(self._problems, self._sources)
        return 1 if self._problems else 0

    def _plan_table(self) -> None:
        for option in _OF_PROGRAMS:
            if getattr(self._arguments, option):
                flag = {"output": "-o", "options": "--one-shot-bufferize"}.get(
                    option, "--" + option.replace("_", "-")
                )
                raise OptionError(
                    f"{flag} is for programs, and '{self._arguments.file}' is a table"
                )
        name, text = read_input(self._arguments.file, self._sources)
        buffers, _ = read_csv(text, name)
        context = Context(block=self._arguments.block_plugin, warn=False)
        self._progress.say(f"planning {name}")
        budget = Budget(self._arguments.seconds)
        with SearchProgress(budget, self._progress):
            found = plan(buffers, self._arguments.algorithm, budget=budget, context=context)
        self._reports.append(report_of_table(name, buffers, found))

    def _plan_program(self) -> None:
        given = self._arguments
        module, context = read_program(given, self._sources)
        find_planner(given.algorithm, context)  # an unknown one is an error without buffers, too
        if any(has_tensor_values(op) for op in module.walk()):
            self._progress.say(f"bufferizing {given.file}")
            steps = [one_shot_of(given.options, context, self._sources)]
            PassManager(steps=[*steps, BufferDeallocationPipelinePass()]).run(module, context)
        elif given.options is not None:
            raise OptionError("--one-shot-bufferize is for programs on tensors: there are none")
        uses = ModuleUses(module)
        calls = CallGraph(module)
        planned: list[tuple[FunctionOpInterface, list[Arena]]] = []
        for function in self._functions(module, calls):
            self._progress.say(f"planning @{function.symbol_name}")
            is_nested = given.nest_arenas and calls.can_get_arenas(function)
            found = lifetimes(function, uses, not (given.no_dynamic or is_nested))
            arenas = self._arenas(function, found, context, is_nested)
            kept = {op: why for op, why in found.kept.items() if self._is_wanted(op)}
            self._kept += [f"@{function.symbol_name}: {line}" for line in kept_sentences(kept)]
            if given.forbid_allocations:
                self._problems += run_time_allocations(function, found)
            if is_nested:
                calls.pass_arenas(function, arenas, context)
            else:
                planned.append((function, arenas))
        if given.output is not None:
            for function, arenas in planned:
                place_arenas(function, arenas, ArenaMode(given.arena_mode), context)
            resources = context.resources_of(module), context.external_resources_of(module)
            text = print_module(module, resources=resources[0], external_resources=resources[1])
            write_output(given.output, text)

    def _arenas(
        self,
        function: FunctionOpInterface,
        found: FunctionLifetimes,
        context: Context,
        is_nested: bool,
    ) -> list[Arena]:
        """Plan the arenas of a function, and keep their reports."""
        arenas = []
        for allocations in by_memory_space(found.planned):
            if self._is_wanted(allocations[0].op):
                budget = Budget(self._arguments.seconds)
                with SearchProgress(budget, self._progress):
                    arena = plan_arena(
                        allocations, self._arguments.algorithm, budget, context, found.values
                    )
                arenas.append(arena)
                self._reports += reports_of_arena(function, arena, found, self._sources, is_nested)
        return arenas

    def _functions(self, module: ir.Operation, calls: CallGraph) -> list[FunctionOpInterface]:
        """Return the functions to plan. Raises OptionError if there is none of the wanted name."""
        if self._arguments.nest_arenas:
            if self._arguments.function is not None:
                raise OptionError("--nest-arenas is for whole programs: leave out --function")
            return list(calls.bottom_up())
        functions = [
            op for op in module.walk() if isinstance(op, FunctionOpInterface) and not op.is_external
        ]
        wanted = self._arguments.function
        if wanted is None:
            return functions
        names = [function.symbol_name for function in functions]
        if wanted not in names:
            problem = error(f"the program has no function '{wanted}' with a body")
            close = closest_name(wanted, names)
            listed = f"its functions are: {', '.join(names) or 'none'}"
            if close is not None:
                problem.notes.append(did_you_mean(close))
            raise OptionError(problem.note(listed))
        return [function for function in functions if function.symbol_name == wanted]

    def _is_wanted(self, op: ir.Operation) -> bool:
        """Return whether the buffer of an allocation is in a memory space to plan."""
        type = op.results[0].type
        space = type.memory_space if isinstance(type, ir.BaseMemRefType) else None
        return self._arguments.space in (None, space_text(space))

    def _write(self, name: str) -> None:
        """Write what the arguments ask for, and the sentences to stdout."""
        given = self._arguments
        if given.csv is not None:
            if len(self._reports) != 1:
                problem = error(f"there are {len(self._reports)} arenas, and a table has one")
                titles = ", ".join(each.title for each in self._reports) or "none"
                problem.note(f"choose by --function and --space: {titles}")
                if any(each.slot is not None for each in self._reports):
                    problem.note("slots have a table of their own; --no-dynamic leaves them out")
                raise OptionError(problem)
            (only,) = self._reports
            write_output(given.csv, write_csv(only.buffers, only.plan))
        if given.trace is not None:
            write_output(given.trace, trace(self._reports))
        if given.svg is not None:
            from bufferize_planner.pictures.svg import svg

            write_output(given.svg, svg(self._reports))
        if given.html is not None:
            from bufferize_planner.pictures.html import html  # few runs need the library

            write_output(given.html, html(name, self._reports, self._kept))
        lines = [each.sentence for each in self._reports] + self._kept
        if "-" not in (given.output, given.csv, given.trace, given.svg, given.html):
            write_output("-", "".join(f"{line}\n" for line in lines or ["nothing to plan"]))


def _run(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    return _Planning(arguments, sources, progress).run()


PLAN: Final = Command(
    "Plans the memory of a program, whose buffers share an arena for each function. Says how large it "
    "is, how small it could be, and what is alive at the peak. A program on tensors is bufferized and "
    "freed first; a file that ends in .csv is a table of buffers, in the format of MiniMalloc.",
    _add_arguments,
    _run,
)
