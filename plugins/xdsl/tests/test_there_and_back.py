"""Programs are unchanged by xDSL and back, with every op, type and attribute of our dialects."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize.syntax import parse_module
from bufferize_xdsl import ConversionError, from_bufferize, to_bufferize
from plugins.xdsl.tests.modules import (
    DISTINCT,
    REFUSED,
    ROOT,
    context,
    corpus_files,
    generic,
    golden_files,
    programs,
    read,
    there_and_back,
    without_refused,
    xdsl_context,
    xdsl_text,
)


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[1] if path.stem == "printed" else path.stem


@pytest.mark.parametrize("path", golden_files(), ids=_name)
def test_every_op_goes_there_and_back(path: Path) -> None:
    for program in programs([path]):
        refused = [each.said for each in REFUSED if each.text in program]
        if refused:
            with pytest.raises(ConversionError, match="|".join(refused)):
                there_and_back(program)
        before, after = there_and_back(without_refused(program))
        assert after == before or DISTINCT in program


def test_attributes_that_xdsl_takes_for_equal_stay_different() -> None:
    # Its attributes of dlti are compared without their entries.
    text = '"builtin.module"() ({}) {a.a = #dlti.map<"x" = 1 : i32>, a.b = #dlti.map<"y" = 2 : i32>} : () -> ()'
    before, after = there_and_back(text)
    assert after == before


def test_every_op_that_both_know_is_among_the_programs() -> None:
    # Otherwise the test above would not cover them.
    ours, theirs = context(), xdsl_context()
    met = {op.name for text in programs(golden_files()) for op in parse_module(text, ours).walk()}
    common = {
        cls.name
        for name in theirs.registered_dialect_names
        if ours.dialect(name) is not None
        for cls in theirs.get_dialect(name).operations
        if ours.op_class(cls.name) is not None
    }
    assert len(common) > 200
    assert not common - met


@pytest.mark.slow
@pytest.mark.skipif(not corpus_files(), reason="BUFFERIZE_CORPUS names no folder of programs")
def test_the_corpus_goes_there_and_back() -> None:
    differing = []
    for path in corpus_files():
        for program in programs([path]):
            try:
                before, after = there_and_back(program)
            except ConversionError:
                raise
            except DiagnosticError:  # no valid program
                continue
            if _without_layout(after) != _without_layout(before):
                differing.append(path.name)
    assert not differing


def _without_layout(text: str) -> str:
    """Return the text without layout: attributes of unknown dialects stay text, which xDSL may
    reformat."""
    return re.sub(r"\s+", " ", text)


def test_through_the_text_of_xdsl() -> None:
    # What xDSL prints and reads itself is the same to us, too.
    ours = context()
    for program in programs(
        [p for p in golden_files() if _name(p) in ("structured", "scf", "tensor")]
    ):
        module = parse_module(generic(parse_module(program, ours)), ours)
        again = read(xdsl_text(from_bufferize(module, xdsl_context())))
        assert generic(to_bufferize(again, ours)) == generic(module)


BLOCKS = """\
"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "f"}> ({
  ^bb0(%0: i1, %1: i32):
    "cf.cond_br"(%0, %1)[^bb3, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1:
    "cf.br"(%2)[^bb3] : (i32) -> ()
  ^bb2:
    %2 = "arith.constant"() <{value = 3 : i32}> : () -> i32
    "cf.br"()[^bb1] : () -> ()
  ^bb3(%3: i32):
    "func.return"(%3) : (i32) -> ()
  }) : () -> ()
  "graph.of"() ({
    %0 = "graph.a"(%1) : (i32) -> i32
    %1 = "graph.b"(%0, %1) : (i32, i32) -> i32
  }) : () -> ()
}) : () -> ()
"""


def test_blocks_in_any_order_and_values_used_before_their_definition() -> None:
    before, after = there_and_back(BLOCKS)
    assert after == before
    module = from_bufferize(parse_module(BLOCKS, context()), xdsl_context())
    assert xdsl_text(read(xdsl_text(module))) == xdsl_text(module)


def test_deep_nesting() -> None:
    depth = 400
    text = '"a.b"() ({' * depth + '"a.b"() : () -> ()' + "}) : () -> ()" * depth
    before, after = there_and_back(text)
    assert after == before


@pytest.mark.parametrize(
    "text",
    [
        'loc("file":3:4)',
        'loc("name"("file":3:4))',
        'loc(callsite("a" at "file":3:4))',
        'loc(fused<"tag">["a", "file":3:4])',
        "loc(unknown)",
    ],
)
def test_locations(text: str) -> None:
    program = f'"a.b"() ({{\n^bb0(%a: i32 {text}):\n}}) : () -> () {text}'
    ours = context()
    op = next(parse_module(program, ours).regions[0].entry.ops)
    again = to_bufferize(from_bufferize(op, xdsl_context()), ours)
    assert again.location == op.location
    (one,), (other,) = op.regions[0].entry.arguments, again.regions[0].entry.arguments
    assert one.location == other.location


def test_of_a_range_in_a_file_the_start_is_kept() -> None:
    ours = context()
    op = next(parse_module('"a.b"() : () -> () loc("f":1:2 to 3:4)', ours).regions[0].entry.ops)
    again = to_bufferize(from_bufferize(op, xdsl_context()), ours)
    assert str(again.location) == 'loc("f":1:2)'


def test_names_of_values() -> None:
    text = '"builtin.module"() ({\n^bb0(%left: i32):\n%sum = "a.b"(%left) : (i32) -> i32\n}) : () -> ()'
    module = read(text)
    block = to_bufferize(module, context()).regions[0].entry
    assert block.first_op is not None
    assert (block.arguments[0].name_hint, block.first_op.result.name_hint) == ("left", "sum")
    assert "%sum = " in xdsl_text(from_bufferize(to_bufferize(module, context()), xdsl_context()))


RESOURCES = """
"a.b"() {value = dense_resource<of_xdsl_test> : tensor<2xf32>} : () -> ()
{-#
  dialect_resources: {
    builtin: {
      of_xdsl_test: "0x040000000000803F00000040"
    }
  }
#-}
"""


def test_resources() -> None:
    ours = context()
    module = parse_module(RESOURCES, ours)
    resources = ours.resources_of(module)
    there = from_bufferize(module, xdsl_context(), resources)
    back = to_bufferize(there, ours)
    assert ours.resources_of(back) == resources != {}


def test_a_resource_that_is_no_blob_is_refused() -> None:
    ours = context()
    module = parse_module(re.sub(r'"0x\w+"', "true", RESOURCES), ours)
    with pytest.raises(ConversionError, match="cannot hold the resource 'of_xdsl_test', which is"):
        from_bufferize(module, xdsl_context(), ours.resources_of(module))


def test_an_op_that_xdsl_does_not_know_is_unregistered_or_refused() -> None:
    module = parse_module('"tosa.abs"() {x = #tosa.y<z>} : () -> ()', context())
    assert '"tosa.abs"() {x = #tosa.y<z>}' in xdsl_text(from_bufferize(module, xdsl_context()))
    with pytest.raises(ConversionError, match=r"1:1: error: 'tosa.abs' op is not known to xDSL"):
        from_bufferize(module, xdsl_context(allow_unregistered=False))


def test_an_op_that_only_xdsl_knows_is_unregistered() -> None:
    module = to_bufferize(read('"snitch.ssr_enable"() : () -> ()'), context())
    assert '"snitch.ssr_enable"() : () -> ()' in generic(module)
