"""Operations that are read and printed, and fail when a script runs them: their base classes.

MLIR's dialects bring transforms that bufferize lacks. A program that carries such a script is still
bufferized, and keeps its script. The operations come from tables: an `AbsentOp` is the declaration
of one, with no more than its syntax and the handles that it consumes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize.define.fields import Arity
from bufferize_linalg.dialect import WINOGRAD_FMR
from bufferize_transform.dialect import FAILURE_PROPAGATION_MODE
from bufferize_transform.interface import (
    ConversionPatternDescriptorOpInterface,
    MatchOpInterface,
    PatternDescriptorOpInterface,
    Payload,
    TransformOpInterface,
    TypeConverterBuilderOpInterface,
    definite,
)
from bufferize_transform.interpreter import Interpreter, not_interpreted
from bufferize_transform.types import (
    AFFINE_MAP_OR_HANDLE,
    ANY_HANDLE,
    ANY_HANDLE_OR_PARAMETER,
    OPERATION_HANDLE,
    PARAMETER,
    PARAMETER_OR_OPERATION_HANDLE,
    VALUE_HANDLE,
    handle_to,
)
from bufferize_transforms import Pattern


class AbsentOp(NamedTuple):
    """The declaration of one operation in a table."""

    fields: str = ""
    """`name: kind, … -> name: kind, …`: operands and attributes, then results.

    The kinds are below; `scf.for` is a handle to operations of that name. After a kind, `*` stands
    for any number, `?` for one or none, `!` for an operand that is consumed, `= value` for the
    default of an attribute, and `?= value` for a default that operations are not filled in with.
    """
    syntax: str | None = None
    """The assembly format before the attributes, by default the first operand."""
    types: str | None = None
    """The assembly format of the types: by default a functional type, without results the first type."""
    traits: tuple[ir.Trait, ...] = ()

    @property
    def assembly_format(self) -> str:
        """The whole assembly format."""
        operands = [field for field in self._declared if field.kind == "operand"]
        syntax, types = self.syntax, self.types
        if syntax is None:
            syntax = f"${operands[0].name}" if operands else ""
        if types is None and any(field.kind == "result" for field in self._declared):
            types = "functional-type(operands, results)"
        elif types is None and operands:
            types = f"type(${operands[0].name})"
        return f"{syntax} attr-dict" + (f" `:` {types}" if types else "")

    @property
    def members(self) -> dict[str, object]:
        """The class attributes of the operation's class: the fields, the format, what it consumes."""
        members: dict[str, object] = {
            "assembly_format": self.assembly_format,
            "traits": self.traits,
        }
        for field in self._declared:
            hidden = hasattr(d.Operation, field.name)
            members[f"{field.name}_" if hidden else field.name] = field.declare()
        consumed = [field.name for field in self._declared if field.is_consumed]
        if consumed:
            members["consumed"] = tuple(consumed)
        return members

    @property
    def _declared(self) -> Iterator[_Field]:
        given, _, results = self.fields.partition(" -> ")
        for text, is_result in ((given, False), (results, True)):
            for one in text.split(", ") if text else ():
                yield _Field.parse(one, is_result)


_FIELD: Final = re.compile(r"(\w+): ([\w.]+)([*?]?)(!?)(?: (\??)= (.+))?\Z")


class _Field(NamedTuple):
    name: str
    kind: str
    declare: Callable[[], object]
    is_consumed: bool = False

    @classmethod
    def parse(cls, text: str, is_result: bool) -> _Field:
        match = _FIELD.match(text)
        assert match is not None, text
        name, kind, number, consumed, optional, default = match.groups()
        if kind in ATTRIBUTES:
            constraint = ATTRIBUTES[kind]
            if default is not None:
                value = constraint.attribute(json.loads(default))
                make: Any = partial(d.default_attr, default=value, optional=bool(optional))
            else:
                make = d.optional_attr if number or kind == "flag" else d.attr
            return cls(name, "attribute", partial(make, constraint, name=name))
        type = handle_to(kind) if "." in kind else TYPES[kind]
        makers = _RESULTS if is_result else _OPERANDS
        declare = partial(makers[number], type, name=name)
        return cls(name, "result" if is_result else "operand", declare, bool(consumed))


_OPERANDS: Final = {"": d.operand, "?": d.optional_operand, "*": d.variadic_operand}
_RESULTS: Final = {"": d.result, "?": d.optional_result, "*": d.variadic_result}

