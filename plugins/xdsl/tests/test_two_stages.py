"""The bufferization of a compiler for an accelerator, at once and in two stages.

In the first stage other dialects become ops on buffers, and the accelerator's own ops stay on
tensors; in the second stage those follow. The program computes the same after each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from xdsl.dialects.builtin import (
    IntAttr,
    IntegerAttr,
    MemRefLayoutAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    TensorType,
)
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, SSAValue, Use
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    opt_result_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.passes import PassPipeline
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.traits import IsTerminator

from bufferize_xdsl import pass_class
from bufferize_xdsl.models import AliasingValue, DestinationStyle, XdslModel, model
from plugins.xdsl.tests.modules import xdsl_context


@irdl_attr_definition
class TiledLayoutAttr(MemRefLayoutAttr, ParametrizedAttribute):
    """A layout of elements in tiles of one size."""

    name = "npu.tiled"
    size: IntAttr

    def get_affine_map(self) -> AffineMap:
        return AffineMap.identity(1)


@irdl_op_definition
class StreamOp(IRDLOperation):
    """An op that streams inputs through the accelerator into outputs, which are overwritten."""

    name = "npu.stream"
    inputs = var_operand_def()
    outputs = var_operand_def()
    results_ = var_result_def()
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


@irdl_op_definition
class YieldOp(IRDLOperation):
    name = "npu.yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator())


@irdl_op_definition
class AccumulateOp(IRDLOperation):
    """An op that calls the accelerator, which adds to a tensor."""

    name = "npu.accumulate"
    weights = operand_def()
    into = operand_def()
    result = opt_result_def()
    kernel = prop_def(StringAttr)


@irdl_op_definition
class LaunchOp(IRDLOperation):
    """The call on buffers."""

    name = "npu.launch"
    weights = operand_def(MemRefType)
    into = operand_def(MemRefType)
    kernel = prop_def(StringAttr)


@irdl_op_definition
class LayoutCastOp(IRDLOperation):
    """An op that moves elements into the accelerator's own memory, in tiles."""

    name = "npu.layout_cast"
    source = operand_def()
    result = result_def()
    layout = prop_def(TiledLayoutAttr)


NPU = Dialect("npu", [StreamOp, YieldOp, AccumulateOp, LaunchOp, LayoutCastOp], [TiledLayoutAttr])


class AccumulateModel(XdslModel[AccumulateOp]):
    preset = DestinationStyle(inits="into")

    def bufferize(self, op: AccumulateOp, rewriter: PatternRewriter) -> None:
        launch = LaunchOp.create(operands=op.operands, properties=op.properties)
        rewriter.replace(op, launch, [op.into])


class LayoutCastModel(XdslModel[LayoutCastOp]):
    """A model that makes a new buffer in another memory."""

    def bufferizes_to_allocation(self, op: LayoutCastOp, value: SSAValue) -> bool:
        return True

    def bufferizes_to_memory_write(self, op: LayoutCastOp, operand: Use) -> bool:
        return False

    def get_aliasing_values(self, op: LayoutCastOp, operand: Use) -> list[AliasingValue]:
        return []

    def get_buffer_type(
        self, op: LayoutCastOp, value: SSAValue, buffer_type: Callable[[SSAValue], Attribute]
    ) -> Attribute:
        return self.in_tiles(op)

    def in_tiles(self, op: LayoutCastOp) -> MemRefType:
        """Return the type of the result's buffer."""
        type = op.result.type
        assert isinstance(type, TensorType)
        return MemRefType(type.element_type, type.shape, op.layout, StringAttr("L1"))

    def bufferize(self, op: LayoutCastOp, rewriter: PatternRewriter) -> None:
        types, properties = [self.in_tiles(op)], op.properties
        new = LayoutCastOp.create(operands=op.operands, result_types=types, properties=properties)
        rewriter.replace(op, new)


MODELS = [
    model(StreamOp, DestinationStyle(inits="outputs", reads_inits=False)),
    model(AccumulateOp, AccumulateModel()),
    model(LayoutCastOp, LayoutCastModel()),
]

PROGRAM = """
func.func @f(%a: tensor<4xi8>, %b: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %three = arith.constant 3 : i8
  %e = tensor.empty() : tensor<4xi8>
  %z = linalg.fill ins(%three : i8) outs(%e : tensor<4xi8>) -> tensor<4xi8>
  %s = "npu.stream"(%a, %b, %z) <{operandSegmentSizes = array<i32: 2, 1>}> ({
  ^bb0(%x: i8, %y: i8, %o: i8):
    %sum = arith.addi %x, %y : i8
    "npu.yield"(%sum) : (i8) -> ()
  }) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %c = "npu.layout_cast"(%s) <{layout = #npu.tiled<#builtin.int<2>>}> : (tensor<4xi8>) -> tensor<4xi8>
  %t = "npu.accumulate"(%c, %a) <{kernel = "k"}> : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %u = linalg.add ins(%s, %t : tensor<4xi8>, tensor<4xi8>) outs(%s : tensor<4xi8>) -> tensor<4xi8>
  return %t, %u, %WHICH : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}
"""
IDENTITY: dict[str, Any] = {"function_boundary_type_conversion": "identity-layout-map"}
AT_ONCE: Any = pass_class("one-shot-bufferize", models=MODELS)
FIRST: Any = pass_class("one-shot-bufferize")


