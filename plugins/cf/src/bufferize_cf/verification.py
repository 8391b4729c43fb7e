"""What holds for every branch."""

from __future__ import annotations

from bufferize.interfaces import BranchOpInterface


def verify_branch(branch: BranchOpInterface) -> None:
    """Checks that the operands for each successor fit its block's arguments."""
    op = branch
    for index, block in enumerate(op.successors):
        operands = branch.successor_operands(index)
        if len(operands) != len(block.arguments):
            raise op.error(
                f"branch has {len(operands)} operands for successor #{index}, "
                f"but target block has {len(block.arguments)}"
            )
        for position, (operand, argument) in enumerate(zip(operands, block.arguments, strict=True)):
            if operand.value.type is not argument.type:
                raise op.error(f"type mismatch for bb argument #{position} of successor #{index}")
