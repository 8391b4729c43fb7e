"""Operations in destination-passing style."""

from __future__ import annotations

__all__ = ["DestinationStyleOpInterface"]

from abc import abstractmethod
from itertools import pairwise

from bufferize.interfaces.base import OpInterface, is_buffer_like, is_tensor_like, position_among
from bufferize.ir import OpOperand, OpResult, Type, Value


class DestinationStyleOpInterface(OpInterface):
    """An operation that writes into some of its operands, the *inits*.

    Inits are tensors or buffers, and consecutive operands. Every tensor init is tied to one result
    of its type, in order; an operation with inits has no other results. All other operands, of any
    type, are *inputs*. An operation class implements `dps_inits`.

    https://mlir.llvm.org/docs/Bufferization/#destination-passing-style
    """

    @property
    @abstractmethod
    def dps_inits(self) -> list[OpOperand]:
        """The init operands, in order."""

    @property
    def dps_init_values(self) -> list[Value]:
        """The tensors and buffers that are the inits."""
        return [operand.value for operand in self.dps_inits]

    @property
    def dps_inputs(self) -> list[OpOperand]:
        """All operands that are not inits, in order."""
        inits = set(self.dps_inits)
        return [operand for operand in self.op_operands if operand not in inits]

    @property
    def num_dps_inputs(self) -> int:
        """The number of operands that are not inits."""
        return len(self.op_operands) - len(self.dps_inits)

    def is_dps_init(self, operand: OpOperand) -> bool:
        """Return whether `operand` is one of the inits."""
        return position_among(operand, self.dps_inits) is not None

    def is_dps_input(self, operand: OpOperand) -> bool:
        """Return whether `operand` belongs to this operation and is not an init."""
        return operand.owner is self and not self.is_dps_init(operand)

    def is_scalar(self, operand: OpOperand) -> bool:
        """Return whether `operand` is one of this operation, but no tensor or buffer."""
        return operand.owner is self and not (
            is_tensor_like(operand.value.type) or is_buffer_like(operand.value.type)
        )

    def tied_result(self, operand: OpOperand) -> OpResult | None:
        """Return the result tied to an init, None for a buffer init or any other operand."""
        if not is_tensor_like(operand.value.type):
            return None
        results, inits = self.results, self.dps_inits
        number = position_among(operand, inits)
        if number is None:
            return None
        if len(inits) > len(results):  # some are buffers
            number -= sum(not is_tensor_like(o.value.type) for o in inits[:number])
        return results[number]

    def tied_operand(self, result: OpResult) -> OpOperand:
        """Return the init operand that is tied to `result`."""
        inits = self.dps_inits
        if len(inits) > len(self.results):
            inits = [o for o in inits if is_tensor_like(o.value.type)]
        return inits[result.index]

    @property
    def has_pure_tensor_semantics(self) -> bool:
        """Whether there are tensor operands and no buffer operands."""
        types = [operand.value.type for operand in self.op_operands]
        return any(is_tensor_like(t) for t in types) and not any(is_buffer_like(t) for t in types)

    @property
    def has_pure_buffer_semantics(self) -> bool:
        """Whether there are buffer operands and no tensor operands."""
        types = [operand.value.type for operand in self.op_operands]
        return any(is_buffer_like(t) for t in types) and not any(is_tensor_like(t) for t in types)

    def infer_result_types(self) -> list[Type]:
        """Return the result types, which are those of the tensor inits."""
        return [v.type for v in self.dps_init_values if is_tensor_like(v.type)]

    def verify_interface(self) -> None:
        """Check the rules on inits and their results. Raises VerifyError."""
        inits = self.dps_inits
        if not isinstance(inits, list | tuple) or not all(
            isinstance(init, OpOperand) and init.owner is self for init in inits
        ):
            raise self.error(
                f"expected 'dps_inits' to be a list of its operands, but got {inits!r}"
            )
        for before, init in pairwise(inits):
            if init.index != before.index + 1:
                raise self.error(
                    f"expected the inits to be consecutive operands, but operand #{init.index} "
                    f"follows operand #{before.index}"
                )
        tensors: list[OpOperand] = []
        for init in inits:
            type = init.value.type
            if is_tensor_like(type):
                tensors.append(init)
            elif not is_buffer_like(type):
                raise self.error(
                    f"expected that operand #{init.index}, an init, is a tensor or a memref, but "
                    f"got '{type}'"
                )
        num_tensor_results = sum(is_tensor_like(r.type) for r in self.results)
        if num_tensor_results != len(tensors):
            raise self.error(
                f"expected the number of tensor results ({num_tensor_results}) to be equal to the "
                f"number of output tensors ({len(tensors)})"
            )
        if inits and len(self.results) != len(tensors):
            raise self.error(
                f"expected the number of results ({len(self.results)}) to be equal to the number of "
                f"output tensors ({len(tensors)})"
            )
        for init, result in zip(tensors, self.results, strict=False):
            if init.value.type is not result.type:
                raise self.error(
                    f"expected type of operand #{init.index} ('{init.value.type}') to match type "
                    f"of corresponding result ('{result.type}')"
                )
