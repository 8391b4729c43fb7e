"""The types of results that follow from the rest of an operation."""

from __future__ import annotations

from bufferize.dialects.bufferization import ToTensorOp
from bufferize.ir import F32, Block, MemRefType, RankedTensorType, UnrankedMemRefType
from bufferize.ir import UnrankedTensorType as Unranked


def test_tensor_of_a_buffer() -> None:
    ranked, unranked = Block([MemRefType((4,), F32), UnrankedMemRefType(F32)]).arguments
    assert ToTensorOp(buffer=ranked, restrict=True).result.type is RankedTensorType((4,), F32)
    assert ToTensorOp(buffer=unranked).result.type is Unranked(F32)
