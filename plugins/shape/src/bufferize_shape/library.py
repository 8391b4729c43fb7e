"""The attribute `shape.lib`: which libraries of shape functions a symbol table uses."""

from __future__ import annotations

from bufferize import ir
from bufferize_shape.ops_function import FunctionLibraryOp

_LIBRARY = "shape.lib"


def op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """What is wrong with a `shape.…` attribute of an op; None if nothing is."""
    if name != _LIBRARY:
        return None
    if not op.has_trait(ir.SymbolTableTrait):
        return f"{_LIBRARY} attribute may only be on op implementing SymbolTable"
    if isinstance(value, ir.SymbolRefAttr):
        symbol = ir.SymbolTables().lookup_in(op, value)
        if symbol is None:
            return f"shape function library {value} not found"
        if not isinstance(symbol, FunctionLibraryOp):
            return f"{value} required to be shape function library"
        return None
    if isinstance(value, ir.ArrayAttr):
        return _problem_of_several(op, value)
    return f"only SymbolRefAttr or array of SymbolRefAttrs allowed as {_LIBRARY} attribute"


def _problem_of_several(op: ir.Operation, libraries: ir.ArrayAttr) -> str | None:
    """Whether each is a library, and whether two of them map one op."""
    tables = ir.SymbolTables()
    mapped: set[str] = set()
    for reference in libraries.elements:
        if not isinstance(reference, ir.SymbolRefAttr):
            return f"only SymbolRefAttr allowed in {_LIBRARY} attribute array"
        library = tables.lookup_in(op, reference)
        if not isinstance(library, FunctionLibraryOp):
            return f"{reference} does not refer to FunctionLibraryOp"
        mapping = library.get_attr("mapping")
        if not isinstance(mapping, ir.DictionaryAttr):
            continue  # the library itself is in error
        for name, _ in mapping.entries:
            if name in mapped:
                return f'only one op to shape mapping allowed, found multiple for `"{name}"`'
            mapped.add(name)
    return None
