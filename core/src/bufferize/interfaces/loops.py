"""Loops with values carried from one iteration to the next."""

from __future__ import annotations

__all__ = [
    "CountedLoopInterface", "LoopBounds", "LoopLikeOpInterface", "ParallelLoopInterface",
    "SingleRegionLoopInterface",
]  # fmt: skip

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from bufferize import ir
from bufferize.interfaces.base import OpInterface, constant_int, position_among
from bufferize.interfaces.control_flow import RegionBranchOpInterface, RegionSuccessor

_KeyT = TypeVar("_KeyT", ir.OpOperand, ir.OpResult, ir.BlockArgument)
_V = TypeVar("_V")
LoopBounds = tuple[int | ir.Value, int | ir.Value, int | ir.Value]
"""The lower bound, upper bound (exclusive) and step (positive) of a counter."""
_INDEX_WIDTH = 64


class LoopLikeOpInterface(OpInterface):
    """A loop. An operation class implements the properties that it has; the defaults say "none".

    The lists `init_operands`, `region_iter_args`, `yielded_operands` and `loop_results` run in
    parallel, one entry for each carried value.
    """

    @property
    def loop_regions(self) -> list[ir.Region]:
        """The regions that make up the loop body."""
        return list(self.regions)

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        """The induction variables, outermost first; empty if there are none."""
        return []

    @property
    def loop_bounds(self) -> list[LoopBounds] | None:
        """The bounds of each induction variable; None if they are not known."""
        return None

    @property
    def has_unsigned_bounds(self) -> bool:
        """Whether the counters and their bounds are compared as unsigned numbers."""
        return False

    @property
    def init_operands(self) -> list[ir.OpOperand]:
        """The operands with the values carried into the first iteration."""
        return []

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        """The block arguments that hold the carried values."""
        return []

    @property
    def yielded_operands(self) -> list[ir.OpOperand]:
        """The terminator's operands with the values for the next iteration."""
        return []

    @property
    def loop_results(self) -> list[ir.OpResult]:
        """The results with the carried values after the last iteration."""
        return []

    @property
    def forwarded_operands(self) -> list[tuple[ir.OpOperand, ir.OpOperand, Sequence[ir.Value]]]:
        """The operands of terminators that carry values on, each as a triple.

        It has the init operand of the value, the operand of the terminator, and the values that this
        becomes: an argument of the next iteration, a result.
        """
        carried = (self.init_operands, self.yielded_operands)
        received = (self.region_iter_args, self.loop_results)
        return [(a, b, (c, d)) for a, b, c, d in zip(*carried, *received, strict=False)]

    @property
    def static_trip_count(self) -> int | None:
        """The number of iterations in a run of the loop, None if it is not known.

        Each loop of a nest starts at its lower bound and stays below its upper one.
        """
        counters = self._counters()
        if counters is None:
            return None
        total = 1
        for counter in counters:
            if counter.trip_count is None:
                return None
            total *= counter.trip_count
        return total

    @property
    def may_have_no_iterations(self) -> bool:
        """Whether the body may not run at all in a run of the loop."""
        counters = self._counters()
        return counters is None or not all(counter.is_sure_to_run for counter in counters)

    @property
    def may_repeat(self) -> bool:
        """Whether there may be more than one iteration."""
        return self.static_trip_count not in (0, 1)

    @property
    def is_parallel(self) -> bool:
        """Whether iterations may run at the same time."""
        return False

    def induction_variable_range(self, argument: ir.BlockArgument) -> tuple[int | None, int | None]:
        """Return the first and last value of an induction variable, None if they are not known."""
        counter = _matching(argument, self.loop_induction_variables, self._counters() or [])
        return (None, None) if counter is None else counter.range

    def _counters(self) -> list[_Counter] | None:
        every = self.loop_bounds
        if every is None:
            return None
        return [_Counter.of(bounds, self.has_unsigned_bounds) for bounds in every]

    def is_defined_outside_of_loop(self, value: ir.Value) -> bool:
        """Return whether `value` is defined outside of the loop's regions."""
        return not any(region.is_ancestor_of(value.parent_region) for region in self.regions)

    def tied_region_iter_arg(self, operand: ir.OpOperand) -> ir.BlockArgument | None:
        """Return the block argument whose first value is that of the init `operand`."""
        return _matching(operand, self.init_operands, self.region_iter_args)

    def tied_loop_result(self, operand: ir.OpOperand) -> ir.OpResult | None:
        """Return the result with the final value that was carried from the init `operand`."""
        return _matching(operand, self.init_operands, self.loop_results)

    def tied_init(self, value: ir.BlockArgument | ir.OpResult) -> ir.OpOperand | None:
        """Return the init operand of a region argument or of a loop result."""
        if isinstance(value, ir.OpResult):
            return _matching(value, self.loop_results, self.init_operands)
        return _matching(value, self.region_iter_args, self.init_operands)

    def tied_yielded_operand(self, argument: ir.BlockArgument) -> ir.OpOperand | None:
        """Return the terminator's operand with the next value of `argument`."""
        return _matching(argument, self.region_iter_args, self.yielded_operands)

    def verify_carried_values(self) -> None:
        """Check that the types of all carried values match. Raises VerifyError."""
        arguments = self.region_iter_args
        inits = [operand.value for operand in self.init_operands]
        yielded = [operand.value for operand in self.yielded_operands]
        argument = "region iter_arg"
        self._verify_carried(("init", "inits", inits), (argument, "", arguments))
        if len(yielded) == len(arguments):  # otherwise the edge from the terminator is wrong
            self._verify_carried((argument, "", arguments), ("yielded value", "", yielded))
        self._verify_carried(("loop result", "", self.loop_results), (argument, "", arguments))

    def _verify_carried(
        self, left: tuple[str, str, Sequence[ir.Value]], right: tuple[str, str, Sequence[ir.Value]]
    ) -> None:
        (one, ones, values), (other, others, counterparts) = left, right
        if len(values) != len(counterparts):
            raise self.error(
                f"different number of {ones or one + 's'} and {others or other + 's'}: "
                f"{len(values)} != {len(counterparts)}"
            )
        for i, (value, counterpart) in enumerate(zip(values, counterparts, strict=True)):
            if value.type is not counterpart.type:
                raise self.error(
                    f"{i}-th {one} and {i}-th {other} have different type: "
                    f"'{value.type}' != '{counterpart.type}'"
                )


