"""The classes of the intrinsics in `intrinsic_table`, made at their first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from keyword import iskeyword
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import EffectKind, MemoryEffect, MemoryEffectsOpInterface
from bufferize_llvm.attributes import AliasScopeAttr
from bufferize_llvm.bundles import verify_bundles
from bufferize_llvm.constraints import (
    ACCESS_GROUPS,
    ALIAS_SCOPES,
    ANY_LLVM,
    DEFAULT_POINTER,
    FLOAT,
    FLOATS,
    INTEGERS,
    POINTER,
    POINTERS,
    TBAA_TAGS,
    TOKEN,
    VECTOR,
    same_shape,
    scalar_or_vector_of,
    vector_of,
)
from bufferize_llvm.debug_info import (
    NO_EXPRESSION,
    DIExpressionAttr,
    DILabelAttr,
    DILocalVariableAttr,
)
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import FP_EXCEPTIONS, NO_FASTMATH, ROUNDING_MODE, FastmathFlagsAttr
from bufferize_llvm.intrinsic_table import INTRINSICS
from bufferize_llvm.types import StructType

_TYPES: dict[str, d.Constraint[Any]] = {
    "any": ANY_LLVM,
    "anything": d.ANY_TYPE,
    "any_ints": scalar_or_vector_of(d.ANY_INTEGER),
    "builtin_float": d.FLOAT,
    "float": FLOAT,
    "float_vector": vector_of(d.FLOAT),
    "floats": FLOATS,
    "i1": d.I1,
    "i8": d.I8,
    "i32": d.I32,
    "int": d.SIGNLESS_INTEGER,
    "int_vector": vector_of(d.SIGNLESS_INTEGER),
    "ints": INTEGERS,
    "mask": vector_of(d.I1),
    "ptr": POINTER,
    "ptr0": DEFAULT_POINTER,
    "ptr_vector": vector_of(POINTER),
    "ptrs": POINTERS,
    "token": TOKEN,
    "vector": VECTOR,
}
_ATTRIBUTES: dict[str, d.Constraint[Any] | type[Any]] = {
    "access_groups": ACCESS_GROUPS,
    "alias_scope": AliasScopeAttr,
    "alias_scopes": ALIAS_SCOPES,
    "array": d.ARRAY_ATTR,
    "dictionaries": d.DICT_ARRAY,
    "exceptions": FP_EXCEPTIONS,
    "f64": d.F64_ATTR,
    "i1": d.I1_ATTR,
    "i8": d.I8_ATTR,
    "i32": d.I32_ATTR,
    "i32s": d.DENSE_I32_ARRAY,
    "i64": d.I64_ATTR,
    "integer": d.INTEGER_ATTR,
    "label": DILabelAttr,
    "rounding": ROUNDING_MODE,
    "tbaa": TBAA_TAGS,
    "unit": d.UNIT_ATTR,
    "variable": DILocalVariableAttr,
}


class IntrinsicOp(d.Operation):
    """Base of the ops of intrinsics."""

    def verify_op(self) -> None:
        check = _CHECKS.get(self.name.removeprefix("llvm.intr."))
        if check is not None:
            check(self)


class WritingIntrinsicOp(IntrinsicOp, MemoryEffectsOpInterface):
    """Base of the intrinsics that write to memory at a pointer, and may read at another one."""

    def effects(self) -> list[MemoryEffect]:
        row = INTRINSICS[self.name.removeprefix("llvm.")]
        found = []
        for kind, name in ((EffectKind.WRITE, row.writes), (EffectKind.READ, row.reads)):
            if name:
                value = self.field_called(name)
                operand = next(o for o in self.op_operands if o.value is value)
                found.append(MemoryEffect(kind, operand.value, operand))
        return found


def _verify_gather(op: IntrinsicOp) -> None:
    pointers, result = op.operand_types[0], op.result_types[0]
    assert isinstance(pointers, ir.VectorType)
    _verify_pointers(op, pointers, result, "result")


def _verify_scatter(op: IntrinsicOp) -> None:
    pointers, value = op.operand_types[1], op.operand_types[0]
    assert isinstance(pointers, ir.VectorType)
    _verify_pointers(op, pointers, value, "value")


def _verify_pointers(op: IntrinsicOp, pointers: ir.VectorType, data: ir.Type, word: str) -> None:
    element = pointers.element_type
    wanted = same_shape(data, element)
    if wanted is not pointers:
        number = 1 if word == "result" else 2
        raise op.error(f"expected operand #{number} type to be '{wanted}'")


def _verify_sincos(op: IntrinsicOp) -> None:
    type = op.operand_types[0]
    if op.result_types[0] is not StructType((type, type)):
        raise op.error(
            "expected result type to be an homogeneous struct with two elements matching the "
            f"operand type, but got '{op.result_types[0]}'"
        )


_CHECKS: dict[str, Callable[[IntrinsicOp], None]] = {
    "assume": verify_bundles,
    "masked.gather": _verify_gather,
    "masked.scatter": _verify_scatter,
    "sincos": _verify_sincos,
}


def _python_name(name: str) -> str:
    """Return a field name for MLIR's name, changed if Python or `Operation` uses it."""
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    return f"{words}_" if iskeyword(words) or words == "operand" else words


