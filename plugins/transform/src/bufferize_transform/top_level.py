"""What holds for sequences of transforms, wherever they stand."""

from __future__ import annotations

from bufferize import ir
from bufferize_transform.interface import PossibleTopLevel, TransformOpInterface
from bufferize_transform.types import HandleType, OperationHandleType

_CONSUMED_TWICE = "has more than one potential consumer"


def consumed_arguments(block: ir.Block) -> set[int]:
    """The arguments of a block, by number, that transforms in it consume."""
    consumed = {
        operand.value
        for op in block.ops
        if isinstance(op, TransformOpInterface)
        for operand in op.consumed_operands()
    }
    return {argument.index for argument in block.arguments if argument in consumed}


def verify_top_level(op: ir.Operation, block: ir.Block) -> None:
    """Checks the arguments of a block of an op that may be the top of a script.

    Raises VerifyError.
    """
    if not block.arguments:
        raise op.error("expects the entry block to have at least one argument")
    if not isinstance(block.arguments[0].type, OperationHandleType):
        raise op.error(
            "expects the first entry block argument to be of type implementing "
            "TransformHandleTypeInterface"
        )
    if len(op.op_operands) == len(block.arguments):
        return
    outer = op.parent_op
    while outer is not None:
        if outer.has_trait(PossibleTopLevel):
            failure = op.error("expects operands to be provided for a nested op")
            failure.diagnostics[0].note("nested in another possible top-level op", outer)
            raise failure
        outer = outer.parent_op


def verify_arguments(op: ir.Operation, block: ir.Block) -> None:
    """Checks that all arguments are handles or parameters, one for each operand.

    Raises VerifyError.
    """
    for argument in block.arguments[1:]:
        if not isinstance(argument.type, HandleType):
            failure = op.error(
                "expects trailing entry block arguments to be of type implementing "
                "TransformHandleTypeInterface, TransformValueHandleTypeInterface or "
                "TransformParamTypeInterface"
            )
            failure.diagnostics[0].note(f"argument #{argument.index} does not", op)
            raise failure


def verify_argument_types(op: ir.Operation, block: ir.Block) -> None:
    """Checks the types of arguments against those of operands. Raises VerifyError."""
    for operand, argument in zip(op.operands, block.arguments, strict=False):
        if operand.type is not argument.type:
            raise op.error(
                "expects the type of the block argument to match the type of the operand"
            )


def verify_consumers(op: ir.Operation, block: ir.Block) -> None:
    """Checks that nothing that a block defines is consumed twice. Raises VerifyError."""
    values: list[ir.Value] = [*block.arguments]
    values += [result for child in block.ops for result in child.results]
    for value in values:
        uses = [use for use in value.uses if _may_consume(use)][:2]
        if len(uses) < 2:
            continue
        if isinstance(value, ir.BlockArgument):
            failure = op.error(f"block argument #{value.index} {_CONSUMED_TWICE}")
        else:
            assert isinstance(value, ir.OpResult)
            message = f"result #{value.index} {_CONSUMED_TWICE}"
            failure = value.owner.plain_error(message)
        for use in uses:
            failure.diagnostics[0].note(f"used here as operand #{use.index}", use.owner)
        raise failure


def _may_consume(use: ir.OpOperand) -> bool:
    """Whether the handle is not to be used afterwards: it is consumed, or handed on."""
    owner = use.owner
    if isinstance(owner, TransformOpInterface):
        return use in owner.consumed_operands()
    return owner.has_trait(ir.IsTerminator)


def verify_children(op: ir.Operation, block: ir.Block) -> None:
    """Checks that there are only transforms before the end of a block. Raises VerifyError."""
    for child in block.ops:
        if child is not block.last_op and not isinstance(child, TransformOpInterface):
            failure = op.error("expected children ops to implement TransformOpInterface")
            failure.diagnostics[0].note("op without interface", child)
            raise failure
