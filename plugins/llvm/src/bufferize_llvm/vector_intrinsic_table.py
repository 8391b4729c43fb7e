"""The intrinsics that are ops of their own, `llvm.intr.…`, as a table: those on vectors, mostly with a mask.

See https://mlir.llvm.org/docs/Dialects/LLVM, from `llvm.intr.abs` on.
"""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize_llvm.intrinsic_shapes import (
    CALL_ATTRS,
    FASTMATH,
    FUNCTIONAL,
    NOT_FROM_FIXED,
    NOT_INTO_FIXED,
    PURE,
    SMALL,
    TWICE,
    Intrinsic,
)

VECTOR_FAMILIES: Final[tuple[tuple[str, Intrinsic], ...]] = (
    (
        "vp.ashr vp.add vp.and vp.lshr vp.mul vp.or vp.sdiv vp.smax vp.smin vp.srem "
        "vp.shl vp.sub vp.udiv vp.umax vp.umin vp.urem vp.xor",
        Intrinsic(
            "lhs: int_vector, rhs: int_vector, mask: mask, evl: i32", result="any", traits=PURE
        ),
    ),
    (
        "vp.fadd vp.fdiv vp.fmul vp.frem vp.fsub",
        Intrinsic(
            "lhs: float_vector, rhs: float_vector, mask: mask, evl: i32", result="any", traits=PURE
        ),
    ),
    (
        "vp.fmuladd vp.fma",
        Intrinsic(
            "op1: float_vector, op2: float_vector, op3: float_vector, mask: mask, evl: i32",
            result="any",
            traits=PURE,
        ),
    ),
    (
        "vp.fneg",
        Intrinsic("op: float_vector, mask: mask, evl: i32", result="any", traits=PURE),
    ),
    (
        "vp.fpext vp.fptosi vp.fptoui vp.fptrunc",
        Intrinsic("src: float_vector, mask: mask, evl: i32", result="any", traits=PURE),
    ),
    (
        "vp.inttoptr vp.sext vp.sitofp vp.trunc vp.uitofp vp.zext",
        Intrinsic("src: int_vector, mask: mask, evl: i32", result="any", traits=PURE),
    ),
    (
        "vp.load",
        Intrinsic("ptr: ptr, mask: mask, evl: i32", result="any"),
    ),
    (
        "vp.merge vp.select",
        Intrinsic(
            "cond: mask, true_val: vector, false_val: vector, evl: i32", result="any", traits=PURE
        ),
    ),
    (
        "vp.ptrtoint",
        Intrinsic("src: ptr_vector, mask: mask, evl: i32", result="any", traits=PURE),
    ),
    (
        "vp.reduce.add vp.reduce.and vp.reduce.mul vp.reduce.or vp.reduce.smax "
        "vp.reduce.smin vp.reduce.umax vp.reduce.umin vp.reduce.xor",
        Intrinsic(
            "satrt_value: int, val: int_vector, mask: mask, evl: i32", result="any", traits=PURE
        ),
    ),
    (
        "vp.reduce.fadd vp.reduce.fmax vp.reduce.fmin vp.reduce.fmul",
        Intrinsic(
            "satrt_value: builtin_float, val: float_vector, mask: mask, evl: i32",
            result="any",
            traits=PURE,
        ),
    ),
    (
        "vp.store",
        Intrinsic("val: vector, ptr: ptr, mask: mask, evl: i32"),
    ),
    (
        "experimental.vp.strided.load",
        Intrinsic("ptr: ptr, stride: int, mask: mask, evl: i32", result="any"),
    ),
    (
        "experimental.vp.strided.store",
        Intrinsic("val: vector, ptr: ptr, stride: int, mask: mask, evl: i32"),
    ),
    (
        "vacopy",
        Intrinsic(
            "dest_list: ptr, src_list: ptr",
            format="$src_list `to` $dest_list attr-dict `:` type(operands)",
        ),
    ),
    (
        "vaend vastart",
        Intrinsic("arg_list: ptr", format="$arg_list attr-dict `:` qualified(type($arg_list))"),
    ),
    (
        "var.annotation",
        Intrinsic(
            "val: ptr, annotation: ptr, fileName: ptr, line: i32, attr: ptr",
            traits=(d.AllTypesMatch("annotation", "file_name", "attr"),),
        ),
    ),
    (
        "masked.compressstore",
        Intrinsic("value: vector, ptr: ptr, mask: mask", attributes=CALL_ATTRS),
    ),
    (
        "masked.expandload",
        Intrinsic("ptr: ptr, mask: mask, passthru: vector", attributes=CALL_ATTRS, result="any"),
    ),
    (
        "masked.gather",
        Intrinsic(
            "ptrs: ptr_vector, mask: mask, pass_thru: vector*",
            attributes="alignment: i32",
            result="vector",
            format="operands attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "masked.scatter",
        Intrinsic(
            "value: vector, ptrs: ptr_vector, mask: mask",
            attributes="alignment: i32",
            format=(
                "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` "
                "type($ptrs)"
            ),
        ),
    ),
    (
        "vector.deinterleave2",
        Intrinsic("vec: vector", result="any", traits=PURE),
    ),
    (
        "vector.extract",
        Intrinsic(
            "srcvec: vector",
            attributes="pos: i64",
            result="vector",
            traits=(d.Pure(), SMALL, NOT_FROM_FIXED),
            format="$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)",
        ),
    ),
    (
        "vector.insert",
        Intrinsic(
            "dstvec: vector, srcvec: vector",
            attributes="pos: i64",
            result="vector",
            traits=(d.Pure(), d.AllTypesMatch("dstvec", "res"), SMALL, NOT_INTO_FIXED),
            format="$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)",
        ),
    ),
    (
        "vector.interleave2",
        Intrinsic(
            "vec1: vector, vec2: vector",
            result="any",
            traits=(d.Pure(), d.AllTypesMatch("vec1", "vec2"), TWICE),
        ),
    ),
    (
        "vector.reduce.add vector.reduce.and vector.reduce.mul vector.reduce.or "
        "vector.reduce.smax vector.reduce.smin vector.reduce.umax vector.reduce.umin "
        "vector.reduce.xor",
        Intrinsic(
            "in: int_vector", result="any", traits=(d.Pure(), d.SameOperandsAndResultElementType())
        ),
    ),
    (
        "vector.reduce.fadd vector.reduce.fmul",
        Intrinsic(
            "start_value: builtin_float, input: float_vector",
            attributes=FASTMATH,
            result="any",
            traits=(d.Pure(), d.SameOperandsAndResultElementType()),
        ),
    ),
    (
        "vector.reduce.fmax vector.reduce.fmaximum vector.reduce.fmin vector.reduce.fminimum",
        Intrinsic(
            "in: float_vector",
            attributes=FASTMATH,
            result="any",
            traits=(d.Pure(), d.SameOperandsAndResultElementType()),
            format=FUNCTIONAL,
        ),
    ),
    (
        "vscale",
        Intrinsic(result="any"),
    ),
)
