"""The named operations: their table, their bodies, and how they are built in Python."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import bufferize
from bufferize import Context, parse, print_module
from bufferize.diagnostics import VerifyError
from bufferize.interfaces import CopyOpInterface
from bufferize.ir import (
    F32,
    I32,
    AffineMap,
    Block,
    MemRefType,
    RankedTensorType,
    UnregisteredOp,
    verify,
)
from bufferize.syntax import PrintOptions
from bufferize_linalg import table
from bufferize_linalg.bodies import BODIES
from bufferize_linalg.contraction_rules import is_contraction_body
from bufferize_linalg.dialect import TypeFnAttr
from bufferize_linalg.ops import LINALG
from bufferize_linalg.ops_named import NamedOp, named_op
from bufferize_linalg.structured import LinalgOpInterface
from bufferize_linalg.table import SPECS


def test_matmul(context: Context) -> None:
    matrix = RankedTensorType((4, 4), F32)
    lhs, rhs, out = Block([matrix] * 3).arguments
    op = named_op(context, "matmul", [lhs, rhs], [out])
    assert isinstance(op, LinalgOpInterface)
    assert op.results[0].type is matrix
    assert op.tied_operand(op.results[0]) is op.op_operands[2]
    assert is_contraction_body(op.body)
    assert verify(op) == []


def test_buffers_have_no_results(context: Context) -> None:
    source, target = Block([MemRefType((4,), I32), MemRefType((4,), F32)]).arguments
    cast = {"cast": TypeFnAttr.of("cast_unsigned")}
    op = named_op(context, "copy", [source], [target], cast)
    assert not op.results
    assert [nested.name for nested in op.regions[0].entry.ops] == ["arith.uitofp", "linalg.yield"]


def test_unfit_operands(context: Context) -> None:
    (values,) = Block([MemRefType((4,), I32)]).arguments
    with pytest.raises(VerifyError, match=r"'linalg\.exp' op 'exp' is not defined"):
        named_op(context, "exp", [values], [values])
    with pytest.raises(VerifyError, match="takes 2 inputs and 1 output, got 1 and 1"):
        named_op(context, "add", [values], [values])


TEXT = """
func.func @f(%a: memref<2x2xi8>, %b: memref<2x2xi32>) {
  linalg.matmul ins(%a, %a : memref<2x2xi8>, memref<2x2xi8>) outs(%b : memref<2x2xi32>)
  return
}
"""


def test_bodies_without_the_plugin_of_arith() -> None:
    context = Context(block=["arith"])
    module = parse(TEXT, context)
    assert verify(module) == []
    bodies = [op for op in module.walk() if op.name.startswith("arith.")]
    assert [op.name for op in bodies] == ["arith.extsi", "arith.extsi", "arith.muli", "arith.addi"]
    assert all(isinstance(op, UnregisteredOp) for op in bodies)
    assert '"arith.extsi"(%arg2) : (i8) -> i32' in print_module(module, PrintOptions(generic=True))
    assert "linalg.matmul ins(%arg0, %arg0 :" in print_module(module)


Reprint = Callable[..., str]

FAST = "<{fastmath = #arith.fastmath<none>}>"
WRAP = "<{overflowFlags = #arith.overflow<none>}>"


def program(mnemonic: str, element: str = "f32", output: str = "") -> str:
    """A function with one operation on memrefs of dynamic extents."""
    spec = SPECS[mnemonic]
    ranks = [len(letters.strip(".")) for letters in spec.operands.split()] or [1, 1, 1, 1]
    ranks = ranks[: spec.num_inputs] + ranks[-1:]
    if spec.num_windows:
        ranks[0] -= spec.num_windows
    types = [f"memref<{'?x' * rank}{element}>" if rank else element for rank in ranks]
    if mnemonic == "select":
        types[0] = "memref<?xi1>"
    types[-1] = types[-1].replace(element, output or element)
    names = [f"%v{i}" for i in range(len(types))]
    arguments = ", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))
    return (
        f"func.func @f({arguments}) {{\n  linalg.{mnemonic} "
        f"ins({', '.join(names[:-1])} : {', '.join(types[:-1])}) outs({names[-1]} : {types[-1]})\n"
        "  return\n}\n"
    )


RANDOM = """
func.func @f(%low: f64, %high: f64, %seed: i32, %out: memref<?x?xf32>) {
  linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%out : memref<?x?xf32>)
  return
}
"""


def body(generic: str) -> list[str]:
    """The operations of the first body, values written as `_`, without the yield's operands."""
    rows = [row.strip() for row in generic.splitlines()]
    start = next(i for i, row in enumerate(rows) if '"linalg.' in row)
    stop = next(i for i, row in enumerate(rows) if row.startswith('"linalg.yield"'))
    return [re.sub(r"%\w+", "_", row) for row in rows[start + 2 : stop]]


