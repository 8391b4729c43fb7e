"""Constraints on types and attributes, with their wording in error messages."""

from __future__ import annotations

__all__ = ["AttrSyntax", "Constraint", "all_of", "confined", "instance_of", "one_of", "pred"]

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.diagnostics import DefinitionError
from bufferize.ir import Attribute, Type

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class AttrSyntax(NamedTuple):
    """The syntax of an attribute under a constraint, in a custom assembly format."""

    parse: Callable[[AsmParser], Attribute]
    print: Callable[[AsmPrinter, Any], None]
    parse_optional: Callable[[AsmParser], Attribute | None]
    """A parser that consumes nothing and returns None if the attribute is not next."""


@dataclass(slots=True, eq=False, repr=False)
class Constraint(Generic[T_co]):
    """A predicate on types or on attributes; `T_co` is the class of those that satisfy it."""

    check: Callable[[Any], bool]
    description: str
    """The description in messages, such as "failed to satisfy constraint: <description>"."""
    _: KW_ONLY
    buildable: Type | None = None
    """The only type that satisfies this, if there is just one; formats need not write it."""
    cls: type | None = None
    """The class of all types or attributes that satisfy this, if it is one class."""
    value_type: Type | None = None
    """The type of a literal attribute, which is then written without `: type`."""
    syntax: AttrSyntax | None = None
    """How a custom format writes the attribute, if not like any other attribute."""
    convert: Callable[[Any], Attribute | None] | None = None
    """A function from a Python value to its attribute; from None to the attribute or None.

    Raises TypeError or ValueError for a value that stands for none.
    """

    def attribute(self, value: Any) -> Attribute | None:
        """Return an attribute unchanged, and any other value as the attribute that it stands for.

        Raises TypeError or ValueError for a value that stands for none.
        """
        if isinstance(value, Attribute):
            return value
        if self.convert is None:
            raise TypeError
        return self.convert(value)

    def __repr__(self) -> str:
        return f"<constraint: {self.description}>"


def instance_of(
    cls: type[T],
    description: str | None = None,
    *,
    also: Callable[[Any], bool] | None = None,
    value_type: Type | None = None,
    syntax: AttrSyntax | None = None,
    convert: Callable[[Any], Attribute | None] | None = None,
) -> Constraint[T]:
    """Allow instances of a class of types or attributes that satisfy `also`.

    A class method `from_python` of the class is the default of `convert`.
    """

    def check(x: Any) -> bool:
        return isinstance(x, cls) and (also is None or also(x))

    return Constraint(
        check,
        description or _class_description(cls),
        buildable=_only_type(cls) if also is None else None,
        cls=cls,
        value_type=value_type,
        syntax=syntax,
        convert=convert or getattr(cls, "from_python", None),
    )


def _only_type(cls: type) -> Type | None:
    """Return the one type of a class of types without parameters."""
    fields = getattr(cls, "__dataclass_fields__", None)
    if fields is not None and not fields and issubclass(cls, Type):
        return cls()
    return None


def _class_description(cls: type) -> str:
    mnemonic = getattr(cls, "mnemonic", "")
    if mnemonic:
        mark = "!" if issubclass(cls, Type) else "#"
        return f"{mark}{getattr(cls, 'dialect_name', '')}.{mnemonic}"
    return cls.__name__


def as_constraint(constraint: Constraint[T] | type[T]) -> Constraint[T]:
    """Return a constraint unchanged, and for a class the constraint to its instances."""
    if isinstance(constraint, Constraint):
        return constraint
    if isinstance(constraint, type) and constraint.__module__ != "builtins":
        return instance_of(constraint)
    given: object = constraint
    raise DefinitionError(
        "a field is declared with a constraint, such as bufferize.define.ANY_TENSOR, or with a "
        f"class of types or attributes, not with {given!r}"
        + (f"; write exactly({given})" if isinstance(given, Type) else "")
    )


def pred(
    check: Callable[[Any], bool], description: str, base: Constraint[T] | None = None
) -> Constraint[T]:
    """Allow anything that satisfies `base` (by default all) and the predicate, in this order."""
    predicate: Constraint[Any] = Constraint(check, description)
    return predicate if base is None else all_of(base, predicate, description=description)


def one_of(*constraints: Constraint[T] | type[T], description: str | None = None) -> Constraint[T]:
    """Allow anything that satisfies at least one of the constraints."""
    parts = [as_constraint(c) for c in constraints]
    checks = tuple(c.check for c in parts)

    def check(x: Any) -> bool:
        return any(part(x) for part in checks)

    return Constraint(check, description or " or ".join(c.description for c in parts))


def all_of(
    first: Constraint[T] | type[T], *others: Constraint[Any], description: str | None = None
) -> Constraint[T]:
    """Allow anything that satisfies all constraints. Formats write it as the first one says."""
    start = as_constraint(first)
    parts = (start, *others)
    checks = tuple(part.check for part in parts)

    def check(x: Any) -> bool:
        return all(part(x) for part in checks)

    return Constraint(
        check,
        description or " and ".join(part.description for part in parts),
        cls=start.cls,
        value_type=start.value_type,
        syntax=start.syntax,
        convert=start.convert,
    )


def confined(base: Constraint[T], *others: Constraint[Any]) -> Constraint[T]:
    """Allow an attribute of `base` under further constraints: "base whose value is positive"."""
    words = " ".join(c.description for c in (base, *others))
    return all_of(base, *others, description=words)
