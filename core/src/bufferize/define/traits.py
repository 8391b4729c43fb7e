"""The traits that operations are declared with: effects, and relations between types.

The traits that the IR itself needs are in `bufferize.ir.operation`; `bufferize.define` has all of
them.
"""

from __future__ import annotations

__all__ = [
    "AffineScope", "AllElementTypesMatch", "AllRanksMatch", "AllShapesMatch", "AllTypesMatch",
    "AttrSizedOperandSegments", "AttrSizedResultSegments", "AutomaticAllocationScope",
    "Commutative", "ConstantLike", "Elementwise", "ElementwiseMappable", "HasParent",
    "Idempotent", "InferResultTypes", "Involution", "MemRefsNormalizable",
    "NoMemoryEffect", "NoRegionArguments", "NotInlinable", "OpPredicate", "ParallelRegion",
    "Pure", "RecursiveMemoryEffects", "RecursivelySpeculatable", "ReturnLike",
    "SameOperandsAndResultElementType", "SameOperandsAndResultShape",
    "SameOperandsAndResultType", "SameOperandsElementType", "SameOperandsShape",
    "SameTypeOperands", "SameVariadicOperandSize", "SameVariadicResultSize",
    "SingleBlockImplicitTerminator", "SymbolTrait", "TypeTrait", "TypesMatchWith", "WillReturn",
    "are_shapes_compatible", "types_of_elements",
]  # fmt: skip

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from bufferize import ir
from bufferize.define.asm import OperationState

if TYPE_CHECKING:
    from bufferize.define.fields import Field
    from bufferize.define.operation import Operation as DeclaredOperation

# Marks.


class NoMemoryEffect(ir.Trait):
    """Trait: the operation neither reads nor writes, allocates nor frees memory."""


class Pure(NoMemoryEffect):
    """Trait: the operation has no effects on memory, and may be speculated.

    A `ConditionallySpeculatable` operation decides itself whether it may.
    """


class WillReturn(ir.Trait):
    """Trait: the operation returns whenever the operations in its regions do.

    For operations whose effects or regions would otherwise count as endless: see `may_not_return`.
    """


class RecursiveMemoryEffects(ir.Trait):
    """Trait: the operation's effects include those of the operations in its regions."""


class RecursivelySpeculatable(ir.Trait):
    """Trait: the operation may be speculated if the operations in its regions may."""


class NotInlinable(ir.Trait):
    """Trait: the operation must stay in its function, which is then not inlined."""


class ConstantLike(ir.Trait):
    """Trait: the result is a constant, the operation's attribute `value`."""


class AffineScope(ir.Trait):
    """Trait: values of index type defined at the top of the regions are affine symbols."""


class AutomaticAllocationScope(ir.Trait):
    """Trait: stack allocations in the regions are freed when control leaves the operation."""


class ParallelRegion(ir.Trait):
    """Trait: the regions may be executed by several threads at once."""


class Commutative(ir.Trait):
    """Trait: the operands may be swapped."""


class Idempotent(ir.Trait):
    """Trait: f(f(x)) = f(x), or f(x, x) = x."""


class Involution(ir.Trait):
    """Trait: f(f(x)) = x."""


class MemRefsNormalizable(ir.Trait):
    """Trait: the operation stays valid if the layouts of its memrefs become the identity."""


class AttrSizedOperandSegments(ir.Trait):
    """Trait: the attribute `operandSegmentSizes` tells how many operands each field has.

    Implied by several optional or variadic operand fields.
    """


class AttrSizedResultSegments(ir.Trait):
    """Trait: the attribute `resultSegmentSizes` tells how many results each field has."""


class SameVariadicOperandSize(ir.Trait):
    """Trait: all variadic operand fields have equally many operands."""


class SameVariadicResultSize(ir.Trait):
    """Trait: all variadic result fields have equally many results."""


# Rules on the place and the regions of an operation.


