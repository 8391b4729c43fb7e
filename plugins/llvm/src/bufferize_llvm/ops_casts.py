"""Casts of integers, floats and pointers, and of vectors of these."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.attributes import DereferenceableAttr
from bufferize_llvm.constraints import FLOATS, INTEGERS, NON_AGGREGATE, POINTERS, same_shape
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import NO_FLAGS, OVERFLOW_FLAGS
from bufferize_llvm.types import PointerType


class CastOp(d.Operation):
    """Base of the casts."""

    arg: d.Operand = d.operand(INTEGERS)
    res: d.Result = d.result(INTEGERS)
    traits = (d.Pure(),)
    assembly_format = "$arg attr-dict `:` type($arg) `to` type($res)"


class NonNegativeCastOp(CastOp):
    """Base of the casts that may be marked to have a nonnegative operand."""

    non_neg: d.OptionalAttr[ir.UnitAttr, bool] = d.optional_attr(d.UNIT_ATTR, name="nonNeg")
    assembly_format = "(`nneg` $nonNeg^)? $arg attr-dict `:` type($arg) `to` type($res)"


def _verify_extension(op: CastOp) -> None:
    source, target = op.arg.type, op.res.type
    from_element, to_element = ir.element_type_or_self(source), ir.element_type_or_self(target)
    for one, other, first, second in ((source, target, "in", "out"), (target, source, "out", "in")):
        if isinstance(one, ir.VectorType) and not isinstance(other, ir.VectorType):
            raise op.error(f"{first}put type is a vector but {second}put type is an integer")
    if same_shape(source, to_element) is not target:
        raise op.error("input and output vectors are of incompatible shape")
    if (ir.bit_width(to_element) or 0) <= (ir.bit_width(from_element) or 0):
        raise op.error(
            "integer width of the output type is smaller or equal to the integer width of the "
            "input type"
        )


@LLVM.op("sext")
class SExtOp(CastOp):
    """A wider integer, sign-extended."""

    def verify_op(self) -> None:
        _verify_extension(self)


@LLVM.op("zext")
class ZExtOp(NonNegativeCastOp):
    """A wider integer, zero-extended."""

    def verify_op(self) -> None:
        _verify_extension(self)


@LLVM.op("trunc")
class TruncOp(CastOp):
    """A narrower integer: the low bits."""

    overflow_flags: d.Attr[ir.IntegerAttr, int] = d.default_attr(
        OVERFLOW_FLAGS, NO_FLAGS, name="overflowFlags"
    )
    assembly_format = "$arg ($overflowFlags^)? attr-dict `:` type($arg) `to` type($res)"


@LLVM.op("sitofp")
class SIToFPOp(CastOp):
    """A signed integer converted to a float."""

    res: d.Result = d.result(FLOATS)


@LLVM.op("uitofp")
class UIToFPOp(NonNegativeCastOp):
    """An unsigned integer converted to a float."""

    res: d.Result = d.result(FLOATS)


@LLVM.op("fptosi")
class FPToSIOp(CastOp):
    """A float converted to a signed integer."""

    arg: d.Operand = d.operand(FLOATS)


@LLVM.op("fptoui")
class FPToUIOp(CastOp):
    """A float converted to an unsigned integer."""

    arg: d.Operand = d.operand(FLOATS)


@LLVM.op("fpext")
class FPExtOp(CastOp):
    """A float converted to a wider format."""

    arg: d.Operand = d.operand(FLOATS)
    res: d.Result = d.result(FLOATS)


@LLVM.op("fptrunc")
class FPTruncOp(CastOp):
    """A float converted to a narrower format."""

    arg: d.Operand = d.operand(FLOATS)
    res: d.Result = d.result(FLOATS)


@LLVM.op("ptrtoint")
class PtrToIntOp(CastOp):
    """The address of a pointer as an integer."""

    arg: d.Operand = d.operand(POINTERS)


@LLVM.op("inttoptr")
class IntToPtrOp(CastOp):
    """The pointer with an integer as address."""

    dereferenceable: d.OptionalAttr[DereferenceableAttr, DereferenceableAttr] = d.optional_attr(
        DereferenceableAttr
    )
    res: d.Result = d.result(POINTERS)
    assembly_format = """
        $arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)
    """


@LLVM.op("addrspacecast")
class AddrSpaceCastOp(CastOp):
    """The same pointer in another address space."""

    arg: d.Operand = d.operand(POINTERS)
    res: d.Result = d.result(POINTERS)


@LLVM.op("bitcast")
class BitcastOp(CastOp):
    """The same bits as a value of another type."""

    arg: d.Operand = d.operand(NON_AGGREGATE)
    res: d.Result = d.result(NON_AGGREGATE)

    def verify_op(self) -> None:
        source, target = (ir.element_type_or_self(v.type) for v in (self.arg, self.res))
        if isinstance(source, PointerType) is not isinstance(target, PointerType):
            raise self.error("can only cast pointers from and to pointers")
        if not isinstance(source, PointerType) or not isinstance(target, PointerType):
            return
        if isinstance(self.arg.type, ir.VectorType) is not isinstance(self.res.type, ir.VectorType):
            words = ("pointer", "vector of pointers")
            first, second = words if isinstance(self.res.type, ir.VectorType) else reversed(words)
            raise self.error(f"cannot cast {first} to {second}")
        if source.address_space != target.address_space:
            raise self.error(
                "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"
            )
