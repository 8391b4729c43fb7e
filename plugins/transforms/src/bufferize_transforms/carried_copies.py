"""Loops that yield another buffer than the one they carry: the yielded tensor is copied into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import NamedTuple

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.bufferization import AllocTensorOp, MaterializeInDestinationOp
from bufferize.driver import OneShotOptions, analyze
from bufferize.driver.bufferizable import ModelContext
from bufferize.interfaces import (
    LoopLikeOpInterface,
    RegionBranchTerminatorOpInterface,
    is_tensor_like,
)
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_transforms.loop_destinations import yields_carried_shape


class CarriedCopy(NamedTuple):
    """A tensor that an iteration yields to another buffer than that of the carried tensor."""

    loop: LoopLikeOpInterface
    argument: ir.BlockArgument
    """The carried tensor."""
    yielded: ir.OpOperand


@no_collection()
@deep_recursion()
def copy_into_carried_tensors(
    root: ir.Operation, options: OneShotOptions, context: ModelContext, *, verify: bool = True
) -> int:
    """Make loops copy what they yield into the tensors they carry; return the number of copies.

    Run it right before One-Shot Bufferize, with the same options, which would refuse the loop:

    ```mlir
    scf.yield %new : tensor<4xf32>
    ```

    becomes

    ```mlir
    %own = bufferization.materialize_in_destination %new in %carried : …
    scf.yield %own : tensor<4xf32>
    ```

    The copies of one loop are in an order in which none overwrites what a later one reads. If there
    is none, as where two tensors are swapped, a tensor is copied to a new buffer before.

    A tensor of dynamic shape is left alone, unless it is known to have the shape of the carried one,
    and so is a loop that would be refused all the same. Raises DiagnosticError if the analysis finds
    that `root` cannot be bufferized for another reason; it is unchanged then.
    """
    if verify:
        ir.require_valid(root)
    options = replace(options, allow_return_allocs_from_loops=True)
    state = analyze(root, options, context, verify=False)
    tried: set[ir.OpOperand] = set()
    done = 0

    def attempt(copies: Sequence[CarriedCopy]) -> bool:
        """Insert `copies` unless the program is refused with them; return whether it is not."""
        nonlocal state, done
        try:
            with ir.all_or_nothing(root):
                insert_carried_copies(copies, state)
                state = analyze(root, options, context, verify=False)
        except DiagnosticError:
            return False
        done += len(copies)
        return True

    while copies := [
        copy
        for copy in find_carried_copies(root, state)
        if copy.yielded not in tried and yields_carried_shape(*copy, state)
    ]:
        tried.update(copy.yielded for copy in copies)
        if not attempt(copies):
            for _, own in groupby(copies, lambda copy: copy.loop):
                attempt(list(own))
    return done


def find_carried_copies(root: ir.Operation, state: AnalysisState) -> list[CarriedCopy]:
    """Return the tensors that loops must copy because they yield other buffers than they carry.

    `state` is that of an analysis that allows this. What a loop passes on that a loop in it yields
    is left out, if that one must copy: then it may yield the right buffer.
    """
    found = [
        copy
        for loop in root.walk_post()
        if isinstance(loop, LoopLikeOpInterface) and state.model(loop) is not None
        for copy in _copies_of(loop, state)
    ]
    loops = {copy.loop for copy in found}
    return [copy for copy in found if copy.yielded.value.defining_op not in loops]


def _copies_of(loop: LoopLikeOpInterface, state: AnalysisState) -> list[CarriedCopy]:
    """Return the copies for one loop; none if it also yields what no carried tensor can take."""
    found: list[CarriedCopy] = []
    for argument, yielded in _carried(loop):
        if argument is None or argument.type is not yielded.value.type:
            if is_tensor_like(yielded.value.type):
                return []
        elif is_tensor_like(argument.type) and not state.are_equivalent_buffer_values(
            argument, yielded.value
        ):
            found.append(CarriedCopy(loop, argument, yielded))
    return found


def _carried(
    loop: LoopLikeOpInterface,
) -> Iterator[tuple[ir.BlockArgument | None, ir.OpOperand]]:
    """Yield what iterations and regions pass on, each with the argument whose buffer it must use."""
    regions = loop.loop_regions
    if len(regions) == 1:
        yield from zip(loop.region_iter_args, loop.yielded_operands, strict=False)
        return
    for region in regions:
        terminator = region.blocks[-1].terminator
        if isinstance(terminator, RegionBranchTerminatorOpInterface):
            passed = terminator.mutable_successor_operands(None)
            arguments = region.entry.arguments[: len(passed)]
            yield from zip_longest(arguments, passed)


def insert_carried_copies(copies: Iterable[CarriedCopy], state: AnalysisState) -> None:
    """Insert `copies` before the terminators that yield the tensors."""
    by_terminator: dict[ir.Operation, list[CarriedCopy]] = {}
    for copy in copies:
        by_terminator.setdefault(copy.yielded.owner, []).append(copy)
    for waiting in by_terminator.values():
        readers = _readers(waiting, state)
        while waiting:
            copy = _next(waiting[0], readers)
            if readers[copy]:
                _copy_elsewhere(copy.yielded)
            else:
                waiting.remove(copy)
                _copy_into(copy.argument, copy.yielded)
            for others in readers.values():
                others.discard(copy)


def _readers(
    copies: Sequence[CarriedCopy], state: AnalysisState
) -> dict[CarriedCopy, set[CarriedCopy]]:
    """Return for each of the copies those others that may read what it overwrites."""
    overwritten: dict[ir.Value, CarriedCopy] = {copy.argument: copy for copy in copies}
    found: dict[CarriedCopy, set[CarriedCopy]] = {copy: set() for copy in copies}
    for reader in copies:
        for value in state.find_values_in_reverse_use_def_chain(
            reader.yielded, overwritten.__contains__
        ):
            copy = overwritten.get(value, reader)
            if copy is not reader:
                found[copy].add(reader)
    return found


def _next(copy: CarriedCopy, readers: Mapping[CarriedCopy, set[CarriedCopy]]) -> CarriedCopy:
    """Return a copy that waits for itself, or one that waits for none, for which `copy` waits."""
    passed: set[CarriedCopy] = set()
    while copy not in passed and readers[copy]:
        passed.add(copy)
        copy = min(readers[copy], key=lambda reader: reader.yielded.index)
    return copy


def _copy_elsewhere(yielded: ir.OpOperand) -> None:
    copy = AllocTensorOp.build(
        dynamic_sizes=[],
        copy=yielded.value,
        result_types=[yielded.value.type],
        location=yielded.owner.location,
    )
    yielded.set(_before(yielded.owner).insert(copy).result)


def _copy_into(argument: ir.BlockArgument, yielded: ir.OpOperand) -> None:
    copy = MaterializeInDestinationOp.build(
        source=yielded.value,
        dest=argument,
        result_types=[argument.type],
        location=yielded.owner.location,
    )
    yielded.set(_before(yielded.owner).insert(copy).results[0])


def _before(op: ir.Operation) -> ir.Builder:
    return ir.Builder(ir.InsertionPoint.before(op), op.location)
