"""Operations in destination-passing style."""

from __future__ import annotations

from bufferize.interfaces.base import OpInterface, as_operation, position_among
from bufferize.ir import BaseMemRefType, OpOperand, OpResult, TensorType


class DestinationStyleOpInterface(OpInterface):
    """An operation that writes into operands which it is given, its *inits*.

    Every tensor init is tied to one result, in order. An operation class implements `dps_inits`.
    """

    __slots__ = ()

    @property
    def dps_inits(self) -> list[OpOperand]:
        """The init operands, in order. An operation class must override this."""
        raise NotImplementedError(f"{as_operation(self).name}: dps_inits is not implemented")

    @property
    def dps_inputs(self) -> list[OpOperand]:
        """All operands that are not inits, in order."""
        inits = set(self.dps_inits)
        return [operand for operand in as_operation(self).op_operands if operand not in inits]

    def is_dps_init(self, operand: OpOperand) -> bool:
        """Whether `operand` is one of the inits."""
        return position_among(operand, self.dps_inits) is not None

    def is_dps_input(self, operand: OpOperand) -> bool:
        """Whether `operand` belongs to this operation and is not an init."""
        return operand.owner is as_operation(self) and not self.is_dps_init(operand)

    def tied_result(self, operand: OpOperand) -> OpResult | None:
        """The result tied to an init, None for a buffer init or any other operand."""
        if not isinstance(operand.value.type, TensorType):
            return None
        results, inits = as_operation(self).results, self.dps_inits
        number = position_among(operand, inits)
        if number is None:
            return None
        if len(inits) > len(results):  # some are buffers
            number -= sum(not isinstance(o.value.type, TensorType) for o in inits[:number])
        return results[number]

    def tied_operand(self, result: OpResult) -> OpOperand:
        """The init operand whose updated contents `result` holds."""
        inits = self.dps_inits
        if len(inits) > len(as_operation(self).results):
            inits = [o for o in inits if isinstance(o.value.type, TensorType)]
        return inits[result.index]

    @property
    def has_pure_tensor_semantics(self) -> bool:
        """Whether there are tensor operands and no buffer operands."""
        types = [operand.value.type for operand in as_operation(self).op_operands]
        return any(isinstance(t, TensorType) for t in types) and not any(
            isinstance(t, BaseMemRefType) for t in types
        )

    @property
    def has_pure_buffer_semantics(self) -> bool:
        """Whether there are buffer operands and no tensor operands."""
        types = [operand.value.type for operand in as_operation(self).op_operands]
        return any(isinstance(t, BaseMemRefType) for t in types) and not any(
            isinstance(t, TensorType) for t in types
        )
