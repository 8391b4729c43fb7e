"""Regions whose arguments stand for variables outside: `private(…) reduction(…) {…}`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from bufferize.define import Operation
from bufferize.define.asm import Argument, AsmParser, AsmPrinter
from bufferize.ir import (
    I1,
    I64,
    UNIT,
    ArrayAttr,
    Attribute,
    BlockArgument,
    DenseArrayAttr,
    Region,
    SymbolRefAttr,
    Value,
)
from bufferize_omp.base import OMP, ReductionModifierAttr


class _Clause(NamedTuple):
    """A clause, and what it has beside variables, their types and symbols."""

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


def _parse_clause(parser: AsmParser, clause: _Clause, arguments: list[Argument]) -> list[Any]:
    """What the format's arguments for the clause are to be, in order."""
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
            barrier = UNIT
    found: list[Any] = [modifier] if clause.has_modifier else []
    found += [variables, types]
    if clause.has_byref:
        found.append(DenseArrayAttr(I1, tuple(byref)) if byref else None)
    if clause.has_symbols:
        found.append(ArrayAttr(tuple(symbols)) if symbols else None)
    if clause.has_barrier:
        found.append(barrier)
    if clause.has_maps:
        found.append(DenseArrayAttr(I64, tuple(maps)) if maps else None)
    return found


def _parse_symbol(parser: AsmParser) -> SymbolRefAttr:
    """`@name`."""
    offset = parser.offset
    symbol = parser.parse_attribute()
    if not isinstance(symbol, SymbolRefAttr):
        raise parser.error("invalid kind of attribute specified", offset)
    return symbol


def _parse_map_index(parser: AsmParser) -> int:
    """`[map_idx=1]`, which may be left out."""
    if not parser.parse_optional_punctuation("["):
        return _NOT_MAPPED
    parser.parse_keyword("map_idx")
    parser.parse_punctuation("=")
    index = parser.parse_integer()
    parser.parse_punctuation("]")
    return index


def _print_clause(
    printer: AsmPrinter, clause: _Clause, given: Iterator[Any], arguments: Iterator[BlockArgument]
) -> None:
    """Writes a clause that there is, and a space after it."""
    modifier: ReductionModifierAttr | None = next(given) if clause.has_modifier else None
    variables: tuple[Value, ...] = next(given)
    types = next(given)
    byref: DenseArrayAttr | None = next(given) if clause.has_byref else None
    symbols: ArrayAttr | None = next(given) if clause.has_symbols else None
    barrier = next(given) if clause.has_barrier else None
    maps: DenseArrayAttr | None = next(given) if clause.has_maps else None
    if not variables:
        return
    names: tuple[Attribute | None, ...] = symbols.elements if symbols is not None else ()
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
    """Declares the directive of a region after these clauses."""

    class Directive:
        """The clauses and the region."""

        @staticmethod
        def parse(parser: AsmParser) -> tuple[Any, ...]:
            """The region and what its clauses say."""
            arguments: list[Argument] = []
            found: list[Any] = []
            for clause in clauses:
                found += _parse_clause(parser, clause, arguments)
            return parser.parse_region(arguments), *found

        @staticmethod
        def print(printer: AsmPrinter, op: Operation, region: Region, *given: Any) -> None:
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
