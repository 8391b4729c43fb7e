"""The tm_tensor dialect of torch-mlir, and what its ops have in common.

https://github.com/llvm/torch-mlir/tree/main/include/torch-mlir-dialects/Dialect/TMTensor
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.strided import compatible_extents
from bufferize.interfaces import (
    DestinationStyleOpInterface,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RepeatedRegionsInterface,
)
from bufferize_linalg.structured import SEGMENT_SIZES, structured_effects

TM_TENSOR: Final = d.Dialect("tm_tensor")
TM_TENSOR.native_lowerings |= {
    f"tm_tensor.{op}": "tm-tensor-to-loops"
    for op in ("attention", "scan", "scatter", "sort", "topk")
}

SINGLE_BLOCK: Final = d.SingleBlockImplicitTerminator("tm_tensor.yield")


class TMTensorOp(d.Operation, DestinationStyleOpInterface, MemoryEffectsOpInterface):
    """Base of the operations that read their `inputs` and write to their `outputs`.

    On tensors, each output is tied to the result of its number; on memrefs there are no results.
    """

    traits: ClassVar[tuple[d.Trait, ...]] = (SINGLE_BLOCK,)

    @property
    def num_dps_inputs(self) -> int:
        sizes = self.properties.get(SEGMENT_SIZES)
        return sizes.values[0] if isinstance(sizes, ir.DenseArrayAttr) else 0

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return self.op_operands[self.num_dps_inputs :]

    @property
    def dps_inputs(self) -> list[ir.OpOperand]:
        return self.op_operands[: self.num_dps_inputs]

    def effects(self) -> list[MemoryEffect]:
        return structured_effects(self.op_operands, self.num_dps_inputs)

    @property
    @abstractmethod
    def misfit(self) -> str | None:
        """Why nothing can be computed, although the operation is valid; None if it can.

        torch-mlir does not verify all that its loops need.
        """

    def verify_interface(self) -> None:
        """Check that all operands are tensors or all memrefs, and the results' types."""
        inputs = [operand.value.type for operand in self.dps_inputs]
        outputs = [operand.value.type for operand in self.dps_inits]
        if not self.results:
            if not _are_all(inputs, outputs, ir.MemRefType):
                raise self.error("expected inputs and outputs to be MemRefType or scalar")
            return
        if not _are_all(inputs, outputs, ir.RankedTensorType):
            raise self.error("expected inputs and outputs to be RankedTensorType or scalar")
        if len(self.results) != len(outputs):
            raise self.error("expected number of outputs to be same as the number of results")
        for number, (output, result) in enumerate(zip(outputs, self.result_types, strict=True)):
            if output is not result:
                raise self.error(
                    f"expected type of `outs` operand #{number} '{output}' to be same as result "
                    f"type '{result}'"
                )


class TMTensorOpWithBody(TMTensorOp, RepeatedRegionsInterface):
    """Base of the operations with a body on elements, which is run any number of times."""

    traits = (SINGLE_BLOCK, d.RecursiveMemoryEffects())

    @property
    def body(self) -> ir.Block:
        """The computation on elements."""
        return self.regions[0].entry

    @property
    def yielded(self) -> tuple[ir.Value, ...]:
        """The values that the body ends with."""
        return self.body.terminator.operands

    def verify_body(self) -> None:
        """Check that there is a body at all. Raises VerifyError."""
        if not self.regions[0].blocks:
            raise self.error("expected a region with a block")


def _are_all(
    inputs: Sequence[ir.Type], outputs: Sequence[ir.Type], wanted: type[ir.ShapedType]
) -> bool:
    """Return whether outputs are of one kind, and inputs of that kind or scalars."""
    return all(isinstance(type, wanted) for type in outputs) and all(
        isinstance(type, wanted) or not isinstance(type, ir.ShapedType) for type in inputs
    )


def shape_of(value: ir.Value) -> tuple[int, ...]:
    """Return the extents of a ranked tensor or memref."""
    assert isinstance(value.type, ir.RankedTensorType | ir.MemRefType)
    return value.type.shape


def element_type(value: ir.Value) -> ir.Type:
    """Return the type of the elements of a tensor or memref."""
    return ir.element_type_or_self(value.type)


def are_compatible(left: Sequence[int], right: Sequence[int]) -> bool:
    """Return whether two shapes may be the same at run time."""
    return len(left) == len(right) and all(map(compatible_extents, left, right))


def is_signless(type: ir.Type) -> bool:
    """Return whether this is an integer type without a sign, which arith computes with."""
    return isinstance(type, ir.IntegerType) and type.signedness is ir.Signedness.SIGNLESS
