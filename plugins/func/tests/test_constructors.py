"""Functions and calls made from Python values."""

from __future__ import annotations

import pytest

from bufferize.ir import F32, Block, FunctionType, verify
from bufferize_func.ops import CallOp, FuncOp, ReturnOp


def test_a_block_is_a_body() -> None:
    body = Block([F32])
    body.append(ReturnOp(values=body.arguments))
    function = FuncOp(sym_name="f", function_type=FunctionType((F32,), (F32,)), body=body)
    assert function.body.blocks == [body]
    assert function.sym_name.value == "f"
    assert verify(function) == []


def test_misspelt_field() -> None:
    with pytest.raises(TypeError, match="'func.call' has no field 'calle'; did you mean 'callee'"):
        CallOp(calle="f")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