CONTRACTIONS = {
    "f32": [
        f'_ = "arith.mulf"(_, _) {FAST} : (f32, f32) -> f32',
        f'_ = "arith.addf"(_, _) {FAST} : (f32, f32) -> f32',
    ],
    "i32": [
        f'_ = "arith.muli"(_, _) {WRAP} : (i32, i32) -> i32',
        f'_ = "arith.addi"(_, _) {WRAP} : (i32, i32) -> i32',
    ],
    "i1": [
        '_ = "arith.andi"(_, _) : (i1, i1) -> i1',
        '_ = "arith.ori"(_, _) : (i1, i1) -> i1',
    ],
    "complex<f32>": [
        f'_ = "complex.mul"(_, _) {FAST} : (complex<f32>, complex<f32>) -> complex<f32>',
        f'_ = "complex.add"(_, _) {FAST} : (complex<f32>, complex<f32>) -> complex<f32>',
    ],
}


@pytest.mark.parametrize("element", CONTRACTIONS)
def test_contraction(element: str, reprint: Reprint) -> None:
    generic = reprint(program("matvec", element), generic=True)
    assert body(generic) == CONTRACTIONS[element]


def test_quantized_contraction(reprint: Reprint) -> None:
    generic = reprint(program("quantized_matmul", "i32"), generic=True)
    binary = "(i32, i32) -> i32"
    assert body(generic) == [
        f'_ = "arith.subi"(_, _) {WRAP} : {binary}',
        f'_ = "arith.subi"(_, _) {WRAP} : {binary}',
        f'_ = "arith.muli"(_, _) {WRAP} : {binary}',
        f'_ = "arith.addi"(_, _) {WRAP} : {binary}',
    ]


@pytest.mark.parametrize(
    ("mnemonic", "element", "op"),
    [
        ("exp", "f32", "math.exp"),
        ("abs", "f64", "math.absf"),
        ("negf", "bf16", "arith.negf"),
        ("add", "i32", "arith.addi"),
        ("add", "i1", "arith.ori"),
        ("div", "i8", "arith.divsi"),
        ("div_unsigned", "i8", "arith.divui"),
        ("max", "f32", "arith.maximumf"),
        ("min", "i32", "arith.minsi"),
        ("powf", "f32", "math.powf"),
        ("select", "index", "arith.select"),
        ("pooling_nwc_sum", "i32", "arith.addi"),
        ("pooling_nwc_max_unsigned", "i32", "arith.maxui"),
        ("pooling_nwc_min", "f32", "arith.minimumf"),
    ],
)
def test_single_operation(mnemonic: str, element: str, op: str, reprint: Reprint) -> None:
    generic = reprint(program(mnemonic, element), generic=True)
    (row,) = body(generic)
    assert f'"{op}"' in row


def test_square_and_reciprocal(reprint: Reprint) -> None:
    assert body(reprint(program("square"), generic=True)) == CONTRACTIONS["f32"][:1]
    assert body(reprint(program("reciprocal"), generic=True)) == [
        '_ = "arith.constant"() <{value = 1.000000e+00 : f32}> : () -> f32',
        f'_ = "arith.divf"(_, _) {FAST} : (f32, f32) -> f32',
    ]


CASTS = [
    ("f32", "f64", "extf", "extf"),
    ("f64", "f16", "truncf", "truncf"),
    ("i8", "i32", "extsi", "extui"),
    ("i32", "i8", "trunci", "trunci"),
    ("i8", "f32", "sitofp", "uitofp"),
    ("f32", "i8", "fptosi", "fptoui"),
    ("index", "i32", "index_cast", "index_cast"),
]


@pytest.mark.parametrize(("source", "target", "signed", "unsigned"), CASTS)
def test_casts(source: str, target: str, signed: str, unsigned: str, reprint: Reprint) -> None:
    for attribute, op in (("", signed), ("{cast = #linalg.type_fn<cast_unsigned>} ", unsigned)):
        text = f"""
func.func @f(%a: memref<4x{source}>, %b: memref<4x{target}>) {{
  linalg.copy {attribute}ins(%a : memref<4x{source}>) outs(%b : memref<4x{target}>)
  return
}}
"""
        (row,) = body(reprint(text, generic=True))
        assert f'"arith.{op}"' in row


