"""The coordinates that sparse tensors store, as spaces to go through."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import Operation, Pure
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.type_constraints import ANY_TYPE
from bufferize.ir import IntegerAttr, RankedTensorType, Type, index_attr
from bufferize_sparse_tensor.base import SPARSE_TENSOR
from bufferize_sparse_tensor.types import (
    ANY_ITER_SPACE,
    ANY_ITERATOR,
    ANY_SPARSE_TENSOR,
    LEVEL,
    IteratorType,
    IterSpaceType,
    level_range,
    parse_level_range,
    sparse,
)


@SPARSE_TENSOR.custom_directive("LevelRange")
class LevelRangeDirective:
    """`0 to 2`, or `0` for one level."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[IntegerAttr, IntegerAttr]:
        """The first level, and the first that is not meant any more."""
        lo, hi = parse_level_range(parser)
        return index_attr(lo), index_attr(hi)

    @staticmethod
    def print(printer: AsmPrinter, op: d.Operation, lo: IntegerAttr, hi: IntegerAttr) -> None:
        printer.write(level_range(lo.value, hi.value))


@SPARSE_TENSOR.op("extract_iteration_space")
class ExtractIterSpaceOp(Operation):
    """The coordinates that some levels of a tensor store, at a place in the levels before."""

    __slots__ = ()

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    parent_iter: d.OptionalOperand = d.optional_operand(ANY_ITERATOR, name="parentIter")
    lo_lvl: d.Attr[IntegerAttr, int] = d.attr(LEVEL, name="loLvl")
    hi_lvl: d.Attr[IntegerAttr, int] = d.attr(LEVEL, name="hiLvl")
    extracted_space: d.Result = d.result(ANY_ITER_SPACE, name="extractedSpace")
    traits = (Pure(),)
    assembly_format = """
        $tensor (`at` $parentIter^)? `lvls` `=` custom<LevelRange>($loLvl, $hiLvl) attr-dict
        `:` type($tensor) (`,` type($parentIter)^)? `->` qualified(type($extractedSpace))
    """

    def verify_op(self) -> None:
        lo, hi, parent = self.lo_lvl.value, self.hi_lvl.value, self.parent_iter
        if lo >= hi:
            raise self.error("expect smaller level lower bound than upper bound")
        if (parent is None) != (lo == 0):
            raise self.error("parent iterator should be specified iff level lower bound equals 0")
        encoding, space = sparse(self.tensor.type), self.extracted_space.type
        if parent is not None:
            assert isinstance(parent.type, IteratorType)
            if parent.type.encoding is not encoding:
                raise self.error(
                    "mismatch in parent iterator encoding and iteration space encoding."
                )
            if parent.type.hi_lvl != lo:
                raise self.error(
                    "parent iterator should be used to extract an iteration space from a "
                    "consecutive level."
                )
        inferred = IterSpaceType(encoding, lo, hi)
        if space is not inferred:
            raise self.error(
                f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation "
                f"'{space}'"
            )


def _element_type(type: Type) -> Type:
    assert isinstance(type, RankedTensorType)
    return type.element_type


@SPARSE_TENSOR.op("extract_value")
class ExtractValOp(Operation):
    """The value that is stored at a place."""

    __slots__ = ()

    tensor: d.Operand = d.operand(ANY_SPARSE_TENSOR)
    iterator: d.Operand = d.operand(ANY_ITERATOR)
    result: d.Result = d.result(ANY_TYPE)
    traits = (
        Pure(),
        d.TypesMatchWith(
            "tensor", "result", _element_type, "result type matches element type of tensor"
        ),
    )
    assembly_format = (
        "$tensor `at` $iterator attr-dict `:` type($tensor) `,` qualified(type($iterator))"
    )

    def verify_op(self) -> None:
        encoding, iterator = sparse(self.tensor.type), self.iterator.type
        assert isinstance(iterator, IteratorType)
        if iterator.encoding is not encoding:
            raise self.error("mismatch in tensor encoding and iterator encoding.")
        if iterator.hi_lvl != encoding.lvl_rank:
            raise self.error("must use last-level iterator to extract values.")
