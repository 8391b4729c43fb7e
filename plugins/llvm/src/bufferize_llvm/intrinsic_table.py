"""The intrinsics that are ops of their own, `llvm.intr.…`, as a table.

Intrinsics on vectors, mostly with a mask, come first. See https://mlir.llvm.org/docs/Dialects/LLVM,
from `llvm.intr.abs` on.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bufferize import define as d
from bufferize import ir


class Intrinsic(NamedTuple):
    """An intrinsic: `name: kind` for each operand and attribute, followed by `?`, `*` or `**`

    for an optional one, any number, and any number of lists. The kinds are those of
    `intrinsics`.
    """

    operands: str = ""
    attributes: str = ""
    result: str = ""
    traits: tuple[d.Trait, ...] = ()
    format: str | None = None
    """The assembly format; None for the generic form."""
    writes: str = ""
    """The pointer operand that is written to, if the op has no other effect than `reads`."""
    reads: str = ""


def _bits(type: ir.VectorType) -> int:
    return type.num_elements() * (ir.bit_width(type.element_type) or 0)


def _are_small(op: object) -> bool:
    return all(
        _bits(type) <= 1 << 17
        for type in (*op.operand_types, *op.result_types)  # type: ignore[attr-defined]
        if isinstance(type, ir.VectorType)
        and isinstance(type.element_type, ir.IntegerType | ir.FloatType)
    )


def _has_twice(op: object) -> bool:
    source, result = op.operand_types[0], op.result_types[0]  # type: ignore[attr-defined]
    return isinstance(result, ir.VectorType) and (
        result.num_elements() == 2 * source.num_elements()
    )


FUNCTIONAL = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
FASTMATH = "fastmathFlags: fastmath"
ACCESS = (
    "access_groups: access_groups?, alias_scopes: alias_scopes?, noalias_scopes: alias_scopes?, "
    "tbaa: tbaa?"
)
CALL_ATTRS = "arg_attrs: dictionaries?, res_attrs: dictionaries?"
PURE = (d.Pure(),)
SAME = (d.Pure(), d.SameOperandsAndResultType())
SMALL = d.OpPredicate(_are_small, "vectors are not bigger than 2^17 bits.")
NOT_FROM_FIXED = d.OpPredicate(
    lambda op: not op.result_types[0].is_scalable or op.operand_types[0].is_scalable,
    "it is not extracting scalable from fixed-length vectors.",
)
NOT_INTO_FIXED = d.OpPredicate(
    lambda op: not op.operand_types[1].is_scalable or op.operand_types[0].is_scalable,
    "it is not inserting scalable into fixed-length vectors.",
)
TWICE = d.OpPredicate(_has_twice, "result has twice as many elements as 'vec1'")


VECTOR_FAMILIES: Final[tuple[tuple[str, Intrinsic], ...]] = (
    (
        "vp.ashr vp.add vp.and vp.lshr vp.mul vp.or vp.smax vp.smin vp.shl vp.sub vp.umax vp.umin "
        "vp.xor",
        Intrinsic(
            "lhs: int_vector, rhs: int_vector, mask: mask, evl: i32", result="any", traits=PURE
        ),
    ),
    (
        "vp.sdiv vp.srem vp.udiv vp.urem",  # undefined by zero
        Intrinsic(
            "lhs: int_vector, rhs: int_vector, mask: mask, evl: i32",
            result="any",
            traits=(d.NoMemoryEffect(),),
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


_FAMILIES: Final = (
    (
        "acos asin atan cos cosh exp10 exp2 exp fabs ceil floor trunc log10 log2 log "
        "nearbyint rint roundeven round sin sinh sqrt tan tanh",
        Intrinsic("in: floats", attributes=FASTMATH, result="any", traits=SAME, format=FUNCTIONAL),
    ),
    (
        "atan2 copysign maxnum maximum minnum minimum pow",
        Intrinsic(
            "a: floats, b: floats",
            attributes=FASTMATH,
            result="any",
            traits=SAME,
            format=FUNCTIONAL,
        ),
    ),
    (
        "abs",
        Intrinsic("in: ints", attributes="is_int_min_poison: i1", result="any", traits=PURE),
    ),
    (
        "annotation",
        Intrinsic(
            "integer: int, annotation: ptr, fileName: ptr, line: i32",
            result="int",
            traits=(d.AllTypesMatch("res", "integer"), d.AllTypesMatch("annotation", "file_name")),
        ),
    ),
    (
        "assume",
        Intrinsic(
            "cond: i1, op_bundle_operands: any**",
            attributes="op_bundle_sizes: i32s, op_bundle_tags: array?",
            format=(
                "$cond ( custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), "
                "$op_bundle_tags)^ )? `:` type($cond) attr-dict"
            ),
        ),
    ),
    (
        "bitreverse bswap ctpop",
        Intrinsic("in: ints", result="any", traits=SAME, format=FUNCTIONAL),
    ),
    (
        "experimental.constrained.fpext",
        Intrinsic(
            "arg_0: any",
            attributes="fpExceptionBehavior: exceptions",
            result="any",
            traits=PURE,
            format="$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)",
        ),
    ),
    (
        "experimental.constrained.fptrunc experimental.constrained.sitofp "
        "experimental.constrained.uitofp",
        Intrinsic(
            "arg_0: any",
            attributes="roundingmode: rounding, fpExceptionBehavior: exceptions",
            result="any",
            traits=PURE,
            format=(
                "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` "
                "type(results)"
            ),
        ),
    ),
    (
        "coro.align coro.size",
        Intrinsic(result="any", format="attr-dict `:` type($res)"),
    ),
    (
        "coro.begin",
        Intrinsic(
            "token: token, mem: ptr",
            result="any",
            format="$token `,` $mem attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "coro.end",
        Intrinsic(
            "handle: ptr, unwind: i1, retvals: token",
            result="any",
            format=(
                "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)"
            ),
        ),
    ),
    (
        "coro.free",
        Intrinsic(
            "id: token, handle: ptr",
            result="any",
            format="$id `,` $handle attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "coro.id",
        Intrinsic(
            "align: i32, promise: ptr, coroaddr: ptr, fnaddrs: ptr",
            result="any",
            format=(
                "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` "
                "functional-type(operands, results)"
            ),
        ),
    ),
    (
        "coro.promise",
        Intrinsic(
            "handle: ptr, align: i32, from: i1",
            result="ptr",
            format="$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "coro.resume",
        Intrinsic("handle: ptr", format="$handle attr-dict `:` qualified(type($handle))"),
    ),
    (
        "coro.save",
        Intrinsic(
            "handle: ptr",
            result="any",
            format="$handle attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "coro.suspend",
        Intrinsic(
            "save: token, final: i1",
            result="any",
            format="$save `,` $final attr-dict `:` type($res)",
        ),
    ),
    (
        "ctlz cttz",
        Intrinsic("in: ints", attributes="is_zero_poison: i1", result="any", traits=SAME),
    ),
    (
        "dbg.declare",
        Intrinsic(
            "addr: ptr",
            attributes="varInfo: variable, locationExpr: expression",
            format=(
                "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` "
                "qualified(type($addr)) attr-dict"
            ),
        ),
    ),
    (
        "dbg.label",
        Intrinsic(attributes="label: label", format="$label attr-dict"),
    ),
    (
        "dbg.value",
        Intrinsic(
            "value: any",
            attributes="varInfo: variable, locationExpr: expression",
            format=(
                "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` "
                "qualified(type($value)) attr-dict"
            ),
        ),
    ),
    (
        "debugtrap trap",
        Intrinsic(format="attr-dict"),
    ),
    (
        "eh.typeid.for",
        Intrinsic(
            "type_info: ptr",
            result="any",
            format="$type_info attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "expect",
        Intrinsic(
            "val: int, expected: int",
            result="any",
            traits=SAME,
            format="$val `,` $expected attr-dict `:` type($val)",
        ),
    ),
    (
        "expect.with.probability",
        Intrinsic(
            "val: int, expected: int",
            attributes="prob: f64",
            result="any",
            traits=(d.Pure(), d.AllTypesMatch("val", "expected", "res")),
            format="$val `,` $expected `,` $prob attr-dict `:` type($val)",
        ),
    ),
    (
        "fma fmuladd",
        Intrinsic(
            "a: floats, b: floats, c: floats",
            attributes=FASTMATH,
            result="any",
            traits=SAME,
            format=FUNCTIONAL,
        ),
    ),
    (
        "frexp sincos",
        Intrinsic("val: floats", attributes=FASTMATH, result="any", traits=PURE, format=FUNCTIONAL),
    ),
    (
        "fshl fshr",
        Intrinsic("a: ints, b: ints, c: ints", result="any", traits=SAME, format=FUNCTIONAL),
    ),
    (
        "get.active.lane.mask",
        Intrinsic(
            "base: int, n: int",
            result="any",
            traits=PURE,
            format="$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)",
        ),
    ),
    (
        "invariant.end",
        Intrinsic(
            "start: ptr0, ptr: ptr",
            attributes="size: i64",
            format="$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))",
        ),
    ),
    (
        "invariant.start",
        Intrinsic(
            "ptr: ptr",
            attributes="size: i64",
            result="ptr0",
            format="$size `,` $ptr attr-dict `:` qualified(type($ptr))",
        ),
    ),
    (
        "is.constant",
        Intrinsic("val: any", result="i1", traits=PURE),
    ),
    (
        "is.fpclass",
        Intrinsic("in: floats", attributes="bit: i32", result="any", traits=PURE),
    ),
    (
        "launder.invariant.group strip.invariant.group",
        Intrinsic(
            "ptr: ptr",
            result="ptr",
            traits=(d.SameOperandsAndResultType(),),
            format="$ptr attr-dict `:` qualified(type($ptr))",
        ),
    ),
    (
        "lifetime.end lifetime.start stackrestore",
        Intrinsic("ptr: ptr", format="$ptr attr-dict `:` qualified(type($ptr))"),
    ),
    (
        "llrint lrint lround",
        Intrinsic("val: floats", result="any", traits=PURE, format=FUNCTIONAL),
    ),
    (
        "llround",
        Intrinsic("val: float", result="any", traits=PURE, format=FUNCTIONAL),
    ),
    (
        "ldexp powi",
        Intrinsic(
            "val: floats, power: int",
            attributes=FASTMATH,
            result="any",
            traits=PURE,
            format=FUNCTIONAL,
        ),
    ),
    (
        "masked.load",
        Intrinsic(
            "data: ptr, mask: mask, pass_thru: vector?",
            attributes="alignment: i32, nontemporal: unit?",
            result="vector",
            format="operands attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "masked.store",
        Intrinsic(
            "value: vector, data: ptr, mask: mask",
            attributes="alignment: i32",
            format=(
                "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` "
                "qualified(type($data))"
            ),
        ),
    ),
    (
        "matrix.column.major.load",
        Intrinsic(
            "data: ptr, stride: int",
            attributes="isVolatile: i1, rows: i32, columns: i32",
            result="vector",
            format=(
                "$data `,` `<` `stride` `=` $stride `>` attr-dict`:` type($res) `from` "
                "qualified(type($data)) `stride` type($stride)"
            ),
        ),
    ),
    (
        "matrix.column.major.store",
        Intrinsic(
            "matrix: vector, data: ptr, stride: int",
            attributes="isVolatile: i1, rows: i32, columns: i32",
            format=(
                "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict`:` "
                "type($matrix) `to` qualified(type($data)) `stride` type($stride)"
            ),
        ),
    ),
    (
        "matrix.multiply",
        Intrinsic(
            "lhs: vector, rhs: vector",
            attributes="lhs_rows: i32, lhs_columns: i32, rhs_columns: i32",
            result="vector",
            format="$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)",
        ),
    ),
    (
        "matrix.transpose",
        Intrinsic(
            "matrix: vector",
            attributes="rows: i32, columns: i32",
            result="vector",
            format="$matrix attr-dict `:` type($matrix) `into` type($res)",
        ),
    ),
    (
        "memcpy.inline",
        Intrinsic(
            "dst: ptr, src: ptr",
            attributes="len: integer, isVolatile: i1, " + ACCESS + ", " + CALL_ATTRS,
            writes="dst",
            reads="src",
        ),
    ),
    (
        "memcpy memmove",
        Intrinsic(
            "dst: ptr, src: ptr, len: int",
            attributes="isVolatile: i1, " + ACCESS + ", " + CALL_ATTRS,
            writes="dst",
            reads="src",
        ),
    ),
    (
        "memset.inline",
        Intrinsic(
            "dst: ptr, val: i8",
            attributes="len: integer, isVolatile: i1, " + ACCESS + ", " + CALL_ATTRS,
            writes="dst",
        ),
    ),
    (
        "memset",
        Intrinsic(
            "dst: ptr, val: i8, len: int",
            attributes="isVolatile: i1, " + ACCESS + ", " + CALL_ATTRS,
            writes="dst",
        ),
    ),
    (
        "experimental.noalias.scope.decl",
        Intrinsic(attributes="scope: alias_scope", format="$scope attr-dict"),
    ),
    (
        "prefetch",
        Intrinsic("addr: ptr", attributes="rw: i32, hint: i32, cache: i32"),
    ),
    (
        "ptr.annotation",
        Intrinsic(
            "ptr: ptr, annotation: ptr, fileName: ptr, line: i32, attr: ptr",
            result="ptr",
            traits=(
                d.AllTypesMatch("res", "ptr"),
                d.AllTypesMatch("annotation", "file_name", "attr"),
            ),
        ),
    ),
    (
        "ptrmask",
        Intrinsic(
            "ptr: ptrs, mask: any_ints",
            result="ptrs",
            traits=(d.Pure(), d.AllTypesMatch("ptr", "res")),
            format="$ptr `,` $mask attr-dict `:` functional-type(operands, results)",
        ),
    ),
    (
        "sadd.sat smax smin sshl.sat ssub.sat uadd.sat umax umin ushl.sat usub.sat",
        Intrinsic("a: ints, b: ints", result="any", traits=SAME, format=FUNCTIONAL),
    ),
    (
        "sadd.with.overflow smul.with.overflow ssub.with.overflow uadd.with.overflow "
        "umul.with.overflow usub.with.overflow",
        Intrinsic(
            "lhs: ints, rhs: ints", result="any", traits=(d.Pure(), d.SameOperandsElementType())
        ),
    ),
    (
        "scmp ucmp",
        Intrinsic(
            "a: ints, b: ints",
            result="ints",
            traits=(d.Pure(), d.SameTypeOperands()),
            format=FUNCTIONAL,
        ),
    ),
    (
        "ssa.copy",
        Intrinsic(
            "operand: anything",
            result="any",
            traits=SAME,
            format="$operand attr-dict `:` type($operand)",
        ),
    ),
    (
        "stacksave",
        Intrinsic(result="any", format="attr-dict `:` qualified(type($res))"),
    ),
    (
        "stepvector",
        Intrinsic(result="int_vector", traits=PURE, format="attr-dict `:` type($res)"),
    ),
    (
        "threadlocal.address",
        Intrinsic("global: ptr", result="any", traits=PURE),
    ),
    (
        "ubsantrap",
        Intrinsic(attributes="failureKind: i8", format="prop-dict attr-dict"),
    ),
)
INTRINSICS: Final[dict[str, Intrinsic]] = {
    f"intr.{name}": intrinsic
    for names, intrinsic in (*_FAMILIES, *VECTOR_FAMILIES)
    for name in names.split()
}
"""The intrinsics by the mnemonic of the op."""
