"""The syntax of clauses: words, lists of variables, and regions with arguments for variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize_omp.dialect import (
    OMP,
    BindKindAttr,
    CancellationConstructTypeAttr,
    ClauseMapFlagsAttr,
    GrainsizeTypeAttr,
    MemoryOrderKindAttr,
    NumTasksTypeAttr,
    OrderKindAttr,
    OrderModifierAttr,
    ProcBindKindAttr,
    ReductionModifierAttr,
    ScheduleKindAttr,
    ScheduleModifierAttr,
    TaskDependAttr,
    VariableCaptureKindAttr,
)

_HINTS = {"uncontended": 1, "contended": 2, "nonspeculative": 4, "speculative": 8}


def _declare_word(name: str, cls: type[d.EnumAttr]) -> None:
    """Declare the directive of a clause that is one case of an enumeration."""

    class Directive:
        """One word."""

        @staticmethod
        def parse(parser: d.AsmParser) -> d.EnumAttr:
            """Return the case of the enumeration."""
            offset = parser.offset
            word = parser.parse_any_keyword()
            if word not in cls.cases:
                raise parser.error(f"invalid clause value: '{word}'", offset)
            return cls.of(word)

        @staticmethod
        def print(printer: d.AsmPrinter, op: d.Operation, value: d.EnumAttr) -> None:
            """Print the syntax that `parse` accepts."""
            printer.write(value.keyword)

    OMP.custom_directive(name)(Directive)


_declare_word("BindKind", BindKindAttr)
_declare_word("CancelDirective", CancellationConstructTypeAttr)
_declare_word("MemoryOrder", MemoryOrderKindAttr)
_declare_word("ProcBind", ProcBindKindAttr)


def _declare_amount(
    name: str, word: str, cls: type[GrainsizeTypeAttr] | type[NumTasksTypeAttr]
) -> None:
    """Declare the directive of the size or number of tasks."""

    class Directive:
        """`strict, %amount: type`; the word is optional."""

        @staticmethod
        def parse(parser: d.AsmParser) -> tuple[Any, ...]:
            """Return the modifier, the amount and its type."""
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
            printer: d.AsmPrinter,
            op: d.Operation,
            modifier: d.EnumAttr | None,
            amount: ir.Value | None,
            type: ir.Type | None,
        ) -> None:
            """Print the syntax that `parse` accepts."""
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
    """`contended, speculative`, stored as the bits of an integer."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.IntegerAttr:
        """Return the bits."""
        if parser.parse_optional_keyword("none"):
            return ir.IntegerAttr(0, ir.I64)
        bits = 0

        def word() -> None:
            nonlocal bits
            offset = parser.offset
            hint = parser.parse_any_keyword()
            if hint not in _HINTS:
                raise parser.error(f"{hint} is not a valid hint", offset)
            bits |= _HINTS[hint]

        parser.parse_comma_separated_list(None, word)
        return ir.IntegerAttr(bits, ir.I64)

    @staticmethod
    def print(printer: d.AsmPrinter, op: d.Operation, hint: ir.IntegerAttr) -> None:
        """Print the syntax that `parse` accepts."""
        words = [word for word, bit in _HINTS.items() if hint.value & bit]
        printer.write(", ".join(words) or "none")


def verify_hint(op: d.Operation, hint: ir.IntegerAttr) -> None:
    """Check that no two hints contradict each other. Raises VerifyError."""
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
    def parse(parser: d.AsmParser) -> tuple[OrderKindAttr | None, OrderModifierAttr | None]:
        """Return the kind and the modifier."""
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
        printer: d.AsmPrinter,
        op: d.Operation,
        kind: OrderKindAttr | None,
        modifier: OrderModifierAttr | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(f"{modifier.keyword}:" if modifier is not None else "")
        printer.write(kind.keyword if kind is not None else "")


@OMP.custom_directive("ScheduleClause")
class ScheduleClause:
    """`dynamic = %chunk : type, monotonic, simd`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> tuple[Any, ...]:
        """Return the kind, the modifier, whether there is `simd`, the chunk and its type."""
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
                simd = ir.UNIT
            elif word in ScheduleModifierAttr.cases and modifier is None and simd is None:
                modifier = ScheduleModifierAttr.of(word)
            else:
                raise parser.error(f" unknown modifier type: {word}", offset)
        return ScheduleKindAttr.of(kind), modifier, simd, chunk, type

    @staticmethod
    def print(
        printer: d.AsmPrinter,
        op: d.Operation,
        kind: ScheduleKindAttr,
        modifier: ScheduleModifierAttr | None,
        simd: ir.UnitAttr | None,
        chunk: ir.Value | None,
        type: ir.Type | None,
    ) -> None:
        """Print the syntax that `parse` accepts."""
        printer.write(kind.keyword)
        if chunk is not None:
            printer.write(" = ")
            printer.print_operand(chunk)
            printer.write(" : ")
            printer.print_type(chunk.type)
        if modifier is not None:
            printer.write(f", {modifier.keyword}")
        printer.write(", simd" if simd is not None else "")


_COLUMNS = ("%0", ":0", "%1", ":1", "#", "@", "word")
"""The parts of the entries of a list, in the order of the directive's arguments."""


