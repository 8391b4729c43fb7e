"""Declarations of xDSL's ops for bufferize: their fields and traits.

Only xDSL checks their constraints.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final
from weakref import WeakKeyDictionary, WeakSet

from xdsl import ir as xdsl
from xdsl import irdl, traits
from xdsl.irdl import IRDLOperation, OpDef

from bufferize import define as d
from bufferize import ir

_TRAITS: Final[dict[type[traits.OpTrait], ir.Trait]] = {
    traits.IsTerminator: d.IsTerminator(),
    traits.ReturnLike: d.ReturnLike(),
    traits.NoTerminator: d.NoTerminator(),
    traits.IsolatedFromAbove: d.IsolatedFromAbove(),
    traits.SymbolTable: d.SymbolTableTrait(),
    traits.Pure: d.Pure(),
    traits.NoMemoryEffect: d.NoMemoryEffect(),
    traits.RecursiveMemoryEffect: d.RecursiveMemoryEffects(),
    traits.RecursivelySpeculatable: d.RecursivelySpeculatable(),
}
"""The traits of bufferize that correspond to those of xDSL.

All others, such as effects on memory, are unknown, which is treated as the worst case.
"""

_SIZED: Final[dict[type[irdl.IRDLOption], ir.Trait]] = {
    irdl.AttrSizedOperandSegments: d.AttrSizedOperandSegments(),
    irdl.AttrSizedResultSegments: d.AttrSizedResultSegments(),
    irdl.SameVariadicOperandSize: d.SameVariadicOperandSize(),
    irdl.SameVariadicResultSize: d.SameVariadicResultSize(),
}

_PART: Final = "of the dialect only operations are known that xDSL declares"
"""The reason why a dialect known from xDSL alone is incomplete."""

_declared: WeakKeyDictionary[type[xdsl.Operation], type[d.Operation]] = WeakKeyDictionary()
_made: WeakSet[type[object]] = WeakSet()


def declare(cls: type[xdsl.Operation], context: d.DialectContext) -> type[d.Operation] | None:
    """Declare an op of xDSL in a context. Returns None if it is not declared in xDSL either.

    Its fields have their names of xDSL, with `_` appended to names that bufferize uses otherwise,
    and all attributes of the op are properties. All contexts share one class for it.
    """
    if not issubclass(cls, IRDLOperation) or "." not in cls.name:
        return None
    found = _declared.get(cls)
    if found is None:
        found = _declared[cls] = declared_class(cls)
    register(found, context)
    return found


def register(op_class: type[d.Operation], context: d.DialectContext) -> None:
    """Register a class of ops in a context; it replaces another class of the same name."""
    dialect = op_class.definition.dialect
    known = context.dialect(dialect.name)
    merged = d.Dialect(dialect.name, partial=_PART if known is None else known.partial)
    if known is not None:
        merged.merge(known)
        merged.op_attribute_problem = known.op_attribute_problem
    merged.merge(dialect)
    context.register_dialect(merged)


def is_declared_by_xdsl(cls: type[object]) -> bool:
    """Return whether an op class of bufferize was made from a declaration of xDSL."""
    return cls in _made


def field_name(name: str) -> str:
    """Return the name of an xDSL field in bufferize's class of the op."""
    return f"{name}_" if hasattr(d.Operation, name) else name


def declared_class(
    cls: type[IRDLOperation], *interfaces: type, traits: Iterable[ir.Trait] = (), **members: object
) -> type[d.Operation]:
    """Make a class for an op of xDSL, with additional interfaces, traits and members."""
    definition = cls.get_irdl_definition()
    namespace: dict[str, Any] = {
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__slots__": (),
        "traits": tuple({type(t): t for t in (*_traits(cls, definition), *traits)}.values()),
    }
    for name, field in _fields(definition):
        namespace[field_name(name)] = field
    dialect_name, _, mnemonic = cls.name.partition(".")
    made: type[d.Operation] = d.Dialect(dialect_name).op(mnemonic)(
        type(cls.__name__, (d.Operation, *interfaces), namespace | members)
    )
    _made.add(made)
    return made


def _traits(cls: type[IRDLOperation], definition: OpDef) -> Iterable[ir.Trait]:
    theirs = list(cls.traits)
    for kind, trait in _TRAITS.items():
        if any(isinstance(each, kind) for each in theirs):
            yield trait
    # A symbol whose name is optional is not declared as one: it may have none to refer to.
    if any(
        isinstance(each, traits.SymbolOpInterface)
        and not isinstance(each, traits.OptionalSymbolOpInterface)
        for each in theirs
    ):
        yield d.SymbolTrait()
    for option in definition.options:
        yield from [trait for sized, trait in _SIZED.items() if isinstance(option, sized)]


def _fields(definition: OpDef) -> Iterable[tuple[str, Any]]:
    for name, operand in definition.operands:
        kinds = d.operand, d.optional_operand, d.variadic_operand
        yield name, _of_arity(operand, *kinds)(name=name)
    for name, result in definition.results:
        yield name, _of_arity(result, d.result, d.optional_result, d.variadic_result)(name=name)
    sizes = {o.attribute_name for o in definition.options if isinstance(o, irdl.AttrSizedSegments)}
    attributes = definition.properties | definition.attributes
    python_names = {ir_name: name for name, (ir_name, _) in definition.accessor_names.items()}
    for ir_name in attributes.keys() - sizes:
        yield python_names.get(ir_name, ir_name), d.optional_attr(d.ANY_ATTR, name=ir_name)
    # With several variadic fields it is unknown which regions or blocks belong to which.
    if sum(isinstance(region, irdl.VariadicDef) for _, region in definition.regions) < 2:
        for name, region in definition.regions:
            kind = d.variadic_region if isinstance(region, irdl.VariadicDef) else d.region
            yield name, kind(name=name)
    if sum(isinstance(successor, irdl.VariadicDef) for _, successor in definition.successors) < 2:
        for name, successor in definition.successors:
            variadic = isinstance(successor, irdl.VariadicDef)
            yield name, (d.variadic_successor if variadic else d.successor)(name=name)


def _of_arity(field: object, single: Any, optional: Any, variadic: Any) -> Any:
    if isinstance(field, irdl.OptionalDef):
        return optional
    return variadic if isinstance(field, irdl.VariadicDef) else single