def program(which: str) -> tuple[Any, ModuleOp]:
    theirs = xdsl_context(allow_unregistered=False).clone()
    theirs.load_dialect(NPU)
    return theirs, Parser(theirs, PROGRAM.replace("%WHICH", which)).parse_module()


@pytest.mark.parametrize("which", ["%b", "%a", "%s", "%c", "%z"])
@pytest.mark.parametrize("layouts", [IDENTITY, {}])
def test_at_once_and_in_two_stages(which: str, layouts: dict[str, Any]) -> None:
    theirs, module = program(which)
    expected = computed(module)
    at_once = module.clone()
    one = AT_ONCE(bufferize_function_boundaries=True, **layouts)
    one.apply(theirs, at_once)
    _check(at_once, expected)

    first = FIRST(bufferize_function_boundaries=True, allow_unknown_ops=True, **layouts)
    first.apply(theirs, module)
    module.verify()
    assert computed(module) == expected
    for op in module.walk():
        on_tensors = any(isinstance(value.type, TensorType) for value in op.operands)
        own = op.name in ("npu.stream", "npu.accumulate", "npu.layout_cast")
        assert on_tensors == (own or op.name == "bufferization.to_buffer")

    second = AT_ONCE(bufferize_function_boundaries=True, copy_before_write=True, **layouts)
    second.apply(theirs, module)
    _check(module, expected)


def test_both_stages_in_one_pipeline() -> None:
    theirs, module = program("%b")
    expected = computed(module)
    first = FIRST(bufferize_function_boundaries=True, allow_unknown_ops=True)
    second = AT_ONCE(bufferize_function_boundaries=True, copy_before_write=True)
    PassPipeline((first, second), lambda *_: module.verify()).apply(theirs, module)
    _check(module, expected)


@pytest.mark.parametrize(
    ("which", "allocs", "copies"),
    [("%b", 1, 0), ("%a", 2, 1), ("%s", 2, 0), ("%c", 2, 1), ("%z", 2, 0)],
)
def test_at_once_only_what_is_needed_is_copied(which: str, allocs: int, copies: int) -> None:
    """Tensors that are also returned are not written to, nor left in the accelerator's memory
    (`%c`).

    An overwritten tensor needs a new buffer, but no copy.
    """
    theirs, module = program(which)
    one = AT_ONCE(bufferize_function_boundaries=True, **IDENTITY)
    one.apply(theirs, module)
    assert (str(module).count("memref.alloc"), str(module).count("memref.copy")) == (allocs, copies)


def _check(module: ModuleOp, expected: list[list[int]]) -> None:
    module.verify()
    assert computed(module) == expected
    for op in module.walk():
        for value in (*op.operands, *op.results):
            assert not isinstance(value.type, TensorType)
    (cast,) = (op for op in module.walk() if isinstance(op, LayoutCastOp))
    assert str(cast.result.type) == 'memref<4xi8, #npu.tiled<#builtin.int<2>>, "L1">'
    (launch,) = (op for op in module.walk() if isinstance(op, LaunchOp))
    assert launch.weights is cast.result
    assert launch.kernel == StringAttr("k")


# What the program computes, on tensors and on buffers


def computed(module: ModuleOp) -> list[list[int]]:
    """Return what the function returns for some arguments."""
    function = next(op for op in module.walk() if op.name == "func.func")
    block = function.regions[0].block
    values: dict[SSAValue, list[int]] = dict(
        zip(block.args, ([1, 2, 3, 4], [10, 20, 30, 40]), strict=True)
    )
    for op in block.ops:
        given = [values[operand] for operand in op.operands]
        if op.name == "func.return":
            return given
        values |= zip(op.results, _run(op, given), strict=True)
    raise AssertionError("the function does not return")


def _run(op: Operation, given: list[list[int]]) -> Iterator[list[int]]:
    """Return the results of an op; a buffer is a list that is changed in place."""
    match op.name:
        case "arith.constant":
            value = op.properties["value"]
            assert isinstance(value, IntegerAttr)
            yield [value.value.data] * 4
        case "tensor.empty" | "memref.alloc":
            yield [99] * 4
        case "bufferization.to_tensor" | "bufferization.to_buffer" | "npu.layout_cast":
            yield list(given[0])
        case "memref.cast":
            yield given[0]
        case "memref.copy":
            given[1][:] = given[0]
        case _:
            *sources, target = given
            out = list(target) if op.results else target
            added = [target] if op.name in ("npu.accumulate", "npu.launch") else []
            out[:] = map(sum, zip(*sources, *added, strict=True))
            yield from [out][: len(op.results)]
