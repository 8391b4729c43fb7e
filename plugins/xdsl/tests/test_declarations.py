"""Ops that xDSL declares are known to bufferize."""

from __future__ import annotations

from xdsl.parser import Parser

import bufferize
from bufferize import define as d
from bufferize_xdsl import from_bufferize, to_bufferize
from bufferize_xdsl.declarations import declare
from plugins.xdsl.tests.downstream import ACCEL, ScaleOp, ScopeOp, StreamOp, YieldOp
from plugins.xdsl.tests.modules import generic, xdsl_context, xdsl_text

PROGRAM = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, sym_name = "f"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>):
    %0 = "accel.scale"(%arg0) {factor = 2 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    %1 = "accel.stream"(%0, %arg1) <{accelerator = "gemm", operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg2: f32, %arg3: f32):
      "accel.yield"(%arg2) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%1) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""


def test_every_op_of_xdsl_can_be_declared() -> None:
    context, theirs = bufferize.Context(), xdsl_context()
    count = 0
    for name in theirs.registered_dialect_names:
        for cls in theirs.get_dialect(name).operations:
            if context.op_class(cls.name) is None and "unregistered" not in cls.name:
                declared = declare(cls, context)
                assert declared is not None
                assert context.op_class(cls.name) is declared
                assert declared.definition.verifier is not None
                assert declared.definition.builder is not None
                count += 1
    assert count > 1000


def test_a_module_with_ops_of_a_downstream_dialect() -> None:
    theirs = xdsl_context().clone()
    theirs.load_dialect(ACCEL)
    context = bufferize.Context()
    assert context.dialect("accel") is None
    module = to_bufferize(Parser(theirs, PROGRAM).parse_module(), context)
    bufferize.verify(module)
    scale, stream, inner, _ = (
        op for op in module.walk() if op.name.startswith(("accel.", "func.return"))
    )
    assert isinstance(scale, d.Operation)
    assert isinstance(stream, d.Operation)
    # A name that means something else on operations has a line below it.
    assert scale.operand_ is scale.operand(0)  # type: ignore[attr-defined]
    assert str(scale.properties["factor"]) == "2 : i32"
    assert scale.has_trait(d.Pure)
    assert not stream.has_trait(d.Pure)
    assert inner.has_trait(d.IsTerminator)
    assert [len(getattr(stream, name)) for name in ("inputs", "outputs", "results_")] == [1, 1, 1]
    assert str(stream.accelerator) == '"gemm"'  # type: ignore[attr-defined]
    # An attribute of xDSL, which is a property to us, is one again there.
    assert "{factor = 2 : i32}" in xdsl_text(from_bufferize(module, theirs))
    again = bufferize.parse(generic(module), context)
    assert generic(again) == generic(module)


def test_a_class_is_the_same_in_all_contexts() -> None:
    one, other = bufferize.Context([]), bufferize.Context([])
    for cls in (StreamOp, YieldOp, ScaleOp, ScopeOp):
        assert declare(cls, one) is declare(cls, other)
    assert one.op_class("accel.scope") is other.op_class("accel.scope")
    scope = one.op_class("accel.scope")
    assert scope is not None
    assert scope.has_trait(d.NoTerminator)


def test_a_dialect_that_we_have_a_part_of_keeps_it() -> None:
    part = d.Dialect("tosa", partial="only one op of tosa is known")

    @part.op("mine")
    class MineOp(d.Operation):
        __slots__ = ()
        assembly_format = "attr-dict"

    context, theirs = d.DialectContext([part]), xdsl_context()
    declare(theirs.get_op("tosa.clamp"), context)
    known = context.dialect("tosa")
    assert known is not None
    assert set(known.ops) == {"mine", "clamp"}
    assert d.DialectContext([part]).op_class("tosa.clamp") is None


def test_other_ops_of_a_dialect_that_only_xdsl_has_stay_unregistered() -> None:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    declare(ScopeOp, context)
    (op,) = bufferize.parse('"accel.other"() : () -> ()', context).regions[0].entry.ops
    assert not op.is_registered
