"""Control flow between the regions of an operation, and between blocks."""

from __future__ import annotations

__all__ = [
    "BranchOpInterface", "DeferredExecutionInterface", "IfOpInterface", "RegionBranchOpInterface",
    "RegionBranchTerminatorOpInterface", "RegionSuccessor", "RepeatedRegionsInterface",
    "inside_mutually_exclusive_regions", "is_block_reachable",
]  # fmt: skip

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from bufferize.define import Operation as DeclaredOperation
from bufferize.interfaces.base import OpInterface, position_among
from bufferize.ir import Block, BlockArgument, Operation, OpOperand, Region, Type, Value, dense_i32


class RegionSuccessor(NamedTuple):
    """The next place of control: `region`, or the parent operation if `region` is None.

    `inputs` are the values that receive the forwarded operands: arguments of the region's entry
    block, or results of the parent operation.
    """

    region: Region | None
    inputs: tuple[Value, ...] = ()

    @property
    def is_parent(self) -> bool:
        """Whether control leaves the operation."""
        return self.region is None


class RegionBranchOpInterface(OpInterface):
    """An operation whose regions are parts of control flow.

    A *point* is a region that control leaves, or None for the operation itself. An operation class
    implements `successor_regions` and, where operands are forwarded on entry,
    `entry_successor_operands`.
    """

    def entry_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        """Return the operands forwarded to `successor` on entry, or to the results if it is None."""
        return []

    @abstractmethod
    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        """Return the regions that control may enter from `point`, or the parent."""

    def is_region_reachable(self, begin: Region, target: Region) -> bool:
        """Return whether control may go from the end of `begin` to `target`, by any regions."""
        reached = [begin]
        for region in reached:  # grows
            for successor in self.successor_regions(region):
                if successor.region is target:
                    return True
                if successor.region is not None and successor.region not in reached:
                    reached.append(successor.region)
        return False

    def is_repetitive_region(self, index: int) -> bool:
        """Return whether region number `index` may run more than once in a run of the operation."""
        region = self.regions[index]
        return self.is_region_reachable(region, region)

    def has_loop(self) -> bool:
        """Return whether any region is repetitive."""
        return any(self.is_repetitive_region(i) for i in range(len(self.regions)))

    def are_types_compatible(self, passed: Type, received: Type) -> bool:
        """Return whether an operand of one type may be passed to a value of another.

        By default, the types must be equal.
        """
        return passed is received

    def verify_edges(self) -> None:
        """Check that forwarded operands fit the values that receive them. Raises VerifyError."""
        for successor in self.successor_regions(None):
            operands = self.entry_successor_operands(successor.region)
            self._verify_edge("parent", successor, operands)
        for region in self.regions:
            for block in region.blocks:
                terminator = block.last_op
                if not isinstance(terminator, RegionBranchTerminatorOpInterface):
                    continue
                for successor in terminator.terminator_successor_regions():
                    operands = terminator.mutable_successor_operands(successor.region)
                    self._verify_edge(f"Operation {terminator.name}", successor, operands)

    def _verify_edge(
        self, source: str, successor: RegionSuccessor, operands: Sequence[OpOperand]
    ) -> None:
        region, inputs = successor.region, successor.inputs
        target = "parent" if region is None else f"Region #{region.index}"
        edge = f"along control flow edge from {source} to {target}"
        if len(operands) != len(inputs):
            raise self.error(
                f"{edge}: region branch point has {len(operands)} operands, but region successor "
                f"needs {len(inputs)} inputs"
            )
        for i, (operand, received) in enumerate(zip(operands, inputs, strict=True)):
            if not self.are_types_compatible(operand.value.type, received.type):
                raise self.error(
                    f"{edge}: successor operand type #{i} '{operand.value.type}' should match "
                    f"successor input type #{i} '{received.type}'"
                )


class RepeatedRegionsInterface(RegionBranchOpInterface):
    """An operation that runs its regions any number of times, without passing operands to them."""

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [*map(RegionSuccessor, self.regions), RegionSuccessor(None)]


class DeferredExecutionInterface(OpInterface):
    """An operation whose regions, or uses of its operands, may come later than what follows it.

    ```mlir
    %token = async.execute {
      %x = tensor.extract %t[%i] : tensor<8xf32>         // at any time before the await
      async.yield
    }
    %r = tensor.insert %f into %t[%i] : tensor<8xf32>
    async.await %token : !async.token
    ```
    """

    @abstractmethod
    def completed_by(self) -> Operation | None:
        """Return an operation that ends only once all this has happened; None if none is known.

        It is this one if nothing happens later. Otherwise it is around this one, or in the same
        block as this one or as an operation around it, and comes later.
        """


class IfOpInterface(RegionBranchOpInterface):
    """A choice between two regions; if the second one is empty, possibly none of them runs.

    The types of the yielded values are checked against those of the results.
    """

    @property
    def has_else(self) -> bool:
        """Whether there is a region for a false condition."""
        return bool(self.regions[1].blocks)

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        leave = RegionSuccessor(None, self.results)
        if point is not None:
            return [leave]
        otherwise = RegionSuccessor(self.regions[1]) if self.has_else else leave
        return [RegionSuccessor(self.regions[0]), otherwise]

    def verify_interface(self) -> None:
        """Check the yielded values. Raises VerifyError."""
        self.verify_edges()


