"""`linalg.tiled_loop`: what is valid, how it is analyzed, what it becomes."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize_linalg.ops_tiled_loop import TiledLoopOp
from bufferize_testing import bufferized

LOOP = """
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %v: f32, %n: index, %z: index)
    -> tensor<8xf32> {{
  %c2 = arith.constant 2 : index
{before}
  %0 = linalg.tiled_loop (%i) = (%z) to (%n) step (%c2) ins (%in = %{ins}: tensor<8xf32>)
      outs (%out = %{outs}: tensor<8xf32>) iterators["{kind}"] {{
{body}
    linalg.yield %r : tensor<8xf32>
  }}
{after}
  return %0 : tensor<8xf32>
}}
"""
FILL = "%r = tensor.insert %v into %out[%i] : tensor<8xf32>"
READ_INPUT = "%x = tensor.extract %in[%i] : tensor<8xf32>"
READ_A = "%y = tensor.extract %a[%n] : tensor<8xf32>\n  vector.print %y : f32"
READ_B = READ_A.replace("%a", "%b")


def loop(
    body: str,
    ins: str = "a",
    outs: str = "b",
    kind: str = "reduction",
    before: str = "",
    after: str = "",
) -> str:
    return LOOP.format(body=body, ins=ins, outs=outs, kind=kind, before=before, after=after)


def decisions(text: str, op: str, **options: bool) -> str:
    """The in-place attribute of the operation called `op`."""
    analyzed = bufferized(text, test_analysis_only=True, **options)
    # That of a loop comes behind its body.
    ends = r"\n    \} \{" if op == "linalg.tiled_loop" else re.escape(op) + r"[^\n]*\{"
    found = re.search(ends + r"__inplace_operands_attr__ = \[([^\]]*)\]", analyzed)
    assert found is not None
    return found[1].replace('"', "")


def test_outputs_are_used_in_place() -> None:
    assert decisions(loop(FILL), "linalg.tiled_loop") == "none, none, none, true, true"
    text = bufferized(loop(FILL))
    assert "memref.alloc" not in text
    assert "memref.copy" not in text
    assert re.search(r"linalg\.tiled_loop .* ins \(.*: memref<.*outs \(.*: memref<", text)
    assert "linalg.yield\n" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (loop(FILL, after=READ_B), "true, false"),  # the output is written
        (loop(FILL, after=READ_A), "true, true"),  # an input is not
        (loop(FILL, outs="a"), "true, true"),  # nor read where the body does not
        (loop(f"{READ_INPUT}\n{FILL}", outs="a"), "true, false"),  # one buffer, read and written
        (loop("%r = tensor.insert %v into %in[%i] : tensor<8xf32>"), None),
    ],
)
def test_inputs_are_read_and_outputs_are_written(text: str, expected: str | None) -> None:
    if expected is None:  # what the body makes of an input is not its output
        with pytest.raises(DiagnosticError):
            bufferized(text)
    else:
        assert decisions(text, "linalg.tiled_loop") == f"none, none, none, {expected}"


def test_an_output_is_read_if_the_loop_may_not_run() -> None:
    overwritten = "%r = linalg.fill ins(%v : f32) outs(%out : tensor<8xf32>) -> tensor<8xf32>"
    read = loop(overwritten, after=READ_B)
    assert "memref.copy" in bufferized(read)
    runs = read.replace("(%z) to (%n)", "(%c2) to (%c8)").replace(
        "%c2 =", "%c8 = arith.constant 8 : index\n  %c2 =", 1
    )
    text = bufferized(runs)
    assert "memref.alloc" in text
    assert "memref.copy" not in text


def test_a_body_does_not_write_to_its_inputs() -> None:
    body = f"%w = tensor.insert %v into %in[%i] : tensor<8xf32>\n{READ_INPUT}\n{FILL}"
    body = body.replace("tensor.extract %in", "tensor.extract %w")
    assert decisions(loop(body), "tensor.insert %arg2 into %arg6") == "none, false, none"


def test_the_loop_is_repetitive() -> None:
    # In place, the next iteration would read what this one has written.
    body = f"""%old = tensor.extract %b[%i] : tensor<8xf32>
    %w = tensor.insert %v into %b[%i] : tensor<8xf32>
    %new = tensor.extract %w[%n] : tensor<8xf32>
    vector.print %new : f32
    vector.print %old : f32
    {FILL}"""
    assert decisions(loop(body, outs="a"), "tensor.insert %arg2 into %arg1") == "none, false, none"
    once = loop(body, outs="a").replace("(%z) to (%n)", "(%c2) to (%c2)")
    assert decisions(once, "tensor.insert %arg2 into %arg1") == "none, true, none"


@pytest.mark.parametrize(("kind", "expected"), [("reduction", "true"), ("parallel", "false")])
def test_parallel_iterations_have_buffers_of_their_own(kind: str, expected: str) -> None:
    body = f"""%w = linalg.fill ins(%v : f32) outs(%t : tensor<2xf32>) -> tensor<2xf32>
    %x = tensor.extract %w[%n] : tensor<2xf32>
    vector.print %x : f32
    {FILL}"""
    text = loop(body, kind=kind, before="%t = tensor.empty() : tensor<2xf32>")
    assert decisions(text, "linalg.fill") == f"none, {expected}"


OTHER = f"%c = bufferization.alloc_tensor() : tensor<8xf32>\n{FILL.replace('%out', '%c')}"


def test_a_loop_that_yields_another_buffer_is_refused() -> None:
    with pytest.raises(DiagnosticError) as caught:
        bufferized(loop(OTHER))
    (diagnostic,) = caught.value.diagnostics
    assert "Yield operand #0 is not equivalent" in diagnostic.message


def test_what_is_yielded_is_copied_to_the_output_where_that_is_allowed() -> None:
    text = bufferized(loop(OTHER), allow_return_allocs_from_loops=True)
    body = text[text.index("linalg.tiled_loop") : text.index("linalg.yield")]
    assert re.search(r"memref\.copy %alloc\w*, %arg7", body)
    with pytest.raises(DiagnosticError, match="Yield operand #0"):
        bufferized(loop(OTHER, kind="parallel"), allow_return_allocs_from_loops=True)


def test_without_analysis_the_output_gets_what_is_yielded() -> None:
    text = bufferized(loop(FILL), copy_before_write=True)
    assert re.search(r"memref\.copy %alloc\w*, %arg7 ", text)


SWAP = """
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = linalg.tiled_loop (%i) = (%n) to (%n) step (%n)
      outs (%p = %a: tensor<8xf32>, %q = %b: tensor<8xf32>) iterators["reduction"] {
    linalg.yield %q, %p : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
"""


def test_outputs_that_change_places_are_read_before_they_are_written() -> None:
    text = bufferized(SWAP, allow_return_allocs_from_loops=True)
    copies = re.findall(r"memref\.copy (%\w+), (%\w+)", text)
    assert [(a[:6], b[:6]) for a, b in copies] == [
        ("%arg5", "%alloc"),
        ("%arg4", "%alloc"),
        ("%alloc", "%arg4"),
        ("%alloc", "%arg5"),
    ]


def test_loop_interface(parse_valid: Callable[[str], Operation]) -> None:
    found = [op for op in parse_valid(loop(FILL)).walk() if isinstance(op, TiledLoopOp)]
    (op,) = found
    assert [a.index for a in op.loop_induction_variables] == [0]
    assert [a.index for a in op.region_input_args] == [1]
    assert [a.index for a in op.region_iter_args] == [2]
    assert [o.index for o in op.init_operands] == [4]
    assert op.static_trip_count is None


GENERIC = """
func.func @f(%t: tensor<4xf32>, %n: index) {{
  %0 = "linalg.tiled_loop"(%n, %n, %n, %t) <{{{properties},
      operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}}> ({{
  ^bb0({arguments}):
    linalg.yield{yielded}
  }}) : (index, index, index, tensor<4xf32>) -> {result}
  return
}}
"""
VALID = {
    "properties": 'iterator_types = ["parallel"]',
    "arguments": "%i: index, %o: tensor<4xf32>",
    "yielded": " %o : tensor<4xf32>",
    "result": "tensor<4xf32>",
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"properties": "iterator_types = []"},
            "expected iterator types array attribute size = 0 to match the number of loops = 1",
        ),
        ({"properties": 'iterator_types = ["odd"]'}, "unexpected iterator_type (odd)"),
        (
            {"properties": 'iterator_types = ["parallel"], distribution_types = []'},
            "expected distribution types array attribute size = 0 to match the number of loops = 1",
        ),
        (
            {"arguments": "%o: tensor<4xf32>"},
            "expected the body to have 2 arguments, one for each loop, input and output, but it "
            "has 1",
        ),
        (
            {"arguments": "%i: i32, %o: tensor<4xf32>"},
            "expected argument 0 of the body to be of type 'index', not 'i32'",
        ),
        ({"yielded": ""}, "expected a value of the same type for each output tensor"),
        ({"result": "tensor<5xf32>"}, "type"),
    ],
)
def test_invalid_loops(
    change: dict[str, str], message: str, parse_valid: Callable[[str], Operation]
) -> None:
    parse_valid(GENERIC.format(**VALID))
    with pytest.raises(DiagnosticError) as caught:
        parse_valid(GENERIC.format(**{**VALID, **change}))
    assert message in caught.value.diagnostics[0].message


def test_a_loop_has_a_body(parse_valid: Callable[[str], Operation]) -> None:
    text = re.sub(r"\(\{.*\}\)", "({})", GENERIC.format(**VALID), flags=re.DOTALL)
    with pytest.raises(DiagnosticError, match="region"):
        parse_valid(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(%z) to", "(%z, %z) to", "expected 1 values, one for each loop"),
        (" step ", " by ", "expected 'step'"),
    ],
)
def test_invalid_syntax(
    old: str, new: str, message: str, parse_valid: Callable[[str], Operation]
) -> None:
    with pytest.raises(DiagnosticError) as caught:
        parse_valid(loop(FILL).replace(old, new))
    assert message in caught.value.diagnostics[0].message
