"""The clauses of the ops: lists of variables, and words among numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize.define import EnumAttr, Operation
from bufferize.define.asm import AsmParser, AsmPrinter, UnresolvedOperand
from bufferize.ir import (
    I64,
    UNIT,
    ArrayAttr,
    Attribute,
    IntegerAttr,
    SymbolRefAttr,
    Type,
    UnitAttr,
    Value,
)
from bufferize_omp.base import (
    OMP,
    BindKindAttr,
    CancellationConstructTypeAttr,
    GrainsizeTypeAttr,
    MemoryOrderKindAttr,
    NumTasksTypeAttr,
    OrderKindAttr,
    OrderModifierAttr,
    ProcBindKindAttr,
    ScheduleKindAttr,
    ScheduleModifierAttr,
    TaskDependAttr,
)

_HINTS = {"uncontended": 1, "contended": 2, "nonspeculative": 4, "speculative": 8}


def _declare_word(name: str, cls: type[EnumAttr]) -> None:
    """Declares the directive of a clause that is one word."""

    class Directive:
        """One word."""

        @staticmethod
        def parse(parser: AsmParser) -> EnumAttr:
            """What the word says."""
            offset = parser.offset
            word = parser.parse_any_keyword()
            if word not in cls.cases:
                raise parser.error(f"invalid clause value: '{word}'", offset)
            return cls.of(word)

        @staticmethod
        def print(printer: AsmPrinter, op: Operation, value: EnumAttr) -> None:
            printer.write(value.keyword)

    OMP.custom_directive(name)(Directive)


_declare_word("BindKind", BindKindAttr)
_declare_word("CancelDirective", CancellationConstructTypeAttr)
_declare_word("MemoryOrder", MemoryOrderKindAttr)
_declare_word("ProcBind", ProcBindKindAttr)


def _declare_amount(
    name: str, word: str, cls: type[GrainsizeTypeAttr] | type[NumTasksTypeAttr]
) -> None:
    """Declares the directive of the size or number of tasks."""

    class Directive:
        """`strict, %amount: type`, the word is optional."""

        @staticmethod
        def parse(parser: AsmParser) -> tuple[Any, ...]:
            """The modifier, the amount and its type."""
            offset = parser.offset
            modifier = None
            amount = parser.parse_optional_operand()
            if amount is None:
                given = parser.parse_optional_any_keyword()
                if given is None:
                    raise parser.error(f"expected {word} operand", offset)
                if given not in cls.cases:
                    raise parser.error(f"invalid {word} modifier : '{given}'", offset)
                modifier = cls.of(given)
                parser.parse_punctuation(",")
                amount = parser.parse_operand()
            return modifier, amount, parser.parse_colon_type()

        @staticmethod
        def print(
            printer: AsmPrinter,
            op: Operation,
            modifier: EnumAttr | None,
            amount: Value | None,
            type: Type | None,
        ) -> None:
            printer.write(f"{modifier.keyword}, " if modifier is not None else "")
            if amount is not None:
                printer.print_operand(amount)
                printer.write(": ")
                printer.print_type(amount.type)

    OMP.custom_directive(name)(Directive)


_declare_amount("GrainsizeClause", "grainsize", GrainsizeTypeAttr)
_declare_amount("NumTasksClause", "num_tasks", NumTasksTypeAttr)


@OMP.custom_directive("SynchronizationHint")
class SynchronizationHint:
    """`contended, speculative`, kept as bits."""

    @staticmethod
    def parse(parser: AsmParser) -> IntegerAttr:
        """The bits."""
        if parser.parse_optional_keyword("none"):
            return IntegerAttr(0, I64)
        bits = 0

        def word() -> None:
            nonlocal bits
            offset = parser.offset
            hint = parser.parse_any_keyword()
            if hint not in _HINTS:
                raise parser.error(f"{hint} is not a valid hint", offset)
            bits |= _HINTS[hint]

        parser.parse_comma_separated_list(None, word)
        return IntegerAttr(bits, I64)

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, hint: IntegerAttr) -> None:
        words = [word for word, bit in _HINTS.items() if hint.value & bit]
        printer.write(", ".join(words) or "none")


def verify_hint(op: Operation, hint: IntegerAttr) -> None:
    """Checks that no two hints contradict each other. Raises VerifyError."""
    words = {word for word, bit in _HINTS.items() if hint.value & bit}
    if {"uncontended", "contended"} <= words:
        raise op.error(
            "the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined"
        )
    if {"nonspeculative", "speculative"} <= words:
        raise op.error(
            "the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be "
            "combined."
        )


@OMP.custom_directive("OrderClause")
class OrderClause:
    """`reproducible:concurrent`; each word is optional."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[OrderKindAttr | None, OrderModifierAttr | None]:
        """The kind and the modifier."""
        word = parser.parse_optional_any_keyword(OrderModifierAttr.cases)
        if word is not None:
            parser.parse_punctuation(":")
        kind = parser.parse_optional_any_keyword(OrderKindAttr.cases)
        if kind is None and (word is None or parser.peek() != ")"):
            raise parser.error(f"invalid clause value: '{parser.peek()}'")
        return (
            OrderKindAttr.of(kind) if kind else None,
            OrderModifierAttr.of(word) if word else None,
        )

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        kind: OrderKindAttr | None,
        modifier: OrderModifierAttr | None,
    ) -> None:
        printer.write(f"{modifier.keyword}:" if modifier is not None else "")
        printer.write(kind.keyword if kind is not None else "")


