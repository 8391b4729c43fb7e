"""Every operation is printed as it was read, a stray attribute included, and as mlir-opt prints it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bufferize_linalg.ops import LINALG
from bufferize_testing import reference_output

Reprint = Callable[..., str]


def read_samples(file: str) -> dict[str, str]:
    """Programs by the name in their first line; `foo` in them is an attribute of no operation."""
    text = (Path(__file__).parent / "samples" / file).read_text(encoding="utf-8")
    parts = [part.partition("\n") for part in text.split("// -----\n")]
    return {title.removeprefix("// "): program for title, _, program in parts}


NAMED_SAMPLES = read_samples("named.mlir")
ALL_SAMPLES = {
    **NAMED_SAMPLES,
    **read_samples("structured.mlir"),
    **read_samples("not_in_reference.mlir"),
}


def test_every_operation_has_a_sample() -> None:
    text = "\n".join(ALL_SAMPLES.values())
    missing = [m for m in LINALG.op_mnemonics if f"linalg.{m} " not in text]
    assert not missing


@pytest.mark.parametrize("name", ALL_SAMPLES)
def test_custom_form(name: str, reprint: Reprint) -> None:
    printed = reprint(ALL_SAMPLES[name])
    assert reprint(printed) == printed
    assert printed.count("foo = 1 : i32") == ALL_SAMPLES[name].count("foo = 1 : i32")
    assert '"linalg.' not in printed


@pytest.mark.parametrize("name", ALL_SAMPLES)
def test_generic_form(name: str, reprint: Reprint) -> None:
    generic = reprint(ALL_SAMPLES[name], generic=True)
    assert reprint(generic, generic=True) == generic
    assert reprint(generic) == reprint(ALL_SAMPLES[name])


def line(text: str, op: str) -> str:
    return next(row.strip() for row in text.splitlines() if op in row)


CUSTOM = {
    "conv_1d_nwc_wcf": "%0 = linalg.conv_1d_nwc_wcf {dilations = dense<3> : tensor<1xi64>, "
    "foo = 1 : i32, strides = dense<2> : tensor<1xi64>} "
    "ins(%arg0, %arg1 : tensor<3x19x5xf32>, tensor<5x5x3xf32>) "
    "outs(%arg2 : tensor<3x4x3xf32>) -> tensor<3x4x3xf32>",
    "fill": "%0 = linalg.fill {foo = 1 : i32} ins(%arg0 : f32) outs(%arg1 : tensor<4x?xf32>) "
    "-> tensor<4x?xf32>",
}


@pytest.mark.parametrize("name", CUSTOM)
def test_exact_text(name: str, reprint: Reprint) -> None:
    assert line(reprint(NAMED_SAMPLES[name]), "linalg.") == CUSTOM[name]


def test_results_are_named(reprint: Reprint) -> None:
    assert "%mapped_0 = linalg.map" in reprint(ALL_SAMPLES["map"])
    assert "%reduced = linalg.reduce" in reprint(ALL_SAMPLES["reduce"])
    assert "%transposed = linalg.transpose" in reprint(ALL_SAMPLES["transpose"])
    assert "%broadcasted = linalg.broadcast" in reprint(ALL_SAMPLES["broadcast"])
    assert "%pack_1 = linalg.pack" in reprint(ALL_SAMPLES["pack"])
    assert "%unpack = linalg.unpack" in reprint(ALL_SAMPLES["unpack"])


def test_arguments_are_named(reprint: Reprint) -> None:
    assert "^bb0(%in: f32, %in_0: f32, %out: f32):" in reprint(ALL_SAMPLES["generic"])
    assert "(%in: f32, %in_2: i32, %init: f32, %init_3: i32)" in reprint(ALL_SAMPLES["reduce"])


def test_short_forms(reprint: Reprint) -> None:
    printed = reprint(ALL_SAMPLES["map"])
    assert "linalg.map { arith.addf } ins(" in printed
    assert "linalg.map { arith.addf {fastmath = #arith.fastmath<fast>} } ins(" in printed
    assert "linalg.map { math.exp } ins(" in printed
    printed = reprint(ALL_SAMPLES["reduce"])
    assert printed.count("linalg.reduce { arith.addf } ins(") == 1


def test_properties_in_angle_brackets(reprint: Reprint) -> None:
    text = NAMED_SAMPLES["copy"].replace(
        "linalg.copy ", "linalg.copy <{cast = #linalg.type_fn<cast_unsigned>}> "
    )
    assert "{cast = #linalg.type_fn<cast_unsigned>, foo = 1 : i32}" in reprint(text)
    text = NAMED_SAMPLES["copy"].replace("linalg.copy ", "linalg.copy <{bar = 2 : i32}> ")
    assert "bar" not in reprint(text, generic=True)  # no property of the op


def test_memoized_maps_are_left_out(reprint: Reprint) -> None:
    text = NAMED_SAMPLES["matvec"].replace("foo = 1 : i32", "linalg.memoized_indexing_maps = []")
    assert "linalg.matvec ins(" in reprint(text)
    assert "{linalg.memoized_indexing_maps = []}" in reprint(text, generic=True)


def test_default_maps_are_left_out(reprint: Reprint) -> None:
    text = """