class ReturnLike(ir.Trait):
    """Trait: the terminator forwards its operands to the region's successor."""


class HasParent(ir.Trait):
    """Trait: the parent operation has one of these names."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def verify(self, op: ir.Operation) -> None:
        parent = op.parent_op
        if parent is not None and parent.name in self.names:
            return
        if len(self.names) == 1:
            raise op.error(f"expects parent op '{self.names[0]}'")
        raise op.error(f"expects parent op to be one of '{', '.join(self.names)}'")


class SingleBlockImplicitTerminator(ir.SingleBlock):
    """Trait: a single block, whose terminator the text may omit if it has no operands."""

    def __init__(self, terminator: str) -> None:
        self.terminator = terminator
        """The full name of the terminator, e.g. "scf.yield"."""

    def verify(self, op: ir.Operation) -> None:
        super().verify(op)
        for region in op.regions:
            last = region.blocks[0].last_op if region.blocks else None
            if last is None or (last.is_registered and not last.has_trait(ir.IsTerminator)):
                continue  # the verifier says that the block has no terminator
            if last.name != self.terminator:
                failure = op.error(
                    f"expects regions to end with '{self.terminator}', found '{last.name}'"
                )
                failure.diagnostics[0].note(
                    "in custom textual format, the absence of terminator implies "
                    f"'{self.terminator}'",
                    op,
                )
                raise failure


class NoRegionArguments(ir.Trait):
    """Trait: the entry blocks of the regions have no arguments."""

    def verify(self, op: ir.Operation) -> None:
        for region in op.regions:
            if region.blocks and region.blocks[0].arguments:
                if len(op.regions) > 1:
                    raise op.error(f"region #{region.index} should have no arguments")
                raise op.error("region should have no arguments")


_VISIBILITIES = ("public", "private", "nested")


class SymbolTrait(ir.SymbolTrait):
    """Trait: the operation is a symbol, named by `sym_name` in the table around it."""

    def verify(self, op: ir.Operation) -> None:
        name = op.get_attr("sym_name")
        if not isinstance(name, ir.StringAttr):
            raise op.error("requires string attribute 'sym_name'")
        visibility = op.get_attr("sym_visibility")
        if visibility is None:
            return
        if not isinstance(visibility, ir.StringAttr):
            raise op.error(
                "requires visibility attribute 'sym_visibility' to be a string attribute, "
                f"but got {visibility}"
            )
        if visibility.value not in _VISIBILITIES:
            raise op.error(
                'visibility expected to be one of ["public", "private", "nested"], '
                f"but got {visibility}"
            )


_MAX_OPERANDS = 1 << 20


def types_of_elements(type: ir.Type) -> list[ir.Type]:
    """Return the element type of a shaped type, repeated for each element, for `TypesMatchWith`.

    Not more often than any operation has operands, as a type may have more elements than would fit
    in memory.
    """
    assert isinstance(type, ir.ShapedType)
    return [type.element_type] * min(type.num_elements(), _MAX_OPERANDS)


def are_shapes_compatible(types: Sequence[ir.Type]) -> bool:
    """Return whether the types have the same rank and no two different static extents.

    Types without a shape are compatible with each other only, unranked ones with all shaped ones.
    """
    shaped = [t for t in types if isinstance(t, ir.ShapedType)]
    if not shaped:
        return True
    if len(shaped) != len(types):
        return False
    shapes = [t.extents for t in shaped if t.extents is not None]
    if not shapes:
        return True
    rank = len(shapes[0])
    if any(len(shape) != rank for shape in shapes):
        return False
    scalable = [t.scalable_dims for t in shaped if isinstance(t, ir.VectorType)]
    if any(dims != scalable[0] for dims in scalable):
        return False
    return all(len({n for n in extents if n >= 0}) <= 1 for extents in zip(*shapes, strict=True))


def field_types(op: ir.Operation, name: str) -> list[ir.Type | None]:
    """Return the types of a field of an operation: operands, results, or a typed attribute."""
    found = _field(op, name).get(op)
    if found is None:
        return []
    if isinstance(found, tuple):
        return [getattr(value, "type", None) for value in found]
    return [getattr(found, "type", None)]


def _field(op: ir.Operation, name: str) -> Field:
    """Return the field of that name, in MLIR or in Python."""
    field = cast("DeclaredOperation", op).definition.field(name)
    assert field is not None, name
    return field


class TypeTrait(ir.Trait):
    """A trait that depends on nothing but the types of operands and results."""


def _same_types(types: Sequence[ir.Type | None]) -> bool:
    return all(type is types[0] for type in types)


def _same_element_types(types: Sequence[ir.Type]) -> bool:
    return len({ir.element_type_or_self(type) for type in types}) <= 1


class _AllMatch(TypeTrait):
    """Base of the traits by which all fields are the same in one respect."""

    word = ""
    same: Callable[[Any], bool]
    """The comparison: whether all of the types are the same in that respect."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields

    def verify(self, op: ir.Operation) -> None:
        types = [t for name in self.fields for t in field_types(op, name)]
        if not self.same(types):
            names = ", ".join(_field(op, name).ir_name for name in self.fields)
            raise op.error(f"failed to verify that all of {{{names}}} have same {self.word}")


