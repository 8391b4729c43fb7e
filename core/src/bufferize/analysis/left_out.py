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

What is computed from tensors and numbers alone (`operands_passed_on`) is the buffer of one of these
tensors, or one that nothing else here allocates. A buffer gets to other operations in two more ways:

- As a value that is no tensor, such as a `memref` or an `!async.value`. Uses of it count as uses of the
  tensor (`deferred_reads.py`), and what is computed from it may be any buffer.
- In memory. A buffer that is stored in a buffer of buffers (`may_keep`) counts as used for ever, from
  the operation that may store it. Operations have no other memory to keep it in: a tensor is a value,
  and its buffer may be freed after its last use that can be seen. A variable has a copy.
"""

from __future__ import annotations

from bufferize.analysis.queries import AnalysisState
from bufferize.interfaces import (
    BranchOpInterface,
    DestinationStyleOpInterface,
    EffectKind,
    LoopLikeOpInterface,
    holds_buffers,
    is_scalar,
    is_tensor_like,
    memory_effects,
    values_that_may_hold,
)
from bufferize.ir import Operation, OpOperand, OpResult, Value


def values_passed_on(use: OpOperand) -> list[Value]:
    """Return the values that may be the buffer of `use`, or refer to it, as its owner is left out.

    These are results, arguments of successors, arguments of regions, and if the owner ends a region,
    the results and the arguments of regions of the operation around it. A loop passes on each value
    that it carries as itself. Those that are tensors may become the buffer.
    """
    op = use.owner
    if isinstance(op, DestinationStyleOpInterface):
        return []
    if isinstance(op, BranchOpInterface):
        argument = op.successor_block_argument(use)
        return [] if argument is None else [argument]
    loop = op if isinstance(op, LoopLikeOpInterface) else op.parent_op
    edges = loop.forwarded_operands if isinstance(loop, LoopLikeOpInterface) else []
    carried = [value for init, end, values in edges if use in (init, end) for value in values]
    return carried or values_that_may_hold(op)


def operands_passed_on(value: Value) -> list[OpOperand] | None:
    """Return the operands whose buffer `value`, of an operation that is left out, may be or show.

    If it has the buffer of none of them, it is one that nothing else allocates. None if that is not
    known, as for results of operations with regions.
    """
    if not isinstance(value, OpResult):
        return None
    op = value.owner
    if isinstance(op, DestinationStyleOpInterface):
        return []
    if op.regions or not all(is_tensor_like(t) or is_scalar(t) for t in op.operand_types):
        return None
    return [operand for operand in op.op_operands if is_tensor_like(operand.value.type)]


def may_keep(op: Operation, state: AnalysisState) -> bool:
    """Return whether `op`, of which no more is known, may store a buffer that it is given in another one.

    It may do so where no operand leads: a callee may have a `memref.global` of buffers.
    """
    if state.has_buffers_of_buffers is None:
        types = (type for inner in op.outermost.walk() for type in inner.operand_types)
        state.has_buffers_of_buffers = any(map(holds_buffers, types))
    if not state.has_buffers_of_buffers:
        return False
    effects = memory_effects(op)
    return effects is None or any(
        kind is EffectKind.WRITE and (value is None or holds_buffers(value.type))
        for kind, value, _, _ in effects
    )