func.func @f(%a: memref<2x2xf32>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
      affine_map<(m, n, k) -> (m, n)>] ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>)
      outs(%a : memref<2x2xf32>)
  linalg.elementwise kind = #linalg.elementwise_kind<exp>
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>]
      ins(%a : memref<2x2xf32>) outs(%a : memref<2x2xf32>)
  return
}
"""
    printed = reprint(text)
    assert "indexing_maps" not in printed
    assert "linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(" in printed
    assert reprint(text, generic=True).count("indexing_maps") == 2


def test_trait_given_by_an_alias(reprint: Reprint) -> None:
    text = """
#trait = {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"], foo = 1 : i32}
func.func @f(%a: memref<2xf32>) {
  linalg.generic #trait outs(%a : memref<2xf32>) {
  ^bb0(%x: f32):
    linalg.yield %x : f32
  }
  return
}
"""
    assert "outs(%arg0 : memref<2xf32>) attrs =  {foo = 1 : i32} {" in reprint(text)


def test_old_name_of_tensor_empty(reprint: Reprint) -> None:
    text = """
func.func @f(%n: index) -> tensor<?x4xf32> {
  %0 = linalg.init_tensor [%n, 4] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""
    assert "tensor.empty(%arg0) : tensor<?x4xf32>" in reprint(text)


SEPARATOR = "// -----\n"


def modules(text: str) -> list[str]:
    """The parts of a text, without their comments."""
    parts = [re.sub(r"^// .*\n", "", part, flags=re.MULTILINE) for part in text.split(SEPARATOR)]
    return [part.strip() for part in parts]


def without_cache(text: str) -> str:
    """Without the attribute that the reference's verifier leaves behind, and without aliases."""
    maps = dict(re.findall(r"^(#map\d*) = (.*)$", text, flags=re.MULTILINE))
    text = re.sub(r"^#map.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"#map\d*\b", lambda m: maps[m.group()], text)
    text = re.sub(r",? ?linalg\.memoized_indexing_maps = \[[^\]]*\]", "", text)
    return re.sub(r" \{\} :", " :", text).strip()


@pytest.mark.reference
@pytest.mark.parametrize("file", ["named.mlir", "structured.mlir"])
def test_same_as_reference(file: str, reprint: Callable[..., str]) -> None:
    text = (Path(__file__).parent / "samples" / file).read_text(encoding="utf-8")
    programs = modules(text)
    custom = [reprint(program) for program in programs]
    generic = [reprint(program, generic=True) for program in programs]

    expected = modules(reference_output(text, "--split-input-file"))
    expected_generic = reference_output(text, "--split-input-file", "--mlir-print-op-generic")
    read_back = reference_output(
        SEPARATOR.join(custom), "--split-input-file", "--mlir-print-op-generic"
    )
    assert read_back == expected_generic

    for ours, theirs in zip(custom, expected, strict=True):
        assert ours.strip() == theirs
    for ours, theirs in zip(generic, modules(expected_generic), strict=True):
        assert without_cache(ours) == without_cache(theirs)
