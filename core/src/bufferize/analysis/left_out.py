"""Operations that One-Shot Bufferize leaves on tensors, and what may become their operands' buffers.

A dialect filter leaves operations out, and those without a model stay as they are. Their operands are
made tensors of buffers, and their results are made buffers of tensors. What a later pass makes of
them is not known here: it may be that a value which they pass on is an operand's buffer, without
a copy. So there is one rule, for all values that a tensor may be passed on as: they are in its alias
set from the start, whatever is decided.

```mlir
%same = call @f(%t) : (tensor<8xf32>) -> tensor<8xf32>  // left out: %same and %t may be one buffer
%w = tensor.insert %f into %t[%i] : tensor<8xf32>       // a conflict
%x = tensor.extract %same[%i] : tensor<8xf32>
```

No later pass writes to the buffer of an operand, because it is not known to be writable. So the operands of
an operation in destination style, which computes its results in a copy, are not passed on.
"""

from __future__ import annotations

from bufferize.interfaces import (
    BranchOpInterface,
    DestinationStyleOpInterface,
    is_tensor_like,
    possible_buffer_aliases,
)
from bufferize.ir import OpOperand, Value


def values_passed_on(use: OpOperand) -> list[Value]:
    """Return the tensors that a later pass may make of the buffer of `use`, whose owner is left out.

    These are results, arguments of successors, arguments of regions, and if the owner ends a region,
    the results and the arguments of regions of the operation around it.
    """
    op = use.owner
    if isinstance(op, BranchOpInterface):
        argument = op.successor_block_argument(use)
        values: list[Value] = [] if argument is None else [argument]
    elif isinstance(op, DestinationStyleOpInterface):
        values = []
    else:
        values = possible_buffer_aliases(use) or []
    return [value for value in values if is_tensor_like(value.type)]