@OMP.custom_directive("ScheduleClause")
class ScheduleClause:
    """`dynamic = %chunk : type, monotonic, simd`."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Any, ...]:
        """The kind, the modifier, whether it is for SIMD, the chunk and its type."""
        offset = parser.offset
        kind = parser.parse_any_keyword()
        if kind not in ScheduleKindAttr.cases:
            raise parser.error(" expected schedule kind", offset)
        chunk, type = None, None
        if kind in ("static", "dynamic", "guided") and parser.parse_optional_punctuation("="):
            chunk = parser.parse_operand()
            type = parser.parse_colon_type()
        modifier, simd = None, None
        while parser.parse_optional_punctuation(","):
            offset = parser.offset
            word = parser.parse_any_keyword()
            if word == "simd":
                simd = UNIT
            elif word in ScheduleModifierAttr.cases and modifier is None and simd is None:
                modifier = ScheduleModifierAttr.of(word)
            else:
                raise parser.error(f" unknown modifier type: {word}", offset)
        return ScheduleKindAttr.of(kind), modifier, simd, chunk, type

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        kind: ScheduleKindAttr,
        modifier: ScheduleModifierAttr | None,
        simd: UnitAttr | None,
        chunk: Value | None,
        type: Type | None,
    ) -> None:
        printer.write(kind.keyword)
        if chunk is not None:
            printer.write(" = ")
            printer.print_operand(chunk)
            printer.write(" : ")
            printer.print_type(chunk.type)
        if modifier is not None:
            printer.write(f", {modifier.keyword}")
        printer.write(", simd" if simd is not None else "")


@OMP.custom_directive("AllocateAndAllocator")
class AllocateAndAllocator:
    """`%allocator : type -> %variable : type`, with commas between."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Any, ...]:
        """The variables and their types, the allocators and theirs."""
        found: list[tuple[UnresolvedOperand, Type, UnresolvedOperand, Type]] = []

        def one() -> None:
            allocator, allocator_type = parser.parse_operand(), parser.parse_colon_type()
            parser.parse_punctuation("->")
            found.append(
                (parser.parse_operand(), parser.parse_colon_type(), allocator, allocator_type)
            )

        parser.parse_comma_separated_list(None, one)
        variables, types, allocators, allocator_types = map(list, zip(*found, strict=True))
        return variables, types, allocators, allocator_types

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        variables: Sequence[Value],
        types: Sequence[Type],
        allocators: Sequence[Value],
        allocator_types: Sequence[Type],
    ) -> None:
        for index, (allocator, variable) in enumerate(zip(allocators, variables, strict=False)):
            printer.write(", " if index else "")
            for value, after in ((allocator, " -> "), (variable, "")):
                printer.print_operand(value)
                printer.write(" : ")
                printer.print_type(value.type)
                printer.write(after)