class AllTypesMatch(_AllMatch):
    """Trait: the fields (operands, results or typed attributes) all have one type."""

    word = "type"
    same = staticmethod(_same_types)


class AllElementTypesMatch(_AllMatch):
    """Trait: the fields all have one element type."""

    word = "element type"
    same = staticmethod(_same_element_types)


class AllRanksMatch(_AllMatch):
    """Trait: the fields all have one rank."""

    word = "rank"

    @staticmethod
    def same(types: Sequence[Any]) -> bool:
        return len({len(t.extents) for t in types if t.has_rank}) <= 1


class AllShapesMatch(_AllMatch):
    """Trait: the fields all have one shape."""

    word = "shape"

    @staticmethod
    def same(types: Sequence[Any]) -> bool:
        return len({t.extents for t in types}) <= 1


@dataclass(eq=False, repr=False)
class TypesMatchWith(TypeTrait):
    """Trait: the type of `target` is `function(type of source)`.

    A variadic target may get a list of types; one type then stands for all of its values. The
    result of a function over an absent optional source is not checked.
    """

    source: str
    target: str
    function: Callable[[Any], ir.Type | Sequence[ir.Type] | None]
    description: str | None = None
    compare: Callable[[Any, Any], bool] | None = None

    def verify(self, op: ir.Operation) -> None:
        sources = field_types(op, self.source)
        targets = field_types(op, self.target)
        if not sources:
            return
        expected = self.function(sources[0])
        wanted = list(expected) if isinstance(expected, Sequence) else [expected] * len(targets)
        compare = self.compare
        if compare is None:
            matches = wanted == targets
        else:
            matches = len(wanted) == len(targets) and all(map(compare, wanted, targets))
        if not matches:
            rule = f"type of '{self.target}' follows from type of '{self.source}'"
            raise op.error(f"failed to verify that {self.description or rule}")


@dataclass(eq=False, repr=False)
class InferResultTypes(ir.Trait):
    """Trait: the result types follow from operands, attributes and regions.

    The function gets the state of the operation to be; its result types are not set yet. It may
    raise a DiagnosticError when there are none.
    """

    function: Callable[[OperationState], Sequence[ir.Type]]
    compatible: Callable[[Sequence[ir.Type], Sequence[ir.Type]], bool] | None = None
    """The comparison of the inferred with the actual types; by default they must be equal."""

    def verify(self, op: ir.Operation) -> None:
        values, parts = list(op.operands), (op.attributes, op.properties, op.regions, op.successors)
        state = OperationState(op.name, op.location, values, [], *parts)
        inferred, actual = tuple(self.function(state)), op.result_types
        if inferred == actual or (self.compatible and self.compatible(inferred, actual)):
            return
        raise op.error(
            f"inferred type(s) {_quoted(inferred)} are incompatible with return type(s) of "
            f"operation {_quoted(actual)}"
        )