def _declare_list(name: str, entry: str) -> None:
    """Declare the directive of a clause that is a list, with the syntax of its entries.

    Their parts are operands `%0` and `%1` and the types `:0` and `:1` of these, an attribute `#`, a
    symbol `@`, and the `word` of a kind of dependence: `%0 -> @ :0` reads `%x -> @copy : i32`. The
    arguments of the directive are lists of these, in the order of `_COLUMNS`.
    """
    parts = entry.split()
    columns = [column for column in _COLUMNS if column in parts]

    class Directive:
        """The entries, with commas between."""

        @staticmethod
        def parse(parser: d.AsmParser) -> tuple[Any, ...]:
            """Return a list for each column; attributes, symbols and words as an `ArrayAttr`."""
            found: dict[str, list[Any]] = {column: [] for column in columns}

            def one() -> None:
                for part in parts:
                    if part in found:
                        found[part].append(_parse_part(parser, part))
                    else:
                        parser.parse_punctuation(part)

            parser.parse_comma_separated_list(None, one)
            return tuple(
                each if column[0] in "%:" else ir.ArrayAttr(tuple(each))
                for column, each in found.items()
            )

        @staticmethod
        def print(printer: d.AsmPrinter, op: d.Operation, *lists: Sequence[Any] | None) -> None:
            """Print the lists that `parse` returns."""
            for index, values in enumerate(zip(*(each or () for each in lists), strict=False)):
                named = dict(zip(columns, values, strict=True))
                printer.write(", " if index else "")
                for place, part in enumerate(parts):
                    printer.write(" " if place else "")
                    _print_part(printer, part, named.get(part))

    OMP.custom_directive(name)(Directive)


def _parse_part(parser: d.AsmParser, part: str) -> Any:
    match part:
        case "%0" | "%1":
            return parser.parse_operand()
        case ":0" | ":1":
            return parser.parse_colon_type()
        case "#":
            return parser.parse_attribute()
        case "@":
            return ir.SymbolRefAttr(parser.parse_symbol_name())
    offset = parser.offset
    word = parser.parse_any_keyword()
    if word not in TaskDependAttr.cases:
        raise parser.error(f"invalid clause value: '{word}'", offset)
    return TaskDependAttr.of(word)


def _print_part(printer: d.AsmPrinter, part: str, value: Any) -> None:
    match part:
        case "%0" | "%1":
            printer.print_operand(value)
        case ":0" | ":1":
            printer.write(": ")
            printer.print_type(value)
        case "#" | "@":
            printer.print_attribute(value)
        case "word":
            printer.write(value.keyword)
        case _:
            printer.write(part)


_declare_list("AlignedClause", "%0 :0 -> #")
_declare_list("AllocateAndAllocator", "%1 :1 -> %0 :0")
_declare_list("Copyprivate", "%0 -> @ :0")
_declare_list("DependVarList", "word -> %0 :0")
_declare_list("LinearClause", "%0 = %1 :0")


# Each word and its bits, in the order in which they are written.
_MAP_WORDS = {
    word: ClauseMapFlagsAttr.of(*cases).value
    for word, cases in {
        "always": ("always",),
        "implicit": ("implicit",),
        "ompx_hold": ("ompx_hold",),
        "close": ("close",),
        "present": ("present",),
        "tofrom": ("to", "from"),
        "to": ("to",),
        "from": ("from",),
        "delete": ("del",),
        "return_param": ("return_param",),
        "storage": ("storage",),
        "private": ("priv",),
        "literal": ("literal",),
        "attach": ("attach",),
        "attach_always": ("attach_always",),
        "attach_none": ("attach_none",),
        "attach_auto": ("attach_auto",),
        "ref_ptr": ("ref_ptr",),
        "ref_ptee": ("ref_ptee",),
        "ref_ptr_ptee": ("ref_ptr_ptee",),
        "is_device_ptr": ("is_device_ptr",),
    }.items()
}


