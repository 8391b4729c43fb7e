"""The attribute `bufferize.in_place`, which forbids copies of an operation's operands."""

from __future__ import annotations

__all__ = ["IN_PLACE", "in_place_errors"]

from collections.abc import Iterable
from typing import Final

from bufferize import ir
from bufferize.diagnostics import Diagnostic, error
from bufferize.interfaces import FunctionOpInterface, is_buffer_like, is_tensor_like
from bufferize.record.copies import TensorCopy, label_of, plural, texts_of
from bufferize.record.reasons import Place, PlaceKind
from bufferize.syntax import OperationSpans

IN_PLACE: Final = "bufferize.in_place"
"""A unit attribute, or `array<i64: …>` with the numbers of some operands."""


def in_place_problem(op: ir.Operation) -> Diagnostic | None:
    """Return the error in the attribute on `op` or its arguments; None without one."""
    value = op.attributes.get(IN_PLACE)
    if isinstance(op, FunctionOpInterface):
        for number in range(len(op.signature.inputs)):
            if op.get_arg_attr(number, IN_PLACE) is not None:
                problem = error(f"`{IN_PLACE}` on argument #{number} of '{op.name}'", op)
                return problem.note("put it on the operations that use the argument")
    if value is None:
        return None
    types = [value.type for value in (*op.operands, *op.results)]
    if isinstance(value, ir.UnitAttr):
        if op.has_trait(ir.SymbolTableTrait):
            problem = error(f"`{IN_PLACE}` on '{op.name}', for which nothing is copied", op)
            return problem.note("put it on the operations inside")
        if op.regions or op.has_trait(ir.IsTerminator) or any(map(_is_bufferizable, types)):
            return None
        return error(f"`{IN_PLACE}` on '{op.name}', which works on no tensors", op)
    if not isinstance(value, ir.DenseArrayAttr) or value.element_type is not ir.I64:
        problem = error(f"`{IN_PLACE}` takes no value, or the numbers of operands, not {value}", op)
        return problem.note(f"write `{IN_PLACE}`, or for instance `{IN_PLACE} = array<i64: 0>`")
    if any(map(is_tensor_like, types)):  # otherwise the operands are already buffers
        return next(filter(None, (_number_problem(op, number) for number in value.values)), None)
    return None


def _number_problem(op: ir.Operation, number: int) -> Diagnostic | None:
    count = len(op.op_operands)
    if not 0 <= number < count:
        what = f"'{op.name}' has {count} {plural(count, 'operand')}"
        return error(f"`{IN_PLACE}` names operand #{number}, but {what}", op)
    type = op.operand(number).type
    if _is_bufferizable(type):
        return None
    return error(f"`{IN_PLACE}` names operand #{number}, which is no tensor: {type}", op)


def _is_bufferizable(type: ir.Type) -> bool:
    """Return whether `type` is a tensor type, or the buffer type it may have become."""
    return is_tensor_like(type) or is_buffer_like(type)


def forbidding_op(op: ir.Operation, operand: int | None) -> ir.Operation | None:
    """Return the operation that forbids copies of an operand of `op` (None: any operand).

    It is `op` itself, or its parent if `op` is a terminator that yields the parent's results.
    """
    value = op.attributes.get(IN_PLACE)
    if isinstance(value, ir.DenseArrayAttr):
        return op if operand is None or operand in value.values else None
    if value is not None:
        return op
    around = op.parent_op
    if around is None or op.successors or not op.has_trait(ir.IsTerminator):
        return None
    return around if isinstance(around.attributes.get(IN_PLACE), ir.UnitAttr) else None


def in_place_errors(
    copies: Iterable[TensorCopy], spans: OperationSpans | None = None
) -> list[Diagnostic]:
    """Return an error for each forbidden copy, with the reasons for it.

    `spans` are the source ranges of operands and results.
    """
    return [_error(copy, copy.forbidden_by, spans) for copy in copies if copy.forbidden_by]


def _error(copy: TensorCopy, by: Place, spans: OperationSpans | None) -> Diagnostic:
    place = copy.place
    what = f"'{place.op_name}'"
    if place.kind is PlaceKind.OPERAND:
        what = f"operand #{place.index} of {what}"
    done = "is copied" if copy.copies_contents else "gets a new buffer"
    message = f"{what} {done}, which `{IN_PLACE}` forbids: {copy.why}"
    problem = error(message, place.position)
    if place.op is not None:
        problem.about(place.op)
    if by.op is not place.op:
        problem.note("the attribute is here", by.position or by.op)
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
    if copy.tried:
        problem.note(f"tried in vain: {', '.join(copy.tried)}")
    elif not copy.help:
        problem.note("run `bufferize explain` to find out what would remove it")
    return problem
