"""Dead symbol elimination."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize import ir
from bufferize.diagnostics import PassError, error


def erase_unused_symbols(root: ir.Operation, *, verify: bool = True) -> int:
    """Erase the dead symbols in the symbol table `root`; return their number.

    A public symbol is live; a nested one is if other modules can see its symbol table. Symbols are
    live if a live operation refers to them.

    Raises PassError if `root` is not a symbol table, or if an unregistered operation has a region,
    which may be a symbol table.
    """
    if verify:
        ir.require_valid(root)
    if not root.has_trait(ir.SymbolTableTrait):
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
    """The search for live symbols, from the visible ones."""

    def __init__(self) -> None:
        self.used: set[ir.Operation] = set()
        self.tables: dict[ir.Operation, tuple[ir.SymbolTable, bool]] = {}
        """The symbol table of each live operation, and whether it is hidden from outside."""
        self._work: list[ir.Operation] = []

    def enter_table(self, op: ir.Operation, hidden: bool) -> None:
        self.tables[op] = (ir.SymbolTable(op), hidden)
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
            for reference in ir.symbol_references(op):
                self._follow(op, reference)
            if op.has_trait(ir.SymbolTableTrait):
                _, outer = self.tables[ir.nearest_symbol_table(op.parent_op)]  # type: ignore[index]
                private = not _is_symbol(op) or _visibility(op) == "private"
                self.enter_table(op, outer or private)
            else:
                self._work += _children(op)

    def _use(self, symbol: ir.Operation) -> None:
        if symbol not in self.used:
            self.used.add(symbol)
            self._work.append(symbol)

    def _follow(self, user: ir.Operation, reference: ir.SymbolRefAttr) -> None:
        """Mark all symbols along a reference live."""
        table = ir.nearest_symbol_table(user.parent_op)
        for name in (reference.root, *reference.nested):
            if table is None or not table.has_trait(ir.SymbolTableTrait):
                return
            # The symbols of a table are visited once the table itself is live.
            known = self.tables.get(table)
            found = (ir.SymbolTable(table) if known is None else known[0]).lookup(name)
            if found is None:
                return
            if _is_symbol(found):
                self._use(found)
            table = found


def _children(op: ir.Operation) -> Iterator[ir.Operation]:
    for region in op.regions:
        for block in region.blocks:
            yield from block.ops


def _symbols(table: ir.Operation) -> Iterator[ir.Operation]:
    return (op for op in _children(table) if _is_symbol(op))


def _is_symbol(op: ir.Operation) -> bool:
    return op.has_trait(ir.SymbolTrait) and ir.symbol_name(op) is not None


def _visibility(symbol: ir.Operation) -> str:
    attr = symbol.get_attr("sym_visibility")
    return attr.value if isinstance(attr, ir.StringAttr) else "public"
