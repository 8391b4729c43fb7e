"""Symbol tables: finding the operation that a symbol names."""

from __future__ import annotations

__all__ = [
    "SYMBOL_NAME", "SymbolTable", "SymbolTables", "nearest_symbol_table", "symbol_name",
    "symbol_references",
]  # fmt: skip

from collections.abc import Iterator

from bufferize.diagnostics import Diagnostic, suggestions
from bufferize.ir.attributes import StringAttr, SymbolRefAttr
from bufferize.ir.operation import Operation, SymbolTableTrait, SymbolTrait

SYMBOL_NAME = "sym_name"


def symbol_name(op: Operation) -> str | None:
    """Return the name that `op` declares, None if it is no symbol."""
    if op.is_registered and not op.has_trait(SymbolTrait):
        return None
    name = op.get_attr(SYMBOL_NAME)
    return name.value if isinstance(name, StringAttr) else None


def nearest_symbol_table(op: Operation | None) -> Operation | None:
    """Return the innermost symbol table around `op`, or `op` itself if it is one."""
    while op is not None and not op.has_trait(SymbolTableTrait):
        op = op.parent_op
    return op


def symbol_references(op: Operation) -> Iterator[SymbolRefAttr]:
    """Yield all symbol references in the attributes of `op`, including nested ones."""
    for attribute in (*op.properties.values(), *op.attributes.values()):
        yield from (part for part in attribute.walk_parts() if isinstance(part, SymbolRefAttr))


class SymbolTable:
    """The symbols of one operation, by name, in constant time.

    The table is a snapshot that `insert` and `erase` keep up to date.
    """

    __slots__ = ("_suffix", "op", "symbols")

    def __init__(self, op: Operation) -> None:
        self.op = op
        self.symbols: dict[str, Operation] = {}
        self._suffix: dict[str, int] = {}
        for region in op.regions:
            for block in region.blocks:
                for symbol in block.ops:
                    name = symbol_name(symbol)
                    if name is not None:
                        self.symbols.setdefault(name, symbol)

    def lookup(self, name: str) -> Operation | None:
        """Return the operation called `name` in this table."""
        return self.symbols.get(name)

    def unique_name(self, base: str) -> str:
        """Return `base`, or `base_<n>` with the least n that is free."""
        if base not in self.symbols:
            return base
        suffix = self._suffix.get(base, 0)
        while f"{base}_{suffix}" in self.symbols:
            suffix += 1
        self._suffix[base] = suffix
        return f"{base}_{suffix}"

    def insert(self, symbol: Operation) -> str:
        """Add a symbol, renamed if its name is taken, and return its name.

        The caller puts the operation into the table's block.
        """
        name = symbol_name(symbol)
        assert name is not None
        unique = self.unique_name(name)
        if unique != name:
            symbol.properties[SYMBOL_NAME] = StringAttr(unique)
        self.symbols[unique] = symbol
        return unique

    def erase(self, symbol: Operation) -> None:
        """Remove a symbol from the table."""
        name = symbol_name(symbol)
        if name is not None and self.symbols.get(name) is symbol:
            del self.symbols[name]


class SymbolTables:
    """The symbol tables of all operations, each made at its first use and not updated."""

    __slots__ = ("_tables",)

    def __init__(self) -> None:
        self._tables: dict[Operation, SymbolTable] = {}

    def of(self, op: Operation) -> SymbolTable:
        """Return the table of `op`."""
        table = self._tables.get(op)
        if table is None:
            table = self._tables[op] = SymbolTable(op)
        return table

    def lookup(self, start: Operation, ref: SymbolRefAttr) -> Operation | None:
        """Return the operation that `ref` names in the innermost symbol table around `start`."""
        table_op = nearest_symbol_table(start)
        return None if table_op is None else self.lookup_in(table_op, ref)

    def suggestions(self, op: Operation) -> Iterator[Diagnostic]:
        """Return notes that suggest similar symbols for those that `op` names but nothing defines."""
        table_op = nearest_symbol_table(op)
        known = {} if table_op is None else self.of(table_op).symbols
        for ref in symbol_references(op):
            if ref.root not in known:
                yield from suggestions(ref.root, known, "@")

    def lookup_in(self, table_op: Operation, ref: SymbolRefAttr) -> Operation | None:
        """Return the operation that `ref` names within `table_op`."""
        found = self.of(table_op).lookup(ref.root)
        for name in ref.nested:
            if found is None or not found.has_trait(SymbolTableTrait):
                return None
            found = self.of(found).lookup(name)
        return found
