"""The semantics of the ops of the ml_program dialect, for bufferize-interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from bufferize import ir
from bufferize_interpreter import (
    Compiler,
    ProgramError,
    Semantics,
    TrapKind,
)
from bufferize_ml_program.dialect import ExternAttr
from bufferize_ml_program.ops import GlobalOp

_Place: TypeAlias = tuple[Callable[[], Any], Callable[[Any], None]]


def _global(op: ir.Operation, compiler: Compiler) -> _Place:
    """Return functions that read and write the global that `op` names.

    Each run of the program begins with its initial value."""
    symbol = op.get_attr("global")
    assert isinstance(symbol, ir.SymbolRefAttr)
    declaration = compiler.symbols.lookup(op, symbol)
    assert isinstance(declaration, GlobalOp)
    values = compiler.machine.globals

    def read() -> Any:
        if declaration not in values:
            values[declaration] = _initial(declaration, compiler)
        return values[declaration]

    def write(value: Any) -> None:
        values[declaration] = value

    return read, write


def _initial(declaration: GlobalOp, compiler: Compiler) -> Any:
    value = declaration.value
    if value is not None and not isinstance(value, ExternAttr):
        return compiler.constant(value)
    what = "has no value yet" if value is None else "is defined elsewhere"
    raise ProgramError(
        TrapKind.EXTERNAL_CALL,
        f"reads the global '{declaration.sym_name.value}', which {what}",
        [("it is declared here", declaration)],
    )


def load(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ml_program.global_load` and `ml_program.global_load_const`."""
    return _global(op, compiler)[0]


def load_graph(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ml_program.global_load_graph`."""
    read, _ = _global(op, compiler)
    return lambda *tokens: (read(), None)


def store(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ml_program.global_store`."""
    return _global(op, compiler)[1]


def store_graph(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ml_program.global_store_graph`."""
    _, write = _global(op, compiler)
    return lambda value, *tokens: write(value)


def token(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `ml_program.token`, which does nothing: the interpreter runs ops in order."""
    return lambda: None


SEMANTICS: dict[str, Semantics] = {
    "ml_program.global_load": load,
    "ml_program.global_load_const": load,
    "ml_program.global_load_graph": load_graph,
    "ml_program.global_store": store,
    "ml_program.global_store_graph": store_graph,
    "ml_program.token": token,
}