def _quoted(types: Sequence[ir.Type]) -> str:
    return ", ".join(f"'{type}'" for type in types)


@dataclass(eq=False, repr=False)
class OpPredicate(ir.Trait):
    """Trait: a predicate on the operation, reported as `failed to verify that <description>`."""

    check: Callable[[Any], bool]
    description: str

    def verify(self, op: ir.Operation) -> None:
        if not self.check(op):
            raise op.error(f"failed to verify that {self.description}")


class _Same(TypeTrait):
    """Base of the traits by which all operands, and all results if `with_results`, are alike."""

    wanted = ""
    with_results = False
    same: Callable[[Any], bool]
    """The comparison: whether all of the types are the same in one respect."""

    def verify(self, op: ir.Operation) -> None:
        types = (*op.operand_types, *op.result_types) if self.with_results else op.operand_types
        if not self.same(types):
            values = "all operands and results" if self.with_results else "all operands"
            raise op.error(f"requires {self.wanted.format(values)}")


class SameTypeOperands(_Same):
    """Trait: all operands have one type."""

    wanted = "{} to have the same type"
    same = staticmethod(_same_types)


class SameOperandsElementType(_Same):
    """Trait: all operands have one element type."""

    wanted = "the same element type for {}"
    same = staticmethod(_same_element_types)


class SameOperandsAndResultElementType(SameOperandsElementType):
    """Trait: all operands and results have one element type."""

    with_results = True


class SameOperandsShape(_Same):
    """Trait: all operands have compatible shapes."""

    wanted = "the same shape for {}"
    same = staticmethod(are_shapes_compatible)


class SameOperandsAndResultShape(SameOperandsShape):
    """Trait: all operands and results have compatible shapes."""

    with_results = True


class SameOperandsAndResultType(TypeTrait):
    """Trait: all operands and results have one type, up to unknown extents."""

    def verify(self, op: ir.Operation) -> None:
        types = {*op.operand_types, *op.result_types}
        if len(types) <= 1:
            return
        same_element = len({ir.element_type_or_self(t) for t in types}) == 1
        if not same_element or not are_shapes_compatible(list(types)):
            raise op.error("requires the same type for all operands and results")
        if len({t.encoding for t in types if isinstance(t, ir.RankedTensorType)}) > 1:
            raise op.error("requires the same encoding for all operands and results")


class Elementwise(TypeTrait):
    """Trait: elementwise; shaped operands and results have one shape, others are scalars."""

    def verify(self, op: ir.Operation) -> None:
        results = [t for t in op.result_types if _is_mappable(t)]
        operands = [t for t in op.operand_types if _is_mappable(t)]
        if not results and not operands:
            return
        if results and not operands:
            raise op.error(
                "if a result is non-scalar, then at least one operand must be non-scalar"
            )
        if not results:
            raise op.error(
                "if an operand is non-scalar, then there must be at least one non-scalar result"
            )
        if len(results) != len(op.results):
            raise op.error("if an operand is non-scalar, then all results must be non-scalar")
        shaped = operands + results
        is_vector = {isinstance(type, ir.VectorType) for type in shaped}
        if len(is_vector) > 1 or not are_shapes_compatible(shaped):
            raise op.error("all non-scalar operands/results must have the same shape and base type")


class ElementwiseMappable(Elementwise):
    """Trait: elementwise, with the same meaning on scalars, vectors and tensors."""


def _is_mappable(type: ir.Type) -> bool:
    return isinstance(type, (ir.VectorType, ir.TensorType))
