"""A compiler that embeds the core: it builds tensor IR, has it bufferized, and goes on with buffers.

    python examples/embed.py

The "compiler" makes a function that writes a value to the first `n` places of a tensor.
"""

from __future__ import annotations

import bufferize
from bufferize.dialects.builtin import ModuleOp
from bufferize.dialects.memref import StoreOp
from bufferize.ir import (
    F32,
    Block,
    Builder,
    FunctionType,
    InsertionPoint,
    RankedTensorType,
    Value,
    index_attr,
)
from bufferize_arith.ops_constant import ConstantOp
from bufferize_func.ops import FuncOp, ReturnOp
from bufferize_tensor.ops_element import InsertOp


def build(n: int) -> ModuleOp:
    """The module with the function."""
    tensor = RankedTensorType((16,), F32)
    body = Block([tensor, F32])
    builder = Builder(InsertionPoint.at_end(body))
    current: Value = body.arguments[0]
    for i in range(n):
        index = builder.insert(ConstantOp(value=index_attr(i)))
        inserted = InsertOp(scalar=body.arguments[1], dest=current, indices=[index.result])
        current = builder.insert(inserted).result
    builder.insert(ReturnOp(values=[current]))
    module = ModuleOp.empty()
    signature = FunctionType((tensor, F32), (tensor,))
    module.block.append(FuncOp(sym_name="fill", function_type=signature, body=body))
    return module


def main() -> None:
    """Builds, bufferizes, and lists the stores that a code generator would now emit."""
    context = bufferize.Context()
    module = build(3)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    report = bufferize.one_shot_bufferize(module, options, context)
    print(module)
    print(f"{len(report.copies)} tensors copied")
    for op in module.walk():
        if isinstance(op, StoreOp):
            print(f"store to {op.memref.type}")


if __name__ == "__main__":
    main()
