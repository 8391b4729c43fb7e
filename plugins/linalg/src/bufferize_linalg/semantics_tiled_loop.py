"""What `linalg.tiled_loop` computes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from bufferize import ir
from bufferize.interfaces import is_tensor_like
from bufferize_interpreter import ProgramError, TrapKind
from bufferize_linalg.ops_tiled_loop import TiledLoopOp

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def tiled_loop(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Semantics of `linalg.tiled_loop`: its iterations in order, each with the outputs so far."""
    assert isinstance(op, TiledLoopOp)
    rank, count = op.rank, len(op.inputs)
    body = compiler.region(op.region)
    carried = [number for number, v in enumerate(op.outputs) if is_tensor_like(v.type)]
    only_one = len(carried) == 1

    def run(*operands: Any) -> Any:
        lower, upper, step = (operands[i * rank : (i + 1) * rank] for i in range(3))
        if any(number <= 0 for number in step):
            raise ProgramError(
                TrapKind.OTHER, f"has a step of {list(step)}, which must be positive"
            )
        inputs = operands[3 * rank : 3 * rank + count]
        outputs = list(operands[3 * rank + count :])
        for indices in product(*map(range, lower, upper, step)):
            values: Sequence[Any] = body(*indices, *inputs, *outputs)
            for number, value in zip(carried, values, strict=True):
                outputs[number] = value
        results = [outputs[number] for number in carried]
        return results[0] if only_one else results

    return run
