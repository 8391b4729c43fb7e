"""Removal of unused symbols, which nothing refers to."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.diagnostics import PassError, error
from bufferize.ir import (
    Operation,
    StringAttr,
    SymbolRefAttr,
    SymbolTable,
    SymbolTableTrait,
    SymbolTrait,
    nearest_symbol_table,
    require_valid,
    symbol_name,
    symbol_references,
)


def erase_unused_symbols(root: Operation, *, verify: bool = True) -> int:
    """Erase the symbols in the symbol table `root` that nothing in use refers to; return how many.

    A public symbol is in use; a nested one is if other modules can see the table of `root`, or the
    inner table that the symbol belongs to. Symbols that only unused symbols refer to are unused.

    Raises PassError if `root` holds no symbols, or if an unregistered operation has a region, which
    may be a symbol table of its own.
    """
    if verify:
        require_valid(root)
    if not root.has_trait(SymbolTableTrait):
        raise PassError(
            error(
                f"'{root.name}' op has no symbols of its own, so that none can be unused", root
            ).note("run the pass on the operation around it that has, such as a module")
        )
    hidden = root.parent is None or not _is_symbol(root) or _visibility(root) == "private"
    search = _Search()
    search.enter_table(root, hidden)
    search.run()
    unused = [op for table in search.tables for op in _symbols(table) if op not in search.used]
    for op in unused:
        op.drop_all_references()
    for op in unused:
        op.erase()
    return len(unused)


class _Search:
    """The search for symbols in use, starting from those visible from outside."""

    def __init__(self) -> None:
        self.used: set[Operation] = set()
        self.tables: dict[Operation, tuple[SymbolTable, bool]] = {}
        """The symbol tables in use, by operation, each with whether it is hidden from outside."""
        self._work: list[Operation] = []

    def enter_table(self, op: Operation, hidden: bool) -> None:
        self.tables[op] = (SymbolTable(op), hidden)
        for child in _children(op):
            if not _is_symbol(child):
                self._work.append(child)
            elif _visibility(child) == "public" or (_visibility(child) == "nested" and not hidden):
                self._use(child)

    def run(self) -> None:
        while self._work:
            op = self._work.pop()
            if not op.is_registered and op.regions:
                raise PassError(
                    error(
                        f"'{op.name}' may have symbols of its own: it is not known which ones are "
                        "used in its regions",
                        op,
                    )
                )
            for reference in symbol_references(op):
                self._follow(op, reference)
            if op.has_trait(SymbolTableTrait):
                _, outer = self.tables[nearest_symbol_table(op.parent_op)]  # type: ignore[index]
                private = not _is_symbol(op) or _visibility(op) == "private"
                self.enter_table(op, outer or private)
            else:
                self._work += _children(op)

    def _use(self, symbol: Operation) -> None:
        if symbol not in self.used:
            self.used.add(symbol)
            self._work.append(symbol)

    def _follow(self, user: Operation, reference: SymbolRefAttr) -> None:
        """Mark the symbols on the path of a reference as used."""
        table = nearest_symbol_table(user.parent_op)
        for name in (reference.root, *reference.nested):
            if table is None or not table.has_trait(SymbolTableTrait):
                return
            # A table that is not in use itself yet is entered once its turn comes.
            known = self.tables.get(table)
            found = (SymbolTable(table) if known is None else known[0]).lookup(name)
            if found is None:
                return
            if _is_symbol(found):
                self._use(found)
            table = found


def _children(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        for block in region.blocks:
            yield from block.ops


def _symbols(table: Operation) -> Iterator[Operation]:
    return (op for op in _children(table) if _is_symbol(op))


def _is_symbol(op: Operation) -> bool:
    return op.has_trait(SymbolTrait) and symbol_name(op) is not None


def _visibility(symbol: Operation) -> str:
    attr = symbol.get_attr("sym_visibility")
    return attr.value if isinstance(attr, StringAttr) else "public"
