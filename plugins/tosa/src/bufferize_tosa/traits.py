"""Traits of the ops of the tosa dialect."""

from __future__ import annotations

from bufferize.define import TypeTrait
from bufferize.ir import DYNAMIC, FloatType, Operation, Trait, element_type_or_self
from bufferize_tosa.shapes import extents_of, may_be_same
from bufferize_tosa.tosa_types import ShapeType


class ShapeOperator(Trait):
    """The op computes a shape."""

    __slots__ = ()


class ResolvableShapes(Trait):
    """Every operand that is a shape comes from another shape op."""

    __slots__ = ()

    def verify(self, op: Operation) -> None:
        """Raises VerifyError for a shape from elsewhere, such as an argument."""
        for value in op.operands:
            if isinstance(value.type, ShapeType):
                source = value.defining_op
                if source is None or not source.has_trait(ShapeOperator):
                    raise op.error("shape operand is not compile time resolvable")


class SameShapeRanks(Trait):
    """All shapes, operands and result, have one rank."""

    __slots__ = ()

    def verify(self, op: Operation) -> None:
        """Raises VerifyError for two ranks."""
        ranks = {v.type.rank for v in op.operands if isinstance(v.type, ShapeType)}
        if len(ranks) > 1:
            raise op.error("operands don't have matching ranks")
        results = {v.type.rank for v in op.results if isinstance(v.type, ShapeType)}
        if results - ranks:
            raise op.error("result shape has different rank than operands")


class SameOperandsAndResultRank(TypeTrait):
    """All operands and results have one rank, where that is known."""

    def verify(self, op: Operation) -> None:
        """Raises VerifyError for two ranks."""
        ranks = {len(s) for s in map(extents_of, op.operand_types) if s is not None}
        if len(ranks) > 1:
            raise op.error("operands don't have matching ranks")
        results = {len(s) for s in map(extents_of, op.result_types) if s is not None}
        if ranks and results - ranks:
            raise op.error("result type has different rank than operands")


def broadcast(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...] | None:
    """The shape that two shapes give when extents of 1 are repeated; None if there is none."""
    rank = max(len(a), len(b))
    found = []
    for x, y in zip((1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b, strict=True):
        small, large = sorted((x, y))
        if small == DYNAMIC:
            found.append(DYNAMIC if large in (DYNAMIC, 1) else large)
        elif small in (1, large):
            found.append(large)
        else:
            return None
    return tuple(found)


class ResultsBroadcastable(TypeTrait):
    """The operands' shapes can be broadcast to one shape, which the results have."""

    def verify(self, op: Operation) -> None:
        """Raises VerifyError if they cannot."""
        shapes = [s for s in map(extents_of, op.operand_types) if s is not None]
        whole: tuple[int, ...] = ()
        for shape in shapes:
            both = broadcast(whole, shape)
            if both is None:
                raise op.error("operands don't have broadcast-compatible shapes")
            whole = both
        for result in map(extents_of, op.result_types):
            if result is None or not shapes:
                continue
            if len(result) < len(whole) or not may_be_same(whole, result[-len(whole) :]):
                raise op.error(
                    f"result type '{_text(result)}' not broadcast compatible with broadcasted "
                    f"operands's shapes '{_text(whole)}'"
                )


def _text(shape: tuple[int, ...] | None) -> str:
    return "x".join("?" if extent == DYNAMIC else str(extent) for extent in shape or ())


class ResultsAreFloatLike(TypeTrait):
    """The results' elements are floating-point numbers."""

    def verify(self, op: Operation) -> None:
        """Raises VerifyError for another element type."""
        if not all(isinstance(element_type_or_self(t), FloatType) for t in op.result_types):
            raise op.error("requires a floating point type")
