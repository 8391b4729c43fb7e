from __future__ import annotations

import pytest

from bufferize import Context
from bufferize.diagnostics import ParseError
from bufferize.ir import Operation
from bufferize.syntax import OperationSpans, Span
from bufferize_explain import parse_module_with_spans

TEXT = """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %a, %b:2 = "test.op"(%v, %t,
    %v) ({
    %inner = "test.inner"(%t) : (tensor<4xf32>) -> f32
  }) : (f32, tensor<4xf32>, f32) -> (f32, f32, f32)
  %w = tensor.insert %b#1 into %t[%i] : tensor<4xf32>
  %x = tensor.insert %a into %w[%i] : tensor<4xf32> loc("elsewhere.py":7:3)
  "test.unnamed"() : () -> f32
  return %x : tensor<4xf32>
}
"""


@pytest.fixture(scope="module")
def parsed() -> tuple[dict[str, Operation], OperationSpans]:
    context = Context()
    context.allow_unregistered_dialects = True
    spans = OperationSpans()
    module = parse_module_with_spans(TEXT, context, spans, "f.mlir")
    # Of each name the last one.
    return {op.name: op for op in module.walk()}, spans


def text_at(span: Span | None) -> str | None:
    if span is None:
        return None
    line = TEXT.splitlines()[span.position.line - 1]
    return line[span.position.column - 1 :][: span.width]


def texts(op: Operation, spans: OperationSpans) -> tuple[list[str | None], list[str | None]]:
    position = op.location.position()
    assert position is not None
    operands = [text_at(spans.operand(position, i)) for i in range(len(op.op_operands))]
    return operands, [text_at(spans.result(position, i)) for i in range(len(op.results))]


def test_generic_form(parsed: tuple[dict[str, Operation], OperationSpans]) -> None:
    ops, spans = parsed
    assert texts(ops["test.op"], spans) == (["%v", "%t", "%v"], ["%a", "%b:2", "%b:2"])
    assert texts(ops["test.inner"], spans) == (["%t"], ["%inner"])
    position = ops["test.op"].location.position()
    assert position is not None
    first, last = (spans.operand(position, i) for i in (0, 2))
    assert first is not None
    assert last is not None
    assert (first.position.line, last.position.line) == (2, 3)


def test_unnamed_results_have_no_span(
    parsed: tuple[dict[str, Operation], OperationSpans],
) -> None:
    ops, spans = parsed
    assert texts(ops["test.unnamed"], spans) == ([], [None])


def test_custom_form_and_places_elsewhere(
    parsed: tuple[dict[str, Operation], OperationSpans],
) -> None:
    ops, spans = parsed
    # It says that it is from another file, and yet is found where it is written.
    assert texts(ops["tensor.insert"], spans) == (["%a", "%w", "%i"], ["%x"])
    assert texts(ops["func.return"], spans) == (["%x"], [])


def test_operations_of_one_place_are_not_told_apart() -> None:
    context = Context()
    spans = OperationSpans()
    text = """\
func.func @f(%a: i32, %b: i32) {
  %0 = arith.addi %a, %a : i32 loc("there":1:1)
  %1 = arith.muli %b, %b : i32 loc("there":1:1)
  return
}
"""
    module = parse_module_with_spans(text, context, spans)
    for op in module.walk():
        if op.name.startswith("arith."):
            position = op.location.position()
            assert position is not None
            assert spans.operand(position, 0) is None
            assert spans.result(position, 0) is None


def test_errors_are_those_of_the_parser() -> None:
    with pytest.raises(ParseError, match="undeclared SSA value"):
        parse_module_with_spans('"test.op"(%x) : (i32) -> ()', _lenient(), OperationSpans())


def _lenient() -> Context:
    context = Context()
    context.allow_unregistered_dialects = True
    return context


def test_all_is_where_the_text_has_it_if_that_is_asked_for() -> None:
    spans = OperationSpans()
    text = (
        TEXT.replace("%i: index)", '%i: index loc("arguments.py":3:4))')
        + '#where = loc("x.py":1:1)\n'
    )
    text = text.replace("f32\n  return", "f32 loc(#where)\n  return")
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse_module_with_spans(text, context, spans, "f.mlir", text_positions=True)
    places = [value.location.position() for op in module.walk() for value in op.results]
    function = next(op for op in module.walk() if op.name == "func.func").regions[0].blocks[0]
    places += [argument.location.position() for argument in function.arguments]
    assert {place.file for place in places if place is not None} == {"f.mlir"}


def test_a_location_must_be_right_though_nobody_asks_for_it() -> None:
    with pytest.raises(ParseError, match="operation location alias was never defined: '#where'"):
        parse_module_with_spans(
            "func.func @f() {\n  return loc(#where)\n}",
            Context(),
            OperationSpans(),
            text_positions=True,
        )


def test_extents(parsed: tuple[dict[str, Operation], OperationSpans]) -> None:
    ops, spans = parsed
    position = ops["test.op"].location.position()
    assert position is not None
    extent = spans.extent(position)
    assert extent is not None
    text = TEXT[slice(*extent)]
    assert text.startswith('%a, %b:2 = "test.op"(')
    assert text.endswith("}) : (f32, tensor<4xf32>, f32) -> (f32, f32, f32)\n  ")