def _named(text: str) -> Iterator[tuple[str, str, str]]:
    """Return each `name: kind` of a list, with the mark `?`, `*` or `**` that may follow."""
    for entry in text.split(", ") if text else ():
        name, kind = entry.split(": ")
        bare = kind.rstrip("?*")
        yield name, bare, kind[len(bare) :]


def _operand(name: str, kind: str, mark: str) -> object:
    constraint = _TYPES[kind]
    if mark == "?":
        return d.optional_operand(constraint, name)
    if mark == "*":
        return d.variadic_operand(constraint, name)
    if mark == "**":
        return d.variadic_of_variadic_operand(constraint, segments="op_bundle_sizes", name=name)
    return d.operand(constraint, name)


def _attribute(name: str, kind: str, mark: str) -> object:
    if kind == "fastmath":
        return d.default_attr(FastmathFlagsAttr, NO_FASTMATH, name)
    if kind == "expression":
        return d.default_attr(DIExpressionAttr, NO_EXPRESSION, name)
    constraint = _ATTRIBUTES[kind]
    return d.optional_attr(constraint, name) if mark else d.attr(constraint, name)


def make_intrinsic(mnemonic: str) -> type[IntrinsicOp]:
    """Return the class of an intrinsic of the table."""
    row = INTRINSICS[mnemonic]
    members: dict[str, object] = {
        _python_name(name): make(name, kind, mark)
        for text, make in ((row.operands, _operand), (row.attributes, _attribute))
        for name, kind, mark in _named(text)
    }
    if row.result:
        members["res"] = d.result(_TYPES[row.result])
    members |= {
        "__doc__": f"The intrinsic `{mnemonic.removeprefix('intr.')}`.",
        "__module__": __name__,
        "assembly_format": row.format,
        "traits": row.traits,
    }
    base = WritingIntrinsicOp if row.writes else IntrinsicOp
    cls: type[IntrinsicOp] = type(_class_name(mnemonic), (base,), members)
    return LLVM.op(mnemonic)(cls)


def _class_name(mnemonic: str) -> str:
    return "".join(map(str.capitalize, mnemonic.split("."))) + "Op"


_CLASS_NAMES = {_class_name(mnemonic): mnemonic for mnemonic in INTRINSICS}


def __getattr__(name: str) -> type[d.Operation]:
    """Return the class of an op by its name, for imports and pickles."""
    mnemonic = _CLASS_NAMES.get(name)
    found = None if mnemonic is None else LLVM.op_class(mnemonic)
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


LLVM.lazy_ops(INTRINSICS, make_intrinsic)
