"""Gathering and scattering by indices that are computed at run time, and resized images."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tosa.attributes import RESIZE_MODE, ResizeModeAttr
from bufferize_tosa.constraints import INDICES_2D, TENSOR_3D, TENSOR_4D, shape_of_rank
from bufferize_tosa.dialect import (
    PURE,
    TOSA,
    EnumOp,
    PartialOp,
    TosaOp,
    constant_extents,
    extents_of,
    is_static,
    list_text,
)
from bufferize_tosa.verification import (
    verify_calculated,
    verify_extent,
    verify_same_element_types,
)


class IndexedOp(TosaOp, PartialOp):
    """Base of the ops with indices."""

    def match_extents(self, known: dict[str, int], name: str, value: ir.Value, dims: str) -> None:
        """Record the extents of a value. Raises VerifyError if they contradict earlier ones."""
        for dim, (extent, symbol) in enumerate(
            zip(extents_of(value.type) or (), dims, strict=False)
        ):
            if is_static(extent) and known.setdefault(symbol, extent) != extent:
                raise self.error(
                    f"requires {name} dimension {dim} to have size {known[symbol]}, got {extent}"
                )


@TOSA.op("gather")
class GatherOp(IndexedOp):
    """The rows of a tensor at given indices."""

    values: d.Operand = d.operand(TENSOR_3D)
    indices: d.Operand = d.operand(INDICES_2D)
    output: d.Result = d.result(TENSOR_3D)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.values, self.output)
        known: dict[str, int] = {}
        self.match_extents(known, "values", self.values, "NKC")
        self.match_extents(known, "indices", self.indices, "NW")
        self.match_extents(known, "output", self.output, "NWC")


@TOSA.op("scatter")
class ScatterOp(IndexedOp):
    """A tensor with the rows at given indices replaced."""

    values_in: d.Operand = d.operand(TENSOR_3D)
    indices: d.Operand = d.operand(INDICES_2D)
    input: d.Operand = d.operand(TENSOR_3D)
    values_out: d.Result = d.result(TENSOR_3D)

    def verify_op(self) -> None:
        verify_same_element_types(self, self.values_in, self.values_out)
        verify_same_element_types(self, self.input, self.values_out)
        known: dict[str, int] = {}
        self.match_extents(known, "values_in", self.values_in, "NKC")
        self.match_extents(known, "indices", self.indices, "NW")
        self.match_extents(known, "input", self.input, "NWC")
        self.match_extents(known, "values_out", self.values_out, "NKC")
        rows, indices = known.get("K", ir.DYNAMIC), known.get("W", ir.DYNAMIC)
        if is_static(rows) and is_static(indices) and rows < indices:
            raise self.error(f"requires dimensions K >= W, got K={rows} and W={indices}")


@TOSA.op("resize")
class ResizeOp(EnumOp):
    """An image of another size."""

    input: d.Operand = d.operand(TENSOR_4D)
    scale: d.Operand = d.operand(shape_of_rank(4))
    offset: d.Operand = d.operand(shape_of_rank(2))
    border: d.Operand = d.operand(shape_of_rank(2))
    mode: d.Attr[ResizeModeAttr, str] = d.attr(RESIZE_MODE)
    output: d.Result = d.result(TENSOR_4D)
    traits = PURE
    enum = ("mode", ResizeModeAttr)

    def verify_op(self) -> None:
        scale, offset, border = map(constant_extents, (self.scale, self.offset, self.border))
        if scale is None or offset is None or border is None:
            return
        if min(scale) <= 0:
            raise self.error(f"expect all scale values to be > 0, got {list_text(scale)}")
        given, found = extents_of(self.input.type), extents_of(self.output.type)
        if given is None or found is None:
            return
        for i, (name, axis) in enumerate((("height", "y"), ("width", "x"))):
            size, numerator, denominator = given[i + 1], *scale[2 * i : 2 * i + 2]
            if size == 1 or not is_static(size):  # of size 1, it may be repeated
                continue
            calculated = verify_extent(
                self,
                f"(input_{name} - 1) * scale_{axis}_n - offset_{axis} + border_{axis} to be "
                f"wholly divisible by scale_{axis}_d",
                f"(({size} - 1) * {numerator} - {offset[i]} + {border[i]}) / {denominator}",
                (size - 1) * numerator - offset[i] + border[i],
                denominator,
            )
            verify_calculated(self, name, calculated, found[i + 1])
