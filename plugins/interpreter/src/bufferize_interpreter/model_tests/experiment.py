"""Experiments: an op in a program with watchpoints around it, bufferized and run."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bufferize import ir
from bufferize.analysis import OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.bufferization import ToTensorOp
from bufferize.driver import LayoutMapOption, OneShotOptions, analyze, one_shot_bufferize
from bufferize.interfaces import FunctionOpInterface, has_tensor_values, is_tensor_like
from bufferize.plugins import Context
from bufferize_interpreter.model_tests.watching import (
    Event,
    Interference,
    SeeOp,
    WatchedMachine,
    Watcher,
    insert_watch,
)
from bufferize_interpreter.traps import Trap
from bufferize_interpreter.validation.inputs import Inputs, drawn_inputs
from bufferize_interpreter.validation.outcomes import DEFAULT_LIMITS, Outcome

BEFORE, AFTER, START = 0, 1, 2
_FIRST_ENTRY: Final = 10

OPTIONS: Final = OneShotOptions(
    bufferize_function_boundaries=True,
    allow_return_allocs_from_loops=True,
    function_boundary_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP,
)


@dataclass(frozen=True)
class Watchpoint:
    """A point in a program at which values are recorded."""

    number: int
    names: tuple[str, ...]
    """The roles of the recorded values for the op: "operand #0", "result #1", …"""
    is_after: bool = False
    """Whether the op has been executed when the program reaches this point."""
    region: int | None = None
    """The region of the op that begins here."""


@dataclass
class Specimen:
    """A copy of a program with watchpoints around one of its ops."""

    module: ir.Operation
    op: ir.Operation
    function: FunctionOpInterface
    """The function that is called."""
    watchpoints: dict[int, Watchpoint]
    values: dict[str, ir.Value]
    """The tensors around the op, by their roles."""


@dataclass(frozen=True)
class Sample:
    """A program, and one op in it, given by its number in a walk."""

    module: ir.Operation
    index: int

    @property
    def op(self) -> ir.Operation:
        """The op."""
        return nth_op(self.module, self.index)

    @property
    def called(self) -> FunctionOpInterface:
        """The function that is called to execute the op."""
        function = function_around(self.op)
        return (
            function
            if function is not None and function.is_public
            else called_function_of(self.module)
        )

    def is_executed(self, traces: Sequence[Trace]) -> bool:
        """Return whether the op was executed in one of the runs, or cannot be watched."""
        is_watched = BEFORE in self.specimen(watches_regions=False).watchpoints
        return not is_watched or any(event.number == BEFORE for t in traces for event in t.events)

    def specimen(self, *, watches_regions: bool = True) -> Specimen:
        """Return a copy with watchpoints."""
        module = ir.clone(self.module)
        op = nth_op(module, self.index)
        return _Watched(module, op, watches_regions).specimen()


def nth_op(module: ir.Operation, index: int) -> ir.Operation:
    """Return the op with that number in a walk."""
    return next(islice(module.walk(), index, None))


class _Watched:
    """The insertion of watchpoints around an op."""

    def __init__(self, module: ir.Operation, op: ir.Operation, watches_regions: bool) -> None:
        self.module, self.op = module, op
        self.watches_regions = watches_regions
        self.watchpoints: dict[int, Watchpoint] = {}
        self.values: dict[str, ir.Value] = {}
        self.next = _FIRST_ENTRY

    def specimen(self) -> Specimen:
        op = self.op
        function = function_around(op)
        if function is None:
            function = called_function_of(self.module)
        if not isinstance(op, FunctionOpInterface) and op.parent_op is not self.module:
            self._around()
        if self.watches_regions:
            self._entries(op, "argument #{} of region #{}", own=True)
        called = function if function.is_public else called_function_of(self.module)
        shared = [a for a in called.function_body.entry.arguments if _is_shaped(a.type)]
        self._watch(
            ir.InsertionPoint.at_start(called.function_body.entry),
            START,
            shared,
            [""] * len(shared),
        )
        return Specimen(self.module, op, called, self.watchpoints, self.values)

    def _around(self) -> None:
        op = self.op
        operands = [o for o in op.op_operands if is_tensor_like(o.value.type)]
        names = [f"operand #{o.index}" for o in operands]
        self.values.update(zip(names, (o.value for o in operands), strict=True))
        anchor = op
        while True:
            kept = [
                (name, o.value)
                for name, o in zip(names, operands, strict=True)
                if not _is_within(o.value, anchor)
            ]
            if self._watch(
                ir.InsertionPoint.before(anchor), BEFORE, [v for _, v in kept], [n for n, _ in kept]
            ):
                break
            assert anchor.parent_op is not None
            anchor = anchor.parent_op
        results = {f"result #{r.index}": r for r in op.results if is_tensor_like(r.type)}
        self.values.update(results)
        after = dict(kept)
        if anchor is op:
            after.update(results)
        if not anchor.has_trait(ir.IsTerminator):
            self._watch(
                ir.InsertionPoint.after(anchor),
                AFTER,
                list(after.values()),
                list(after),
                is_after=True,
            )
            return
        for number, successor in enumerate(anchor.successors):
            arguments: dict[str, ir.Value] = {
                f"argument #{a.index} of successor #{number}": a
                for a in successor.arguments
                if is_tensor_like(a.type)
            }
            self.values.update(arguments)
            self._watch(
                ir.InsertionPoint.at_start(successor),
                self._number(),
                list(arguments.values()),
                list(arguments),
                is_after=True,
            )
        parent = anchor.parent_op
        if parent is None or isinstance(parent, FunctionOpInterface) or anchor.successors:
            return
        self._entries(parent, "argument #{} of region #{} of the operation around", own=False)
        named = {
            f"result #{r.index} of the operation around": r
            for r in parent.results
            if is_tensor_like(r.type)
        }
        self.values.update(named)
        self._watch(
            ir.InsertionPoint.after(parent), AFTER, list(named.values()), list(named), is_after=True
        )

    def _entries(self, op: ir.Operation, name: str, own: bool) -> None:
        for region in op.regions:
            if not region.blocks or not _has_tensors(region):
                continue
            entry = region.entry
            named = {name.format(a.index, region.index): a for a in entry.arguments}
            self.values.update({n: a for n, a in named.items() if is_tensor_like(a.type)})
            self._watch(
                ir.InsertionPoint.at_start(entry),
                self._number(),
                list(named.values()),
                list(named),
                is_after=not own,
                region=region.index if own else None,
            )

    def _number(self) -> int:
        self.next += 1
        return self.next

    def _watch(
        self,
        point: ir.InsertionPoint,
        number: int,
        values: Sequence[ir.Value],
        names: Sequence[str],
        *,
        is_after: bool = False,
        region: int | None = None,
    ) -> bool:
        """Insert a watchpoint; return False if the program would become invalid."""
        watch = insert_watch(point, values, number)
        if ir.verify(self.module):
            watch.erase()
            return False
        self.watchpoints[number] = Watchpoint(number, tuple(names), is_after, region)
        return True


def _has_tensors(region: ir.Region) -> bool:
    """Return whether a region has a tensor that the analysis could decide about."""
    return any(
        any(is_tensor_like(argument.type) for argument in block.arguments)
        or any(has_tensor_values(op) for op in block.walk())
        for block in region.blocks
    )


def _is_shaped(type: ir.Type) -> bool:
    return is_tensor_like(type) or isinstance(type, ir.BaseMemRefType)


def _is_within(value: ir.Value, op: ir.Operation) -> bool:
    block = value.parent_block
    around = block.parent_op if block is not None else None
    while around is not None and around is not op:
        around = around.parent_op
    return around is op


def function_around(op: ir.Operation | None) -> FunctionOpInterface | None:
    """Return the function that is `op` or contains it."""
    while op is not None and not isinstance(op, FunctionOpInterface):
        op = op.parent_op
    return op


def called_function_of(module: ir.Operation) -> FunctionOpInterface:
    """Return the last public function of a program. Raises DiagnosticError if there is none."""
    functions = [
        op
        for region in module.regions
        for op in region.entry.ops
        if isinstance(op, FunctionOpInterface) and op.is_public and not op.is_external
    ]
    if not functions:
        raise DiagnosticError("the program has no public function to call")
    return functions[-1]


# Running


@dataclass
class Trace:
    """The record of one run."""

    events: list[Event]
    outcome: Outcome | None
    trap: Trap | None = None


def run_watched(
    specimen: Specimen,
    context: Context,
    inputs: Inputs,
    *,
    seed: int = 0,
    interfere: Interference | None = None,
) -> Trace:
    """Run the function of a specimen. Raises PluginError if semantics are missing or fail."""
    watcher = Watcher(interfere=interfere)
    output = io.StringIO()
    machine = WatchedMachine(specimen.module, context, watcher, output=output)
    values = inputs.again()
    try:
        run = machine.run(
            specimen.function.symbol_name,
            values,
            seed=seed,
            limit=DEFAULT_LIMITS.runs,
            undefined=True,
        )
    except Trap as trap:
        return Trace(watcher.events, None, trap)
    buffers = {
        number: values[number]
        for number, type in enumerate(specimen.function.signature.inputs)
        if isinstance(type, ir.BaseMemRefType)
    }
    return Trace(watcher.events, Outcome(run.results, buffers, output.getvalue()))


def inputs_of(specimen: Specimen, seed: int) -> Iterator[Inputs]:
    """Yield inputs for the function of a specimen, read-only if it must not write to them."""
    function = specimen.function
    frozen = set()
    for op in specimen.module.walk():
        if isinstance(op, ToTensorOp) and op.writable is None:
            value = op.operand(0)
            if (
                isinstance(value, ir.BlockArgument)
                and value.parent_block is function.function_body.entry
            ):
                frozen.add(value.index)
    for inputs in drawn_inputs(function, seed):
        for number in frozen:
            inputs.values[number].flags.writeable = False
        yield inputs


# Bufferizing


def in_place_analysis(
    specimen: Specimen,
    context: Context,
    options: OneShotOptions = OPTIONS,
    *,
    everything: bool = False,
) -> OneShotAnalysisState:
    """Return an analysis of the specimen with every operand of its op in place.

    With `everything`, that is every operand of the function. Raises DiagnosticError if the analysis
    refuses the program.
    """
    state = analyze(specimen.module, options, context, verify=False)
    assert isinstance(state, OneShotAnalysisState)
    for op in specimen.function.walk() if everything else (specimen.op,):
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type) and not state.is_in_place(operand):
                state.force_in_place(operand)
    return state


def bufferized(
    specimen: Specimen,
    context: Context,
    state: OneShotAnalysisState,
    options: OneShotOptions = OPTIONS,
) -> dict[int, tuple[ir.Type, ...]]:
    """Bufferize the specimen; return the types of the values at each watchpoint afterwards."""
    name = specimen.function.symbol_name
    one_shot_bufferize(specimen.module, options, context, analysis=state, verify=False)
    problems = ir.verify(specimen.module)
    if problems:
        raise DiagnosticError(problems)
    (specimen.function,) = (
        op
        for op in specimen.module.regions[0].entry.ops
        if isinstance(op, FunctionOpInterface) and op.symbol_name == name
    )
    found: dict[int, tuple[ir.Type, ...]] = {}
    for op in specimen.module.walk():
        if isinstance(op, SeeOp):
            number = op.properties["number"]
            assert isinstance(number, ir.IntegerAttr)
            found[number.value] = op.operand_types
    return found
