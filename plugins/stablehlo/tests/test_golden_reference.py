"""What jaxlib, which brings the stablehlo dialect of MLIR, says of the golden files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bufferize import Context
from bufferize.syntax import print_module
from bufferize_testing import generic_text, parse_valid
from bufferize_testing.programs import GoldenPart, golden_parts

REASON = "jaxlib, the reference for stablehlo, is not installed"
ir = pytest.importorskip("jaxlib.mlir.ir", reason=REASON)
stablehlo = pytest.importorskip("jaxlib.mlir.dialects.stablehlo", reason=REASON)
extension = pytest.importorskip("jaxlib.mlir._mlir_libs._jax_mlir_ext", reason=REASON)

pytestmark = pytest.mark.reference
GOLDEN = Path(__file__).parent / "golden"
CONTEXT = Context()
CONTEXT.allow_unregistered_dialects = True


@pytest.fixture(scope="module")
def reference() -> Any:
    registry = ir.DialectRegistry()
    extension.register_dialects(registry)
    context = ir.Context()
    context.append_dialect_registry(registry)
    stablehlo.register_dialect(context)
    context.allow_unregistered_dialects = True
    return context


def reference_text(text: str, reference: Any, generic: bool = False) -> str:
    """What the reference prints for a program. Raises its error if it refuses it."""
    module = ir.Module.parse(text, reference)
    printed: str = module.operation.get_asm(print_generic_op_form=generic)
    return printed.rstrip("\n") + "\n"


def parts(name: str) -> list[Any]:
    return [
        pytest.param(part, id=f"{name}:{part.lines.start}")
        for part in golden_parts(GOLDEN / f"{name}.mlir")
    ]


@pytest.mark.parametrize("printed", parts("printed"))
def test_both_print_the_same(printed: GoldenPart, reference: Any) -> None:
    if printed.reference_differs:
        with pytest.raises(ir.MLIRError):
            reference_text(printed.text, reference)
        return
    ours = generic_text(printed.text, CONTEXT)
    generic = reference_text(printed.text, reference, generic=True)
    assert reference_text(printed.text, reference) == printed.text
    assert generic == ours
    assert print_module(parse_valid(generic, CONTEXT)) == printed.text


@pytest.mark.parametrize("accepted", parts("accepted"))
def test_both_accept(accepted: GoldenPart, reference: Any) -> None:
    ours = print_module(parse_valid(accepted.text, CONTEXT))
    assert reference_text(accepted.text, reference) == ours


@pytest.mark.parametrize("invalid", parts("invalid"))
def test_both_refuse(invalid: GoldenPart, reference: Any) -> None:
    with pytest.raises(ir.MLIRError) as failure:
        reference_text(invalid.text, reference)
    words = (invalid.error or "").removeprefix("'").partition("' op ")[2] or invalid.error or ""
    assert (words in str(failure.value)) is not invalid.reference_differs
