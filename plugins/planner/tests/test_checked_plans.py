"""`bufferize check --plan`: plans are run, and a buffer that loses its bytes is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import bufferize_planner.passes
from bufferize.interfaces import FunctionOpInterface
from bufferize_planner import FunctionLifetimes, ModuleUses, lifetimes
from bufferize_tools import tool

TURNED = """\
func.func @turned(%x: tensor<2x3xf32>, %i: index) -> f32 {
  %e = tensor.empty() : tensor<3x2xf32>
  %f = tensor.empty() : tensor<2x3xf32>
  %a = linalg.transpose ins(%x : tensor<2x3xf32>) outs(%e : tensor<3x2xf32>) permutation = [1, 0]
  %b = linalg.transpose ins(%a : tensor<3x2xf32>) outs(%f : tensor<2x3xf32>) permutation = [1, 0]
  %s = tensor.extract %a[%i, %i] : tensor<3x2xf32>
  %t = tensor.extract %b[%i, %i] : tensor<2x3xf32>
  %r = arith.addf %s, %t : f32
  return %r : f32
}
"""
DYNAMIC = TURNED.replace("2x3", "?x3").replace("3x2", "3x?")
DYNAMIC = DYNAMIC.replace("tensor.empty()", "tensor.empty(%d)").replace(
    "  %e =",
    "  %c0 = arith.constant 0 : index\n  %d = tensor.dim %x, %c0 : tensor<?x3xf32>\n  %e =",
)
Check = Callable[..., tuple[int, str, str]]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Check:
    """`check(arguments…)` of the program above, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("in.mlir").write_text(TURNED)

    def check_(*argv: str) -> tuple[int, str, str]:
        status = tool.main(["check", "--plan", "--inputs=2", "--orders=0", *argv, "in.mlir"])
        return status, *capfd.readouterr()

    return check_


def test_plans_that_are_right(check: Check) -> None:
    status, said, problems = check()
    assert (status, problems) == (0, "")
    assert said == "1 functions called, 6 calls compared: all the same\n"


def test_plans_of_dynamic_sizes(check: Check) -> None:
    Path("in.mlir").write_text(DYNAMIC)
    assert check() == (0, "1 functions called, 6 calls compared: all the same\n", "")


@pytest.mark.parametrize("text", [TURNED, DYNAMIC])
@pytest.mark.parametrize(
    "pipeline",
    [(), ("--pass-pipeline=builtin.module(one-shot-bufferize{bufferize-function-boundaries})",)],
)
def test_lifetimes_that_are_too_short(
    check: Check, pipeline: tuple[str, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("in.mlir").write_text(text)

    def too_short(
        function: FunctionOpInterface, uses: ModuleUses, dynamic: bool
    ) -> FunctionLifetimes:
        found = lifetimes(function, uses, dynamic)
        planned = [
            replace(each, buffer=replace(each.buffer, upper=each.buffer.lower + 1))
            for each in found.planned
        ]
        return replace(found, planned=planned)

    monkeypatch.setattr(bufferize_planner.passes, "lifetimes", too_short)
    status, _, problems = check("--no-reduce", *pipeline)
    assert status == 1
    assert "'memref.load' uses bytes that another buffer has taken" in problems


def test_tools_are_not_planned(check: Check) -> None:
    assert check("--tool=cat")[::2] == (1, "error: --plan is for pipelines: leave out --tool\n")
