"""A dialect of somebody else, with functions, calls and branches of its own, and a pass that converts them."""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

import bufferize
from bufferize import define as d
from bufferize.define import HasParent, IsTerminator, ReturnLike
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.function_ops import FunctionOp
from bufferize.driver import ModelContext
from bufferize.interfaces import BranchOpInterface, CallOpInterface, FunctionOpInterface
from bufferize.ir import (
    Builder,
    IsolatedFromAbove,
    Location,
    MemRefType,
    Operation,
    OpOperand,
    RankedTensorType,
    StringAttr,
    SymbolRefAttr,
    SymbolTrait,
    Type,
    TypeAttr,
    Value,
)
from bufferize.passes import Pass
from bufferize.plugins import Context, adding
from bufferize_conversion import (
    BufferizeReturnOpConverter,
    BufferizeTypeConverter,
    ConversionPattern,
    ConversionPatternRewriter,
    ConversionTarget,
    OpAdaptor,
    ResultConversionKind,
    RewritePatternSet,
    apply_partial_conversion,
    bufferize_op_legality,
    populate_with_bufferize_op_conversion_patterns,
)

KERNELS = d.Dialect("kernels")


@KERNELS.op("kernel")
class KernelOp(FunctionOp):
    """A function."""

    traits = (IsolatedFromAbove(), SymbolTrait())


@KERNELS.op("done")
class DoneOp(d.Operation):
    """Ends a kernel."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (HasParent("kernels.kernel"), ReturnLike(), IsTerminator())
    assembly_format = "attr-dict ($values^ `:` type($values))?"


@KERNELS.op("end")
class EndOp(d.Operation):
    """Ends any function."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    traits = (ReturnLike(), IsTerminator())


