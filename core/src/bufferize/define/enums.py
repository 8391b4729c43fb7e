"""Enumerations: attributes of a dialect, or integers that are written as keywords."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import AttrSyntax, Constraint
from bufferize.ir import Attribute, IntegerAttr, IntegerType, StringAttr, Type, parameters

if TYPE_CHECKING:
    from typing_extensions import Self

_KEYWORD = re.compile(r"[A-Za-z_][\w$.]*\Z")


class _EnumOptions(Attribute):
    # Apart from the dataclass, whose fields are the key of interning.

    cases: ClassVar[Mapping[str, int]] = {}
    """Keyword -> value."""
    angle_brackets: ClassVar[bool] = True
    """Whether the case stands in `<>` after the mnemonic."""
    cpp_name: ClassVar[str] = ""
    """What MLIR calls the enum in its errors, e.g. `::mlir::arith::FastMathFlags`."""


@parameters
class EnumAttr(_EnumOptions):
    """Base of a dialect's enum attributes: `#dialect.mnemonic<case>`.

    A subclass gives the `cases` and is declared with `Dialect.attribute`.
    """

    value: int

    @classmethod
    def of(cls, case: str) -> Self:
        """The attribute for a keyword. Raises KeyError for an unknown one."""
        return cls(cls.cases[case])

    @classmethod
    def from_python(cls, cases: str) -> Self:
        """The attribute that a keyword stands for where one is given as a field."""
        try:
            return cls.of(cases)
        except KeyError:
            raise _no_case(cases, cls.cases) from None

    @property
    def keyword(self) -> str:
        """The case as it is written."""
        return _keywords(type(self)).get(self.value, str(self.value))

    def verify(self) -> str | None:
        if self.value in self.cases.values():
            return None
        return f"expected {self.cpp_name or self.mnemonic} to be one of: {', '.join(self.cases)}"

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> Self:
        """Reads what follows the mnemonic: `<case>`, or ` case` without brackets."""
        if not cls.angle_brackets:
            return cls(cls._parse_value(parser))
        parser.parse_punctuation("<")
        value = cls._parse_value(parser)
        parser.parse_punctuation(">")
        return cls(value)

    @classmethod
    def _parse_value(cls, parser: AsmParser) -> int:
        return cls._parse_case(parser)

    @classmethod
    def _parse_case(cls, parser: AsmParser) -> int:
        keyword = parser.parse_optional_any_keyword(cls.cases)
        if keyword is None:
            name = cls.cpp_name or cls.mnemonic
            raise parser.error(f"expected {name} to be one of: {', '.join(cls.cases)}")
        return cls.cases[keyword]

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Writes what follows the mnemonic."""
        printer.write(f"<{self.keyword}>" if self.angle_brackets else self.keyword)

    def __contains__(self, case: str) -> bool:
        """Whether this is the case of that keyword."""
        return self.value == self.cases[case]


class BitEnumAttr(EnumAttr):
    """An enum whose cases are bits: `#arith.fastmath<nnan,ninf>`; a case may be several bits."""

    separator: ClassVar[str] = ","
    """What is printed between cases; without its spaces, what is read."""

    @classmethod
    def of(cls, *cases: str) -> Self:
        """The attribute with the bits of all these keywords."""
        value = 0
        for case in cases:
            value |= cls.cases[case]
        return cls(value)

    @classmethod
    def from_python(cls, cases: str | Iterable[str]) -> Self:
        """The attribute with the bits of one or several keywords."""
        try:
            return cls.of(*([cases] if isinstance(cases, str) else cases))
        except KeyError:
            raise _no_case(cases, cls.cases) from None

    @property
    def keyword(self) -> str:
        if self.value == 0:
            return _keywords(type(self)).get(0, "")
        rest = self.value
        found: list[str] = []
        # A case of several bits stands for all of them.
        for case, bits in sorted(self.cases.items(), key=_is_single_bit):
            if bits and rest & bits == bits:
                found.append(case)
                rest &= ~bits
        return self.separator.join(found)

    def verify(self) -> str | None:
        rest = self.value
        for bits in self.cases.values():
            rest &= ~bits
        if rest == 0:
            return None
        return f"expected {self.cpp_name or self.mnemonic} to be one of: {', '.join(self.cases)}"

    @classmethod
    def _parse_value(cls, parser: AsmParser) -> int:
        separator = cls.separator.strip()
        value = cls._parse_case(parser)
        while parser.parse_optional_punctuation(separator):
            value |= cls._parse_case(parser)
        return value

    def __contains__(self, case: str) -> bool:
        """Whether all bits of that keyword are set."""
        bits = self.cases[case]
        return self.value & bits == bits


