"""Enumerations: attributes of a dialect, or integers and strings that are written as keywords."""

from __future__ import annotations

__all__ = ["BitEnumAttr", "EnumAttr", "NamedCases", "int_enum", "str_enum"]

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import AttrSyntax, Constraint
from bufferize.ir import Attribute, IntegerAttr, IntegerType, StringAttr, Type, parameters

if TYPE_CHECKING:
    from typing_extensions import Self

AttributeT = TypeVar("AttributeT", bound=Attribute)


class _EnumOptions(Attribute):
    # A class of its own, since the fields of the dataclass are the key of interning.

    cases: ClassVar[Mapping[str, int]] = {}
    """The cases: keyword -> value."""
    angle_brackets: ClassVar[bool] = True
    """Whether the case is in `<>` after the mnemonic."""
    cpp_name: ClassVar[str] = ""
    """The name of the enum in MLIR's errors, e.g. `::mlir::arith::FastMathFlags`."""
    _keywords: ClassVar[Mapping[int, str]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._keywords = {value: case for case, value in cls.cases.items()}


@parameters
class EnumAttr(_EnumOptions):
    """Base of a dialect's enum attributes: `#dialect.mnemonic<case>`.

    A subclass gives the `cases` and is declared with `Dialect.attribute`.
    """

    value: int

    @classmethod
    def of(cls, case: str) -> Self:
        """Return the attribute for a keyword. Raises KeyError for an unknown one."""
        return cls(cls.cases[case])

    @classmethod
    def from_python(cls, cases: str | Iterable[str]) -> Self:
        """Return the attribute for a keyword or, if cases are bits, for several keywords."""
        try:
            return cls.of(*([cases] if isinstance(cases, str) else cases))
        except (KeyError, TypeError):
            raise _no_case(cases, cls.cases) from None

    @property
    def keyword(self) -> str:
        """The keyword of the case."""
        return self._keywords.get(self.value, str(self.value))

    def verify(self) -> str | None:
        return None if self.value in self._keywords else self._expected()

    @classmethod
    def _expected(cls) -> str:
        return f"expected {cls.cpp_name or cls.mnemonic} to be one of: {', '.join(cls.cases)}"

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """Parse `<case>`, or ` case` without brackets."""
        if not cls.angle_brackets:
            return cls.parse_case(parser)
        parser.parse_punctuation("<")
        attribute = cls.parse_case(parser)
        parser.parse_punctuation(">")
        return attribute

    @classmethod
    def parse_case(cls, parser: AsmParser) -> Self:
        """Parse the case alone, as some custom formats write it."""
        return cls(cls._parse_case(parser))

    def print_case(self, printer: AsmPrinter) -> None:
        """Write the case alone."""
        printer.print_keyword_or_string(self.keyword)

    @classmethod
    def _parse_case(cls, parser: AsmParser) -> int:
        offset = parser.offset
        case = parser.parse_optional_any_keyword(cls.cases) or parser.parse_optional_string()
        if case is None or case not in cls.cases:
            raise parser.error(cls._expected(), offset)
        return cls.cases[case]

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Write `<case>`, or ` case` without brackets."""
        if not self.angle_brackets:
            self.print_case(printer)
            return
        printer.write("<")
        self.print_case(printer)
        printer.write(">")

    def __contains__(self, case: str) -> bool:
        """Return whether this is the case with that keyword."""
        return self.value == self.cases[case]


class BitEnumAttr(EnumAttr):
    """An enum whose cases are bits: `#arith.fastmath<nnan,ninf>`; a case may be several bits."""

    separator: ClassVar[str] = ","
    """The separator that is printed between cases; its spaces may be omitted when it is read."""

    @classmethod
    def of(cls, *cases: str) -> Self:
        """Return the attribute with the bits of all given keywords."""
        value = 0
        for case in cases:
            value |= cls.cases[case]
        return cls(value)

    @property
    def keyword(self) -> str:
        if self.value == 0:
            return self._keywords.get(0, "")
        rest = self.value
        found: list[str] = []
        # A case of several bits stands for all of them.
        for case, bits in sorted(self.cases.items(), key=lambda case: case[1].bit_count() < 2):
            if bits and rest & bits == bits:
                found.append(case)
                rest &= ~bits
        return self.separator.join(found)

    def print_case(self, printer: AsmPrinter) -> None:
        printer.write(self.keyword)

    def verify(self) -> str | None:
        rest = self.value
        for bits in self.cases.values():
            rest &= ~bits
        return self._expected() if rest else None

    @classmethod
    def parse_case(cls, parser: AsmParser) -> Self:
        separator = cls.separator.strip()
        value = cls._parse_case(parser)
        while parser.parse_optional_punctuation(separator):
            value |= cls._parse_case(parser)
        return cls(value)

    def __contains__(self, case: str) -> bool:
        """Return whether all bits of that keyword are set."""
        bits = self.cases[case]
        return self.value & bits == bits


def _no_case(given: Any, cases: Iterable[str]) -> ValueError:
    return ValueError(f"{given!r} is none of {', '.join(cases)}")


class NamedCases(Constraint[AttributeT]):
    """A constraint whose attributes have names.

    A custom format writes the name; anywhere else the attribute is written as any other.
    """

    __slots__ = ("cases", "keywords", "name")

    def __init__(self, name: str, cases: Mapping[str, AttributeT], description: str) -> None:
        self.name = name
        self.cases = dict(cases)
        self.keywords: dict[Attribute, str] = {a: case for case, a in cases.items()}
        super().__init__(
            self.keywords.__contains__,
            description,
            cls=type(next(iter(self.cases.values()))),
            syntax=AttrSyntax(self._parse, self._print, self._parse_optional),
            convert=self._from_python,
        )

    def _from_python(self, case: str) -> AttributeT:
        if case not in self.cases:
            raise _no_case(case, self.cases)
        return self.cases[case]

    def attr(self, case: str) -> AttributeT:
        """Return the attribute for a keyword. Raises KeyError for an unknown one."""
        return self.cases[case]

    def keyword(self, attribute: Attribute) -> str:
        """Return the keyword of an attribute. Raises KeyError if it is none of the cases."""
        return self.keywords[attribute]

    def _parse_optional(self, parser: AsmParser) -> AttributeT | None:
        offset = parser.offset
        word = parser.parse_optional_any_keyword(self.cases)
        if word is None:
            word = parser.parse_optional_string()
        if word is None:
            return None
        attribute = self.cases.get(word)
        if attribute is None:
            raise parser.error(f'invalid {self.name} attribute specification: "{word}"', offset)
        return attribute

    def _parse(self, parser: AsmParser) -> AttributeT:
        attribute = self._parse_optional(parser)
        if attribute is None:
            raise parser.error(
                "expected string or keyword containing one of the following enum values for "
                f"attribute '{self.name}' [{', '.join(self.cases)}]"
            )
        return attribute

    def _print(self, printer: AsmPrinter, attribute: AttributeT) -> None:
        keyword = self.keywords.get(attribute)
        if keyword is None:  # not verified yet: shown, not hidden
            printer.print_attribute(attribute)
        else:
            printer.print_keyword_or_string(keyword)


def int_enum(
    name: str, type: Type, cases: Mapping[str, int], description: str | None = None
) -> NamedCases[IntegerAttr]:
    """Allow an integer of `type` that is one of the cases; custom formats write its name."""
    if description is None:
        width = type.width if isinstance(type, IntegerType) else 64
        values = ", ".join(str(value) for value in sorted(cases.values()))
        description = f"allowed {width}-bit signless integer cases: {values}"
    attributes = {case: IntegerAttr(value, type) for case, value in cases.items()}
    return NamedCases(name, attributes, description)


def str_enum(name: str, cases: tuple[str, ...]) -> NamedCases[StringAttr]:
    """Allow a string that is one of the cases; custom formats write it as a keyword."""
    attributes = {case: StringAttr(case) for case in cases}
    return NamedCases(name, attributes, f"allowed string cases: {', '.join(cases)}")
