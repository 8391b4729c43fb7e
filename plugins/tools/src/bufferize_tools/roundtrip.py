"""`--verify-roundtrip`: what is printed reads back as the same program."""

from __future__ import annotations

from bufferize.diagnostics import DiagnosticError, Position, Severity, error
from bufferize.diagnostics.diagnostic import Diagnostic
from bufferize.ir import Operation
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_module, print_module

_EXACT = PrintOptions(generic=True, local_scope=True, debuginfo=True)


def verify_roundtrip(module: Operation, context: Context, name: str, implicit_module: bool) -> None:
    """Raises DiagnosticError unless the text of `module`, in both forms, reads back as it is."""
    expected = print_module(module, _EXACT)
    resources = context.resources_of(module), context.external_resources_of(module)
    for generic in (False, True):
        printed = print_module(module, PrintOptions(generic=generic, debuginfo=True), *resources)
        form = "generic form" if generic else "form of its own"
        try:
            again = parse_module(printed, context, name, implicit_module=implicit_module)
        except DiagnosticError as problem:
            message = f"what is printed in {form} cannot be read: {problem.diagnostics[0].message}"
            raise DiagnosticError(error(message, Position(name, 1, 1))) from problem
        found = print_module(again, _EXACT)
        if found != expected:
            pairs = zip(expected.splitlines(), found.splitlines(), strict=False)
            before, after = next((pair for pair in pairs if pair[0] != pair[1]), ("", ""))
            message = f"what is printed in {form} reads back as another program"
            raise DiagnosticError(
                error(
                    message,
                    Position(name, 1, 1),
                    [Diagnostic(Severity.NOTE, f"'{before.strip()}' became '{after.strip()}'")],
                )
            )
