"""What is mapped to a device: variables, their bounds, and how a type's parts are mapped."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.define import (
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    NoMemoryEffect,
    Operation,
    SingleBlock,
    SymbolTrait,
)
from bufferize.define.attr_constraints import (
    BOOL_ATTR,
    FLAT_SYMBOL_REF,
    I64_ARRAY,
    STR_ATTR,
    SYMBOL_NAME,
    TYPE_ATTR,
    array_of,
)
from bufferize.ir import (
    I1,
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
    Type,
    TypeAttr,
    Value,
)
from bufferize_omp.base import (
    INT_LIKE,
    MAP_BOUNDS,
    OMP,
    POINTER,
    ClauseMapFlagsAttr,
    VariableCaptureKindAttr,
)

MAP_ENTRIES = "`map_entries` `(` $map_vars `:` type($map_vars) `)`"
_FALSE = IntegerAttr(0, I1)
_PATHS = array_of(I64_ARRAY, "Array of 64-bit integer array attributes")


@OMP.op("map.bounds")
class MapBoundsOp(Operation):
    """Which part of a dimension is mapped; the first index is 0."""

    __slots__ = ()

    lower_bound: d.OptionalOperand = d.optional_operand(INT_LIKE)
    upper_bound: d.OptionalOperand = d.optional_operand(INT_LIKE)
    extent: d.OptionalOperand = d.optional_operand(INT_LIKE)
    stride: d.OptionalOperand = d.optional_operand(INT_LIKE)
    start_idx: d.OptionalOperand = d.optional_operand(INT_LIKE)
    stride_in_bytes: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, _FALSE)
    result: d.Result = d.result(MAP_BOUNDS)
    traits = (NoMemoryEffect(),)
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
class MapInfoOp(Operation):
    """How a variable is mapped to a device."""

    __slots__ = ()

    var_ptr: d.Operand = d.operand(POINTER)
    var_ptr_ptr: d.OptionalOperand = d.optional_operand(POINTER)
    members: d.VariadicOperand = d.variadic_operand(POINTER)
    bounds: d.VariadicOperand = d.variadic_operand(MAP_BOUNDS)
    var_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    map_type: d.Attr[ClauseMapFlagsAttr, str] = d.attr(ClauseMapFlagsAttr)
    map_capture_type: d.Attr[VariableCaptureKindAttr, str] = d.attr(VariableCaptureKindAttr)
    members_index: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(_PATHS)
    mapper_id: d.OptionalAttr[SymbolRefAttr, str] = d.optional_attr(FLAT_SYMBOL_REF)
    variable_name: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR, name="name")
    partial_map: d.Attr[IntegerAttr, bool] = d.default_attr(BOOL_ATTR, _FALSE)
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

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        """Checks that the mapper is declared."""
        mapper = self.mapper_id
        if mapper is not None and not isinstance(tables.lookup(self, mapper), DeclareMapperOp):
            raise self.error("invalid mapper id")


@OMP.op("declare_mapper")
class DeclareMapperOp(Operation):
    """How the parts of a variable of a type are mapped."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    body: d.Region = d.region()
    traits = (IsolatedFromAbove(), SingleBlock(), SymbolTrait())
    assembly_format = "$sym_name `:` $type $body attr-dict"

    def verify_op(self) -> None:
        if not self.body.blocks or not isinstance(self.body.blocks[0].last_op, DeclareMapperInfoOp):
            raise self.error("expected terminator to be a DeclareMapperInfoOp")


@OMP.op("declare_mapper.info")
class DeclareMapperInfoOp(Operation):
    """Ends a mapper, and names what is mapped."""

    __slots__ = ()

    map_vars: d.VariadicOperand = d.variadic_operand(POINTER)
    traits = (IsTerminator(), HasParent("omp.declare_mapper"))
    assembly_format = f"oilist({MAP_ENTRIES}) attr-dict"

    def verify_op(self) -> None:
        verify_defined(self, self.map_vars)


def verify_mapped(op: Operation, clause: str, variables: Sequence[Value]) -> None:
    """Checks that `omp.map.info` says how each variable is mapped. Raises VerifyError."""
    if not all(isinstance(variable.defining_op, MapInfoOp) for variable in variables):
        raise op.error(f"'{clause}' arguments must be defined by 'omp.map.info' ops")


def verify_defined(op: Operation, variables: Sequence[Value]) -> None:
    """Checks that an operation says how each variable is mapped. Raises VerifyError."""
    if any(variable.defining_op is None for variable in variables):
        raise op.error("missing map operation")
