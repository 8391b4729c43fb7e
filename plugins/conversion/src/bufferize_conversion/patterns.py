"""Conversion patterns, sets of them, and adaptors, which provide the converted operands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, get_args

from bufferize import ir
from bufferize_conversion.types import TypeConverter

if TYPE_CHECKING:
    from bufferize_conversion.rewriter import ConversionPatternRewriter

OpT = TypeVar("OpT", bound=ir.Operation)

Root: TypeAlias = "type[ir.Operation] | tuple[type[ir.Operation], ...] | str | None"
"""The operations that a pattern applies to: of classes or interfaces, of a given name, or all."""


class NotApplicable(Exception):
    """The exception of a pattern that turns out not to apply; its changes are undone."""


class ConversionPattern(Generic[OpT]):
    """Base class of patterns that convert operations of one class: `class
    Lower(ConversionPattern[AddOp])`.

    The class may be an interface; `Any` stands for all operations. The argument `root` overrides it
    with another class or the full name of an operation.
    https://mlir.llvm.org/docs/DialectConversion/#conversion-patterns
    """

    benefit: int = 1
    """The priority: patterns with a greater benefit are tried first."""
    has_bounded_rewrite_recursion: ClassVar[bool] = False
    """Whether the pattern may be applied to operations that it creates. That must terminate."""

    def __init__(
        self,
        type_converter: TypeConverter | None = None,
        *,
        root: Root = None,
        benefit: int | None = None,
    ) -> None:
        self.type_converter = type_converter
        self.root: Root = root or _declared_root(type(self))
        if benefit is not None:
            self.benefit = benefit

    @property
    def name(self) -> str:
        """The name of the pattern in errors."""
        return type(self).__name__

    def match_and_rewrite(
        self, op: OpT, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        """Replace, erase or change `op` and return True if the pattern applies, else return False.

        `adaptor` has the current operands, converted by the type converter. All changes must be
        made through `rewriter`, which inserts before `op`. They are undone if the pattern returns
        False; `return rewriter.match_failure(reason)` gives the reason.
        """
        raise NotImplementedError


class FunctionPattern(ConversionPattern[Any]):
    """A pattern made from a function."""

    def __init__(
        self,
        function: Callable[[Any, OpAdaptor, ConversionPatternRewriter], bool],
        type_converter: TypeConverter | None = None,
        *,
        root: Root = None,
        benefit: int = 1,
    ) -> None:
        super().__init__(type_converter, root=root, benefit=benefit)
        self._function = function

    @property
    def name(self) -> str:
        return getattr(self._function, "__qualname__", type(self._function).__qualname__)

    def match_and_rewrite(
        self, op: ir.Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        return self._function(op, adaptor, rewriter)


def _declared_root(pattern: type) -> tuple[type[ir.Operation], ...] | None:
    """Return the operation classes in a pattern's base, as in ``ConversionPattern[AddOp]``."""
    for cls in pattern.__mro__:
        for base in cls.__dict__.get("__orig_bases__", ()):
            for argument in get_args(base):
                classes = get_args(argument) or (argument,)
                if all(
                    isinstance(each, type) and issubclass(each, ir.Operation) for each in classes
                ):
                    return classes
    return None


class RewritePatternSet:
    """A list of patterns, in the order in which they were added."""

    def __init__(self, patterns: Iterable[ConversionPattern[Any]] = ()) -> None:
        self._patterns: list[ConversionPattern[Any]] = []
        self.add(*patterns)

    def add(self, *patterns: ConversionPattern[Any]) -> None:
        """Add patterns. Raises TypeError for other objects."""
        for pattern in patterns:
            if not isinstance(pattern, ConversionPattern):
                hint = "; make an instance of it" if isinstance(pattern, type) else ""
                raise TypeError(f"{pattern!r} is no ConversionPattern{hint}")
            self._patterns.append(pattern)

    def __iter__(self) -> Iterator[ConversionPattern[Any]]:
        return iter(self._patterns)

    def __len__(self) -> int:
        return len(self._patterns)


class PatternTable:
    """The patterns for each kind of operation, those with the greatest benefit first."""

    def __init__(self, patterns: Iterable[ConversionPattern[Any]]) -> None:
        self._patterns = sorted(RewritePatternSet(patterns), key=lambda each: -each.benefit)
        self._known: dict[tuple[type[ir.Operation], str], list[ConversionPattern[Any]]] = {}

    def of(self, op: ir.Operation) -> list[ConversionPattern[Any]]:
        """Return the patterns to try on `op`, in order."""
        kind = type(op), op.name
        found = self._known.get(kind)
        if found is None:
            found = self._known[kind] = [p for p in self._patterns if _is_for(p.root, op)]
        return found


def _is_for(root: Root, op: ir.Operation) -> bool:
    if root is None:
        return True
    return op.name == root if isinstance(root, str) else isinstance(op, root)


class _Operand:
    """An operand of an adaptor, with the attributes that operation classes access."""

    __slots__ = ("_adaptor", "_index")

    def __init__(self, adaptor: OpAdaptor, index: int) -> None:
        self._adaptor, self._index = adaptor, index

    @property
    def value(self) -> ir.Value:
        return self._adaptor.operand(self._index)


class OpAdaptor:
    """The current operands of an operation, by the names of the operation's fields.

    With a type converter, they have the converted types, and are cast to them if needed. Without
    one, they are the latest replacements of the operands. All other attributes are those of the
    operation: `adaptor.lhs` is a new value, `adaptor.predicate` the attribute.
    """

    def __init__(
        self, op: ir.Operation, converter: TypeConverter | None, rewriter: ConversionPatternRewriter
    ) -> None:
        self.op = op
        self._converter = converter
        self._rewriter = rewriter
        self._originals = op.operands
        self._values: dict[int, tuple[ir.Value, ...]] = {}

    def values(self, index: int) -> tuple[ir.Value, ...]:
        """Return the values that replace operand `index`, any number of them."""
        found = self._values.get(index)
        if found is None:
            found = self._values[index] = self._find(index)
        return found

    def _find(self, index: int) -> tuple[ir.Value, ...]:
        value = self._originals[index]
        if self._converter is None:
            return self._rewriter.remapped(value)
        types = self._converter.convert_type(value.type)
        if types is None:
            raise NotApplicable(f"the type of operand #{index}, {value.type}, cannot be converted")
        return self._rewriter.converted(value, types, self._converter)

    def operand(self, index: int) -> ir.Value:
        """Return the one value that replaces operand `index`.

        Raises NotApplicable if it is not one.
        """
        values = self.values(index)
        if len(values) != 1:
            raise NotApplicable(
                f"operand #{index} has become {len(values)} values, and the pattern takes one"
            )
        return values[0]

    @property
    def operands(self) -> tuple[ir.Value, ...]:
        """The one value that replaces each operand."""
        return tuple([self.operand(i) for i in range(len(self._originals))])

    @property
    def all_values(self) -> list[tuple[ir.Value, ...]]:
        """The values that replace each operand."""
        return [self.values(i) for i in range(len(self._originals))]

    @property
    def op_operands(self) -> Sequence[_Operand]:
        """The operands in the form that operation classes access."""
        return [_Operand(self, i) for i in range(len(self._originals))]

    @property
    def properties(self) -> dict[str, ir.Attribute]:
        """The inherent attributes of the operation."""
        return self.op.properties

    def __getattr__(self, name: str) -> Any:
        field = getattr(type(self.op), name, None)
        if getattr(field, "kind", None) == "operand":
            return field.get(self)  # type: ignore[union-attr]  # a field of operands
        return getattr(self.op, name)
