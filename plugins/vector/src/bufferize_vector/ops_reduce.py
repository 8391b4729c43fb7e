"""Reductions, contractions and scans."""

from __future__ import annotations

from typing import cast

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.elementwise import FASTMATH_NONE, FastMathAttr
from bufferize_vector.dialect import (
    KIND_ADD,
    VECTOR,
    CombiningKindAttr,
    IteratorTypeAttr,
    MaskableOpInterface,
    dims,
    mask_type,
    vector_type,
    verify_same_element_type,
)


@VECTOR.op("reduction")
class ReductionOp(d.Operation, MaskableOpInterface):
    """The reduction of all elements of a vector."""

    kind: d.Attr[CombiningKindAttr, str] = d.attr(CombiningKindAttr)
    vector: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    acc: d.OptionalOperand = d.optional_operand(d.ANY_TYPE)
    fastmath: d.Attr[FastMathAttr, str] = d.default_attr(FastMathAttr, FASTMATH_NONE)
    dest: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(), d.AllTypesMatch("acc", "dest"))
    assembly_format = (
        "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($vector) `into` type($dest)"
    )

    def expected_mask_type(self) -> ir.VectorType:
        return mask_type(vector_type(self.vector))

    def verify_op(self) -> None:
        type = vector_type(self.vector)
        verify_same_element_type(
            self, type, self.dest.type, "source operand and result have same element type"
        )
        if len(type.shape) > 1:
            raise self.error(f"unsupported reduction rank: {len(type.shape)}")
        if not self.kind.supports(self.dest.type):
            raise self.error(
                f"unsupported reduction type '{self.dest.type}' for kind '{self.kind.keyword}'"
            )


@VECTOR.op("multi_reduction")
class MultiReductionOp(d.Operation, MaskableOpInterface):
    """The reduction of some dimensions of a vector, with an accumulator."""

    kind: d.Attr[CombiningKindAttr, str] = d.attr(CombiningKindAttr)
    source: d.Operand = d.operand(d.ANY_VECTOR)
    acc: d.Operand = d.operand(d.ANY_TYPE)
    reduction_dims: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    dest: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(), d.AllTypesMatch("dest", "acc"))
    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"
    )

    def expected_mask_type(self) -> ir.VectorType:
        return mask_type(vector_type(self.source))

    def verify_op(self) -> None:
        source, dest = vector_type(self.source), self.dest.type
        verify_same_element_type(
            self, source, dest, "source operand and result have same element type"
        )
        reduced = self.reduction_dims.values
        kept = [dim for i, dim in enumerate(dims(source)) if i not in reduced]
        inferred: ir.Type = source.element_type
        if kept:
            shape, scalable = zip(*kept, strict=True)
            inferred = ir.VectorType(shape, source.element_type, scalable)
        if inferred is not dest:
            raise self.error(
                f"destination type '{dest}' is incompatible with source type '{source}'"
            )


def _iterator_type(parser: d.AsmParser, attribute: ir.Attribute, offset: int) -> IteratorTypeAttr:
    if isinstance(attribute, IteratorTypeAttr):
        return attribute
    if not isinstance(attribute, ir.StringAttr):
        raise parser.error("expected a string for each iterator type", offset)
    if attribute.value not in IteratorTypeAttr.cases:
        raise parser.error(f"unexpected iterator_type ({attribute.value})", offset)
    return IteratorTypeAttr.of(attribute.value)


_CONTRACT_ATTRIBUTES = ("indexing_maps", "iterator_types", "kind")