class SingleRegionLoopInterface(LoopLikeOpInterface, RegionBranchOpInterface):
    """A loop with one region of one block, whose terminator yields the next values.

    An operation class adds `init_operands` and `region_iter_args`; the results are the carried
    values. There may always be no iteration, or another one. The types of the carried values are
    checked.
    """

    @property
    def yielded_operands(self) -> list[ir.OpOperand]:
        last = self.regions[0].blocks[0].last_op
        return list(last.op_operands) if last is not None else []

    @property
    def loop_results(self) -> list[ir.OpResult]:
        return list(self.results)

    def entry_successor_operands(self, successor: ir.Region | None) -> list[ir.OpOperand]:
        return self.init_operands

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        return [
            RegionSuccessor(self.regions[0], tuple(self.region_iter_args)),
            RegionSuccessor(None, self.results),
        ]

    def verify_interface(self) -> None:
        """Check the carried values. Raises VerifyError."""
        self.verify_carried_values()
        self.verify_edges()


class CountedLoopInterface(SingleRegionLoopInterface):
    """A loop with one counter. An operation class adds `init_operands`.

    The arguments of its block are the counter and the carried values.
    """

    @property
    def induction_variable(self) -> ir.BlockArgument:
        """The counter."""
        return self.regions[0].blocks[0].arguments[0]

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        return [self.induction_variable]

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        return list(self.regions[0].blocks[0].arguments[1:])

    def infer_result_types(self) -> list[ir.Type]:
        """Return the result types, which are those of the inits."""
        return [operand.value.type for operand in self.init_operands]