@OMP.custom_directive("MapClause")
class MapClause:
    """`always, tofrom`, or `none`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ClauseMapFlagsAttr:
        """Return the flags. An unknown word is an error; mlir-opt drops it."""
        bits = 0

        def word() -> None:
            nonlocal bits
            offset = parser.offset
            flag = parser.parse_any_keyword()
            if flag not in _MAP_WORDS and flag != "none":
                words = ", ".join(("none", *_MAP_WORDS))
                raise parser.error(f"'{flag}' is no map type; there are {words}", offset)
            bits |= _MAP_WORDS.get(flag, 0)

        parser.parse_comma_separated_list(None, word)
        return ClauseMapFlagsAttr(bits)

    @staticmethod
    def print(printer: d.AsmPrinter, op: d.Operation, flags: ClauseMapFlagsAttr) -> None:
        """Print the syntax that `parse` accepts."""
        rest = flags.value
        words = []
        for word, bits in _MAP_WORDS.items():
            if rest & bits == bits:
                words.append(word)
                rest &= ~bits
        printer.write(", ".join(words) or "none")


@OMP.custom_directive("CaptureType")
class CaptureType:
    """One word for the kind of capture, such as `ByRef`."""

    @staticmethod
    def parse(parser: d.AsmParser) -> VariableCaptureKindAttr:
        """Return the kind of capture."""
        return VariableCaptureKindAttr.parse_case(parser)

    @staticmethod
    def print(printer: d.AsmPrinter, op: d.Operation, kind: VariableCaptureKindAttr) -> None:
        """Print the syntax that `parse` accepts."""
        kind.print_case(printer)


@OMP.custom_directive("MembersIndex")
class MembersIndex:
    """`[0], [1, 2]`: the path from a variable to each of its members."""

    @staticmethod
    def parse(parser: d.AsmParser) -> ir.ArrayAttr:
        """Return the path to each member."""

        def path() -> ir.ArrayAttr:
            parser.parse_punctuation("[")
            found = parser.parse_comma_separated_list(None, parser.parse_integer)
            parser.parse_punctuation("]")
            return ir.ArrayAttr(tuple(ir.IntegerAttr(index, ir.I64) for index in found))

        return ir.ArrayAttr(tuple(parser.parse_comma_separated_list(None, path)))

    @staticmethod
    def print(printer: d.AsmPrinter, op: d.Operation, paths: ir.ArrayAttr | None) -> None:
        """Print the syntax that `parse` accepts."""
        for index, path in enumerate(paths.elements if paths is not None else ()):
            printer.write(", " if index else "")
            printer.print_attribute(path)


class _Clause(NamedTuple):
    """A clause of a region; the flags tell which parts it has besides variables and their types."""

    word: str
    has_modifier: bool = False
    has_byref: bool = False
    has_barrier: bool = False
    has_symbols: bool = True
    has_maps: bool = False


_PRIVATE = _Clause("private", has_barrier=True)
_PRIVATE_MAPPED = _Clause("private", has_barrier=True, has_maps=True)
_REDUCTION = _Clause("reduction", has_modifier=True, has_byref=True)
_IN_REDUCTION = _Clause("in_reduction", has_byref=True)
_TASK_REDUCTION = _Clause("task_reduction", has_byref=True)
_HAS_DEVICE_ADDR = _Clause("has_device_addr", has_symbols=False)
_HOST_EVAL = _Clause("host_eval", has_symbols=False)
_MAP_ENTRIES = _Clause("map_entries", has_symbols=False)
_USE_DEVICE_ADDR = _Clause("use_device_addr", has_symbols=False)
_USE_DEVICE_PTR = _Clause("use_device_ptr", has_symbols=False)
_NOT_MAPPED = -1


def _parse_clause(parser: d.AsmParser, clause: _Clause, arguments: list[d.Argument]) -> list[Any]:
    """Return the values for the clause's arguments in the format, in order."""
    modifier, variables, types, symbols, byref, maps = None, [], [], [], [], []
    barrier = None
    if parser.parse_optional_keyword(clause.word):
        parser.parse_punctuation("(")
        if clause.has_modifier and parser.parse_optional_keyword("mod"):
            parser.parse_punctuation(":")
            offset = parser.offset
            word = parser.parse_any_keyword()
            if word not in ReductionModifierAttr.cases:
                raise parser.error(f"invalid clause value: '{word}'", offset)
            modifier = ReductionModifierAttr.of(word)
            parser.parse_punctuation(",")
        start = len(arguments)
        while True:
            if clause.has_byref:
                byref.append(int(parser.parse_optional_keyword("byref")))
            if clause.has_symbols:
                symbols.append(_parse_symbol(parser))
            variables.append(parser.parse_operand())
            parser.parse_punctuation("->")
            arguments.append(parser.parse_argument())
            if clause.has_maps:
                maps.append(_parse_map_index(parser))
            if not parser.parse_optional_punctuation(","):
                break
        parser.parse_punctuation(":")
        types = parser.parse_type_list()
        offset = parser.offset
        parser.parse_punctuation(")")
        if len(types) != len(variables):
            raise parser.error(f"invalid `{clause.word}` format", offset)
        for argument, type in zip(arguments[start:], types, strict=True):
            argument.type = type
        if clause.has_barrier and parser.parse_optional_keyword(f"{clause.word}_barrier"):
            barrier = ir.UNIT
    found: list[Any] = [modifier] if clause.has_modifier else []
    found += [variables, types]
    if clause.has_byref:
        found.append(ir.DenseArrayAttr(ir.I1, tuple(byref)) if byref else None)
    if clause.has_symbols:
        found.append(ir.ArrayAttr(tuple(symbols)) if symbols else None)
    if clause.has_barrier:
        found.append(barrier)
    if clause.has_maps:
        found.append(ir.DenseArrayAttr(ir.I64, tuple(maps)) if maps else None)
    return found


