"""`bufferize run`: calls a function of a program and prints its results."""

from __future__ import annotations

import argparse
import ast
import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, ClassVar, Final

import numpy as np

from bufferize import ir
from bufferize.diagnostics import OptionError, SourceMap, error
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.interfaces import FunctionOpInterface
from bufferize.interfaces.base import has_tensor_values
from bufferize.plugins import Command, Context, ProgressLine
from bufferize_interpreter.arithmetic.elements import dtype_of
from bufferize_interpreter.machine import DEFAULT_LIMIT, Machine
from bufferize_interpreter.memory import DEFAULT_BYTES
from bufferize_interpreter.native import run_native
from bufferize_interpreter.processes import DEFAULT_PROCESS_LIMITS, ProcessLimits
from bufferize_interpreter.statistics import Timeline
from bufferize_interpreter.validation.inputs import NotDrawable, drawn_inputs
from bufferize_tools.files import write_output
from bufferize_tools.subcommands import add_program, at_least, read_program, seconds
from bufferize_tools.terminal import report

_OWN_BYTES: Final = 2**31
"""The number of bytes that a tool may take besides what the program needs."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program(parser)
    parser.add_argument(
        "--function",
        metavar="NAME",
        help="which function to call (default: @main, or the only public one)",
    )
    given = parser.add_mutually_exclusive_group()
    given.add_argument(
        "--args",
        nargs="*",
        default=[],
        metavar="VALUE",
        help="its arguments: numbers, lists as [[1, 2], [3, 4]], or files of NumPy (.npy)",
    )
    given.add_argument(
        "--random-args", type=int, metavar="SEED", help="draw arguments by their types"
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="another schedule: the order of parallel iterations, and when regions run that may run "
        "later (default: 0)",
    )
    add_limits(parser, "--native", DEFAULT_LIMIT)
    parser.add_argument(
        "--leaks", action="store_true", help="a buffer that is never freed is an error"
    )
    parser.add_argument(
        "--undefined",
        action="store_true",
        help="results may be undefined, which is an error otherwise",
    )
    parser.add_argument(
        "--stats", action="store_true", help="print what was allocated, copied, read and written"
    )
    parser.add_argument(
        "--trace",
        metavar="FILE.json",
        help="write a timeline of allocations, for https://ui.perfetto.dev",
    )
    parser.add_argument(
        "--native",
        action="store_true",
        help="bufferize the program if it is one on tensors, lower it with mlir-opt 22, execute it",
    )


def add_limits(parser: argparse.ArgumentParser, processes: str, runs: int) -> None:
    """Add the options that limit a program, its blocks to `runs`, and the `processes` it starts."""
    parser.add_argument(
        "--limit",
        type=at_least(1),
        default=runs,
        metavar="N",
        help=f"how often one block may run (default: {runs})",
    )
    parser.add_argument(
        "--max-bytes",
        type=at_least(1),
        default=DEFAULT_BYTES,
        metavar="N",
        help="how many bytes one tensor, or all buffers together, may take "
        f"(default: {DEFAULT_BYTES}); with {processes}, a process may take {_OWN_BYTES} more",
    )
    most_seconds, output, _ = DEFAULT_PROCESS_LIMITS
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=most_seconds,
        metavar="SECONDS",
        help=f"with {processes}, how long a process may take (default: {most_seconds})",
    )
    parser.add_argument(
        "--max-output",
        type=at_least(0),
        default=output,
        metavar="N",
        help=f"with {processes}, how many bytes a process may print (default: {output})",
    )


def process_limits(arguments: argparse.Namespace) -> ProcessLimits:
    """Return the limits that the options of `add_limits` set."""
    bytes = arguments.max_bytes + _OWN_BYTES
    return ProcessLimits(arguments.timeout, arguments.max_output, bytes)


def _run(arguments: argparse.Namespace, sources: SourceMap, progress: ProgressLine) -> int:
    module, context = read_program(arguments, sources)
    function = _function(module, arguments.function)
    values = _values(function, arguments)
    if len(values) != len(function.signature.inputs):
        raise OptionError(
            error(
                f"'{function.symbol_name}' takes {len(function.signature.inputs)} arguments, "
                f"but {len(values)} are given",
                function,
            ).note("`--args VALUE …` gives them, `--random-args SEED` draws them")
        )
    if arguments.native:
        _refuse_with_native(arguments)
        after = _on_buffers(module, context)
        limits = process_limits(arguments)
        name = function.symbol_name
        results = run_native(after, name, values, limits=limits, context=context)
        write_output("-", _as_text(function, values, results))
        return 0
    timeline = Timeline() if arguments.trace is not None else None
    machine = Machine(module, context, max_bytes=arguments.max_bytes)
    try:
        run = machine.run(
            function.symbol_name,
            values,
            seed=arguments.seed,
            limit=arguments.limit,
            leaks=arguments.leaks,
            undefined=arguments.undefined,
            timeline=timeline,
        )
    except KeyboardInterrupt as stop:
        report([machine.compiler.failures.of_interruption(stop, function)], sources)
        raise
    finally:
        if timeline is not None:  # most useful if the program failed
            write_output(arguments.trace, timeline.to_json())
    written = _as_text(function, values, run.results)
    if arguments.stats:
        written += json.dumps(run.statistics.to_json(), indent=2) + "\n"
    write_output("-", written)
    return 0


def _refuse_with_native(arguments: argparse.Namespace) -> None:
    """Raise OptionError for options that only the interpreter supports."""
    for name in ("stats", "trace", "leaks", "undefined"):
        if getattr(arguments, name):
            raise OptionError(f"--{name} is for programs that are interpreted: leave out --native")


def _on_buffers(module: ir.Operation, context: Context) -> ir.Operation:
    """Return the module if no operation in it has tensors, otherwise a bufferized copy."""
    if not any(has_tensor_values(op) for op in module.walk()):
        return module
    bufferized = ir.clone(module)
    context.share_resources(module, bufferized)
    one_shot_bufferize(bufferized, OneShotOptions(bufferize_function_boundaries=True), context)
    return bufferized


def _function(module: ir.Operation, name: str | None) -> FunctionOpInterface:
    """Return the function to call. Raises OptionError if several or none could be meant."""
    functions = [
        op
        for op in module.regions[0].blocks[0].ops
        if isinstance(op, FunctionOpInterface) and not op.is_external
    ]
    names = [function.symbol_name for function in functions]
    public = [function for function in functions if function.is_public]
    if name is None and "main" in names:
        name = "main"
    if name is None and len(public) == 1:
        return public[0]
    wanted = "say which function to call" if name is None else f"there is no function '{name}'"
    if name is None or name not in names:
        listed = ", ".join(names) or "none"
        problem = error(f"{wanted}: --function=NAME")
        raise OptionError(problem.note(f"functions with a body: {listed}"))
    return functions[names.index(name)]


def _values(function: FunctionOpInterface, arguments: argparse.Namespace) -> list[Any]:
    if arguments.random_args is None:
        values = [_literal(text) for text in arguments.args]
        types = function.signature.inputs
        # A list of numbers takes the type of the parameter.
        return [_as_elements(v, t) for v, t in zip_longest(values, types[: len(values)])]
    try:
        return next(drawn_inputs(function, arguments.random_args)).again()
    except NotDrawable as problem:
        raise OptionError(error(f"--random-args: {problem}", function)) from None


def _literal(text: str) -> Any:
    """Return a number, an array or the contents of a file.

    Raises OptionError for any other text.
    """
    if text.endswith(".npy"):
        try:
            found = np.load(text)
            if isinstance(found, np.ndarray):
                return found
            problem: object = "it holds no array"
        except (OSError, ValueError, EOFError, MemoryError) as failure:
            problem = failure
        raise OptionError(f"--args: cannot read '{text}': {problem}")
    try:
        value = ast.literal_eval(_Words().visit(ast.parse(text.strip(), mode="eval")))
        if isinstance(value, list | int | float | complex):
            return value
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        pass
    raise OptionError(f"--args: '{text}' is no number, list of numbers, or file of NumPy (.npy)")


class _Words(ast.NodeTransformer):
    """A transformer that replaces the names of numbers, such as `inf`, in an expression."""

    known: ClassVar = {"true": True, "false": False, "nan": float("nan"), "inf": float("inf")}

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.known[node.id]) if node.id in self.known else node


def _as_elements(value: Any, type: ir.Type | None) -> Any:
    if not isinstance(value, list) or not isinstance(type, ir.ShapedType):
        return value
    try:
        return np.array(value, dtype_of(type.element_type))
    except (TypeError, ValueError, OverflowError) as problem:
        raise OptionError(f"--args: {value} is no {type}: {problem}") from None


def _as_text(function: FunctionOpInterface, values: Sequence[Any], results: Sequence[Any]) -> str:
    """Return the text of the results, and of the buffer arguments after the call."""
    signature = function.signature
    lines = [
        f"result #{number}: {_shown(value, type)}"
        for number, (value, type) in enumerate(zip(results, signature.results, strict=True))
    ]
    lines += [
        f"argument #{number}: {_shown(value, type)}"
        for number, (value, type) in enumerate(zip(values, signature.inputs, strict=True))
        if isinstance(type, ir.BaseMemRefType)
    ]
    return "".join(f"{line}\n" for line in lines)


def _shown(value: Any, type: ir.Type) -> str:
    if isinstance(value, np.ndarray) and not isinstance(type, ir.ShapedType):
        value = value.item()
    if isinstance(value, np.ndarray):
        value = np.array2string(value, separator=", ", max_line_width=100)
    return f"{type} = {value}"


RUN: Final = Command(
    "Calls a function of a program, on tensors or on buffers, and prints what it gives. What a "
    "program must not do is an error at the op that does it.",
    _add_arguments,
    _run,
)