def test_cast_to_complex(reprint: Reprint) -> None:
    text = """
func.func @f(%a: memref<4xi8>, %b: memref<4xcomplex<f32>>) {
  linalg.copy ins(%a : memref<4xi8>) outs(%b : memref<4xcomplex<f32>>)
  return
}
"""
    assert body(reprint(text, generic=True)) == [
        '_ = "arith.sitofp"(_) : (i8) -> f32',
        '_ = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32',
        '_ = "complex.create"(_, _) : (f32, f32) -> complex<f32>',
    ]


def test_random_numbers(reprint: Reprint) -> None:
    rows = body(reprint(RANDOM, generic=True))
    assert len(rows) == 28
    assert rows[2] == '_ = "linalg.index"() <{dim = 1 : i64}> : () -> index'
    assert rows[-1] == '_ = "arith.truncf"(_) : (f64) -> f32'


def test_fill_only_yields(reprint: Reprint) -> None:
    text = """
func.func @f(%value: f32, %out: memref<?xf32>) {
  linalg.fill ins(%value : f32) outs(%out : memref<?xf32>)
  return
}
"""
    assert body(reprint(text, generic=True)) == []


def maps(mnemonic: str, *window: tuple[int, ...]) -> list[str]:
    spec = SPECS[mnemonic]
    return [str(m) for m in table.indexing_maps(spec.loops, spec.operands, *window)]


def test_maps_of_a_matmul() -> None:
    assert maps("vecmat") == ["(d0, d1) -> (d1)", "(d0, d1) -> (d1, d0)", "(d0, d1) -> (d0)"]


def test_maps_of_a_convolution() -> None:
    domain = "(d0, d1, d2, d3, d4, d5, d6)"
    assert maps("conv_2d_nhwc_hwcf_q", (2, 3), (1, 4)) == [
        f"{domain} -> (d0, d1 * 2 + d4, d2 * 3 + d5 * 4, d6)",
        f"{domain} -> (d4, d5, d6, d3)",
        f"{domain} -> ()",
        f"{domain} -> ()",
        f"{domain} -> (d0, d1, d2, d3)",
    ]


def test_windows_are_numbered_in_the_order_of_the_image() -> None:
    image = maps("pooling_nchw_max", (5, 7), (11, 13))[0]
    assert image == "(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 5 + d4 * 11, d3 * 7 + d5 * 13)"


def test_iterators() -> None:
    assert table.iterator_types("nwC") == ("parallel", "parallel", "reduction")


@pytest.mark.parametrize("mnemonic", SPECS)
def test_entry_is_consistent(mnemonic: str) -> None:
    spec = SPECS[mnemonic]
    assert spec.body in BODIES
    if not spec.loops:
        assert not spec.operands
        return
    assert len(set(spec.loops)) == len(spec.loops)
    assert set(spec.operands) - {" ", "."} == set(spec.loops)
    operands = spec.operands.split()
    assert len(operands) == spec.num_inputs + 1
    output = operands[-1]
    assert set(output) - {"."} == {letter for letter in spec.loops if letter.islower()}


def test_only_windows_with_attributes_count() -> None:
    assert SPECS["conv_2d"].num_windows == 0
    assert SPECS["conv_2d"].is_convolution
    assert SPECS["pooling_ndhwc_sum"].num_windows == 3
    assert SPECS["matvec"].num_windows == 0


def test_classes_are_made_once() -> None:
    first = LINALG.op_class("mmt4d")
    assert first is LINALG.op_class("mmt4d")
    assert first is not None
    assert issubclass(first, NamedOp)
    assert first.name == "linalg.mmt4d"
    assert first.__name__ == "Mmt4dOp"


def test_every_declaration_holds() -> None:
    LINALG.check()


def test_elementwise_maps_treat_rank_zero_as_scalar() -> None:
    identity = AffineMap.identity(2)
    assert table.indexing_maps("ij", ". ij") == (AffineMap(2, 0, ()), identity)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("memref.copy %x, %y : memref<4xf32> to memref<4xf32>", "argument"),
        ("linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)", "argument"),
        ("%z = bufferization.clone %x : memref<4xf32> to memref<4xf32>", "result"),
    ],
)
def test_source_and_target(text: str, target: str) -> None:
    context = bufferize.Context()
    module = bufferize.parse(
        f"func.func @f(%x: memref<4xf32>, %y: memref<4xf32>) {{\n{text}\nreturn\n}}", context
    )
    (copy,) = (op for op in module.walk() if isinstance(op, CopyOpInterface))
    function = module.regions[0].blocks[0].first_op
    assert function is not None
    x, y = function.regions[0].blocks[0].arguments
    assert copy.copy_source is x
    assert copy.copy_target is (y if target == "argument" else copy.results[0])