@VECTOR.op("contract")
class ContractionOp(d.Operation, MaskableOpInterface):
    """A generalized matrix product with an accumulator."""

    lhs: d.Operand = d.operand(d.ANY_VECTOR)
    rhs: d.Operand = d.operand(d.ANY_VECTOR)
    acc: d.Operand = d.operand(d.ANY_TYPE)
    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.ARRAY_ATTR)
    iterator_types: d.Attr[ir.ArrayAttr, d.Items] = d.attr(
        d.array_of(IteratorTypeAttr, "Iterator type should be an enum.")
    )
    kind: d.Attr[CombiningKindAttr, str] = d.default_attr(CombiningKindAttr, KIND_ADD)
    output: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(),)

    @property
    def maps(self) -> list[ir.AffineMap]:
        """The indexing maps of both sides and of the accumulator."""
        return [cast(ir.AffineMapAttr, map).map for map in self.indexing_maps]

    def expected_mask_type(self) -> ir.VectorType:
        shape: dict[int, tuple[int, bool]] = {}
        for map, value in zip(self.maps, (self.lhs, self.rhs), strict=False):
            for position, dim in zip(
                map.dim_positions() or (), dims(vector_type(value)), strict=True
            ):
                shape.setdefault(position, dim)
        extents, scalable = zip(*(shape[i] for i in sorted(shape)), strict=True)
        return mask_type(ir.VectorType(extents, vector_type(self.lhs).element_type, scalable))

    def verify_op(self) -> None:
        verify_same_element_type(
            self, self.lhs.type, self.rhs.type, "lhs and rhs have same element type"
        )
        verify_same_element_type(
            self,
            self.acc.type,
            self.output.type,
            "third operand acc and result have same element type",
        )
        maps = [map for map in self.indexing_maps if isinstance(map, ir.AffineMapAttr)]
        if len(maps) != 3 or len(self.indexing_maps) != 3:
            raise self.error("expected an indexing map for each vector operand")
        self._verify_maps()
        pairs, batch = self._dims_in_both()
        if not pairs:
            raise self.error("expected at least one contracting dimension pair")
        left, right = dims(vector_type(self.lhs)), dims(vector_type(self.rhs))
        if any(left[a] != right[b] for a, b in pairs):
            raise self.error("invalid contracting dimension map")
        if any(left[a] != right[b] for a, b in batch):
            raise self.error("invalid batch dimension map")
        self._verify_output()
        output = self.output.type
        element = output.element_type if isinstance(output, ir.VectorType) else output
        if not self.kind.supports(element):
            raise self.error("unsupported contraction type")

    def _verify_maps(self) -> None:
        count = len(self.iterator_types)
        for index, (map, value) in enumerate(
            zip(self.maps, (self.lhs, self.rhs, self.acc), strict=True)
        ):
            if map.num_symbols:
                raise self.error(f"expected indexing map {index} to have no symbols")
            if map.num_dims != count:
                raise self.error(f"expected indexing map {index} to have {count} number of inputs")
            if not isinstance(value.type, ir.VectorType):
                continue  # an accumulator that is a scalar
            rank = len(value.type.shape)
            if map.num_results != rank:
                raise self.error(f"expected indexing map {index} to have {rank} number of outputs")
            if not map.is_projected_permutation():
                raise self.error(
                    f"expected indexing map {index} to be a projected permutation of its inputs"
                )

    def _dims_in_both(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Return pairs of corresponding dimensions of lhs and rhs: reduced ones, and kept ones."""
        left, right, result = (map.dim_positions() or [] for map in self.maps)
        contracted: list[tuple[int, int]] = []
        batch: list[tuple[int, int]] = []
        for loop, iterator in enumerate(self.iterator_types):
            if loop not in left or loop not in right:
                continue
            pair = (left.index(loop), right.index(loop))
            if "reduction" in cast(IteratorTypeAttr, iterator):
                contracted.append(pair)
            elif loop in result:
                batch.append(pair)
        return contracted, batch

    def _verify_output(self) -> None:
        if self.acc.type is not self.output.type:
            raise self.error("expected accumulator and result to have the same type")
        extents: dict[int, tuple[int, bool]] = {}
        for map, value in zip(self.maps, (self.lhs, self.rhs), strict=False):
            for position, dim in zip(
                map.dim_positions() or (), dims(vector_type(value)), strict=True
            ):
                extents[position] = dim
        reduced = {
            loop
            for loop, iterator in enumerate(self.iterator_types)
            if "reduction" in cast(IteratorTypeAttr, iterator)
        }
        kept = set(extents) - reduced
        result = self.maps[2].dim_positions() or []
        type = self.output.type
        if not isinstance(type, ir.VectorType):
            if kept:
                raise self.error("invalid accumulator/result vector shape")
            return
        if any(loop not in extents for loop in range(len(self.iterator_types))):
            raise self.error("expected all dimensions to be either a LHS or a RHS dimension")
        shape = tuple(extents[loop][0] for loop in result)
        scalable = tuple(extents[loop][1] for loop in result)
        expected = ir.VectorType(shape, type.element_type, scalable)
        if expected is not type:
            raise self.error(f"invalid accumulator/result vector shape, expected: '{expected}'")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        offset = parser.offset
        configuration = parser.parse_attribute()
        if not isinstance(configuration, ir.DictionaryAttr):
            raise parser.error("expected a dictionary with the maps of the contraction", offset)
        attributes = dict(configuration.entries)
        iterators = attributes.get("iterator_types")
        if not isinstance(iterators, ir.ArrayAttr):
            raise parser.error('expected "iterator_types" array attribute', offset)
        attributes["iterator_types"] = ir.ArrayAttr(
            tuple(_iterator_type(parser, iterator, offset) for iterator in iterators)
        )
        attributes.setdefault("kind", KIND_ADD)
        left = parser.parse_operand()
        parser.parse_punctuation(",")
        right = parser.parse_operand()
        parser.parse_punctuation(",")
        acc = parser.parse_operand()
        state.attributes.update(attributes)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        left_type = parser.parse_type()
        parser.parse_punctuation(",")
        right_type = parser.parse_type()
        parser.parse_keyword("into")
        result = parser.parse_type()
        state.operands = parser.resolve_operands(
            [left, right, acc], [left_type, right_type, result]
        )
        state.result_types = [result]

    def print(self, printer: d.AsmPrinter) -> None:
        iterators = tuple(
            ir.StringAttr(cast(IteratorTypeAttr, iterator).keyword)
            for iterator in self.iterator_types
        )
        printer.print_attr_dict(
            {
                "indexing_maps": self.indexing_maps,
                "iterator_types": ir.ArrayAttr(iterators),
                "kind": self.kind,
            }
        )
        printer.write(" ")
        printer.print_operands((self.lhs, self.rhs, self.acc))
        printer.print_attr_dict(self, _CONTRACT_ATTRIBUTES)
        printer.write(" : ")
        printer.print_types((self.lhs.type, self.rhs.type))
        printer.write(" into ")
        printer.print_type(self.output.type)


@VECTOR.op("outerproduct")
class OuterProductOp(d.Operation, MaskableOpInterface):
    """Each element of one vector combined with each of another, or with a scalar."""

    lhs: d.Operand = d.operand(d.ANY_VECTOR)
    rhs: d.Operand = d.operand(d.ANY_TYPE)
    acc: d.OptionalOperand = d.optional_operand(d.ANY_VECTOR)
    kind: d.Attr[CombiningKindAttr, str] = d.default_attr(CombiningKindAttr, KIND_ADD)
    product: d.Result = d.result(d.ANY_VECTOR)
    traits = (d.Pure(),)

    def expected_mask_type(self) -> ir.VectorType:
        return mask_type(vector_type(self.product))

    def verify_op(self) -> None:
        left, right, result = vector_type(self.lhs), self.rhs.type, vector_type(self.product)
        verify_same_element_type(
            self, left, result, "lhs operand and result have same element type"
        )
        verify_same_element_type(
            self, right, result, "rhs operand and result have same element type"
        )
        if len(left.shape) != 1:
            raise self.error("expected 1-d vector for operand #1")
        expected = dims(left)
        if isinstance(right, ir.VectorType):
            if len(right.shape) != 1:
                raise self.error("expected 1-d vector for operand #2")
            expected = [*dims(left), *dims(right)]
        if dims(result) != expected:
            raise self.error("expected the result to have the dimensions of both operands")
        if self.acc is not None and self.acc.type is not result:
            raise self.error("expected operand #3 of same type as result type")
        if not self.kind.supports(result.element_type):
            raise self.error("unsupported outerproduct type")

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        offset = parser.offset
        operands = parser.parse_operand_list()
        if len(operands) < 2:
            raise parser.error("expected at least 2 operands", offset)
        state.attributes.update(parser.parse_optional_attr_dict())
        parser.parse_punctuation(":")
        types = parser.parse_type_list()
        if len(types) != 2:
            raise parser.error("expected two types", offset)
        left, right = types
        if not isinstance(left, ir.VectorType):
            raise parser.error("expected vector type for operand #1", offset)
        result = left
        if isinstance(right, ir.VectorType):
            result = ir.VectorType(
                left.shape + right.shape,
                left.element_type,
                left.scalable_dims + right.scalable_dims,
            )
        all_types = [left, right, *[result] * (len(operands) - 2)]
        state.operands = parser.resolve_operands(operands, all_types)
        state.result_types = [result]

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" ")
        printer.print_operands(self.operands)
        printer.print_attr_dict(self, ("kind",) if self.kind is KIND_ADD else ())
        printer.write(" : ")
        printer.print_types((self.lhs.type, self.rhs.type))


@VECTOR.op("scan")
class ScanOp(d.Operation):
    """Running reductions along one dimension."""

    kind: d.Attr[CombiningKindAttr, str] = d.attr(CombiningKindAttr)
    source: d.Operand = d.operand(d.ANY_VECTOR)
    initial_value: d.Operand = d.operand(d.ANY_VECTOR_OF_ANY_RANK)
    reduction_dim: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    inclusive: d.Attr[ir.IntegerAttr, int] = d.attr(d.BOOL_ATTR)
    dest: d.Result = d.result(d.ANY_VECTOR)
    accumulated_value: d.Result = d.result(d.ANY_VECTOR_OF_ANY_RANK)
    traits = (
        d.Pure(),
        d.AllTypesMatch("source", "dest"),
        d.AllTypesMatch("initial_value", "accumulated_value"),
    )
    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"
    )

    def verify_op(self) -> None:
        source, initial = vector_type(self.source), vector_type(self.initial_value)
        rank, dim = len(source.shape), self.reduction_dim.value
        if dim >= rank:
            raise self.error(f"reduction dimension {dim} has to be less than {rank}")
        if len(initial.shape) != rank - 1:
            raise self.error(
                f"initial value rank {len(initial.shape)} has to be equal to {rank - 1}"
            )
        if tuple(e for i, e in enumerate(source.shape) if i != dim) != initial.shape:
            raise self.error("incompatible input/initial value shapes")
        if not self.kind.supports(source.element_type):
            raise self.error(
                f"unsupported reduction type '{source.element_type}' for kind '{self.kind.keyword}'"
            )

    def result_names(self) -> list[str]:
        return ["dest", "accumulated_value"]