@OMP.custom_directive("AlignedClause")
class AlignedClause:
    """`%variable : type -> 32 : i64`, with commas between."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Any, ...]:
        """The variables, their types and their alignments."""
        variables: list[UnresolvedOperand] = []
        types: list[Type] = []
        alignments: list[Attribute] = []

        def one() -> None:
            variables.append(parser.parse_operand())
            types.append(parser.parse_colon_type())
            parser.parse_punctuation("->")
            alignments.append(parser.parse_attribute())

        parser.parse_comma_separated_list(None, one)
        return variables, types, ArrayAttr(tuple(alignments))

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        variables: Sequence[Value],
        types: Sequence[Type],
        alignments: ArrayAttr | None,
    ) -> None:
        entries = alignments.elements if alignments is not None else ()
        for index, (variable, alignment) in enumerate(zip(variables, entries, strict=False)):
            printer.write(", " if index else "")
            printer.print_operand(variable)
            printer.write(" : ")
            printer.print_type(variable.type)
            printer.write(" -> ")
            printer.print_attribute(alignment)


def _parse_pairs(
    parser: AsmParser, words_first: bool
) -> tuple[list[UnresolvedOperand], list[Type], ArrayAttr]:
    """`word -> %variable : type` or `%variable -> @name : type`, with commas between."""
    variables: list[UnresolvedOperand] = []
    types: list[Type] = []
    attributes: list[Attribute] = []

    def one() -> None:
        if words_first:
            offset = parser.offset
            word = parser.parse_any_keyword()
            if word not in TaskDependAttr.cases:
                raise parser.error(f"invalid clause value: '{word}'", offset)
            attributes.append(TaskDependAttr.of(word))
            parser.parse_punctuation("->")
            variables.append(parser.parse_operand())
        else:
            variables.append(parser.parse_operand())
            parser.parse_punctuation("->")
            attributes.append(SymbolRefAttr(parser.parse_symbol_name()))
        types.append(parser.parse_colon_type())

    parser.parse_comma_separated_list(None, one)
    return variables, types, ArrayAttr(tuple(attributes))


@OMP.custom_directive("DependVarList")
class DependVarList:
    """`taskdependin -> %variable : type`, with commas between."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Any, ...]:
        """The variables, their types, and how the task depends on them."""
        return _parse_pairs(parser, words_first=True)

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        variables: Sequence[Value],
        types: Sequence[Type],
        kinds: ArrayAttr | None,
    ) -> None:
        entries = kinds.elements if kinds is not None else ()
        for index, (variable, kind) in enumerate(zip(variables, entries, strict=False)):
            assert isinstance(kind, TaskDependAttr)
            printer.write(f"{', ' if index else ''}{kind.keyword} -> ")
            printer.print_operand(variable)
            printer.write(" : ")
            printer.print_type(variable.type)


@OMP.custom_directive("Copyprivate")
class Copyprivate:
    """`%variable -> @function : type`, with commas between."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Any, ...]:
        """The variables, their types, and the functions that copy them."""
        return _parse_pairs(parser, words_first=False)

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        variables: Sequence[Value],
        types: Sequence[Type],
        functions: ArrayAttr | None,
    ) -> None:
        entries = functions.elements if functions is not None else ()
        for index, (variable, function) in enumerate(zip(variables, entries, strict=False)):
            printer.write(", " if index else "")
            printer.print_operand(variable)
            printer.write(" -> ")
            printer.print_attribute(function)
            printer.write(" : ")
            printer.print_type(variable.type)


@OMP.custom_directive("LinearClause")
class LinearClause:
    """`%variable = %step : type`, with commas between."""

    @staticmethod
    def parse(parser: AsmParser) -> tuple[Any, ...]:
        """The variables, their types and their steps."""
        variables: list[UnresolvedOperand] = []
        types: list[Type] = []
        steps: list[UnresolvedOperand] = []

        def one() -> None:
            variables.append(parser.parse_operand())
            parser.parse_punctuation("=")
            steps.append(parser.parse_operand())
            types.append(parser.parse_colon_type())

        parser.parse_comma_separated_list(None, one)
        return variables, types, steps

    @staticmethod
    def print(
        printer: AsmPrinter,
        op: Operation,
        variables: Sequence[Value],
        types: Sequence[Type],
        steps: Sequence[Value],
    ) -> None:
        for index, (variable, step) in enumerate(zip(variables, steps, strict=False)):
            printer.write(", " if index else "")
            printer.print_operands((variable,))
            printer.write(" = ")
            printer.print_operand(step)
            printer.write(" : ")
            printer.print_type(variable.type)
