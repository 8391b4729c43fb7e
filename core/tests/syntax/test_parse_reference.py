"""What is parsed and printed means the same to MLIR's own tool as the text that was read."""

from __future__ import annotations

import pytest

from bufferize.define import DialectContext
from bufferize.diagnostics import ParseError
from bufferize.syntax import parse_module, print_module
from bufferize_testing import run_reference

pytestmark = pytest.mark.reference


def reference(text: str) -> str | None:
    """The generic form of a text, None if the reference rejects it."""
    run = run_reference(text, "--mlir-print-op-generic")
    return run.stdout if run.returncode == 0 else None


ATTRIBUTES = [
    "unit",
    "[true, false, -1, 0xFF, 5 : i8, 255 : ui8, -128 : si8, 5 : index, 1 : i128]",
    "[1.5, -0.0 : f32, 0x7FC00000 : f32, 1.0e10 : f16, 0.1 : bf16, 2. : f80, 3.5 : tf32]",
    "[1.5 : f8E4M3FN, 0x01 : f8E8M0FNU, 0.1 : f128]",
    r'["\00\FF\22", "tab\t", "é", "" : i32]',
    '[@a, @"b c"::@d]',
    '{b = {c}, "a b" = 1, i32 = 2, true = 3}',
    "[array<i64>, array<i8: -1, 255>, array<i1: true>, array<f64: 1.5>]",
    "[dense<1> : tensor<4xi32>, dense<[[1, 2], [3, 4]]> : tensor<2x2xi4>]",
    "[dense<[true, false, true]> : tensor<3xi1>, dense<true> : tensor<9xi1>]",
    "[dense<[1.5, 0x7F800000]> : tensor<2xf32>, dense<[1, 2]> : vector<2xindex>]",
    "[dense<(1, 2)> : tensor<2xcomplex<i8>>, dense<[(1.5, 2.5)]> : tensor<1xcomplex<f32>>]",
    'dense<"0x010203"> : tensor<3xi8>',
    'dense<["a", "b"]> : tensor<2x!unknown.string>',
    "sparse<[[0, 1], [1, 0]], [5, 6]> : tensor<2x2xi32>",
    '[memref<4x?xf32, strided<[?, 1], offset: 3>, 2>, memref<*xi8, "space">]',
    "memref<4x4xf32, affine_map<(d0, d1)[s0] -> (d0 * 4 + d1 floordiv 2 - s0 mod 3)>>",
    '[vector<[4]x2xf32>, tensor<?x2xf32, "enc">, tensor<*xindex>, tuple<i1, none>]',
    "((i32, f32) -> (), () -> ((i1) -> i1)) -> (i32, i32)",
    "[affine_map<(i, j)[s] -> (i + j * s, -i, i ceildiv 4, 7)>, affine_map<() -> ()>]",
    "affine_set<(d0, d1)[s0] : (d0 - d1 >= 0, d0 + s0 == 0, 10 - d1 >= 0)>",
    "[distinct[0]<1>, distinct[1]<1>, distinct[0]<1>]",
    '[#unknown.attr<[1], "x">, #unknown<"a b"> : i32, !unknown.type<a -> b>]',
    'loc(fused<"pass">["f":1:2 to 3:4, "n"("g":5:6), callsite(unknown at "h")])',
]


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_attributes_survive(attribute: str) -> None:
    text = f'"x.op"() {{a = {attribute}}} : () -> ()'
    ours = print_module(parse_module(text, DialectContext(allow_unregistered_dialects=True)))
    expected = reference(text)
    assert expected is not None
    assert reference(ours) == expected


REJECTED = [
    "300 : i8",
    "-0 : i8",
    "1 : f32",
    "1.0 : i32",
    "{a = 1, a = 2}",
    "array<i8: 300>",
    "array<index: 1>",
    "dense<[1, 2]> : tensor<3xi32>",
    "dense<> : tensor<2xi32>",
    "dense<1.0> : tensor<2xi32>",
    "dense<true> : tensor<2xi8>",
    'dense<"0x12"> : tensor<4xi32>',
    "tensor<4xtensor<4xf32>>",
    "memref<4xf32, 1, 2>",
    "vector<0xf32>",
    "vector<?xf32>",
    "complex<index>",
    "i16777216",
    "affine_map<(d0, d1) -> (d0 * d1)>",
    "affine_map<(d0) -> (d1)>",
    "affine_map<(d0, d0) -> (d0)>",
    r'"\q"',
    "@1",
    "memref<4xf32, strided<[1, 2]>>",
    "sparse<[[9]], [5]> : tensor<4xi32>",
]


@pytest.mark.parametrize("attribute", REJECTED)
def test_both_reject(attribute: str) -> None:
    text = f'"x.op"() {{a = {attribute}}} : () -> ()'
    with pytest.raises(ParseError):
        parse_module(text, DialectContext(allow_unregistered_dialects=True))
    assert reference(text) is None