TYPES: Final[dict[str, d.Constraint[Any] | type[ir.Type]]] = {
    "op": OPERATION_HANDLE,
    "value": VALUE_HANDLE,
    "handle": ANY_HANDLE,
    "param": PARAMETER,
    "size": PARAMETER_OR_OPERATION_HANDLE,
    "any": ANY_HANDLE_OR_PARAMETER,
    "map": AFFINE_MAP_OR_HANDLE,
}
"""The kinds of operands and results."""


def _cases(name: str, keywords: str) -> d.Constraint[Any]:
    return d.int_enum(name, ir.I32, {word: value for value, word in enumerate(keywords.split())})


ATTRIBUTES: Final[dict[str, d.Constraint[Any]]] = {
    "attr": d.ANY_ATTR,
    "flag": d.UNIT_ATTR,
    "bool": d.BOOL_ATTR,
    "i16": d.I16_ATTR,
    "i64": d.I64_ATTR,
    "positive": d.confined(d.I64_ATTR, d.POSITIVE),
    "str": d.STR_ATTR,
    "symbol": d.SYMBOL_REF,
    "array": d.ARRAY_ATTR,
    "bool_array": d.BOOL_ARRAY,
    "i64_array": d.I64_ARRAY,
    "i64_arrays": d.REASSOCIATION,
    "strs": d.STR_ARRAY,
    "bools": d.DENSE_BOOL_ARRAY,
    "i32s": d.DENSE_I32_ARRAY,
    "i64s": d.DENSE_I64_ARRAY,
    "mode": FAILURE_PROPAGATION_MODE,
    "fmr": WINOGRAD_FMR,
    "matmul_input": _cases("inputToTranspose", "lhs rhs"),
    "contraction": _cases("lowering_strategy", "dot llvmintr outerproduct parallelarith"),
    "reduction": _cases("lowering_strategy", "innerparallel innerreduction"),
    "transpose": _cases("lowering_strategy", "eltwise llvmintr shuffle_1d shuffle_16x16"),
    "transfer": _cases(
        "split_transfer_strategy", "none vector-transfer linalg-copy force-in-bounds"
    ),
}
"""The kinds of attributes."""


class AbsentTransformOp(d.Operation, TransformOpInterface):
    """Base of transforms that are read and printed only."""

    consumed: tuple[str, ...] = ()
    """The operands that the transform consumes."""

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        groups = self.definition.operands
        bounds = zip(groups.fields, groups.bounds(self), strict=True)
        return [
            use
            for field, (start, stop) in bounds
            if field.ir_name in self.consumed
            for use in self.op_operands[start:stop]
        ]

    def verify_op(self) -> None:
        """Raise DiagnosticError for a list with more or fewer operands than places for them.

        It cannot be printed in custom syntax: mlir-opt, which accepts it, drops the operands.
        """
        groups = self.definition.operands
        for field, (start, stop) in zip(groups.fields, groups.bounds(self), strict=True):
            name = f"static_{field.ir_name.removeprefix('dynamic_')}"
            if field.arity is Arity.VARIADIC and name in self.definition.inherent:
                sizes = self.properties.get(name)
                values = sizes.values if isinstance(sizes, ir.DenseArrayAttr) else ()
                if values.count(ir.DYNAMIC) != stop - start:
                    raise self.error(
                        f"expected as many operands in '{field.ir_name}' as '{name}' has dynamic "
                        f"entries: {values.count(ir.DYNAMIC)}, but got {stop - start}"
                    )

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        """Raise DefiniteFailure: bufferize does not have the transform."""
        raise not_interpreted(self)


class AbsentMatchOp(AbsentTransformOp, MatchOpInterface):
    """Base of matchers that are read and printed only."""


class AbsentPatternsOp(d.Operation, PatternDescriptorOpInterface):
    """Base of the operations for patterns that only mlir-opt has."""

    def patterns(self) -> Sequence[Pattern]:
        """Raise DefiniteFailure: bufferize does not have the patterns."""
        failure = definite(f"the patterns of '{self.name}' are not known here", self)
        failure.diagnostics[0].note(
            "run the script with mlir-opt 22: `mlir-opt-22 --transform-interpreter`"
        )
        raise failure


class AbsentConversionPatternsOp(d.Operation, ConversionPatternDescriptorOpInterface):
    """Base of the operations for conversion patterns, none of which bufferize has."""


class AbsentTypeConverterOp(d.Operation, TypeConverterBuilderOpInterface):
    """Base of the operations for type converters, none of which bufferize has."""
