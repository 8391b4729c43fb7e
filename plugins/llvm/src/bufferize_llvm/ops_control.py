"""Branches, and other terminators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import BranchOpInterface, ConditionalBranchOpInterface
from bufferize.ir.dense import dense_attr, elements
from bufferize_llvm.constraints import ANY_LLVM, POINTER
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.loop_annotations import LoopAnnotationAttr
from bufferize_llvm.ops_function import LLVMFuncOp
from bufferize_llvm.types import LLVMFunctionType, VoidType


def verify_weights(op: BranchOpInterface, weights: ir.DenseArrayAttr | None) -> None:
    """Check that there are as many weights as successors, and not only zeros."""
    if weights is None:
        return
    count = len(op.successors)
    if len(weights.values) != count:
        raise op.error(
            "expects number of branch weights to match number of successors: "
            f"{len(weights.values)} vs {count}"
        )
    if not any(weights.values):
        raise op.error("branch weights cannot all be zero")


def parts(operands: Sequence[ir.OpOperand], sizes: Sequence[int]) -> list[list[ir.OpOperand]]:
    """Split operands into lists of the given lengths."""
    found, start = [], 0
    for size in sizes:
        found.append(list(operands[start : start + size]))
        start += size
    return found


@LLVM.op("br")
class BrOp(d.Operation, BranchOpInterface):
    """A jump to a block."""

    dest_operands: d.VariadicOperand = d.variadic_operand(ANY_LLVM, name="destOperands")
    loop_annotation: d.OptionalAttr[LoopAnnotationAttr, LoopAnnotationAttr] = d.optional_attr(
        LoopAnnotationAttr
    )
    dest: d.Successor = d.successor()
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        return list(self.op_operands)

    def verify_op(self) -> None:
        self.verify_successors()


@LLVM.op("cond_br")
class CondBrOp(d.Operation, ConditionalBranchOpInterface):
    """A jump to one of two blocks."""

    condition: d.Operand = d.operand(d.I1)
    true_dest_operands: d.VariadicOperand = d.variadic_operand(ANY_LLVM, name="trueDestOperands")
    false_dest_operands: d.VariadicOperand = d.variadic_operand(ANY_LLVM, name="falseDestOperands")
    branch_weights: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I32_ARRAY)
    loop_annotation: d.OptionalAttr[LoopAnnotationAttr, LoopAnnotationAttr] = d.optional_attr(
        LoopAnnotationAttr
    )
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
        middle = 1 + len(self.true_dest_operands)
        return self.op_operands[1:middle] if index == 0 else self.op_operands[middle:]

    def verify_op(self) -> None:
        self.verify_successors()
        verify_weights(self, self.branch_weights)


def _parse_destination(
    parser: d.AsmParser,
) -> tuple[ir.Block, list[d.UnresolvedOperand], list[ir.Type]]:
    block = parser.parse_successor()
    if not parser.parse_optional_punctuation("("):
        return block, [], []
    operands = parser.parse_operand_list()
    parser.parse_punctuation(":")
    types = parser.parse_type_list()
    parser.parse_punctuation(")")
    return block, operands, types


@LLVM.custom_directive("SwitchOpCases")
class SwitchCases:
    """`[42: ^block(%a : i32), …]`, with one case on each line."""

    @staticmethod
    def parse(parser: d.AsmParser, type: ir.Type) -> tuple[Any, ...]:
        """Return the numbers, the blocks, and the operands and types for each block."""
        parser.parse_punctuation("[")
        if parser.parse_optional_punctuation("]"):
            return None, [], [], []
        if not isinstance(type, ir.IntegerType):
            raise parser.error(
                f"invalid kind of type specified: expected builtin.integer, but found '{type}'"
            )
        mask = (1 << type.width) - 1

        def case() -> tuple[int, ir.Block, list[d.UnresolvedOperand], list[ir.Type]]:
            number = parser.parse_integer() & mask
            parser.parse_punctuation(":")
            return number, *_parse_destination(parser)

        cases = parser.parse_comma_separated_list(None, case)
        parser.parse_punctuation("]")
        numbers, blocks, operands, types = map(list, zip(*cases, strict=True))
        return dense_attr(ir.VectorType((len(cases),), type), numbers), blocks, operands, types

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        type: ir.Type,
        numbers: ir.DenseElementsAttr | None,
        blocks: Sequence[ir.Block],
        operands: Sequence[Sequence[ir.Value]],
        types: Sequence[Sequence[ir.Type]],
    ) -> None:
        """Print the syntax that `parse` accepts; numbers are written with their sign."""
        printer.write("[")
        width = type.width if isinstance(type, ir.IntegerType) else 64
        raw = [] if numbers is None else [int(n) for n in elements(numbers)]  # type: ignore[arg-type]
        cases = zip(raw, blocks, operands, strict=False)
        for index, (number, block, values) in enumerate(cases):
            printer.write("," if index else "")
            printer.newline()
            sign = number >> (width - 1) & 1
            printer.write(f"  {(number & ((1 << width) - 1)) - (sign << width)}: ")
            printer.print_successor_and_operands(block, values)
        printer.newline()
        printer.write("]")


@LLVM.op("switch")
class SwitchOp(d.Operation, BranchOpInterface):
    """A jump to the block of a case, or to the default block."""

    value: d.Operand = d.operand(d.SIGNLESS_INTEGER)
    default_operands: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="defaultOperands")
    case_operands: d.VariadicOfVariadicOperand = d.variadic_of_variadic_operand(
        d.ANY_TYPE, segments="case_operand_segments", name="caseOperands"
    )
    case_values: d.OptionalAttr[ir.DenseElementsAttr, ir.DenseElementsAttr] = d.optional_attr(
        d.INT_ELEMENTS
    )
    case_operand_segments: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    branch_weights: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I32_ARRAY)
    default_destination: d.Successor = d.successor(name="defaultDestination")
    case_destinations: d.VariadicSuccessor = d.variadic_successor(name="caseDestinations")
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = """
        $value `:` type($value) `,`
        $defaultDestination (`(` $defaultOperands^ `:` type($defaultOperands) `)`)?
        custom<SwitchOpCases>(ref(type($value)), $case_values, $caseDestinations, $caseOperands,
                              type($caseOperands))
        attr-dict
    """

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        """Return the operands for the default block if `index` is 0, else those for a case."""
        sizes = (len(self.default_operands), *map(len, self.case_operands))
        return parts(self.op_operands[1:], sizes)[index]

    def set_successor_operands(self, index: int, values: Sequence[ir.Value]) -> None:
        super().set_successor_operands(index, values)
        if index:
            sizes = list(self.case_operand_segments.values)
            sizes[index - 1] = len(values)
            self.properties["case_operand_segments"] = ir.dense_i32(sizes)

    def verify_op(self) -> None:
        values, cases = self.case_values, len(self.case_destinations)
        if (0 if values is None else values.type.num_elements()) != cases:
            raise self.error("expects number of case values to match number of case destinations")
        if values is not None and values.type.element_type is not self.value.type:
            raise self.error("expects case value type to match condition value type")
        verify_weights(self, self.branch_weights)
        self.verify_successors()


@LLVM.custom_directive("IndirectBrOpSucessors")
class IndirectSuccessors:
    """`[^block(%a : i32), …]`, with one block on each line."""

    @staticmethod
    def parse(parser: d.AsmParser, type: ir.Type) -> tuple[Any, ...]:
        """Return the blocks, and the operands and types for each block."""
        parser.parse_punctuation("[")
        if parser.parse_optional_punctuation("]"):
            return [], [], []
        found = parser.parse_comma_separated_list(None, lambda: _parse_destination(parser))
        parser.parse_punctuation("]")
        blocks, operands, types = map(list, zip(*found, strict=True))
        return blocks, operands, types

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        type: ir.Type,
        blocks: Sequence[ir.Block],
        operands: Sequence[Sequence[ir.Value]],
        types: Sequence[Sequence[ir.Type]],
    ) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write("[")
        for index, (block, values) in enumerate(zip(blocks, operands, strict=False)):
            printer.write("," if index else "")
            printer.newline()
            printer.print_successor_and_operands(block, values)
        if blocks:
            printer.newline()
        printer.write("]")


@LLVM.op("indirectbr")
class IndirectBrOp(d.Operation, BranchOpInterface):
    """A jump to the block at an address."""

    addr: d.Operand = d.operand(POINTER)
    succ_operands: d.VariadicOfVariadicOperand = d.variadic_of_variadic_operand(
        d.ANY_TYPE, segments="indbr_operand_segments", name="succOperands"
    )
    indbr_operand_segments: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    targets: d.VariadicSuccessor = d.variadic_successor(name="successors")
    traits = (d.Pure(), d.IsTerminator())
    assembly_format = """
        $addr `:` qualified(type($addr)) `,`
        custom<IndirectBrOpSucessors>(ref(type($addr)), $successors, $succOperands,
                                      type($succOperands))
        attr-dict
    """

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        return parts(self.op_operands[1:], list(map(len, self.succ_operands)))[index]

    def set_successor_operands(self, index: int, values: Sequence[ir.Value]) -> None:
        super().set_successor_operands(index, values)
        sizes = list(self.indbr_operand_segments.values)
        sizes[index] = len(values)
        self.properties["indbr_operand_segments"] = ir.dense_i32(sizes)

    def verify_op(self) -> None:
        self.verify_successors()


@LLVM.op("return")
class ReturnOp(d.Operation):
    """The end of a function, or of the initializer of a global."""

    arg: d.OptionalOperand = d.optional_operand(ANY_LLVM)
    traits = (d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($arg^ `:` type($arg))?"

    def verify_op(self) -> None:
        function = self.parent_op
        if not isinstance(function, LLVMFuncOp):
            return
        type = function.function_type.type
        assert isinstance(type, LLVMFunctionType)
        if isinstance(type.result, VoidType):
            if self.arg is None:
                return
            failure = self.error("expected no operands")
        elif self.arg is None:
            failure = self.error("expected 1 operand")
        elif self.arg.type is not type.result:
            failure = self.error("mismatching result types")
        else:
            return
        failure.diagnostics[0].note("when returning from function", function)
        raise failure


@LLVM.op("resume")
class ResumeOp(d.Operation):
    """The continuation of the unwinding of an exception."""

    value: d.Operand = d.operand(ANY_LLVM)
    traits = (d.IsTerminator(),)
    assembly_format = "$value attr-dict `:` type($value)"


@LLVM.op("unreachable")
class UnreachableOp(d.Operation):
    """A terminator that is never executed."""

    traits = (d.IsTerminator(),)
    assembly_format = "attr-dict"
