"""Operations with optional indexing maps: matmul and similar ops, contract, elementwise."""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_linalg.bodies import ELEMENTWISE, multiply_add
from bufferize_linalg.contraction_rules import (
    dims_of,
    verify_batch_input_map,
    verify_batch_output_map,
    verify_contract_maps,
    verify_contraction,
    verify_matmul_map,
)
from bufferize_linalg.dialect import LINALG, ElementwiseKindAttr, TypeFnAttr
from bufferize_linalg.ops_named import parse_named, verify_arity
from bufferize_linalg.structured import StructuredOp, maps_attr, maps_of
from bufferize_linalg.structured_syntax import print_dict, print_operands, print_results
from bufferize_linalg.table import PARALLEL, REDUCTION, indexing_maps, iterator_types

_CAST_SIGNED = TypeFnAttr.of("cast_signed")
_NO_MAPS = ir.ArrayAttr(())


def _parse_maps(parser: d.AsmParser, state: d.OperationState) -> bool:
    """Read `indexing_maps = [...]`, a property, if present."""
    if not parser.parse_optional_keyword("indexing_maps"):
        return False
    parser.parse_punctuation("=")

    def parse_map() -> ir.Attribute:
        offset = parser.offset
        attribute = parser.parse_attribute()
        if not isinstance(attribute, ir.AffineMapAttr):
            raise parser.error("element of indexing_maps array is not an affine_map", offset)
        return attribute

    offset = parser.offset
    maps = parser.parse_comma_separated_list("[", parse_map)
    if not maps:
        raise parser.error("expected a map for each operand", offset)
    state.properties["indexing_maps"] = ir.ArrayAttr(tuple(maps))
    return True


def _print_maps(printer: d.AsmPrinter, maps: tuple[ir.AffineMap, ...]) -> None:
    """Write ` indexing_maps = [...]`."""
    printer.write(" indexing_maps = [")
    for i, map in enumerate(maps):
        if i:
            printer.write(", ")
        printer.print_attribute(ir.AffineMapAttr(map))
    printer.write("]")


class _MatmulLikeOp(StructuredOp):
    """A matmul whose `indexing_maps`, if given, transpose or broadcast its inputs."""

    default_loops: ClassVar[str]
    default_operands: ClassVar[str]

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    cast: d.Attr[TypeFnAttr, str] = d.default_attr(TypeFnAttr, _CAST_SIGNED, optional=True)
    result_tensors: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR)
    region: d.Region = d.region()

    @classmethod
    def default_maps(cls) -> tuple[ir.AffineMap, ...]:
        """Return the indexing maps without transposition or broadcast."""
        return indexing_maps(cls.default_loops, cls.default_operands)

    @property
    def has_user_defined_maps(self) -> bool:
        """Whether the indexing maps differ from the default ones."""
        return self.indexing_maps_array != self.default_maps()

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        attribute = self.properties.get("indexing_maps")
        return maps_of(attribute) if isinstance(attribute, ir.ArrayAttr) else self.default_maps()

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        return iterator_types(self.default_loops)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        if not _parse_maps(parser, state):
            state.properties["indexing_maps"] = maps_attr(cls.default_maps())
        parse_named(parser, state, 2, multiply_add)

    def print(self, printer: d.AsmPrinter) -> None:
        if self.has_user_defined_maps:
            _print_maps(printer, self.indexing_maps_array)
        print_dict(printer, self, ["indexing_maps"])
        print_operands(printer, self)
        print_results(printer, self)

    def verify_regions(self) -> None:
        super().verify_regions()
        verify_contraction(self)


@LINALG.op("matmul")
class MatmulOp(_MatmulLikeOp):
    """`out[m, n] += lhs[m, k] * rhs[k, n]`."""

    default_loops = "mnK"
    default_operands = "mK Kn mn"

    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.default_attr(
        d.AFFINE_MAP_ARRAY,
        maps_attr(indexing_maps(default_loops, default_operands)),
        optional=True,
    )

    def verify_op(self) -> None:
        if self.has_user_defined_maps:
            maps = zip(self.indexing_maps_array[:2], self.default_maps(), strict=False)
            for map, default in maps:
                verify_matmul_map(self, map, default)


class _BatchMatmulLikeOp(_MatmulLikeOp):
    def verify_op(self) -> None:
        maps, defaults = self.indexing_maps_array, self.default_maps()
        if not self.has_user_defined_maps or len(maps) != 3:
            return
        for i in range(2):
            verify_batch_input_map(self, maps[i], defaults[i], is_lhs=i == 0)
        verify_batch_output_map(self, maps[2], defaults[2])


