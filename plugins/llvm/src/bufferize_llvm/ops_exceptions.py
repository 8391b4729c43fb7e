"""Calls that may throw, and landing pads, which catch exceptions."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    BranchOpInterface,
    function_around,
)
from bufferize_llvm.bundles import (
    OpBundles,
    keep_bundles,
    print_bundles,
    verify_bundles,
)
from bufferize_llvm.constraints import ANY_LLVM
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import (
    CCC,
    CConvAttr,
)
from bufferize_llvm.ops_addresses import AddressOfOp
from bufferize_llvm.ops_calls import HIDDEN, CallBase, Callee, parse_vararg
from bufferize_llvm.ops_casts import BitcastOp
from bufferize_llvm.ops_control import verify_weights
from bufferize_llvm.ops_function import LLVMFuncOp
from bufferize_llvm.ops_values import ConstantOp, ZeroOp
from bufferize_llvm.types import ArrayType


@LLVM.op("invoke")
class InvokeOp(CallBase, BranchOpInterface):
    """A call that continues at one block, or at another one if it throws an exception."""

    normal_dest_operands: d.VariadicOperand = d.variadic_operand(
        ANY_LLVM, name="normalDestOperands"
    )
    unwind_dest_operands: d.VariadicOperand = d.variadic_operand(
        ANY_LLVM, name="unwindDestOperands"
    )
    op_bundle_operands: d.VariadicOfVariadicOperand = d.variadic_of_variadic_operand(
        ANY_LLVM, segments="op_bundle_sizes"
    )
    branch_weights: d.OptionalAttr[ir.DenseArrayAttr, d.Ints] = d.optional_attr(d.DENSE_I32_ARRAY)
    op_bundle_sizes: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I32_ARRAY)
    op_bundle_tags: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(d.ARRAY_ATTR)
    output: d.OptionalResult = d.optional_result(ANY_LLVM, name="result")
    normal_dest: d.Successor = d.successor(name="normalDest")
    unwind_dest: d.Successor = d.successor(name="unwindDest")
    traits = (d.IsTerminator(),)

    def successor_operands(self, index: int) -> list[ir.OpOperand]:
        start = len(self.callee_operands)
        middle = start + len(self.normal_dest_operands)
        if index == 0:
            return self.op_operands[start:middle]
        return self.op_operands[middle : middle + len(self.unwind_dest_operands)]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `convention? callee(arguments) to ^block unwind ^block vararg? … : types`."""
        word = parser.parse_optional_any_keyword(CConvAttr.cases)
        state.properties["CConv"] = CConvAttr.of(word or "ccc")
        callee = Callee(parser, state)
        parser.parse_keyword("to")
        normal, normal_operands = _parse_destination(parser)
        parser.parse_keyword("unwind")
        unwind, unwind_operands = _parse_destination(parser)
        state.successors += [normal, unwind]
        parse_vararg(parser, state)
        bundles = OpBundles.parse(parser)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        callee.resolve(parser, state)
        count = len(state.operands)
        state.operands += [*normal_operands, *unwind_operands]
        in_bundles = keep_bundles(parser, state, bundles)
        state.properties["operandSegmentSizes"] = ir.dense_i32(
            (count, len(normal_operands), len(unwind_operands), in_bundles)
        )

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(" ")
        if self.calling_convention is not CCC:
            printer.write(f"{self.calling_convention.keyword} ")
        self.print_callee(printer)
        printer.write(" to ")
        printer.print_successor_and_operands(self.normal_dest, self.normal_dest_operands)
        printer.write(" unwind ")
        printer.print_successor_and_operands(self.unwind_dest, self.unwind_dest_operands)
        self.print_vararg(printer)
        print_bundles(printer, self)
        printer.print_attr_dict(self, HIDDEN)
        self.print_types(printer)

    def verify_op(self) -> None:
        self.verify_callee()
        self.verify_successors()
        first = self.unwind_dest.first_op
        if first is None:
            raise self.error("must have at least one operation in unwind destination")
        if not isinstance(first, LandingpadOp):
            raise self.error(
                "first operation in unwind destination should be a llvm.landingpad operation"
            )
        verify_bundles(self)
        verify_weights(self, self.branch_weights)


def _parse_destination(parser: d.AsmParser) -> tuple[ir.Block, list[ir.Value]]:
    block = parser.parse_successor()
    if not parser.parse_optional_punctuation("("):
        return block, []
    operands = parser.parse_operand_list()
    parser.parse_punctuation(":")
    types = parser.parse_type_list()
    parser.parse_punctuation(")")
    return block, parser.resolve_operands(operands, types)


@LLVM.op("landingpad")
class LandingpadOp(d.Operation):
    """The start of a block that handles exceptions of given kinds."""

    cleanup: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    clauses: d.VariadicOperand = d.variadic_operand(ANY_LLVM)
    res: d.Result = d.result(ANY_LLVM)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `cleanup? (catch %a : type) (filter %b : type) … : type {attributes}`."""
        if parser.parse_optional_keyword("cleanup"):
            state.properties["cleanup"] = ir.UNIT
        while parser.parse_optional_punctuation("("):
            if not parser.parse_optional_keyword("filter"):
                parser.parse_keyword("catch")
            operand = parser.parse_operand()
            type = parser.parse_colon_type()
            state.operands.append(parser.resolve_operand(operand, type))
            parser.parse_punctuation(")")
        state.result_types.append(parser.parse_colon_type())
        state.attributes.update(parser.parse_optional_attr_dict())

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(" cleanup " if self.cleanup is not None else " ")
        for value in self.clauses:
            word = "filter" if isinstance(value.type, ArrayType) else "catch"
            printer.write(f"({word} ")
            printer.print_operand(value)
            printer.write(" : ")
            printer.print_type(value.type)
            printer.write(") ")
        printer.print_attr_dict(self, ("cleanup",))
        printer.write(": ")
        printer.print_type(self.res.type)

    def verify_op(self) -> None:
        function = function_around(self)
        if isinstance(function, LLVMFuncOp) and function.personality is None:
            raise self.error("llvm.landingpad needs to be in a function with a personality")
        if self.cleanup is None and not self.clauses:
            raise self.error(
                "landingpad instruction expects at least one clause or cleanup attribute"
            )
        for index, value in enumerate(self.clauses):
            source = value.defining_op
            if isinstance(value.type, ArrayType):
                if source is None or not isinstance(source, ZeroOp | ConstantOp):
                    raise self.error(
                        f"clause #{index} is not a known constant - null, addressof, bitcast"
                    )
            elif isinstance(source, BitcastOp):
                if not isinstance(source.arg.defining_op, AddressOfOp):
                    raise self.error(
                        "constant clauses expected to be bitcast of a pointer to a global"
                    )
            elif not isinstance(source, ZeroOp | AddressOfOp):
                raise self.error(
                    f"clause #{index} is not a known constant - null, addressof, bitcast"
                )
