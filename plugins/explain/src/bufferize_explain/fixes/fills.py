"""The fix for shared fills: each use gets its own buffer with the same value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from bufferize import define as d
from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.driver.building import CreatingRewriter, dynamic_part
from bufferize.interfaces import is_memory_effect_free
from bufferize.ir.dense import splat_element
from bufferize.record import Reason, TensorCopy, place_of, size_factors
from bufferize.syntax import parse_module
from bufferize_explain.fixes.base import Fix, Subject, listed, operand_of
from bufferize_explain.fixes.program import FILL, Program
from bufferize_transforms import may_be_left_out

_LONGEST_CHAIN = 64
_EMPTY, _SCALAR = "tensor.empty", "arith.constant"


class OwnFill(Fix):
    """A `tensor.empty` and a `linalg.fill` for each use of a shared fill or constant.

    Uses may be through views of it; the views are cloned, too. A fill must not write more than is
    copied without it, so a use of a part is no reason for a fill of the whole.
    """

    kind = "own-fill"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        context = subject.program.context
        if any(context.op_class(name) is None for name in (_EMPTY, FILL, _SCALAR)):
            return
        copies = subject.of(Reason.NOT_WRITABLE, Reason.CONFLICT, Reason.PARALLEL, Reason.IN_USE)
        ways = {value: _way_to_fill(value, subject.state) for value in map(_copied_value, copies)}
        found = [
            copy
            for copy in copies
            if copy.copies_contents
            and (way := ways[_copied_value(copy)]) is not None
            and _is_no_larger(way[-1].result.type, copy)
        ]
        if found:
            yield cls(subject, found)

    @cached_property
    def _ways(self) -> dict[ir.Value, list[ir.Operation]]:
        """For each copied value, the operations from its definition, through views, to the fill."""
        state = self.subject.state
        values = dict.fromkeys(map(_copied_value, self.copies))
        ways = ((value, _way_to_fill(value, state)) for value in values)
        return {value: way for value, way in ways if way is not None}

    @property
    def text(self) -> str:
        sources = {self._ways[_copied_value(copy)][-1]: None for copy in self.copies}
        uses = {operand_of(copy): None for copy in self.copies}
        each = f"each of {len(uses)} uses" if len(uses) > 1 else str(place_of(next(iter(uses))))
        return (
            f"give {each} its own `tensor.empty` and `linalg.fill`, in place of "
            f"{listed(map(place_of, sources))}"
        )

    def apply(self, program: Program) -> None:
        ways = self._ways  # computed before anything is changed
        templates: dict[ir.Operation, list[ir.Operation]] = {}
        for copy in self.copies:
            use = operand_of(copy)
            *views, source = ways[use.value]
            rewriter = program.rewriter(use.owner)
            if source.name == FILL:
                value = _fill_again(source, rewriter)
            else:
                if source not in templates:
                    templates[source] = _fill_of_constant(source, program)
                mapping = ir.IRMapping()
                for op in templates[source]:
                    value = rewriter.clone(op, mapping).result
            old = source.result
            for view in reversed(views):
                value, old = rewriter.clone(view, ir.IRMapping({old: value})).result, view.result
            use.set(value)
        for way in ways.values():
            _erase_unused(way)


def _copied_value(copy: TensorCopy) -> ir.Value:
    return operand_of(copy).value


def _is_no_larger(type: ir.Type, copy: TensorCopy) -> bool:
    """Return whether a fill of a tensor of this type writes no more than a copy does."""
    assert isinstance(type, ir.RankedTensorType)
    known, unknown = size_factors(type.element_type, type.shape)
    copied, unknown_copied = copy.size_factors
    return (unknown, known) <= (unknown_copied, copied)


def _way_to_fill(value: ir.Value, state: AnalysisState) -> list[ir.Operation] | None:
    """Return the operations from the one that defines `value` to the one that fills it."""
    way: list[ir.Operation] = []
    while len(way) < _LONGEST_CHAIN:
        op = value.defining_op
        if op is None or len(op.results) != 1:
            return None
        way.append(op)
        if _is_filled(op):
            return way
        viewed = _viewed(op, state)
        if viewed is None:
            return None
        value = viewed
    return None


def _is_filled(op: ir.Operation) -> bool:
    if op.name == FILL:
        return isinstance(op.result.type, ir.RankedTensorType) and len(op.op_operands) == 2
    value = op.get_attr("value") if op.has_trait(d.ConstantLike) else None
    return (
        isinstance(value, ir.DenseElementsAttr) and value.is_splat and _scalar_of(value) is not None
    )


def _viewed(op: ir.Operation, state: AnalysisState) -> ir.Value | None:
    """Return the tensor of which the result of `op` is a view."""
    if op.regions or state.model(op) is None or not is_memory_effect_free(op):
        return None
    operands = [
        alias.operand
        for alias in state.get_aliasing_op_operands(op.result)
        if not state.bufferizes_to_memory_write(alias.operand)
        and not state.bufferizes_to_memory_read(alias.operand)
    ]
    return operands[0].value if len(operands) == 1 else None


def _scalar_of(value: ir.DenseElementsAttr) -> ir.Attribute | None:
    raw, type = splat_element(value), value.type.element_type
    if not isinstance(raw, int):
        return None
    if isinstance(type, ir.FloatType):
        return ir.FloatAttr(raw, type)
    if isinstance(type, ir.IndexType | ir.IntegerType):
        return ir.IntegerAttr(raw, type)
    return None


def _fill_of_constant(constant: ir.Operation, program: Program) -> list[ir.Operation]:
    """Make operations (scalar, empty tensor, fill) that compute a splat constant."""
    value = constant.get_attr("value")
    assert isinstance(value, ir.DenseElementsAttr)
    type, scalar = str(constant.result.type), str(_scalar_of(value))
    element = str(value.type.element_type)
    module = parse_module(
        f"%scalar = {_SCALAR} {scalar}\n"
        f"%empty = {_EMPTY}() : {type}\n"
        f"%fill = {FILL} ins(%scalar : {element}) outs(%empty : {type}) -> {type}\n",
        program.context,
    )
    ops = list(module.regions[0].blocks[0].ops)
    for op in ops:
        for inner in op.walk():
            inner.location = constant.location
    return ops


def _fill_again(fill: ir.Operation, rewriter: CreatingRewriter) -> ir.Value:
    """Build a fill of a new empty tensor with the same value."""
    scalar, filled = fill.operands
    empty = filled.defining_op
    if empty is not None and empty.name == _EMPTY:
        own = rewriter.clone(empty).result
    else:
        sizes = dynamic_part(rewriter.dim_sizes(filled))
        op_class = rewriter.op_class(_EMPTY)
        own = rewriter.create(op_class, sizes, (filled.type,), location=fill.location).result
    return rewriter.clone(fill, ir.IRMapping({filled: own, scalar: scalar})).result


def _erase_unused(way: Iterable[ir.Operation]) -> None:
    """Erase the operations that have become unused, users before definitions."""
    work = list(way)
    while work:
        op = work.pop(0)
        if op.parent is None or op.has_uses() or not may_be_left_out(op):
            continue
        sources = [value.defining_op for value in op.operands]
        op.erase()
        work += [source for source in sources if source is not None and not source.regions]
