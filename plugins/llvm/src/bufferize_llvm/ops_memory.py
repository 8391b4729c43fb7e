"""Memory: stack allocation, addresses, loads, stores and atomic operations."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_llvm.attributes import DereferenceableAttr
from bufferize_llvm.constraints import (
    ACCESS_GROUPS,
    ALIAS_SCOPES,
    ATOMIC,
    EXCHANGEABLE,
    INTEGERS,
    LOADABLE,
    POINTER,
    POINTERS,
    STRUCT,
    TBAA_TAGS,
)
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import ATOMIC_BIN_OP, GEP_FLAGS, NO_FLAGS, NOT_ATOMIC, ORDERING
from bufferize_llvm.types import (
    ArrayType,
    PointerType,
    StructType,
    is_compatible,
    is_float,
)

_DYNAMIC = -(2**31)


@LLVM.op("alloca")
class AllocaOp(d.Operation, MemoryEffectsOpInterface):
    """Memory in the function's stack frame."""

    array_size: d.Operand = d.operand(d.SIGNLESS_INTEGER, name="arraySize")
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    elem_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    inalloca: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    res: d.Result = d.result(POINTER)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.res, resource="AutomaticAllocationScope")]

    @classmethod
    def parse(cls, parser: d.AsmParser, state: d.OperationState) -> None:
        """Read `inalloca? %size x type {attributes} : (size type) -> pointer type`."""
        if parser.parse_optional_keyword("inalloca"):
            state.properties["inalloca"] = ir.UnitAttr()
        size = parser.parse_operand()
        parser.parse_keyword("x")
        state.properties["elem_type"] = ir.TypeAttr(parser.parse_type())
        state.attributes.update(parser.parse_optional_attr_dict())
        alignment = state.attributes.get("alignment")
        if isinstance(alignment, ir.IntegerAttr) and alignment.value == 0:
            del state.attributes["alignment"]  # 0 means no alignment
        parser.parse_punctuation(":")
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, ir.FunctionType) or (len(type.inputs), len(type.results)) != (
            1,
            1,
        ):
            raise parser.error(
                "expected trailing function type with one argument and one result", offset
            )
        state.operands.append(parser.resolve_operand(size, type.inputs[0]))
        state.result_types.append(type.results[0])

    def print(self, printer: d.AsmPrinter) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(" inalloca " if self.inalloca is not None else " ")
        printer.print_operand(self.array_size)
        printer.write(" x ")
        printer.print_type(self.elem_type.type)
        elided = ["elem_type", "inalloca"]
        if self.alignment is not None and self.alignment.value == 0:
            elided.append("alignment")
        printer.print_attr_dict(self, elided)
        printer.write(" : ")
        printer.print_functional_type(self)


