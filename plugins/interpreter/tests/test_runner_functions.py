"""The printing functions of MLIR's runner libraries, also compared with the libraries."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest

import bufferize
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Trap
from bufferize_interpreter.native import run_native
from bufferize_interpreter.runner_functions import without_layout
from bufferize_interpreter.validation import Validator
from bufferize_interpreter.validation.variants import PipelineVariant

BUFFERS = {
    "printMemrefF32": (
        "dense<[[1.0, 2.5, -0.0], [1.0e20, 0xffc00000, 0x7f800000]]>",
        "2x3x",
        "f32",
    ),
    "printMemrefF64": ("dense<[[[1.0, 2.5], [123456789.123, 4.0]]]>", "1x2x2x", "f64"),
    "printMemrefF16": ("dense<[-65.1, 66.0, 0.1]>", "3x", "f16"),
    "printMemrefBF16": ("dense<[-65.1, 66.0, 0.1]>", "3x", "bf16"),
    "printMemrefI8": ("dense<[65, 66, 48]>", "3x", "i8"),
    "printMemrefI16": ("dense<[-65, 66]>", "2x", "i16"),
    "printMemrefI32": ("dense<[[[[1, -2]], [[3, 300000]]]]>", "1x2x1x2x", "i32"),
    "printMemrefI64": ("dense<-7>", "", "i64"),
    "printMemrefInd": ("dense<[-65, 66]>", "2x", "index"),
    "printMemrefC32": ("dense<[(1.0, 2.0), (0.5, -1.0)]>", "2x", "complex<f32>"),
    "printMemrefC64": ("dense<[(1.0, 2.0)]>", "1x", "complex<f64>"),
    "printMemrefShapeF32": ("dense<1.0>", "2x1x", "f32"),
    "printMemrefShapeInd": ("dense<1>", "3x", "index"),
}
RANKED = {
    "printMemref0dF32": ("dense<3.5>", "", "f32"),
    "printMemref1dI32": ("dense<[1, -2]>", "2x", "i32"),
    "printMemref2dF32": ("dense<1.5>", "2x2x", "f32"),
}
NUMBERS = """
  %f = arith.constant 1.5 : f32
  %nan = arith.constant 0xffc00000 : f32
  %d = arith.constant 123456789.125 : f64
  %i = arith.constant -7 : i64
  call @printOpen() : () -> ()
  call @printF32(%f) : (f32) -> ()
  call @printComma() : () -> ()
  call @printF32(%nan) : (f32) -> ()
  call @printComma() : () -> ()
  call @printF64(%d) : (f64) -> ()
  call @printComma() : () -> ()
  call @printI64(%i) : (i64) -> ()
  call @printComma() : () -> ()
  call @printU64(%i) : (i64) -> ()
  call @printClose() : () -> ()
  call @printNewline() : () -> ()
"""


def program() -> str:
    """Return a program that calls all of the functions."""
    declared = ["printF32(f32)", "printF64(f64)", "printI64(i64)", "printU64(i64)"]
    declared += ["printOpen()", "printClose()", "printComma()", "printNewline()"]
    lines = [f"func.func private @{each}" for each in declared]
    body = [NUMBERS]
    for number, (name, constant) in enumerate([*BUFFERS.items(), *RANKED.items()]):
        value, shape, element = constant
        type = f"memref<{shape}{element}>"
        lines.append(f'memref.global "private" constant @g{number} : {type} = {value}')
        body.append(f"  %{number} = memref.get_global @g{number} : {type}")
        given, passed = f"%{number}", type
        if name in BUFFERS:
            given, passed = f"%u{number}", f"memref<*x{element}>"
            body.append(f"  {given} = memref.cast %{number} : {type} to {passed}")
        lines.append(f"func.func private @{name}({passed}) attributes {{llvm.emit_c_interface}}")
        body.append(f"  call @{name}({given}) : ({passed}) -> ()")
    return "\n".join([*lines, "func.func @main() {", *body, "  return\n}"])


def printed(text: str, *arguments: Any) -> str:
    output = io.StringIO()
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    Machine(module, context, output=output).run("main", arguments)
    return output.getvalue()


def test_what_is_printed() -> None:
    found = printed(program())
    assert found.startswith("( 1.5, -nan, 1.23457e+08, -7, 18446744073709551609 )\n")
    assert "strides = [3, 1] data = \n[[1,   2.5,   -0], \n [1e+20,   -nan,   inf]]\n" in found
    assert "rank = 0 offset = 0 sizes = [] strides = [] data = \n[-7]\n" in found
    assert "\n[A,  B,  0]\n" in found
    assert found.count("data = ") == len(BUFFERS) + len(RANKED) - 2  # two print shapes only
    assert len(re.findall(r"^Unranked Memref base@ = 0x[0-9a-f]+ rank = \d", found, re.M)) == 13


@pytest.mark.reference
def test_the_same_as_the_libraries() -> None:
    output = io.StringIO()
    module = bufferize.parse(program(), bufferize.Context())
    run_native(module, "main", [], output=output)
    addresses = re.compile("0x[0-9a-f]+")
    assert addresses.sub("0x", printed(program())) == addresses.sub("0x", output.getvalue())


VIEW = """
func.func private @printMemrefF32(memref<*xf32>)
func.func @main(%v: f32) {
  %i = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  %b = memref.subview %a[1] [SIZE] [2] : memref<4xf32> to memref<SIZExf32, strided<[2], offset: 1>>
  %c = memref.cast %b : memref<SIZExf32, strided<[2], offset: 1>> to memref<*xf32>
  call @printMemrefF32(%c) : (memref<*xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  return
}
"""


def test_a_view() -> None:
    found = printed(VIEW.replace("SIZE", "1"), 2.0)
    assert "rank = 1 offset = 1 sizes = [1] strides = [2] data = \n[2]\n" in found
    with pytest.raises(Trap, match="undefined"):
        printed(VIEW.replace("SIZE", "2"), 2.0)


TENSOR = """
func.func private @printMemrefF32(tensor<*xf32>)
func.func @main(%t: tensor<4x4xf32>) {
  %s = tensor.extract_slice %t[1, 1] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %u = tensor.cast %s : tensor<2x2xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
"""


def test_layouts_are_not_compared() -> None:
    """Bufferized, the program prints another address and other strides."""
    context = bufferize.Context()
    module = bufferize.parse(TENSOR, context)
    text = "one-shot-bufferize{bufferize-function-boundaries=true}"
    variant = PipelineVariant(text, pipeline_from_text(text, context))
    result = Validator(module, context, inputs=2).run([variant])
    assert result.calls == 2
    assert not result.findings
    line = "Unranked Memref base@ = 0x10 rank = 1 offset = 3 sizes = [2] strides = [1] data = \n[1]"
    assert without_layout(line) == "Unranked Memref base@ =  rank = 1  sizes = [2]  data = \n[1]"


def test_functions_of_ones_own_come_first() -> None:
    context = bufferize.Context()
    text = "func.func private @printNewline()\nfunc.func @main() {\ncall @printNewline() : () -> ()\nreturn\n}"
    called: list[bool] = []

    def own() -> tuple[()]:
        called.append(True)
        return ()

    machine = Machine(bufferize.parse(text, context), context, externals={"printNewline": own})
    machine.run("main", [])
    assert called == [True]
