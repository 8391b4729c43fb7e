"""Findings of `bufferize check` with symbols, including those that drawn numbers hardly ever show."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bufferize import Context, parse, pipeline_from_text
from bufferize.analysis.conflicts import ConflictRules
from bufferize.ir import Operation
from bufferize_interpreter.validation import (
    Engine,
    PipelineVariant,
    Validation,
    Validator,
    blamed,
    diagnostic_of,
    reduced,
    variants,
)
from bufferize_testing.generation import random_program
from bufferize_tools import tool
from plugins.interpreter.tests import toys
from plugins.interpreter.tests.programs import CONTEXT
from plugins.interpreter.tests.test_validation import TWICE
from plugins.interpreter.tests.toys import DoesNotReadSource, DoesNotWrite, Right

BUFFERIZE = "builtin.module(one-shot-bufferize{bufferize-function-boundaries})"


class Rewritten:
    """A variant that replaces the program by a given one."""

    name = "rewritten"

    def __init__(self, text: str) -> None:
        self._text = text

    def applied(self, module: Operation, context: Any) -> Operation:
        return parse(self._text, context)


def validator(text: str, context: Context | None = None, **options: Any) -> Validator:
    made = context if context is not None else Context()
    options.setdefault("engine", Engine.SYMBOLIC)
    return Validator(parse(text, made), made, **options)


def checked(found: Validator, orders: int = 1) -> Validation:
    return found.run(variants(pipeline_from_text(BUFFERIZE, found.context), orders, []))


def with_model(model: Any, **options: Any) -> Validator:
    names = ("arith", "func", "tensor", "interpreter")
    return validator(TWICE, Context([*names, toys.plugin(model)]), **options)


def test_a_right_model_is_right() -> None:
    found = with_model(Right())
    result = checked(found)
    assert not result.findings
    assert not result.not_symbolic
    coverage = result.symbolic["twice"]
    # 8 inputs, two of which have the extents of others.
    assert (coverage.calls, coverage.decisions) == (6, 0)
    assert result.calls == 6 * 4


# Programs whose operations become others on buffers, that compute the same of symbols.
SAME_ON_BUFFERS = {
    "gather": """
        func.func @f(%t: tensor<?x?xf32>, %i: tensor<?x1xi64>) -> tensor<?x?xf32> {
          %0 = tensor.gather %t[%i] gather_dims([0])
            : (tensor<?x?xf32>, tensor<?x1xi64>) -> tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }""",
    "gather_by_bits": """
        func.func @f(%t: tensor<2x3xi1>, %i: tensor<2x1xi1>) -> tensor<2x3xi1> {
          %0 = tensor.gather %t[%i] gather_dims([0])
            : (tensor<2x3xi1>, tensor<2x1xi1>) -> tensor<2x3xi1>
          return %0 : tensor<2x3xi1>
        }""",
    "scatter": """
        func.func @f(%s: tensor<?x?xf32>, %t: tensor<?x?xf32>, %i: tensor<?x1xi8>)
            -> tensor<?x?xf32> {
          %0 = tensor.scatter %s into %t[%i] scatter_dims([0]) unique
            : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x1xi8>) -> tensor<?x?xf32>
          return %0 : tensor<?x?xf32>
        }""",
    "bitcast": """
        func.func @f(%t: tensor<?xi32>, %u: tensor<2xui16>)
            -> (tensor<3xf32>, tensor<?xi32>, tensor<2xsi16>, tensor<2xf16>) {
          %0 = tensor.bitcast %t : tensor<?xi32> to tensor<3xf32>
          %1 = tensor.bitcast %t : tensor<?xi32> to tensor<?xi32>
          %2 = tensor.bitcast %u : tensor<2xui16> to tensor<2xsi16>
          %3 = tensor.bitcast %2 : tensor<2xsi16> to tensor<2xf16>
          return %0, %1, %2, %3 : tensor<3xf32>, tensor<?xi32>, tensor<2xsi16>, tensor<2xf16>
        }""",
}


@pytest.mark.parametrize("name", SAME_ON_BUFFERS)
def test_what_is_the_same_on_buffers(name: str) -> None:
    found = validator(SAME_ON_BUFFERS[name])
    result = checked(found)
    assert result.calls > 0
    assert not result.findings
    assert not result.not_symbolic
    assert not result.refused
    assert not any(coverage.by_values for coverage in result.symbolic.values())


def test_a_false_declaration_is_found() -> None:
    found = with_model(DoesNotReadSource())
    finding = checked(found).findings[0]
    assert finding.is_shown
    assert finding.problem.startswith(
        "result #1 differs at [0]: +(%1[0], +(+(%0[0], %1[0]), %0[0])) before, "
        "+(+(%0[0], %1[0]), +(+(%0[0], %1[0]), %0[0])) after, "
        "where %1[0] has become +(%0[0], %1[0]), and 2 elements more; with these arguments, "
    )
    (decision,) = blamed(finding, found)
    assert decision.operand.owner.name == "toy.add"


@pytest.mark.parametrize("model", [DoesNotReadSource(), DoesNotWrite()])
def test_what_is_found_is_reduced(model: Any) -> None:
    found = with_model(model)
    small, again = reduced(checked(found).findings[0], found)
    assert sum(op.name == "toy.add" for op in small.walk()) <= 2
    assert "differs" in again.problem


MASKED = """
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  BODY
  return %r : tensor<4xf32>
}
"""
# Programs that are wrong in a way that drawn numbers from -4 to 4 do not show: an argument is replaced
# by another one.
HIDDEN = {
    "maximum": """
        %big = arith.constant dense<1000.0> : tensor<4xf32>
        %r = arith.maximumf SOURCE, %big : tensor<4xf32>
        """,
    "saturation": """
        %big = arith.constant dense<1.0e+10> : tensor<4xf32>
        %p = arith.mulf SOURCE, %big : tensor<4xf32>
        %q = arith.mulf %p, %p : tensor<4xf32>
        %b = arith.addf %q, %big : tensor<4xf32>
        %s = arith.mulf %b, %b : tensor<4xf32>
        %t = arith.mulf %s, %s : tensor<4xf32>
        %r = arith.divf %big, %t : tensor<4xf32>
        """,
    "product with 0": """
        %zero = arith.constant dense<0.0> : tensor<4xf32>
        %a = math.absf SOURCE : tensor<4xf32>
        %r = arith.mulf %a, %zero : tensor<4xf32>
        """,
    "one number": """
        %n = arith.constant dense<3.125> : tensor<4xf32>
        %c = arith.cmpf oeq, %x, %n : tensor<4xf32>
        %r = arith.select %c, SOURCE, %n : tensor<4xi1>, tensor<4xf32>
        """,
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_drawn_numbers_do_not_show(name: str) -> None:
    def program(source: str) -> str:
        return MASKED.replace("BODY", HIDDEN[name].replace("SOURCE", source))

    numbers = validator(program("%x"), engine=Engine.RANDOM)
    assert not numbers.run([Rewritten(program("%y"))]).findings
    found = validator(program("%x"))
    (finding,) = found.run([Rewritten(program("%y"))]).findings
    assert "%0[0]" in finding.problem
    assert "%1[0]" in finding.problem
    assert not validator(program("%x")).run([Rewritten(program("%x"))]).findings
    where = found.module.regions[0].entry.first_op
    assert where is not None
    notes = [str(note) for note in diagnostic_of(finding, [], where).notes]
    assert any("computed in another way" in note for note in notes) is not finding.is_shown
    # Most of them show with a wide choice of numbers.
    assert finding.is_shown == (name in ("maximum", "saturation", "product with 0"))


EQUAL = """
func.func @f(%x: tensor<2xi1>, %y: tensor<2xi1>) -> tensor<2xi1> {
  %0 = arith.andi %x, %y : tensor<2xi1>
  %1 = arith.andi %0, SOURCE : tensor<2xi1>
  return %1 : tensor<2xi1>
}
"""


def test_what_is_equal_by_arithmetic_only_is_found_without_numbers() -> None:
    found = validator(EQUAL.replace("SOURCE", "%x"))
    (finding,) = found.run([Rewritten(EQUAL.replace("SOURCE", "%y"))]).findings
    assert not finding.is_shown


DECIDES = """
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.extract %x[%c0] : tensor<4xf32>
  %c = arith.cmpf olt, %e, %zero : f32
  %r = scf.if %c -> tensor<4xf32> {
    %i = tensor.insert %zero into %x[%c0] : tensor<4xf32>
    scf.yield %i : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""


def test_elements_that_decide() -> None:
    result = checked(validator(DECIDES))
    assert not result.findings
    coverage = result.symbolic["f"]
    assert coverage.calls == coverage.decisions == 8
    # One of several inputs takes the other branch.
    wrong = DECIDES.replace("tensor.insert %zero", "tensor.insert %e")
    (finding,) = validator(DECIDES).run([Rewritten(wrong)]).findings
    assert finding.problem.startswith("result #0 differs at [0]: 0.0 before, %0[0] after")
    assert finding.is_shown
    assert finding.inputs.values[0][0] < 0


SUM = """
func.func @f(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %v = tensor.extract %x[%i] : tensor<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %sum : f32
}
"""
IN_ORDER = SUM.replace(
    "scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {", ""
).split("%sum =")[0] + (
    """
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (f32) {
    %v = tensor.extract %x[%i] : tensor<?xf32>
    %s = arith.OPERATION %a, %v : f32
    scf.yield %s : f32
  }
  return %sum : f32
}
"""
)


def test_an_order_that_is_open_is_no_difference() -> None:
    assert not checked(validator(SUM)).findings
    found = validator(SUM).run([Rewritten(IN_ORDER.replace("OPERATION", "addf"))])
    assert not found.findings
    assert found.symbolic["f"].by_values == {"rewritten"}
    (wrong,) = validator(SUM).run([Rewritten(IN_ORDER.replace("OPERATION", "subf"))]).findings
    assert wrong.is_shown


def test_iterations_that_see_each_other_are_found() -> None:
    """Nothing differs in the order of the first run, but it does in another one."""
    tensors = """
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %r = scf.forall (%i) in (4) shared_outs(%o = %x) -> tensor<4xf32> {
        %c3 = arith.constant 3 : index
        %j = arith.subi %c3, %i : index
        %v = tensor.extract %o[%j] : tensor<4xf32>
        %t = tensor.from_elements %v : tensor<1xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %t into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
        }
      }
      return %r : tensor<4xf32>
    }
    """
    found = checked(validator(tensors))
    assert not found.findings
    assert not found.symbolic["f"].by_values
    buffers = """
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {
      scf.forall (%i) in (4) {
        %c3 = arith.constant 3 : index
        %j = arith.subi %c3, %i : index
        %v = memref.load %x[%j] : memref<4xf32>
        memref.store %v, %x[%i] : memref<4xf32>
      }
      return %x : memref<4xf32>
    }
    """
    (finding,) = validator(tensors).run([Rewritten(buffers)]).findings
    assert finding.is_shown


def test_what_has_no_symbols_is_said() -> None:
    text = """
    func.func @f(%x: memref<8xi8>) -> i32 {
      %c0 = arith.constant 0 : index
      %v = memref.view %x[%c0][] : memref<8xi8> to memref<2xi32>
      %r = memref.load %v[%c0] : memref<2xi32>
      return %r : i32
    }
    """
    result = checked(validator(text))
    assert "memory of bytes" in str(result.not_run["f"])
    assert result.functions == 0
    both = checked(validator(text, engine=Engine.BOTH))
    assert "memory of bytes" in str(both.not_symbolic["f"])
    assert not both.not_run
    assert both.functions == 1
    assert both.calls


def test_there_may_be_too_many_expressions() -> None:
    text = MASKED.replace("BODY", HIDDEN["maximum"].replace("SOURCE", "%x"))
    result = checked(validator(text + text.replace("@f", "@g"), expressions=20))
    assert list(result.symbolic) == ["f"]
    assert "different elements" in str(result.not_run["g"])


def test_arrays_that_are_one_have_the_same_symbols() -> None:
    text = """
    func.func @f(%x: tensor<2xf32> {bufferization.writable = false},
                 %y: tensor<2xf32> {bufferization.writable = false}) -> tensor<2xf32> {
      %0 = arith.addf %x, %y : tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    """
    result = checked(validator(text))
    assert not result.findings
    assert result.symbolic["f"].calls == 2  # two arrays, and one


WRITES = """
func.func @f(%x: tensor<2xf32>, %v: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %v into %x[%c0] : tensor<2xf32>
  return %0, %x : tensor<2xf32>, tensor<2xf32>
}
"""


def test_a_rule_that_is_dropped_is_found() -> None:
    found = validator(WRITES)
    assert not checked(found).findings
    with patch.object(ConflictRules, "conflicting_definition", lambda *_: None):
        findings = checked(validator(WRITES)).findings
    assert findings[0].problem.startswith("result #1 differs at [0]: %0[0] before, %1 after; with")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.mlir"
    path.write_text(WRITES + DECIDES.replace("@f", "@g") + SUM.replace("@f", "@h"))

    def status(*options: str) -> int:
        return tool.main(["check", str(path), "--orders", "0", *options])

    assert status() == 0
    text = capsys.readouterr().out
    assert "3 functions called" in text
    assert "all the same, 2 functions for all values of elements and 1 for some" in text
    assert status("--engine=symbolic", "--inputs=1") == 0
    assert "3 functions called, 9 calls compared: all the same" in capsys.readouterr().out
    assert status("--engine=random", "--inputs=1") == 0
    assert "all the same\n" in capsys.readouterr().out
    assert status("--expressions=4") == 0
    out = capsys.readouterr().out
    assert "@g was not called with symbols" in out
    assert "different elements; --expressions=N allows more\n" in out
    assert status("--engine=symbolic", "--expressions=1") == 1
    captured = capsys.readouterr()
    assert "nothing was checked" in captured.out
    assert "note: --expressions=N allows more" in captured.err
    with patch.object(ConflictRules, "conflicting_definition", lambda *_: None):
        assert status("--engine=symbolic", "--no-reduce") == 1
    captured = capsys.readouterr()
    assert "@f result #1 differs at [0]: %0[0] before, %1 after" in captured.err


PIPELINE = (
    "builtin.module(one-shot-bufferize"
    "{bufferize-function-boundaries allow-return-allocs-from-loops})"
)
FIRST_NUMBER = 11
"""The first number that generated programs compute with; smaller ones are bounds of loops."""


def with_arguments(text: str) -> str:
    """Return the program with an argument for each number that `@program` computes with."""
    before, program, rest = text.partition("func.func private @program(")
    body, main, call = rest.partition("func.func @main(")
    constant = re.compile(r"^%k(\d+) = arith\.constant \1 : i32\n", re.MULTILINE)
    numbers = [n for n in dict.fromkeys(constant.findall(body)) if int(n) >= FIRST_NUMBER]
    body = constant.sub(lambda found: "" if found[1] in numbers else found[0], body)
    parameters, _, body = body.partition(")")
    names = [f"%k{number}" for number in numbers]
    typed = [f"{name}: i32" for name in names]

    def joined(known: str, *more: str) -> str:
        return ", ".join([*([known] if known else []), *more])

    call = re.sub(
        r"@program\((.*?)\) : \((.*?)\)",
        lambda found: (
            f"@program({joined(found[1], *names)}) : ({joined(found[2], *['i32'] * len(names))})"
        ),
        call,
    )
    return f"{before}{program}{joined(parameters, *typed)}){body}{main}{joined('', *typed)}{call}"


def verdict(text: str, engine: Engine) -> str:
    found = Validator(parse(text, CONTEXT), CONTEXT, inputs=1, engine=engine)
    variant = PipelineVariant(PIPELINE, pipeline_from_text(PIPELINE, CONTEXT))
    result = found.run([variant], ["main"])
    if result.refused or not result.functions:
        return "not run"
    if any(not finding.is_shown for finding in result.findings):
        return "not shown"
    return "wrong" if result.findings else "same"


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(start, marks=pytest.mark.slow) for start in (1, 2))]
)
def test_verdicts(start: int) -> None:
    right: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for seed in range(1000 * start, 1000 * start + 16):
        text = with_arguments(random_program(seed).text)
        symbolic, numbers = verdict(text, Engine.SYMBOLIC), verdict(text, Engine.RANDOM)
        assert symbolic == numbers, seed
        assert symbolic != "wrong", seed
        right[symbolic] += 1
        with patch.object(ConflictRules, "conflicting_definition", lambda *_: None):
            symbolic, numbers = verdict(text, Engine.SYMBOLIC), verdict(text, Engine.RANDOM)
        assert symbolic == numbers, seed
        broken[symbolic] += 1
    assert right["same"] >= 6
    assert broken["wrong"] >= 3
