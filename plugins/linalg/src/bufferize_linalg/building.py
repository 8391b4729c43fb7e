"""Making named operations in a program instead of reading them from text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bufferize.define import Context, OperationState
from bufferize.diagnostics import DiagnosticError, VerifyError, error
from bufferize.ir import UNKNOWN_LOC, Attribute, Location, Operation, RankedTensorType, Value
from bufferize_linalg.bodies import BODIES
from bufferize_linalg.regions import build_region, is_unsigned_cast
from bufferize_linalg.structured_syntax import set_segment_sizes
from bufferize_linalg.table import SPECS

_CONTRACTIONS = frozenset(["matmul", "batch_matmul", "batch_reduce_matmul"])


def named_op(
    context: Context,
    mnemonic: str,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    attributes: Mapping[str, Attribute] | None = None,
    location: Location = UNKNOWN_LOC,
) -> Operation:
    """A detached `linalg.<mnemonic>` with its body; a result for each output that is a tensor.

    For the operations of the table and for matmul, batch_matmul and batch_reduce_matmul. Raises
    KeyError for another mnemonic, VerifyError where the operands' types have no such operation.
    """
    body = BODIES["multiply_add" if mnemonic in _CONTRACTIONS else SPECS[mnemonic].body]
    name = f"linalg.{mnemonic}"
    op_class = context.op_class(name)
    assert op_class is not None
    num_inputs = 2 if mnemonic in _CONTRACTIONS else SPECS[mnemonic].num_inputs

    def fail(message: str) -> DiagnosticError:
        return VerifyError(error(f"'{name}' op {message}", location.position()))

    if len(inputs) != num_inputs or len(outputs) != 1:
        raise fail(f"takes {num_inputs} inputs and 1 output, got {len(inputs)} and {len(outputs)}")
    state = OperationState(name, location)
    state.operands.extend([*inputs, *outputs])
    types = [value.type for value in state.operands]
    state.attributes.update(attributes or {})
    set_segment_sizes(state, len(inputs), len(outputs))
    unsigned = is_unsigned_cast(state.attributes)
    state.regions.append(build_region(context, types, body, unsigned, location, fail))
    state.result_types.extend(
        value.type for value in outputs if isinstance(value.type, RankedTensorType)
    )
    return op_class.from_state(state)
