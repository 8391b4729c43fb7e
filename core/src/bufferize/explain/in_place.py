"""Operations that say that nothing may be copied for them: by the attribute `bufferize.in_place`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bufferize.diagnostics import Diagnostic, error
from bufferize.explain.labels import label_of, texts_of
from bufferize.explain.places import Place, PlaceKind
from bufferize.explain.tensor_copy import TensorCopy, plural
from bufferize.interfaces import is_buffer_like, is_tensor_like
from bufferize.ir import I64, DenseArrayAttr, IsTerminator, Operation, UnitAttr
from bufferize.syntax import OperationSpans

IN_PLACE: Final = "bufferize.in_place"
"""Alone, or as `array<i64: …>`, which names some of the operands."""


def in_place_problem(op: Operation) -> Diagnostic | None:
    """What is wrong with the attribute on `op`, if it has it."""
    value = op.attributes.get(IN_PLACE)
    if value is None:
        return None
    types = [value.type for value in (*op.operands, *op.results)]
    if isinstance(value, UnitAttr):
        if op.regions or any(is_tensor_like(type) or is_buffer_like(type) for type in types):
            return None
        return error(f"`{IN_PLACE}` on '{op.name}', which works on no tensors", op)
    if not isinstance(value, DenseArrayAttr) or value.element_type is not I64:
        problem = error(f"`{IN_PLACE}` takes no value, or the numbers of operands, not {value}", op)
        return problem.note(f"write `{IN_PLACE}`, or for instance `{IN_PLACE} = array<i64: 0>`")
    if not any(map(is_tensor_like, types)):
        return None  # the tensors that it speaks of have become buffers
    for number in value.values:
        if not 0 <= number < len(op.op_operands):
            count = len(op.op_operands)
            what = f"'{op.name}' has {count} {plural(count, 'operand')}"
            return error(f"`{IN_PLACE}` names operand #{number}, but {what}", op)
        type = op.operand(number).type
        if not is_tensor_like(type) and not is_buffer_like(type):
            return error(f"`{IN_PLACE}` names operand #{number}, which is no tensor: {type}", op)
    return None


def forbidding_op(op: Operation, operand: int | None) -> Operation | None:
    """Who says that nothing may be copied for an operand of `op`, None for any of them: `op` itself,

    or the operation that it ends a region of, and so gives results. None if nobody does.
    """
    value = op.attributes.get(IN_PLACE)
    if isinstance(value, DenseArrayAttr):
        return op if operand is None or operand in value.values else None
    if value is not None:
        return op
    around = op.parent_op
    if around is None or op.successors or not op.has_trait(IsTerminator):
        return None
    return around if isinstance(around.attributes.get(IN_PLACE), UnitAttr) else None


def in_place_errors(
    copies: Iterable[TensorCopy], spans: OperationSpans | None = None
) -> list[Diagnostic]:
    """An error for each copy that is forbidden, with all that is known of why it is made.

    `spans` are where operands and results are written in the input.
    """
    return [_error(copy, copy.forbidden_by, spans) for copy in copies if copy.forbidden_by]


def _error(copy: TensorCopy, by: Place, spans: OperationSpans | None) -> Diagnostic:
    place = copy.place
    what = f"'{place.op_name}'"
    if place.kind is PlaceKind.OPERAND:
        what = f"operand #{place.index} of {what}"
    done = "is copied" if copy.copies_contents else "gets a new buffer"
    message = f"{what} {done}, which `{IN_PLACE}` forbids: {copy.why}"
    problem = error(message, place.position or place.op)
    if by.op is not place.op:
        problem.note("it stands here", by.position or by.op)
    for party, text in texts_of(copy).items():
        blamed = getattr(copy, party)
        if party == "place" or blamed is None:
            continue
        label = label_of(blamed, text, spans)
        if label is None:
            problem.note(f"{text}: {blamed}")
        else:
            problem.note(text, label.position)
    problem.note(f"cost: {copy.cost_text()}")
    for help in copy.help:
        problem.note(f"help: {help}")
    if copy.needed is not None:
        problem.note(f"needed: {copy.needed}")
    elif not copy.help:
        problem.note("`bufferize explain` tries what would remove it")
    return problem
