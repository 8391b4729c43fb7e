"""A compiler that embeds the core: it builds tensor IR, has it bufferized, and goes on with
buffers.

    python examples/embed.py

The "compiler" makes a function that writes a value to the first `n` elements of a tensor.
"""

from __future__ import annotations

import bufferize
from bufferize.ir import (
    F32,
    Block,
    Builder,
    FunctionType,
    InsertionPoint,
    Operation,
    RankedTensorType,
    Region,
    StringAttr,
    TypeAttr,
    Value,
    index_attr,
    verify,
)


def build(context: bufferize.Context, n: int) -> Operation:
    """Build a module with the function."""

    def op(name: str) -> type[Operation]:
        found = context.op_class(name)
        assert found is not None
        return found

    tensor = RankedTensorType((16,), F32)
    body = Block([tensor, F32])
    builder = Builder(InsertionPoint.at_end(body))
    current: Value = body.arguments[0]
    value = body.arguments[1]
    for i in range(n):
        index = builder.insert(
            op("arith.constant").create((), [index_attr(i).type], {"value": index_attr(i)})
        )
        inserted = op("tensor.insert").create((value, current, index.result), [tensor])
        current = builder.insert(inserted).result
    builder.insert(op("func.return").create((current,)))
    properties = {
        "sym_name": StringAttr("fill"),
        "function_type": TypeAttr(FunctionType((tensor, F32), (tensor,))),
    }
    function = op("func.func").create(properties=properties, regions=[Region([body])])
    top = Block()
    top.append(function)
    return op("builtin.module").create(regions=[Region([top])])


def main() -> None:
    """Build, bufferize, and list the stores that a code generator would now emit."""
    context = bufferize.Context()
    module = build(context, 3)
    assert not verify(module)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    report = bufferize.one_shot_bufferize(module, options, context)
    print(bufferize.print_module(module))
    print(f"{len(report.copies)} tensors copied")
    for op in module.walk():
        if op.name == "memref.store":
            print(f"store to {op.operand(1).type}")


if __name__ == "__main__":
    main()
