"""The copies that bufferization, or MLIR's own, decides on for small programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bufferize
from bufferize.analysis import AnalysisHeuristic
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions, make_copies_explicit
from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation
from bufferize_testing.reference import run_reference
from tests.small_programs.programs import Program
from tests.small_programs.text import DECLARATIONS, module_text

_REFERENCE = (
    "--test-tensor-copy-insertion=bufferize-function-boundaries allow-return-allocs-from-loops"
)
_COPY = "bufferization.alloc_tensor"
_VIEWS = ("tensor.extract_slice", "tensor.expand_shape", "tensor.collapse_shape", "tensor.cast")


Decided = frozenset[int] | str
"""The operands that are copied, or why a program is refused."""


def decided(
    programs: Sequence[Program],
    context: bufferize.Context,
    heuristic: AnalysisHeuristic | str,
    *,
    disjoint_subsets: bool = False,
) -> list[Decided]:
    """Return what One-Shot Bufferize decides about each program."""
    options = OneShotOptions(
        bufferize_function_boundaries=True,
        allow_return_allocs_from_loops=True,
        analysis_heuristic=heuristic,
        disjoint_subsets=disjoint_subsets,
    )
    module = bufferize.parse(module_text(programs), context)
    try:
        make_copies_explicit(module, options, context, verify=False)
    except DiagnosticError as error:
        if len(programs) == 1:
            return [str(error)]
        return [
            found
            for program in programs
            for found in decided([program], context, heuristic, disjoint_subsets=disjoint_subsets)
        ]
    return [copied_operands(function) for function in programs_of(module)]


def texts_by_reference(programs: Sequence[Program]) -> list[str | None]:
    """Return each program as MLIR's own tool makes it, with copies; None for those it refuses."""
    done = run_reference(module_text(programs), _REFERENCE)
    if done.returncode:
        if len(programs) == 1:
            return [None]
        half = len(programs) // 2
        parts = programs[:half], programs[half:]
        return [found for part in parts for found in texts_by_reference(part)]
    aliases, *functions = done.stdout.rpartition("}")[0].split("  func.func ")
    aliases = aliases.removesuffix("module {\n")
    return [f"{aliases}func.func {text}" for text in functions if text.startswith("@f")]


def number_of_copies(text: str) -> int:
    """Return how many copies there are in the text of a function."""
    return text.count(_COPY)


def copied_in(text: str, context: bufferize.Context) -> frozenset[int]:
    """Return the operands that are copied, in the text of a function whose copies are explicit."""
    (function,) = programs_of(bufferize.parse(f"{text}\n{DECLARATIONS}", context))
    return copied_operands(function)


def copied_operands(function: Operation) -> frozenset[int]:
    """Return the operands that are copied, in a function whose copies are explicit.

    They have the numbers of `Program.sites`. To copy the result of a view is to copy its operand.
    """
    copied = set()
    of_views = set()
    site = 0
    for op in function.walk():
        if op.name == _COPY:
            continue
        for value in op.operands:
            if is_tensor_like(value.type):
                made = value.defining_op
                if made is not None and made.name == _COPY and made not in of_views:
                    copied.add(site)
                site += 1
        copy = _copy_of_view(op)
        if copy is not None:
            of_views.add(copy)
            copied.add(site - 1)
    return frozenset(copied)


def _copy_of_view(op: Operation) -> Operation | None:
    """Return the copy of the result of a view, if it is the only use and comes right after it."""
    after = op.next_op
    if after is None or after.name != _COPY or not after.operands:
        return None
    if op.name not in _VIEWS and not (op.name == "func.call" and "@passes" in str(op)):
        return None
    (result,) = op.results
    return after if after.operands[0] is result and result.has_one_use() else None


def programs_of(module: Operation) -> Iterator[Operation]:
    """Yield the functions of a module that are programs."""
    for op in module.regions[0].entry.ops:
        if isinstance(op, FunctionOpInterface) and op.symbol_name[1:].isdigit():
            yield op
