"""What is told on stderr about the time and the work of passes, and limits to it."""

from __future__ import annotations

import re

from plugins.tools.tests.conftest import RunTool

CONFLICT = """\
func.func @f(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<8xf32>
  %2 = tensor.extract %t[%i] : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, f32
}
"""
BOUNDARIES = "--one-shot-bufferize=bufferize-function-boundaries"


def test_timing(run: RunTool) -> None:
    result = run("--mlir-timing", "--cse", text="module {}")
    assert "... Execution time report ..." in result.err
    for name in ("Parser", "cse", "Output", "Rest", "Total"):
        assert f"%)  {name}\n" in result.err


def test_timing_of_bufferization(run: RunTool) -> None:
    err = run("--mlir-timing", BOUNDARIES, text=CONFLICT).err
    steps = [line.split(")  ")[-1] for line in err.splitlines() if "%)    " in line]
    assert steps == ["  analysis", "  copy insertion", "  rewrite"]
    for count, name in ((4, "reads"), (1, "writes"), (1, "candidates"), (2, "largest-class")):
        assert re.search(rf"^ +\(S\) {count} analysis-{name} ", err, re.M)


def test_timing_as_a_list_is_sorted_by_time(run: RunTool) -> None:
    err = run("--mlir-timing", "--mlir-timing-display=list", BOUNDARIES, text=CONFLICT).err
    rows = [line.split() for line in err.splitlines() if "%)" in line]
    assert "(S)" not in err
    assert {"analysis", "rewrite"} <= {row[-1] for row in rows}
    assert [row[-1] for row in rows[-2:]] == ["Rest", "Total"]
    seconds = [float(row[0]) for row in rows[:-2]]
    assert seconds == sorted(seconds, reverse=True)


def test_statistics(run: RunTool) -> None:
    # The format is that of mlir-opt.
    result = run("--mlir-pass-statistics", BOUNDARIES, "--canonicalize", "--cse", text=CONFLICT)
    expected = """\
===-------------------------------------------------------------------------===
                         ... Pass statistics report ...
===-------------------------------------------------------------------------===
OneShotBufferizePass
"""
    assert result.err.startswith(expected)
    assert result.err.endswith(
        """\
  (S) 1 num-buffer-alloc        - Number of buffer allocations
  (S) 0 num-buffer-dealloc      - Number of buffer deallocations
  (S) 3 num-tensor-in-place     - Number of in-place tensor OpOperands
  (S) 1 num-tensor-out-of-place - Number of out-of-place tensor OpOperands
Canonicalizer
CSE
  (S) 0 num-cse'd - Number of operations CSE'd
  (S) 0 num-dce'd - Number of operations DCE'd

"""
    )


def test_a_refused_program_has_no_statistics(run: RunTool) -> None:
    # As in mlir-opt, which counts for the pass only once it has succeeded.
    text = CONFLICT.replace("  return", '  "test.unknown"(%t) : (tensor<8xf32>) -> ()\n  return')
    flags = ("--allow-unregistered-dialect", "--mlir-pass-statistics", BOUNDARIES)
    result = run(*flags, text=text)
    assert result.status == 1
    assert "(S) 0 num-buffer-alloc" in result.err


def test_statistics_as_a_list(run: RunTool) -> None:
    text = (
        "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n"
        "  %1 = arith.addi %a, %a : i32\n  %2 = arith.muli %a, %a : i32\n"
        "  %3 = arith.addi %0, %1 : i32\n  return %3 : i32\n}\n"
    )
    option = "--mlir-pass-statistics-display=list"
    err = run("--mlir-pass-statistics", option, "--cse", "--canonicalize", "--cse", text=text).err
    assert err.endswith(
        """\
  CSE
    (S) 1 num-cse'd - Number of operations CSE'd
    (S) 1 num-dce'd - Number of operations DCE'd

"""
    )
    assert run(option, "--cse", text=text).err == ""


def test_an_unknown_display_of_statistics(run: RunTool) -> None:
    result = run("--mlir-pass-statistics-display=tree", text="module {}")
    assert result.status == 2
    message = "option '--mlir-pass-statistics-display' takes one of list, pipeline, not 'tree'"
    assert result.err == f"error: {message}\n"


# A budget for the analysis

TILE = """\
func.func @f(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32) -> tensor<8xf32> {
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}
"""


def test_exceeding_the_budget_is_a_warning(run: RunTool) -> None:
    result = run(f"{BOUNDARIES} analysis-budget=1", text=TILE)
    assert result.status == 0
    assert result.out.count("memref.alloc") == 1
    assert result.err == (
        "in.mlir:1:1: warning: analysis of function 'f' stopped after 1 candidate test: 4 of 5 "
        "operands had been decided; copied for that reason: 1\n"
        f"{TILE.splitlines()[0]}\n^\n"
        "note: raise analysis-budget, or set it to 0 for as many tests as it takes\n"
    )
    assert run(f"{BOUNDARIES} analysis-budget=2", text=TILE).err == ""


def test_warnings_are_diagnostics_to_verify(run: RunTool) -> None:
    text = f"// expected-warning@+1 {{{{stopped after 1 candidate test}}}}\n{TILE}"
    assert run(f"{BOUNDARIES} analysis-budget=1", "--verify-diagnostics", text=text).status == 0
    result = run(f"{BOUNDARIES} analysis-budget=1", "--verify-diagnostics", text=TILE)
    assert result.status == 1
    assert "in.mlir:1:1: error: unexpected warning: analysis of function 'f'" in result.err
    result = run(f"{BOUNDARIES} analysis-budget=2", "--verify-diagnostics", text=text)
    assert result.status == 1
    assert 'expected warning "stopped after 1 candidate test" was not produced' in result.err


def test_a_negative_budget(run: RunTool) -> None:
    result = run(f"{BOUNDARIES} analysis-budget=-1", text=TILE)
    assert result.status == 1
    message = "invalid option: 'analysis-budget' must not be negative: -1"
    assert result.err == f"error: {message}\n"
