"""Branches to one or two blocks, and assertions."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    BranchOpInterface,
    ConditionalBranchOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
)
from bufferize_cf.base import CF
from bufferize_cf.verification import verify_branch


@CF.op("br")
class BranchOp(d.Operation, BranchOpInterface):
    """Goes to a block with these arguments."""

    dest_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="destOperands")
    dest: d.Successor = d.successor()
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        return list(self.op_operands)

    def verify_op(self) -> None:
        verify_branch(self)


@CF.op("cond_br")
class CondBranchOp(d.Operation, ConditionalBranchOpInterface):
    """Goes to one of two blocks, each with its arguments."""

    condition: d.Operand = d.operand(d.I1)
    true_dest_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="trueDestOperands")
    false_dest_operands: d.VariadicOperand = d.variadic_operand(
        d.ANY_TYPE, name="falseDestOperands"
    )
    branch_weights: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I32_ARRAY)
    true_dest: d.Successor = d.successor(name="trueDest")
    false_dest: d.Successor = d.successor(name="falseDest")
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = """
        $condition (`weights` `(` $branch_weights^ `)`)? `,`
        $trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,`
        $falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)?
        attr-dict
    """

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        sizes = self.properties["operandSegmentSizes"]
        assert isinstance(sizes, ir.DenseArrayAttr)
        middle = 1 + int(sizes.values[1])
        return self.op_operands[1:middle] if index == 0 else self.op_operands[middle:]

    def verify_op(self) -> None:
        verify_branch(self)
        if self.branch_weights is None:
            return
        weights = self.branch_weights.values
        if len(weights) != 2:
            raise self.error(
                "expects number of branch weights to match number of successors: "
                f"{len(weights)} vs 2"
            )
        if not any(weights):
            raise self.error("branch weights cannot all be zero")


@CF.op("assert")
class AssertOp(d.Operation, MemoryEffectsOpInterface):
    """Ends the program with a message if the operand is false."""

    arg: d.Operand = d.operand(d.I1)
    msg: d.Attr[ir.StringAttr, str] = d.attr(d.STR_ATTR)
    traits = (d.MayEndProgram(),)
    assembly_format = "$arg `,` $msg attr-dict"

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.WRITE)]