@LLVM.custom_directive("GEPIndices")
class GEPIndices:
    """Mixed dynamic and static indices: `%i, 0, 2`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[list[d.UnresolvedOperand], ir.DenseArrayAttr]:
        """Return the values, and all indices, with a marker in place of each value."""
        values: list[d.UnresolvedOperand] = []
        numbers: list[int] = []

        def index() -> None:
            value = parser.parse_optional_operand()
            if value is None:
                numbers.append(parser.parse_integer())
            else:
                values.append(value)
                numbers.append(_DYNAMIC)

        parser.parse_comma_separated_list(None, index)
        return values, ir.DenseArrayAttr(ir.I32, tuple(numbers))

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        values: Sequence[ir.Value],
        numbers: ir.DenseArrayAttr,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        dynamic = iter(values)
        for index, number in enumerate(numbers.values):
            printer.write(", " if index else "")
            if number == _DYNAMIC:
                printer.print_operand(next(dynamic))
            else:
                printer.write(str(number))


@LLVM.op("getelementptr")
class GEPOp(d.Operation):
    """The address of an element of nested arrays and structs (getelementptr)."""

    base: d.Operand = d.operand(POINTERS)
    dynamic_indices: d.VariadicOperand = d.variadic_operand(INTEGERS, name="dynamicIndices")
    raw_constant_indices: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(
        d.DENSE_I32_ARRAY, name="rawConstantIndices"
    )
    elem_type: d.Attr[ir.TypeAttr, ir.Type] = d.attr(d.TYPE_ATTR)
    no_wrap_flags: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        GEP_FLAGS, NO_FLAGS, name="noWrapFlags"
    )
    res: d.Result = d.result(POINTERS)
    traits = (d.Pure(),)
    assembly_format = """
        ($noWrapFlags^)? $base `[` custom<GEPIndices>($dynamicIndices, $rawConstantIndices) `]`
        attr-dict `:` functional-type(operands, results) `,` $elem_type
    """

    def verify_op(self) -> None:
        indices = [int(index) for index in self.raw_constant_indices.values]
        if indices.count(_DYNAMIC) != len(self.dynamic_indices):
            raise self.error(
                "expected as many dynamic indices as specified in 'rawConstantIndices'"
            )
        type = self.elem_type.type
        for position, index in enumerate(indices[1:], start=1):
            if isinstance(type, StructType):
                if index == _DYNAMIC:
                    raise self.error(f"expected index {position} indexing a struct to be constant")
                if not 0 <= index < len(type.elements):
                    raise self.error(f"index {position} indexing a struct is out of bounds")
                type = type.elements[index]
            elif isinstance(type, ArrayType | ir.VectorType):
                type = type.element_type
            else:
                raise self.error(f"type '{type}' cannot be indexed (index #{position})")


class AccessOp(d.Operation, MemoryEffectsOpInterface):
    """Base of the memory accesses, with metadata about aliasing."""

    access_groups: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ACCESS_GROUPS)
    alias_scopes: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    noalias_scopes: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    tbaa: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(TBAA_TAGS)


class PlainAccessOp(AccessOp):
    """Base of loads and stores, which may be atomic or volatile."""

    kind = EffectKind.READ
    unfit = ("release", "acq_rel")
    """The atomic orderings that the op does not allow."""

    addr: d.Operand
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    volatile: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="volatile_")
    nontemporal: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    invariant_group: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(
        d.UNIT_ATTR, name="invariantGroup"
    )
    ordering: d.Attr[ir.IntegerAttr, str] = d.default_attr(ORDERING, NOT_ATOMIC)
    syncscope: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)

    def effects(self) -> list[MemoryEffect]:
        operand = next(o for o in self.op_operands if o.value is self.addr)
        own = MemoryEffect(self.kind, self.addr, operand)
        order = ORDERING.keyword(self.ordering)
        if self.volatile is None and order in ("not_atomic", "unordered"):
            return [own]
        # A volatile or ordered access also orders accesses to other memory.
        return [own, MemoryEffect(EffectKind.READ), MemoryEffect(EffectKind.WRITE)]

    def verify_access(self, type: ir.Type) -> None:
        """Check that the atomic ordering and alignment fit an access of this type."""
        if self.ordering is NOT_ATOMIC:
            if self.syncscope is not None:
                raise self.error("expected syncscope to be null for non-atomic access")
            return
        if not _can_be_atomic(type):
            raise self.error(f"unsupported type '{type}' for atomic access")
        if self.alignment is None:
            raise self.error("expected alignment for atomic access")
        order = ORDERING.keyword(self.ordering)
        if order in self.unfit:
            raise self.error(f"unsupported ordering '{order}'")


def _can_be_atomic(type: ir.Type) -> bool:
    if isinstance(type, PointerType):
        return True
    if isinstance(type, ir.IntegerType):
        return type.width >= 8 and type.width & (type.width - 1) == 0
    return is_float(type)


@LLVM.op("load")
class LoadOp(PlainAccessOp):
    """A load of a value from a pointer."""

    addr: d.Operand = d.operand(POINTER)
    invariant: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    dereferenceable: d.OptionalAttr[DereferenceableAttr, DereferenceableAttr] = d.optional_attr(
        DereferenceableAttr
    )
    res: d.Result = d.result(LOADABLE)
    assembly_format = """
        (`volatile` $volatile_^)? $addr
        (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)?
        (`invariant` $invariant^)?
        (`invariant_group` $invariantGroup^)?
        (`dereferenceable` `` $dereferenceable^)?
        attr-dict `:` qualified(type($addr)) `->` type($res)
    """

    def verify_op(self) -> None:
        if self.dereferenceable is not None and not isinstance(self.res.type, PointerType):
            raise self.error("expected op to return a single LLVM pointer type")
        self.verify_access(self.res.type)


@LLVM.op("store")
class StoreOp(PlainAccessOp):
    """A store of a value at a pointer."""

    kind = EffectKind.WRITE
    unfit = ("acquire", "acq_rel")
    value: d.Operand = d.operand(LOADABLE)
    addr: d.Operand = d.operand(POINTER)
    assembly_format = """
        (`volatile` $volatile_^)? $value `,` $addr
        (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)?
        (`invariant_group` $invariantGroup^)?
        attr-dict `:` type($value) `,` qualified(type($addr))
    """

    def verify_op(self) -> None:
        self.verify_access(self.value.type)


class AtomicOp(d.Operation):
    """Base of the atomic read-modify-write ops."""

    syncscope: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    alignment: d.OptionalAttr[ir.IntegerAttr, int] = d.optional_attr(d.I64_ATTR)
    volatile: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="volatile_")
    access_groups: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ACCESS_GROUPS)
    alias_scopes: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    noalias_scopes: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    tbaa: d.OptionalAttr[ir.ArrayAttr, d.Items] = d.optional_attr(TBAA_TAGS)


def _same(type: ir.Type) -> ir.Type:
    return type


@LLVM.op("atomicrmw")
class AtomicRMWOp(AtomicOp):
    """An atomic update of a value in memory; the result is the old value."""

    bin_op: d.Attr[ir.IntegerAttr, str] = d.attr(ATOMIC_BIN_OP)
    ptr: d.Operand = d.operand(POINTER)
    val: d.Operand = d.operand(ATOMIC)
    ordering: d.Attr[ir.IntegerAttr, str] = d.attr(ORDERING)
    res: d.Result = d.result(ATOMIC)
    traits = (d.TypesMatchWith("val", "res", _same, "result #0 and operand #1 have the same type"),)
    assembly_format = """
        (`volatile` $volatile_^)? $bin_op $ptr `,` $val
        (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict `:`
        qualified(type($ptr)) `,` type($val)
    """

    def verify_op(self) -> None:
        kind, type = ATOMIC_BIN_OP.keyword(self.bin_op), self.val.type
        if kind.startswith("f"):
            element = ir.element_type_or_self(type)
            if isinstance(type, ir.VectorType) and type.is_scalable:
                raise self.error("expected LLVM IR fixed vector type")
            if not is_float(element):
                raise self.error("expected LLVM IR floating point type")
        elif kind == "xchg":
            if not _can_be_atomic(type):
                raise self.error("unexpected LLVM IR type for 'xchg' bin_op")
        elif not isinstance(type, ir.IntegerType) or not _can_be_atomic(type):
            raise self.error("expected LLVM IR integer type")
        if ORDERING.keyword(self.ordering) in ("not_atomic", "unordered"):
            raise self.error("expected at least 'monotonic' ordering")


def _value_and_success(type: ir.Type) -> StructType:
    return StructType((type, ir.I1))


@LLVM.op("cmpxchg")
class AtomicCmpXchgOp(AtomicOp):
    """An atomic replacement of a value equal to the expected one; returns old value and success."""

    ptr: d.Operand = d.operand(POINTER)
    cmp: d.Operand = d.operand(EXCHANGEABLE)
    val: d.Operand = d.operand(EXCHANGEABLE)
    success_ordering: d.Attr[ir.IntegerAttr, str] = d.attr(ORDERING)
    failure_ordering: d.Attr[ir.IntegerAttr, str] = d.attr(ORDERING)
    weak: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR)
    res: d.Result = d.result(STRUCT)
    traits = (
        d.TypesMatchWith("val", "cmp", _same, "operand #1 and operand #2 have the same type"),
        d.TypesMatchWith(
            "val",
            "res",
            _value_and_success,
            "result #0 has an LLVM struct type consisting of the type of operand #2 and a bool",
        ),
    )
    assembly_format = """
        (`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val
        (`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering
        attr-dict `:` qualified(type($ptr)) `,` type($val)
    """

    def verify_op(self) -> None:
        if not _can_be_atomic(self.val.type):
            raise self.error("unexpected LLVM IR type")
        success = ORDERING.keyword(self.success_ordering)
        failure = ORDERING.keyword(self.failure_ordering)
        if {success, failure} & {"not_atomic", "unordered"}:
            raise self.error("ordering must be at least 'monotonic'")
        if failure in ("release", "acq_rel"):
            raise self.error("failure ordering cannot be 'release' or 'acq_rel'")


@LLVM.op("fence")
class FenceOp(d.Operation):
    """A memory fence."""

    ordering: d.Attr[ir.IntegerAttr, str] = d.attr(ORDERING)
    syncscope: d.OptionalAttr[ir.StringAttr, str] = d.optional_attr(d.STR_ATTR)
    assembly_format = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"

    def verify_op(self) -> None:
        if ORDERING.keyword(self.ordering) in ("not_atomic", "unordered", "monotonic"):
            raise self.error("can be given only acquire, release, acq_rel, and seq_cst orderings")


@LLVM.op("va_arg")
class VaArgOp(d.Operation):
    """The next variadic argument."""

    arg: d.Operand = d.operand(POINTER)
    res: d.Result = d.result(d.pred(is_compatible, "LLVM dialect-compatible type"))
    assembly_format = "$arg attr-dict `:` functional-type($arg, $res)"
