"""Rules on the values that pass between an op and its regions."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.interfaces.control_flow import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize.interfaces.loops import LoopLikeOpInterface
from bufferize.ir import Operation, Region, Trait, Value


def _name_of(region: Region | None) -> str:
    return "parent" if region is None else f"Region #{region.index}"


class ControlFlowEdges(Trait):
    """On each edge of a region-branch op, the operands fit the values that receive them."""

    __slots__ = ()

    def verify_regions(self, op: Operation) -> None:
        assert isinstance(op, RegionBranchOpInterface)
        for successor in op.successor_regions(None):
            operands = [operand.value for operand in op.entry_successor_operands(successor.region)]
            self._verify_edge(op, "parent", successor.region, operands, successor.inputs)
        for region in op.regions:
            for block in region.blocks:
                terminator = block.last_op
                if not isinstance(terminator, RegionBranchTerminatorOpInterface):
                    continue
                assert isinstance(terminator, Operation)
                for successor in terminator.terminator_successor_regions():
                    used = terminator.mutable_successor_operands(successor.region)
                    self._verify_edge(
                        op,
                        f"Operation {terminator.name}",
                        successor.region,
                        [operand.value for operand in used],
                        successor.inputs,
                    )

    def _verify_edge(
        self,
        op: Operation,
        source: str,
        target: Region | None,
        operands: Sequence[Value],
        inputs: Sequence[Value],
    ) -> None:
        edge = f"along control flow edge from {source} to {_name_of(target)}"
        if len(operands) != len(inputs):
            raise op.error(
                f"{edge}: region branch point has {len(operands)} operands, but region successor "
                f"needs {len(inputs)} inputs"
            )
        for i, (operand, received) in enumerate(zip(operands, inputs, strict=True)):
            if operand.type is not received.type:
                raise op.error(
                    f"{edge}: successor operand type #{i} '{operand.type}' should match successor "
                    f"input type #{i} '{received.type}'"
                )


class LoopCarriedValues(Trait):
    """Inits, region arguments, yielded values and results of a loop fit each other."""

    __slots__ = ()

    def verify_regions(self, op: Operation) -> None:
        assert isinstance(op, LoopLikeOpInterface)
        inits = [operand.value for operand in op.init_operands]
        arguments = op.region_iter_args
        yielded = [operand.value for operand in op.yielded_operands]
        results = op.loop_results
        self._verify_pair(op, ("init", "inits", inits), ("region iter_arg", "", arguments))
        if len(yielded) == len(arguments):  # otherwise the edge from the terminator is wrong
            self._verify_pair(
                op, ("region iter_arg", "", arguments), ("yielded value", "", yielded)
            )
        self._verify_pair(op, ("loop result", "", results), ("region iter_arg", "", arguments))

    def _verify_pair(
        self,
        op: Operation,
        left: tuple[str, str, Sequence[Value]],
        right: tuple[str, str, Sequence[Value]],
    ) -> None:
        (one, ones, values), (other, others, counterparts) = left, right
        if len(values) != len(counterparts):
            raise op.error(
                f"different number of {ones or one + 's'} and {others or other + 's'}: "
                f"{len(values)} != {len(counterparts)}"
            )
        for i, (value, counterpart) in enumerate(zip(values, counterparts, strict=True)):
            if value.type is not counterpart.type:
                raise op.error(
                    f"{i}-th {one} and {i}-th {other} have different type: "
                    f"'{value.type}' != '{counterpart.type}'"
                )