def _parse_symbol(parser: d.AsmParser) -> ir.SymbolRefAttr:
    """Parse `@name`."""
    offset = parser.offset
    symbol = parser.parse_attribute()
    if not isinstance(symbol, ir.SymbolRefAttr):
        raise parser.error("invalid kind of attribute specified", offset)
    return symbol


def _parse_map_index(parser: d.AsmParser) -> int:
    """Parse `[map_idx=1]`, which may be left out."""
    if not parser.parse_optional_punctuation("["):
        return _NOT_MAPPED
    parser.parse_keyword("map_idx")
    parser.parse_punctuation("=")
    index = parser.parse_integer()
    parser.parse_punctuation("]")
    return index


def _print_clause(
    printer: d.AsmPrinter,
    clause: _Clause,
    given: Iterator[Any],
    arguments: Iterator[ir.BlockArgument],
) -> None:
    """Write a clause with variables, and a space after it; nothing without variables."""
    modifier: ReductionModifierAttr | None = next(given) if clause.has_modifier else None
    variables: tuple[ir.Value, ...] = next(given)
    types = next(given)
    byref: ir.DenseArrayAttr | None = next(given) if clause.has_byref else None
    symbols: ir.ArrayAttr | None = next(given) if clause.has_symbols else None
    barrier = next(given) if clause.has_barrier else None
    maps: ir.DenseArrayAttr | None = next(given) if clause.has_maps else None
    if not variables:
        return
    names: tuple[ir.Attribute | None, ...] = symbols.elements if symbols is not None else ()
    references = byref.values if byref is not None else ()
    places = maps.values if maps is not None else ()
    printer.write(f"{clause.word}(")
    if modifier is not None:
        printer.write(f"mod: {modifier.keyword}, ")
    for index, variable in enumerate(variables):
        printer.write(", " if index else "")
        printer.write("byref " if index < len(references) and references[index] else "")
        if index < len(names) and names[index] is not None:
            printer.print_attribute(names[index])  # type: ignore[arg-type]
            printer.write(" ")
        printer.print_operand(variable)
        printer.write(" -> ")
        printer.print_operand(next(arguments))
        if index < len(places) and places[index] != _NOT_MAPPED:
            printer.write(f" [map_idx={places[index]}]")
    printer.write(" : ")
    printer.print_types(types)
    printer.write(f") {clause.word}_barrier " if barrier is not None else ") ")


def _declare(name: str, *clauses: _Clause) -> None:
    """Declare the directive of a region after the given clauses."""

    class Directive:
        """The clauses and the region."""

        @staticmethod
        def parse(parser: d.AsmParser) -> tuple[Any, ...]:
            """Return the region and the values of its clauses."""
            arguments: list[d.Argument] = []
            found: list[Any] = []
            for clause in clauses:
                found += _parse_clause(parser, clause, arguments)
            return parser.parse_region(arguments), *found

        @staticmethod
        def print(printer: d.AsmPrinter, op: d.Operation, region: ir.Region, *given: Any) -> None:
            """Print the syntax that `parse` accepts."""
            values = iter(given)
            arguments = iter(region.blocks[0].arguments if region.blocks else ())
            for clause in clauses:
                _print_clause(printer, clause, values, arguments)
            printer.print_region(region, print_entry_args=False)

    OMP.custom_directive(name)(Directive)


_declare("PrivateRegion", _PRIVATE)
_declare("PrivateReductionRegion", _PRIVATE, _REDUCTION)
_declare("InReductionPrivateRegion", _IN_REDUCTION, _PRIVATE)
_declare("InReductionPrivateReductionRegion", _IN_REDUCTION, _PRIVATE, _REDUCTION)
_declare("TaskReductionRegion", _TASK_REDUCTION)
_declare("UseDeviceAddrUseDevicePtrRegion", _USE_DEVICE_ADDR, _USE_DEVICE_PTR)
_declare(
    "TargetOpRegion",
    _HAS_DEVICE_ADDR,
    _HOST_EVAL,
    _IN_REDUCTION,
    _MAP_ENTRIES,
    _PRIVATE_MAPPED,
)
