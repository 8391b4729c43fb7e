"""Inits, inputs and results of operations in destination-passing style."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bufferize.interfaces import DestinationStyleOpInterface
from bufferize.ir import (
    F32,
    I32,
    Block,
    MemRefType,
    NoTerminator,
    OpOperand,
    RankedTensorType,
    Region,
    Type,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)
from bufferize.ir.verifier import verify

TENSOR, OTHER = RankedTensorType((8,), F32), RankedTensorType((9,), F32)
BUFFER, VECTOR = MemRefType((8,), F32), VectorType((8,), F32)


class IntoOp(DestinationStyleOpInterface):
    """The inits are all operands but the first and the last."""

    name = "t.into"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[1:-1]


class ApartOp(IntoOp):
    """The inits are the operands 0 and 2."""

    name = "t.apart"

    @property
    def dps_inits(self) -> list[OpOperand]:
        return self.op_operands[0:3:2]


class StrictOp(IntoOp):
    """Has a rule of its own."""

    name = "t.strict"

    def verify_op(self) -> None:
        raise self.error("never valid")


class HolderOp(IntoOp):
    name = "t.holder"
    traits = (NoTerminator(),)


def into(
    operands: Sequence[Type], results: Sequence[Type] | None = None, cls: type[IntoOp] = IntoOp
) -> IntoOp:
    """By default with the results that it must have."""
    if results is None:
        results = [type for type in operands[1:-1] if type is TENSOR]
    return cls.create(Block(operands).arguments, results)


def test_inits_and_inputs() -> None:
    op = into([VECTOR, BUFFER, TENSOR, F32])
    first, buffer, tensor, last = op.op_operands
    assert op.dps_init_values == [buffer.value, tensor.value]
    assert op.dps_inits == [buffer, tensor]
    assert op.num_dps_inputs == 2
    assert op.dps_inputs == [first, last]


def test_an_init_can_be_replaced() -> None:
    op = into([F32, BUFFER, TENSOR, F32])
    (value,) = Block([TENSOR]).arguments
    op.dps_inits[1].set(value)
    assert op.operand(2) is value
    assert value.has_one_use()


def test_what_an_operand_is() -> None:
    op = into([VECTOR, BUFFER, TENSOR, F32])
    assert [op.is_dps_init(operand) for operand in op.op_operands] == [False, True, True, False]
    assert [op.is_dps_input(operand) for operand in op.op_operands] == [True, False, False, True]
    assert [op.is_scalar(operand) for operand in op.op_operands] == [True, False, False, True]
    for foreign in into([F32, TENSOR, F32]).op_operands:
        assert not op.is_dps_init(foreign)
        assert not op.is_dps_input(foreign)
        assert not op.is_scalar(foreign)


def test_ties() -> None:
    op = into([TENSOR, TENSOR, BUFFER, TENSOR, TENSOR])
    _, first, buffer, second, _ = op.op_operands
    assert [op.tied_result(operand) for operand in op.op_operands] == [
        None,
        op.results[0],
        None,
        op.results[1],
        None,
    ]
    assert [op.tied_operand(result) for result in op.results] == [first, second]
    assert op.tied_result(buffer) is None


@pytest.mark.parametrize(
    ("operands", "tensors", "buffers"),
    [
        ([F32, TENSOR, F32], True, False),
        ([F32, BUFFER, F32], False, True),
        ([TENSOR, BUFFER, F32], False, False),
        ([F32, VECTOR], False, False),
    ],
)
def test_semantics(operands: list[Type], tensors: bool, buffers: bool) -> None:
    op = into(operands)
    assert op.has_pure_tensor_semantics == tensors
    assert op.has_pure_buffer_semantics == buffers


@pytest.mark.parametrize(
    ("operands", "results"),
    [
        ([F32, F32], []),
        ([F32, F32], [VECTOR]),  # as vector.transfer_read
        ([F32, BUFFER, TENSOR, F32], [TENSOR]),
        ([F32, UnrankedTensorType(F32), UnrankedMemRefType(F32), F32], [UnrankedTensorType(F32)]),
    ],
)
def test_valid(operands: list[Type], results: list[Type]) -> None:
    assert verify(into(operands, results)) == []


@pytest.mark.parametrize(
    ("operands", "results", "message"),
    [
        (
            [F32, VECTOR, F32],
            [],
            "expected that operand #1, an init, is a tensor or a memref, but got 'vector<8xf32>'",
        ),
        (
            [F32, TENSOR, F32],
            [],
            "expected the number of tensor results (0) to be equal to the number of output tensors "
            "(1)",
        ),
        (
            [F32, BUFFER, F32],
            [TENSOR],
            "expected the number of tensor results (1) to be equal to the number of output tensors "
            "(0)",
        ),
        (
            [F32, F32],
            [TENSOR],
            "expected the number of tensor results (1) to be equal to the number of output tensors "
            "(0)",
        ),
        (
            [F32, TENSOR, F32],
            [TENSOR, I32],
            "expected the number of results (2) to be equal to the number of output tensors (1)",
        ),
        (
            [F32, BUFFER, TENSOR, TENSOR, F32],
            [TENSOR, OTHER],
            "expected type of operand #3 ('tensor<8xf32>') to match type of corresponding result "
            "('tensor<9xf32>')",
        ),
    ],
)
def test_invalid(operands: list[Type], results: list[Type], message: str) -> None:
    [found] = verify(into(operands, results))
    assert found.message == f"'t.into' op {message}"


def test_inits_follow_each_other() -> None:
    [found] = verify(into([TENSOR, F32, TENSOR], [TENSOR, TENSOR], ApartOp))
    assert found.message == (
        "'t.apart' op expected the inits to be consecutive operands, but operand #2 follows "
        "operand #0"
    )


def test_inits_are_operands() -> None:
    class MistakenOp(IntoOp):
        name = "t.mistaken"
        dps_inits = property(lambda self: [self.operand(1)])

    class ForgottenOp(IntoOp):
        name = "t.forgotten"
        dps_inits = lambda self: self.op_operands[1:]  # type: ignore[assignment]  # noqa: E731

    for cls in (MistakenOp, ForgottenOp):
        [found] = verify(into([F32, TENSOR, F32], [TENSOR], cls))
        start = f"'{cls.name}' op expected 'dps_inits' to be a list of its operands, but got "
        assert found.message.startswith(start)


def test_the_rules_of_the_operation_come_first() -> None:
    [found] = verify(into([F32, TENSOR, F32], [], StrictOp))
    assert found.message == "'t.strict' op never valid"


def test_so_do_those_of_the_operations_inside() -> None:
    block = Block([F32, TENSOR])
    block.append(IntoOp.create([*block.arguments, block.arguments[0]]))
    values = Block([F32, VECTOR, F32]).arguments
    outer = HolderOp.create(values, regions=[Region([block])])
    [found] = verify(outer)
    assert "number of tensor results (0)" in found.message
    block.terminator.erase()
    [found] = verify(outer)
    assert found.message.startswith("'t.holder' op expected that operand #1, an init,")