class RegionBranchTerminatorOpInterface(OpInterface):
    """A terminator that passes control from a region to a successor of a region-branch operation."""

    def mutable_successor_operands(self, successor: Region | None) -> list[OpOperand]:
        """Return the operands forwarded to `successor`, a region, or None for the parent's results.

        By default all operands are forwarded, whatever the successor.
        """
        return list(self.op_operands)

    def terminator_successor_regions(self) -> list[RegionSuccessor]:
        """Return the possible successors: by default, those of this region in the parent."""
        parent = self.parent_op
        if not isinstance(parent, RegionBranchOpInterface):
            return []
        return parent.successor_regions(self.parent_region)


class BranchOpInterface(OpInterface):
    """A terminator that passes control and values to successor blocks."""

    @abstractmethod
    def successor_operands(self, index: int) -> list[OpOperand]:
        """Return the operands passed to successor number `index`."""

    def set_successor_operands(self, index: int, values: Sequence[Value]) -> None:
        """Replace the operands passed to successor number `index` by `values`.

        By default, if their number changes, there must have been some, consecutive and of one
        field. A class that keeps their number in another way overrides this. Raises ValueError if
        the place of the operands is not known.
        """
        old = self.successor_operands(index)
        if len(old) == len(values):
            for use, value in zip(old, values, strict=True):
                use.set(value)
            return
        if not old or not isinstance(self, DeclaredOperation):
            raise ValueError(f"cannot pass {len(values)} values, not {len(old)}, from {self!r}")
        start, groups = old[0].index, self.definition.operands
        sizes = [
            end - begin + (len(values) - len(old)) * (begin <= start < end)
            for begin, end in groups.bounds(self)
        ]
        self.set_operands([*self.operands[:start], *values, *self.operands[start + len(old) :]])
        if groups.segments is not None:
            self.properties[groups.segments] = dense_i32(sizes)

    def produced_operand_count(self, index: int) -> int:
        """Return the number of leading arguments of successor `index` that no operand sets."""
        return 0

    def verify_successors(self) -> None:
        """Raise VerifyError unless the operands for each successor fit its block's arguments."""
        for index, block in enumerate(self.successors):
            operands, arguments = self.successor_operands(index), block.arguments
            if len(operands) != len(arguments):
                raise self.error(
                    f"branch has {len(operands)} operands for successor #{index}, "
                    f"but target block has {len(arguments)}"
                )
            for number, (operand, argument) in enumerate(zip(operands, arguments, strict=True)):
                if operand.value.type is not argument.type:
                    raise self.error(
                        f"type mismatch for bb argument #{number} of successor #{index}"
                    )

    def successor_block_argument(self, operand: OpOperand) -> BlockArgument | None:
        """Return the block argument that receives `operand`, None if it is not forwarded."""
        for index, block in enumerate(self.successors):
            position = position_among(operand, self.successor_operands(index))
            if position is not None:
                return block.arguments[position + self.produced_operand_count(index)]
        return None

    def operands_for_argument(self, argument: BlockArgument) -> list[OpOperand]:
        """Return the operands passed to `argument`, one for each branch to its block."""
        result: list[OpOperand] = []
        for index, block in enumerate(self.successors):
            position = argument.index - self.produced_operand_count(index)
            if block is argument.owner and position >= 0:
                result.append(self.successor_operands(index)[position])
        return result


def enclosing_region_of(op: Operation, ancestor: Operation) -> Region | None:
    """Return the region of `ancestor` in which `op` is nested, None if it is in none."""
    region = op.parent_region
    while region is not None and region.parent is not ancestor:
        region = region.parent.parent_region if region.parent is not None else None
    return region


def inside_mutually_exclusive_regions(a: Operation, b: Operation) -> bool:
    """Return whether `a` and `b` are in regions of one operation that never both run.

    The innermost region-branch operation around both decides.
    """
    ancestor = a.parent_op
    while ancestor is not None:
        if isinstance(ancestor, RegionBranchOpInterface) and ancestor.is_proper_ancestor_of(b):
            region_a = enclosing_region_of(a, ancestor)
            region_b = enclosing_region_of(b, ancestor)
            if region_a is None or region_b is None or region_a is region_b:
                return False
            return not (
                ancestor.is_region_reachable(region_a, region_b)
                or ancestor.is_region_reachable(region_b, region_a)
            )
        ancestor = ancestor.parent_op
    return False


def is_block_reachable(start: Block, target: Block, excluding: Sequence[Block] = ()) -> bool:
    """Return whether control may go from the end of `start` to `target`, avoiding `excluding`."""
    seen: set[Block] = set(excluding)
    work = list(start.successors())
    while work:
        block = work.pop()
        if block in seen:
            continue
        if block is target:
            return True
        seen.add(block)
        work.extend(block.successors())
    return False