def _no_case(given: Any, cases: Iterable[str]) -> ValueError:
    return ValueError(f"{given!r} is none of {', '.join(cases)}")


def _is_single_bit(case: tuple[str, int]) -> bool:
    return case[1] & (case[1] - 1) == 0


def _keywords(cls: type[EnumAttr]) -> dict[int, str]:
    table = _KEYWORDS.get(cls)
    if table is None:
        table = _KEYWORDS[cls] = {value: case for case, value in cls.cases.items()}
    return table


_KEYWORDS: dict[type[EnumAttr], dict[int, str]] = {}


class IntEnum(Constraint[IntegerAttr]):
    """A constraint on an integer attribute whose values have names.

    A custom format writes the name; anywhere else the attribute is the integer.
    """

    __slots__ = ("cases", "keywords", "name", "type")

    def __init__(
        self, name: str, type: Type, cases: Mapping[str, int], description: str | None = None
    ) -> None:
        self.name = name
        self.type = type
        self.cases = {case: IntegerAttr(value, type) for case, value in cases.items()}
        self.keywords = {attribute: case for case, attribute in self.cases.items()}
        if description is None:
            width = type.width if isinstance(type, IntegerType) else 64
            values = ", ".join(str(value) for value in sorted(cases.values()))
            description = f"allowed {width}-bit signless integer cases: {values}"
        super().__init__(
            self.keywords.__contains__,
            description,
            cls=IntegerAttr,
            syntax=AttrSyntax(self._parse, self._print, self._parse_optional),
            convert=self._from_python,
        )

    def _from_python(self, case: str) -> IntegerAttr:
        if case not in self.cases:
            raise _no_case(case, self.cases)
        return self.cases[case]

    def attr(self, case: str) -> IntegerAttr:
        """The attribute for a keyword. Raises KeyError for an unknown one."""
        return self.cases[case]

    def keyword(self, attribute: Attribute) -> str:
        """The keyword for an attribute. Raises KeyError if it is none of the cases."""
        return self.keywords[attribute]  # type: ignore[index]  # others are not among the keys

    def _parse_optional(self, parser: AsmParser) -> IntegerAttr | None:
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

    def _parse(self, parser: AsmParser) -> IntegerAttr:
        attribute = self._parse_optional(parser)
        if attribute is None:
            raise parser.error(
                "expected string or keyword containing one of the following enum values for "
                f"attribute '{self.name}' [{', '.join(self.cases)}]"
            )
        return attribute

    def _print(self, printer: AsmPrinter, attribute: IntegerAttr) -> None:
        keyword = self.keywords.get(attribute)
        if keyword is None:  # not verified yet: shown, not hidden
            printer.print_attribute(attribute)
        elif _KEYWORD.match(keyword):
            printer.write(keyword)
        else:
            printer.print_string(keyword)


def int_enum(
    name: str, type: Type, cases: Mapping[str, int], description: str | None = None
) -> IntEnum:
    """The constraint for an integer of `type` that custom formats write as one of the cases."""
    return IntEnum(name, type, cases, description)


def str_enum(name: str, cases: tuple[str, ...]) -> Constraint[StringAttr]:
    """The constraint for a string that is one of the cases, written as a keyword."""
    attributes = {case: StringAttr(case) for case in cases}

    def parse_optional(parser: AsmParser) -> StringAttr | None:
        offset = parser.offset
        word = parser.parse_optional_any_keyword(cases)
        if word is None:
            word = parser.parse_optional_string()
            if word is not None and word not in attributes:
                raise parser.error(f'invalid {name} attribute specification: "{word}"', offset)
        return None if word is None else attributes[word]

    def parse(parser: AsmParser) -> StringAttr:
        attribute = parse_optional(parser)
        if attribute is None:
            raise parser.error(
                "expected string or keyword containing one of the following enum values for "
                f"attribute '{name}' [{', '.join(cases)}]"
            )
        return attribute

    def from_python(case: str) -> StringAttr:
        if case not in attributes:
            raise _no_case(case, cases)
        return attributes[case]

    def print_keyword(printer: AsmPrinter, attribute: StringAttr) -> None:
        printer.print_keyword_or_string(attribute.value)

    return Constraint(
        lambda a: isinstance(a, StringAttr) and a.value in attributes,
        f"allowed string cases: {', '.join(cases)}",
        cls=StringAttr,
        syntax=AttrSyntax(parse, print_keyword, parse_optional),
        convert=from_python,
    )
