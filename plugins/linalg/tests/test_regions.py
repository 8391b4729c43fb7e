"""The bodies of named operations, which only the generic form shows."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bufferize_linalg.table import SPECS

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