@KERNELS.op("launch")
class LaunchOp(d.Operation, CallOpInterface):
    """Calls a kernel on a queue."""

    callee: d.Attr[SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    queue: d.Operand = d.operand(d.INDEX)
    arguments: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicResult = d.variadic_result(d.ANY_TYPE)
    assembly_format = (
        "$callee `on` $queue `(` $arguments `)` attr-dict `:` functional-type($arguments, $outputs)"
    )

    @property
    def arg_operands(self) -> list[OpOperand]:
        return self.op_operands[1:]


@KERNELS.op("jump")
class JumpOp(d.Operation, BranchOpInterface):
    """Goes to one of two blocks with the same values, and a count."""

    count: d.Operand = d.operand(d.INDEX)
    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    target: d.Successor = d.successor()
    traits = (IsTerminator(),)
    assembly_format = "$count `,` $target (`(` $values^ `:` type($values) `)`)? attr-dict"

    def successor_operands(self, index: int) -> list[OpOperand]:
        return self.op_operands[1:]


@KERNELS.op("twice")
class TwiceOp(d.Operation):
    """Twice a tensor, or a new buffer with twice a buffer."""

    source: d.Operand = d.operand(d.ANY_TYPE)
    doubled: d.Result = d.result(d.ANY_TYPE)
    assembly_format = "$source attr-dict `:` type($source) `->` type($doubled)"


@KERNELS.op("copy")
class CopyOp(d.Operation):
    """Copies a buffer."""

    source: d.Operand = d.operand(d.ANY_TYPE)
    target: d.Operand = d.operand(d.ANY_TYPE)
    assembly_format = "$source `to` $target attr-dict `:` type($source) `,` type($target)"


@KERNELS.op("scratch_kernel")
class ScratchKernelOp(d.Operation, FunctionOpInterface):
    """A function that has memory of its own, as the last arguments of its body."""

    sym_name: d.Attr[StringAttr, str] = d.attr(d.SYMBOL_NAME)
    function_type: d.Attr[TypeAttr, Type] = d.attr(d.FUNCTION_TYPE_ATTR)
    body: d.Region = d.region()
    traits = (IsolatedFromAbove(), SymbolTrait())


class ConvertTwice(ConversionPattern[TwiceOp]):
    def match_and_rewrite(
        self, op: TwiceOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        converter = self.type_converter
        assert converter is not None
        type = converter.convert_single_type(op.doubled.type)
        if type is None:
            return rewriter.match_failure("it is no tensor")
        rewriter.replace_op(op, rewriter.insert(TwiceOp(source=adaptor.source, doubled=type)))
        return True


def copied(builder: Builder, location: Location, source: Value, target: Value) -> None:
    builder.insert(CopyOp(source=source, target=target, location=location))


@dataclass(frozen=True)
class ConvertKernels(Pass):
    """Lets kernels write their results."""

    name = "convert-kernels"
    wrong: bool = False

    def run(self, op: Operation, context: ModelContext) -> None:
        converter = BufferizeTypeConverter()
        kind = ResultConversionKind.APPEND_TO_ARGUMENT_LIST
        converter.set_result_conversion_kind(RankedTensorType, MemRefType, kind)
        patterns = RewritePatternSet()
        populate_with_bufferize_op_conversion_patterns(converter, patterns, copy=copied)
        if not self.wrong:
            patterns.add(ConvertTwice(converter))
        target = ConversionTarget()
        target.add_legal_dialect("memref")
        target.add_legal_op(CopyOp)
        target.add_dynamically_legal_op(TwiceOp, legality=converter.is_legal_op)
        target.mark_unknown_op_dynamically_legal(bufferize_op_legality(converter))
        apply_partial_conversion(op, target, patterns, context, verify=False)


def context() -> Context:
    plugin = types.SimpleNamespace(
        __name__="kernels",
        register_dialects=adding({"kernels": KERNELS}),
        register_passes=adding({"convert-kernels": ConvertKernels}),
    )
    return Context(["func", plugin])


PROGRAM = """
kernels.kernel @inner(%x: tensor<4xf32>) -> (tensor<4xf32>, index) {
  %0 = kernels.twice %x : tensor<4xf32> -> tensor<4xf32>
  %n = "builtin.unrealized_conversion_cast"(%x) : (tensor<4xf32>) -> index
  kernels.jump %n, ^end(%0, %n : tensor<4xf32>, index)
^end(%1: tensor<4xf32>, %k: index):
  kernels.done %1, %k : tensor<4xf32>, index
}
kernels.kernel @outer(%q: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0:2 = kernels.launch @inner on %q(%x) : (tensor<4xf32>) -> (tensor<4xf32>, index)
  kernels.done %0#0 : tensor<4xf32>
}
"""


def run(text: str, pipeline: str) -> str:
    known = context()
    module = bufferize.parse(text, known)
    bufferize.pipeline_from_text(f"builtin.module({pipeline})", known).run(module, known)
    return str(module)


def test_functions_calls_and_branches_of_any_dialect() -> None:
    assert run(PROGRAM, "convert-kernels").splitlines()[1:-1] == [
        "  kernels.kernel @inner(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> index {",
        "    %0 = bufferization.to_tensor %arg0 : memref<4xf32> to tensor<4xf32>",
        "    %1 = kernels.twice %arg0 : memref<4xf32> -> memref<4xf32>",
        "    %2 = builtin.unrealized_conversion_cast %0 : tensor<4xf32> to index",
        "    kernels.jump %2, ^bb1(%1, %2 : memref<4xf32>, index)",
        "  ^bb1(%3: memref<4xf32>, %4: index):  // pred: ^bb0",
        "    kernels.copy %3 to %arg1 : memref<4xf32>, memref<4xf32>",
        "    kernels.done %4 : index",
        "  }",
        "  kernels.kernel @outer(%arg0: index, %arg1: memref<4xf32>, %arg2: memref<4xf32>) {",
        "    %alloc = memref.alloc() : memref<4xf32>",
        "    %0 = kernels.launch @inner on %arg0(%arg1, %alloc) : (memref<4xf32>, memref<4xf32>) -> index",
        "    kernels.copy %alloc to %arg2 : memref<4xf32>, memref<4xf32>",
        "    kernels.done",
        "  }",
    ]


def test_a_body_may_have_more_arguments_than_its_function() -> None:
    text = """
    "kernels.scratch_kernel"() ({
    ^bb0(%x: tensor<4xf32>, %scratch: tensor<8xf32>):
      %0 = kernels.twice %scratch : tensor<8xf32> -> tensor<8xf32>
      "kernels.end"(%x) : (tensor<4xf32>) -> ()
    }) {sym_name = "f", function_type = (tensor<4xf32>) -> tensor<4xf32>} : () -> ()
    """
    found = run(text, "convert-kernels")
    assert "function_type = (memref<4xf32>, memref<4xf32>) -> ()" in found
    assert "^bb0(%arg0: memref<4xf32>, %arg1: memref<4xf32>, %arg2: memref<8xf32>):" in found
    assert "kernels.copy %arg0 to %arg1" in found


def test_a_pass_that_forgets_a_pattern() -> None:
    known = context()
    module = bufferize.parse(PROGRAM, known)
    before = str(module)
    pipeline = bufferize.pipeline_from_text("builtin.module(convert-kernels{wrong=true})", known)
    with pytest.raises(DiagnosticError) as failure:
        pipeline.run(module, known)
    assert str(module) == before
    assert str(failure.value) == (
        "<input>:3:8: error: failed to legalize operation 'kernels.twice' that was explicitly "
        "marked illegal\nnote: pattern 'BufferizeReturnOpConverter' does not apply: it does not "
        "return from a function\nnote: pattern 'FunctionConstantConverter' does not apply: it is no "
        "constant of a function"
    )


def test_a_return_is_converted_with_its_function_only() -> None:
    """A converter of returns alone has no argument to copy to."""
    known = context()
    converter = BufferizeTypeConverter()
    kind = ResultConversionKind.APPEND_TO_ARGUMENT_LIST
    converter.set_result_conversion_kind(RankedTensorType, MemRefType, kind)
    module = bufferize.parse(
        "func.func @f() -> tensor<4xf32> {\n%0 = bufferization.alloc_tensor() : tensor<4xf32>\n"
        "return %0 : tensor<4xf32>\n}",
        known,
    )
    target = ConversionTarget()
    target.add_legal_dialect("bufferization", "memref")
    target.add_dynamically_legal_op("func.return", legality=converter.is_legal_op)
    with pytest.raises(DiagnosticError, match="the function has not been converted"):
        apply_partial_conversion(module, target, [BufferizeReturnOpConverter(converter)], known)


def test_a_call_that_cannot_be_rebuilt_is_told() -> None:
    class OddLaunchOp(LaunchOp):
        @property
        def can_be_rebuilt(self) -> bool:
            return False

    odd = d.Dialect("odd")
    odd.op("launch")(OddLaunchOp)
    plugin = types.SimpleNamespace(__name__="odd", register_dialects=adding({"odd": odd}))
    known = Context(["func", plugin])
    module = bufferize.parse(
        "func.func private @f(tensor<4xf32>)\nfunc.func @g(%x: tensor<4xf32>, %q: index) {\n"
        "odd.launch @f on %q(%x) : (tensor<4xf32>) -> ()\nreturn\n}",
        known,
    )
    converter = BufferizeTypeConverter()
    patterns = RewritePatternSet()
    populate_with_bufferize_op_conversion_patterns(converter, patterns)
    target = ConversionTarget()
    target.mark_unknown_op_dynamically_legal(bufferize_op_legality(converter))
    with pytest.raises(DiagnosticError, match="the call cannot be rebuilt"):
        apply_partial_conversion(module, target, patterns, known)


def test_branches_that_keep_account_of_their_operands_say_how() -> None:
    """The default needs a value to begin with, to know where the others go."""
    known = context()
    module = bufferize.parse(
        "func.func @f(%n: index) {\nkernels.jump %n, ^end\n^end:\nreturn\n}", known
    )
    jump = next(op for op in module.walk() if isinstance(op, JumpOp))
    values: Sequence[Value] = [jump.count]
    with pytest.raises(ValueError, match="cannot pass 1 values, not 0, from <kernels.jump"):
        jump.set_successor_operands(0, values)
