"""Loops with values carried from one iteration to the next."""

from __future__ import annotations

from typing import TypeVar

from bufferize.interfaces.base import OpInterface, as_operation
from bufferize.interfaces.control_flow import RegionBranchOpInterface, RegionSuccessor
from bufferize.interfaces.value_bounds import constant_int
from bufferize.ir import BlockArgument, OpOperand, OpResult, Region, Value

_K = TypeVar("_K")
_V = TypeVar("_V")
LoopBounds = tuple[int | Value, int | Value, int | Value]
"""Where a counter starts, what it stays below, and the step, which is positive."""


class LoopLikeOpInterface(OpInterface):
    """A loop. An operation class implements what it has; the defaults say "none".

    The lists `init_operands`, `region_iter_args`, `yielded_operands` and `loop_results` run in
    parallel, one entry for each carried value.
    """

    __slots__ = ()

    @property
    def loop_regions(self) -> list[Region]:
        """The regions that make up the loop body."""
        return list(as_operation(self).regions)

    @property
    def loop_induction_variables(self) -> list[BlockArgument]:
        """The induction variables, outermost first; empty where there are none."""
        return []

    @property
    def loop_bounds(self) -> list[LoopBounds] | None:
        """For each induction variable its bounds; None where they are not known."""
        return None

    @property
    def init_operands(self) -> list[OpOperand]:
        """The operands with the values carried into the first iteration."""
        return []

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        """The block arguments that hold the carried values."""
        return []

    @property
    def yielded_operands(self) -> list[OpOperand]:
        """The terminator's operands with the values for the next iteration."""
        return []

    @property
    def loop_results(self) -> list[OpResult]:
        """The results with the carried values after the last iteration."""
        return []

    @property
    def static_trip_count(self) -> int | None:
        """How often the body runs for one run of the loop, None where that is not known.

        Each loop of a nest starts at its lower bound and stays below its upper one.
        """
        every = self.loop_bounds
        if every is None:
            return None
        count = 1
        for bounds in every:
            first, end, stride = map(constant_int, bounds)
            if first is None or end is None or stride is None or stride <= 0:
                return None
            count *= max(0, -((first - end) // stride))
        return count

    @property
    def may_repeat(self) -> bool:
        """Whether there may be more than one iteration."""
        return self.static_trip_count not in (0, 1)

    @property
    def is_parallel(self) -> bool:
        """Whether iterations may run at the same time."""
        return False

    def induction_variable_range(self, argument: BlockArgument) -> tuple[int | None, int | None]:
        """The first and the last value that an induction variable may have, None where unknown."""
        bounds = _matching(argument, self.loop_induction_variables, self.loop_bounds or [])
        if bounds is None:
            return None, None
        first, end, step = map(constant_int, bounds)
        if first is None or end is None or step is None or step <= 0:
            return first, None if end is None else end - 1
        return first, first + max(0, end - 1 - first) // step * step

    def is_defined_outside_of_loop(self, value: Value) -> bool:
        """Whether `value` is defined outside of the loop's regions."""
        op = as_operation(self)
        region = value.parent_region
        while region is not None:
            if region.parent is op:
                return False
            region = region.parent.parent_region if region.parent is not None else None
        return True

    def tied_region_iter_arg(self, operand: OpOperand) -> BlockArgument | None:
        """The block argument that starts with the value of the init `operand`."""
        return _matching(operand, self.init_operands, self.region_iter_args)

    def tied_loop_result(self, operand: OpOperand) -> OpResult | None:
        """The result that ends with the carried value that starts as `operand`."""
        return _matching(operand, self.init_operands, self.loop_results)

    def tied_init(self, value: BlockArgument | OpResult) -> OpOperand | None:
        """The init operand of a region argument or of a loop result."""
        if isinstance(value, OpResult):
            return _matching(value, self.loop_results, self.init_operands)
        return _matching(value, self.region_iter_args, self.init_operands)

    def tied_yielded_operand(self, argument: BlockArgument) -> OpOperand | None:
        """The terminator's operand with the next value of `argument`."""
        return _matching(argument, self.region_iter_args, self.yielded_operands)


class CountedLoopInterface(LoopLikeOpInterface, RegionBranchOpInterface):
    """A loop with one counter. An operation class adds `init_operands`.

    Its region has one block, whose arguments are the counter and the carried values, and whose
    terminator yields the next ones. No iteration and another iteration are always possible.
    """

    __slots__ = ()

    @property
    def induction_variable(self) -> BlockArgument:
        """The counter."""
        return as_operation(self).regions[0].blocks[0].arguments[0]

    @property
    def loop_induction_variables(self) -> list[BlockArgument]:
        return [self.induction_variable]

    @property
    def region_iter_args(self) -> list[BlockArgument]:
        return list(as_operation(self).regions[0].blocks[0].arguments[1:])

    @property
    def yielded_operands(self) -> list[OpOperand]:
        last = as_operation(self).regions[0].blocks[0].last_op
        return list(last.op_operands) if last is not None else []

    @property
    def loop_results(self) -> list[OpResult]:
        return list(as_operation(self).results)

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        return self.init_operands

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        op = as_operation(self)
        return [
            RegionSuccessor(op.regions[0], tuple(self.region_iter_args)),
            RegionSuccessor(None, op.results),
        ]


def _matching(key: _K, keys: list[_K], values: list[_V]) -> _V | None:
    for candidate, value in zip(keys, values, strict=False):
        if candidate is key:
            return value
    return None