@LINALG.op("batch_matmul")
class BatchMatmulOp(_BatchMatmulLikeOp):
    """`out[b, m, n] += lhs[b, m, k] * rhs[b, k, n]`."""

    default_loops = "bmnK"
    default_operands = "bmK bKn bmn"

    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.default_attr(
        d.AFFINE_MAP_ARRAY,
        maps_attr(indexing_maps(default_loops, default_operands)),
        optional=True,
    )


@LINALG.op("batch_reduce_matmul")
class BatchReduceMatmulOp(_BatchMatmulLikeOp):
    """`out[m, n] += lhs[b, m, k] * rhs[b, k, n]`, summed over the batches too."""

    default_loops = "BmnK"
    default_operands = "BmK BKn mn"

    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.default_attr(
        d.AFFINE_MAP_ARRAY,
        maps_attr(indexing_maps(default_loops, default_operands)),
        optional=True,
    )


@LINALG.op("contract")
class ContractOp(StructuredOp):
    """The product of two inputs, summed over the loops that the output has no dimension for."""

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.AFFINE_MAP_ARRAY)
    cast: d.Attr[TypeFnAttr, str] = d.default_attr(TypeFnAttr, _CAST_SIGNED, optional=True)
    result_tensors: d.VariadicResult = d.variadic_result(d.ANY_SHAPED)
    combiner: d.Region = d.region(1)

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        return maps_of(self.indexing_maps)

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        maps = self.indexing_maps_array
        if not maps:
            return ()
        parallel = dims_of(maps[-1])
        return tuple(PARALLEL if i in parallel else REDUCTION for i in range(maps[-1].num_dims))

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        if not _parse_maps(parser, state):
            raise parser.error("expected 'indexing_maps' attribute")
        parse_named(parser, state, 2, multiply_add)

    def print(self, printer: d.AsmPrinter) -> None:
        _print_maps(printer, self.indexing_maps_array)
        print_dict(printer, self, ["indexing_maps"])
        print_operands(printer, self)
        print_results(printer, self)

    def verify_op(self) -> None:
        maps = self.indexing_maps_array
        if len(maps) == len(self.op_operands) == 3:
            verify_contract_maps(self, maps)

    def verify_regions(self) -> None:
        super().verify_regions()
        verify_contraction(self)


@LINALG.op("elementwise")
class ElementwiseOp(StructuredOp):
    """The output's elements, each computed from one element of each input."""

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    kind: d.Attr[ElementwiseKindAttr, str] = d.attr(ElementwiseKindAttr)
    indexing_maps: d.Attr[ir.ArrayAttr, d.Items] = d.default_attr(
        d.AFFINE_MAP_ARRAY, _NO_MAPS, optional=True
    )
    result_tensors: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR)
    region: d.Region = d.region()

    @property
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        return maps_of(self.indexing_maps)

    @property
    def iterator_types_array(self) -> tuple[str, ...]:
        return (PARALLEL,) * _rank(self.outputs[0].type if self.outputs else None)

    def verify_op(self) -> None:
        verify_arity(self, self.kind.arity)

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        parser.parse_keyword("kind")
        parser.parse_punctuation("=")
        offset = parser.offset
        kind = parser.parse_attribute()
        if not isinstance(kind, ElementwiseKindAttr):
            raise parser.error("expected #linalg.elementwise_kind<...>", offset)
        state.properties["kind"] = kind
        has_maps = _parse_maps(parser, state)
        outputs = parse_named(parser, state, kind.arity, ELEMENTWISE[kind.keyword])
        if not has_maps:
            identity = ir.AffineMap.identity(_rank(outputs[0]))
            state.properties["indexing_maps"] = maps_attr((identity,) * (kind.arity + 1))

    def print(self, printer: d.AsmPrinter) -> None:
        printer.write(" kind=")
        printer.print_attribute(self.kind)
        maps = self.indexing_maps_array
        identity = ir.AffineMap.identity(_rank(self.outputs[0].type))
        if maps != (identity,) * len(self.op_operands):
            _print_maps(printer, maps)
        print_dict(printer, self, ["kind", "indexing_maps"])
        print_operands(printer, self)
        print_results(printer, self)


def _rank(type: object) -> int:
    return len(type.extents or ()) if isinstance(type, ir.ShapedType) else 0
