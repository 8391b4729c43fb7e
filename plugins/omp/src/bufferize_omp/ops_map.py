"""The mapping of variables to a device: their bounds, and how the parts of a type are mapped."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize_omp.dialect import (
    INT_LIKE,
    MAP_BOUNDS,
    OMP,
    POINTER,
    ClauseMapFlagsAttr,
    VariableCaptureKindAttr,
)

MAP_ENTRIES = "`map_entries` `(` $map_vars `:` type($map_vars) `)`"
_FALSE = ir.IntegerAttr(0, ir.I1)
_PATHS = d.array_of(d.I64_ARRAY, "Array of 64-bit integer array attributes")


@OMP.op("map.bounds")
class MapBoundsOp(d.Operation):
    """The mapped part of a dimension; indices start at 0."""

    lower_bound: d.OptionalOperand = d.optional_operand(INT_LIKE)
    upper_bound: d.OptionalOperand = d.optional_operand(INT_LIKE)
    extent: d.OptionalOperand = d.optional_operand(INT_LIKE)
    stride: d.OptionalOperand = d.optional_operand(INT_LIKE)
    start_idx: d.OptionalOperand = d.optional_operand(INT_LIKE)
    stride_in_bytes: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, _FALSE)
    result: d.Result = d.result(MAP_BOUNDS)
    traits = (d.NoMemoryEffect(),)
    assembly_format = """
        oilist(`lower_bound` `(` $lower_bound `:` type($lower_bound) `)`
            | `upper_bound` `(` $upper_bound `:` type($upper_bound) `)`
            | `extent` `(` $extent `:` type($extent) `)`
            | `stride` `(` $stride `:` type($stride) `)`
            | `start_idx` `(` $start_idx `:` type($start_idx) `)`) attr-dict
    """

    def verify_op(self) -> None:
        if self.extent is None and self.upper_bound is None:
            raise self.error("expected extent or upperbound.")


@OMP.op("map.info")
class MapInfoOp(d.Operation):
    """The mapping of a variable to a device."""

    var_ptr: d.Operand = d.operand(POINTER)
    var_ptr_ptr: d.OptionalOperand = d.optional_operand(POINTER)
    members: d.VariadicOperand = d.variadic_operand(POINTER)
    bounds: d.VariadicOperand = d.variadic_operand(MAP_BOUNDS)
    var_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    map_type: d.Attr[ClauseMapFlagsAttr, str] = d.attr(ClauseMapFlagsAttr)
    map_capture_type: d.Attr[VariableCaptureKindAttr, str] = d.attr(VariableCaptureKindAttr)
    members_index: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(_PATHS)
    mapper_id: d.OptionalAttr[ir.SymbolRefAttr, str] = d.optional_attr(d.FLAT_SYMBOL_REF)
    variable_name: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR, name="name")
    partial_map: d.Attr[ir.IntegerAttr, bool] = d.default_attr(d.BOOL_ATTR, _FALSE)
    omp_ptr: d.Result = d.result(POINTER)
    assembly_format = """
        `var_ptr` `(` $var_ptr `:` type($var_ptr) `,` $var_type `)`
        `map_clauses` `(` custom<MapClause>($map_type) `)`
        `capture` `(` custom<CaptureType>($map_capture_type) `)`
        oilist(`var_ptr_ptr` `(` $var_ptr_ptr `:` type($var_ptr_ptr) `)`
            | `mapper` `(` $mapper_id `)`
            | `members` `(` $members `:` custom<MembersIndex>($members_index) `:`
                            type($members) `)`
            | `bounds` `(` $bounds `)`) `->` type($omp_ptr) attr-dict
    """

    def verify_op(self) -> None:
        verify_mapped(self, "members", self.members)

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the mapper is declared."""
        mapper = self.mapper_id
        if mapper is not None and not isinstance(tables.lookup(self, mapper), DeclareMapperOp):
            raise self.error("invalid mapper id")


@OMP.op("declare_mapper")
class DeclareMapperOp(d.Operation):
    """The mapping of the parts of variables of one type."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    body: d.Region = d.region()
    traits = (d.IsolatedFromAbove(), d.SingleBlock(), d.SymbolTrait())
    assembly_format = "$sym_name `:` $type $body attr-dict"

    def verify_op(self) -> None:
        if not self.body.blocks or not isinstance(self.body.blocks[0].last_op, DeclareMapperInfoOp):
            raise self.error("expected terminator to be a DeclareMapperInfoOp")


@OMP.op("declare_mapper.info")
class DeclareMapperInfoOp(d.Operation):
    """The end of a mapper, with the variables that it maps."""

    map_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    traits = (d.IsTerminator(), d.HasParent("omp.declare_mapper"))
    assembly_format = f"oilist({MAP_ENTRIES}) attr-dict"

    def verify_op(self) -> None:
        verify_defined(self, self.map_vars)


def verify_mapped(op: d.Operation, clause: str, variables: Sequence[ir.Value]) -> None:
    """Check that `omp.map.info` defines each variable. Raises VerifyError."""
    if not all(isinstance(variable.defining_op, MapInfoOp) for variable in variables):
        raise op.error(f"'{clause}' arguments must be defined by 'omp.map.info' ops")


def verify_defined(op: d.Operation, variables: Sequence[ir.Value]) -> None:
    """Check that each variable is the result of an operation. Raises VerifyError."""
    if any(variable.defining_op is None for variable in variables):
        raise op.error("missing map operation")
