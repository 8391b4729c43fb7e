"""Memory: stack slots, addresses, loads, stores and atomic operations."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize.define import Operation, Pure, TypesMatchWith
from bufferize.define.asm import AsmParser, AsmPrinter, OperationState, UnresolvedOperand
from bufferize.define.attr_constraints import (
    DENSE_I32_ARRAY,
    I64_ATTR,
    STR_ATTR,
    TYPE_ATTR,
    UNIT_ATTR,
)
from bufferize.define.type_constraints import SIGNLESS_INTEGER
from bufferize.define.type_traits import element_type_of
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize.ir import (
    I1,
    I32,
    ArrayAttr,
    DenseArrayAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    Type,
    TypeAttr,
    UnitAttr,
    Value,
    VectorType,
)
from bufferize.ir import FunctionType as BuiltinFunctionType
from bufferize_llvm.attributes import DereferenceableAttr
from bufferize_llvm.base import LLVM
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
class AllocaOp(Operation, MemoryEffectsOpInterface):
    """Memory of the function's frame."""

    __slots__ = ()

    array_size: d.Operand = d.operand(SIGNLESS_INTEGER, name="arraySize")
    alignment: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(I64_ATTR)
    elem_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    inalloca: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    res: d.Result = d.result(POINTER)

    def effects(self) -> list[MemoryEffect]:
        return [MemoryEffect(EffectKind.ALLOCATE, self.res, resource="AutomaticAllocationScope")]

    @classmethod
    def parse(cls, parser: AsmParser, state: OperationState) -> None:
        """`inalloca? %size x type {attributes} : (size type) -> pointer type`."""
        if parser.parse_optional_keyword("inalloca"):
            state.properties["inalloca"] = UnitAttr()
        size = parser.parse_operand()
        parser.parse_keyword("x")
        state.properties["elem_type"] = TypeAttr(parser.parse_type())
        state.attributes.update(parser.parse_optional_attr_dict())
        alignment = state.attributes.get("alignment")
        if isinstance(alignment, IntegerAttr) and alignment.value == 0:
            del state.attributes["alignment"]  # as much as having none
        parser.parse_punctuation(":")
        offset = parser.offset
        type = parser.parse_type()
        if not isinstance(type, BuiltinFunctionType) or (len(type.inputs), len(type.results)) != (
            1,
            1,
        ):
            raise parser.error(
                "expected trailing function type with one argument and one result", offset
            )
        state.operands.append(parser.resolve_operand(size, type.inputs[0]))
        state.result_types.append(type.results[0])

    def print(self, printer: AsmPrinter) -> None:
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
    """Indices, values and numbers mixed: `%i, 0, 2`."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[list[UnresolvedOperand], DenseArrayAttr]:
        """The values, and all indices with a mark where a value stands."""
        values: list[UnresolvedOperand] = []
        numbers: list[int] = []

        def index() -> None:
            value = parser.parse_optional_operand()
            if value is None:
                numbers.append(parser.parse_integer())
            else:
                values.append(value)
                numbers.append(_DYNAMIC)

        parser.parse_comma_separated_list(None, index)
        return values, DenseArrayAttr(I32, tuple(numbers))

    @staticmethod
    def print(
        printer: AsmPrinter, op: Operation, values: Sequence[Value], numbers: DenseArrayAttr
    ) -> None:
        dynamic = iter(values)
        for index, number in enumerate(numbers.values):
            printer.write(", " if index else "")
            if number == _DYNAMIC:
                printer.print_operand(next(dynamic))
            else:
                printer.write(str(number))


@LLVM.op("getelementptr")
class GEPOp(Operation):
    """The address of an element: of an array from the pointer on, and of what that consists of."""

    __slots__ = ()

    base: d.Operand = d.operand(POINTERS)
    dynamic_indices: d.VariadicOperand = d.variadic_operand(INTEGERS, name="dynamicIndices")
    raw_constant_indices: d.Attr[DenseArrayAttr, d.Ints] = d.attr(
        DENSE_I32_ARRAY, name="rawConstantIndices"
    )
    elem_type: d.Attr[TypeAttr, Type] = d.attr(TYPE_ATTR)
    no_wrap_flags: d.Attr[IntegerAttr, int] = d.default_attr(
        GEP_FLAGS, NO_FLAGS, name="noWrapFlags"
    )
    res: d.Result = d.result(POINTERS)
    traits = (Pure(),)
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
            elif isinstance(type, ArrayType | VectorType):
                type = type.element_type
            else:
                raise self.error(f"type '{type}' cannot be indexed (index #{position})")


class AccessOp(Operation, MemoryEffectsOpInterface):
    """Base of the accesses to memory: with what is known of other accesses."""

    __slots__ = ()

    access_groups: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ACCESS_GROUPS)
    alias_scopes: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    noalias_scopes: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    tbaa: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(TBAA_TAGS)


class PlainAccessOp(AccessOp):
    """Base of loads and stores, which may be atomic or volatile."""

    __slots__ = ()

    kind = EffectKind.READ
    unfit = ("release", "acq_rel")
    """The orderings that it cannot have."""

    addr: d.Operand
    alignment: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(I64_ATTR)
    volatile: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="volatile_")
    nontemporal: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    invariant_group: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(
        UNIT_ATTR, name="invariantGroup"
    )
    ordering: d.Attr[IntegerAttr, str] = d.default_attr(ORDERING, NOT_ATOMIC)
    syncscope: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR)

    def effects(self) -> list[MemoryEffect]:
        operand = next(o for o in self.op_operands if o.value is self.addr)
        own = MemoryEffect(self.kind, self.addr, operand)
        order = ORDERING.keyword(self.ordering)
        if self.volatile is None and order in ("not_atomic", "unordered"):
            return [own]
        # Other memory is seen, and made to be seen, too.
        return [own, MemoryEffect(EffectKind.READ), MemoryEffect(EffectKind.WRITE)]

    def verify_access(self, type: Type) -> None:
        """Checks that an access to a value of that type can be as it is said."""
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


def _can_be_atomic(type: Type) -> bool:
    if isinstance(type, PointerType):
        return True
    if isinstance(type, IntegerType):
        return type.width >= 8 and type.width & (type.width - 1) == 0
    return is_float(type)


@LLVM.op("load")
class LoadOp(PlainAccessOp):
    """The value at a pointer."""

    __slots__ = ()

    addr: d.Operand = d.operand(POINTER)
    invariant: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
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
    """Puts a value where a pointer points."""

    __slots__ = ()

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


class AtomicOp(Operation):
    """Base of the atomic reads and writes at once, which order other accesses as well."""

    __slots__ = ()

    syncscope: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR)
    alignment: d.OptionalAttr[IntegerAttr, int] = d.optional_attr(I64_ATTR)
    volatile: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR, name="volatile_")
    access_groups: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ACCESS_GROUPS)
    alias_scopes: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    noalias_scopes: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(ALIAS_SCOPES)
    tbaa: d.OptionalAttr[ArrayAttr, d.Items] = d.optional_attr(TBAA_TAGS)


def _same(type: Type) -> Type:
    return type


@LLVM.op("atomicrmw")
class AtomicRMWOp(AtomicOp):
    """Puts what an operation makes of the value there, and gives the old one."""

    __slots__ = ()

    bin_op: d.Attr[IntegerAttr, str] = d.attr(ATOMIC_BIN_OP)
    ptr: d.Operand = d.operand(POINTER)
    val: d.Operand = d.operand(ATOMIC)
    ordering: d.Attr[IntegerAttr, str] = d.attr(ORDERING)
    res: d.Result = d.result(ATOMIC)
    traits = (TypesMatchWith("val", "res", _same, "result #0 and operand #1 have the same type"),)
    assembly_format = """
        (`volatile` $volatile_^)? $bin_op $ptr `,` $val
        (`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict `:`
        qualified(type($ptr)) `,` type($val)
    """

    def verify_op(self) -> None:
        kind, type = ATOMIC_BIN_OP.keyword(self.bin_op), self.val.type
        if kind.startswith("f"):
            element = element_type_of(type)
            if isinstance(type, VectorType) and type.is_scalable:
                raise self.error("expected LLVM IR fixed vector type")
            if not is_float(element):
                raise self.error("expected LLVM IR floating point type")
        elif kind == "xchg":
            if not _can_be_atomic(type):
                raise self.error("unexpected LLVM IR type for 'xchg' bin_op")
        elif not isinstance(type, IntegerType) or not _can_be_atomic(type):
            raise self.error("expected LLVM IR integer type")
        if ORDERING.keyword(self.ordering) in ("not_atomic", "unordered"):
            raise self.error("expected at least 'monotonic' ordering")


def _value_and_success(type: Type) -> StructType:
    return StructType((type, I1))


@LLVM.op("cmpxchg")
class AtomicCmpXchgOp(AtomicOp):
    """Puts a value in the place of one that is as expected; gives the old one, and whether it was."""

    __slots__ = ()

    ptr: d.Operand = d.operand(POINTER)
    cmp: d.Operand = d.operand(EXCHANGEABLE)
    val: d.Operand = d.operand(EXCHANGEABLE)
    success_ordering: d.Attr[IntegerAttr, str] = d.attr(ORDERING)
    failure_ordering: d.Attr[IntegerAttr, str] = d.attr(ORDERING)
    weak: d.OptionalAttr[UnitAttr, bool] = d.optional_attr(UNIT_ATTR)
    res: d.Result = d.result(STRUCT)
    traits = (
        TypesMatchWith("val", "cmp", _same, "operand #1 and operand #2 have the same type"),
        TypesMatchWith(
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
class FenceOp(Operation):
    """Orders the accesses before it and after it."""

    __slots__ = ()

    ordering: d.Attr[IntegerAttr, str] = d.attr(ORDERING)
    syncscope: d.OptionalAttr[StringAttr, str] = d.optional_attr(STR_ATTR)
    assembly_format = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict"

    def verify_op(self) -> None:
        if ORDERING.keyword(self.ordering) in ("not_atomic", "unordered", "monotonic"):
            raise self.error("can be given only acquire, release, acq_rel, and seq_cst orderings")


@LLVM.op("va_arg")
class VaArgOp(Operation):
    """The next of a function's further arguments."""

    __slots__ = ()

    arg: d.Operand = d.operand(POINTER)
    res: d.Result = d.result(d.pred(is_compatible, "LLVM dialect-compatible type"))
    assembly_format = "$arg attr-dict `:` functional-type($arg, $res)"