class ParallelLoopInterface(LoopLikeOpInterface, RegionBranchOpInterface):
    """A loop whose iterations may run at once. An operation class adds `init_operands`.

    Its region has one block, whose arguments are the counters and the values that iterations share,
    which are checked to fit the initial values and the results. There may be no iteration.
    """

    @property
    def loop_induction_variables(self) -> list[ir.BlockArgument]:
        arguments = self.regions[0].blocks[0].arguments
        return list(arguments[: len(arguments) - len(self.init_operands)])

    @property
    def region_iter_args(self) -> list[ir.BlockArgument]:
        arguments = self.regions[0].blocks[0].arguments
        return list(arguments[len(arguments) - len(self.init_operands) :])

    @property
    def loop_results(self) -> list[ir.OpResult]:
        return list(self.results)

    @property
    def is_parallel(self) -> bool:
        return self.may_repeat

    def is_repetitive_region(self, index: int) -> bool:
        return self.may_repeat

    def successor_regions(self, point: ir.Region | None) -> list[RegionSuccessor]:
        # Each iteration runs once.
        leave = RegionSuccessor(None)
        return [RegionSuccessor(self.regions[0]), leave] if point is None else [leave]

    def verify_interface(self) -> None:
        """Check the shared values. Raises VerifyError."""
        self.verify_carried_values()


class _Counter(NamedTuple):
    """The bounds of a counter as numbers of its type, None if they are not constant."""

    first: int | None
    end: int | None
    step: int | None
    """The step as an unsigned number: adding it gives the same bits."""
    is_index: bool
    is_unsigned: bool
    limit: int
    """The greatest signed number of the type."""

    @classmethod
    def of(cls, bounds: LoopBounds, is_unsigned: bool) -> _Counter:
        """Return the counter with the given bounds; it is of type index if no bound is a value."""
        types = {bound.type for bound in bounds if isinstance(bound, ir.Value)}
        type = next(iter(types), ir.INDEX)
        width = type.width if isinstance(type, ir.IntegerType) else _INDEX_WIDTH
        count = 1 << width
        limit = count // 2 - 1
        first, end, step = (
            None if number is None else number % count for number in map(constant_int, bounds)
        )
        if not is_unsigned:
            first, end = (
                number if number is None or number <= limit else number - count
                for number in (first, end)
            )
        return cls(first, end, step, isinstance(type, ir.IndexType), is_unsigned, limit)

    @property
    def is_sure_to_run(self) -> bool:
        """Whether the loop is known to have an iteration."""
        return self.first is not None and self.end is not None and self.first < self.end

    @property
    def trip_count(self) -> int | None:
        """The number of iterations, None if it is not known."""
        if self.first is None or self.end is None:
            return None
        if self.first >= self.end:
            return 0
        if not self.step:
            return None
        count = -((self.first - self.end) // self.step)
        # Beyond the greatest number of its type the counter wraps around.
        greatest = 2 * self.limit + 1 if self.is_unsigned else self.limit
        return count if self.first + count * self.step <= greatest else None

    @property
    def range(self) -> tuple[int | None, int | None]:
        """The least and greatest value as signed numbers, None if they are not known.

        An index is assumed not to overflow if a bound or the step is not known.
        """
        count = self.trip_count
        if count is not None and self.first is not None:
            last = self.first if self.step is None else self.first + max(0, count - 1) * self.step
            return (self.first, last) if last <= self.limit else (None, None)
        if self.is_unsigned:
            return None, None
        ascends = (
            self.is_index
            and (self.end is None or self.step is None)
            and (self.step is None or self.step <= self.limit)
        )
        return self.first if ascends else None, None if self.end is None else self.end - 1


def _matching(key: _KeyT, keys: Sequence[_KeyT], values: Sequence[_V]) -> _V | None:
    position = position_among(key, keys)
    # A parallel loop carries values, and yields none.
    return None if position is None or position >= len(values) else values[position]
