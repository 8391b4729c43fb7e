from __future__ import annotations

import pytest

from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.dialects import bufferization, builtin, memref
from bufferize.interfaces import EffectKind, MemoryEffect
from bufferize.ir import (
    F32,
    I1,
    UNIT,
    Block,
    MemRefType,
    RankedTensorType,
    StringAttr,
    UnregisteredOp,
    Value,
    bool_attr,
)
from bufferize.syntax import print_module
from bufferize_testing import parse_valid

TENSOR = RankedTensorType((4,), F32)
MEMREF = MemRefType((4,), F32)


@pytest.fixture(scope="module")
def context() -> DialectContext:
    dialects = (builtin.DIALECT, memref.DIALECT, bufferization.DIALECT)
    return DialectContext(dialects, allow_unregistered_dialects=True)


def value(type: MemRefType | RankedTensorType) -> Value:
    return UnregisteredOp.named("test.value", result_types=[type]).result


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "bufferization.to_tensor %m : memref<4xf32>",
            "bufferization.to_tensor %0#0 : memref<4xf32> to tensor<4xf32>",
        ),
        (
            "bufferization.to_tensor %m restrict writeable : memref<4xf32>",
            "bufferization.to_tensor %0#0 restrict writable : memref<4xf32> to tensor<4xf32>",
        ),
        (
            "bufferization.to_tensor %u {restrict} : memref<*xf32>",
            "bufferization.to_tensor %0#1 restrict : memref<*xf32> to tensor<*xf32>",
        ),
        (
            "bufferization.to_memref %t : memref<4xf32, strided<[2]>>",
            "bufferization.to_buffer %0#2 : tensor<4xf32> to memref<4xf32, strided<[2]>>",
        ),
        (
            "bufferization.to_memref %t read_only : tensor<4xf32> to memref<4xf32>",
            "bufferization.to_buffer %0#2 read_only : tensor<4xf32> to memref<4xf32>",
        ),
    ],
)
def test_old_spellings(old: str, new: str, context: DialectContext) -> None:
    text = f"""
        %m, %u, %t = "test.values"() : () -> (memref<4xf32>, memref<*xf32>, tensor<4xf32>)
        %x = {old}
    """
    printed = print_module(parse_valid(text, context))
    assert printed.splitlines()[2].strip() == f"%1 = {new}"


def test_old_spelling_needs_a_memref(context: DialectContext) -> None:
    text = """
        %t = "test.value"() : () -> tensor<4xf32>
        %x = bufferization.to_buffer %t : tensor<4xf32>
    """
    with pytest.raises(ParseError, match="expected 'to'"):
        parse_valid(text, context)


class TestFolds:
    def test_buffer_of_the_tensor_of_a_buffer(self) -> None:
        buffer = value(MEMREF)
        tensor = bufferization.ToTensorOp.build(buffer=buffer, result_types=[TENSOR])
        back = bufferization.ToBufferOp.build(tensor=tensor.result, result_types=[MEMREF])
        assert back.fold() == [buffer]

    def test_buffer_of_another_type_stays(self) -> None:
        tensor = bufferization.ToTensorOp.build(buffer=value(MEMREF), result_types=[TENSOR])
        other = MemRefType((4,), F32, None, StringAttr("space"))
        back = bufferization.ToBufferOp.build(tensor=tensor.result, result_types=[other])
        assert back.fold() is None

    def test_tensor_of_the_buffer_of_a_tensor(self) -> None:
        tensor = value(TENSOR)
        buffer = bufferization.ToBufferOp.build(tensor=tensor, result_types=[MEMREF])
        back = bufferization.ToTensorOp.build(buffer=buffer.buffer, result_types=[TENSOR])
        block = Block()
        block.append(buffer)
        block.append(back)
        assert back.fold() == [tensor]

    def test_a_write_may_lie_between(self) -> None:
        buffer = bufferization.ToBufferOp.build(tensor=value(TENSOR), result_types=[MEMREF])
        back = bufferization.ToTensorOp.build(buffer=buffer.buffer, result_types=[TENSOR])
        block = Block()
        block.append(buffer)
        block.append(UnregisteredOp.named("test.write"))
        block.append(back)
        assert back.fold() is None


def test_dealloc_has_a_condition_for_each_retained_buffer() -> None:
    buffer = value(MEMREF)
    op = bufferization.DeallocOp.build(retained=[buffer, buffer])
    assert op.result_types == (I1, I1)
    assert op.memrefs == ()


class TestMaterializeInDestination:
    def test_into_a_tensor(self) -> None:
        source, dest = value(TENSOR), value(TENSOR)
        op = bufferization.MaterializeInDestinationOp.build(
            source=source, dest=dest, result_types=[TENSOR]
        )
        assert [operand.value for operand in op.dps_inits] == [dest]
        assert op.tied_result(op.op_operands[1]) is op.results[0]
        assert op.source_operand.value is source
        assert op.destination_operand.value is dest
        assert op.effects() == []

    def test_into_a_buffer(self) -> None:
        op = bufferization.MaterializeInDestinationOp.build(
            source=value(TENSOR), dest=value(MEMREF), writable=UNIT, result_types=[]
        )
        assert [effect.kind for effect in op.effects()] == [EffectKind.WRITE]
        assert op.result_tensor is None


def test_effects_of_a_clone() -> None:
    op = bufferization.CloneOp.build(input=value(MEMREF), result_types=[MEMREF])
    assert op.effects() == [
        MemoryEffect(EffectKind.READ, op.input, op.op_operands[0]),
        MemoryEffect(EffectKind.WRITE, op.output),
        MemoryEffect(EffectKind.ALLOCATE, op.output),
    ]


def test_attributes_of_ops() -> None:
    alloc = memref.AllocOp.build(result_types=[MEMREF])
    problem = bufferization.op_attribute_problem
    assert problem(alloc, bufferization.MANUAL_DEALLOCATION, UNIT) is None
    tensor = bufferization.AllocTensorOp.build(result_types=[TENSOR])
    assert problem(tensor, bufferization.MANUAL_DEALLOCATION, UNIT) == (
        "attribute 'bufferization.manual_deallocation' can be used only on ops that have an "
        "allocation and/or free side effect"
    )
    assert problem(alloc, "bufferization.escape", bool_attr(True)) == (
        "attribute '\"bufferization.escape\"' not supported as an op attribute by the "
        "bufferization dialect"
    )
