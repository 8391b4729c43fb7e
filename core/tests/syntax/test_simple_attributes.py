"""What is read without the grammar is what the grammar reads."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bufferize.define import Context
from bufferize.diagnostics import ParseError
from bufferize.ir import UNIT, ArrayAttr, DenseElementsAttr, i64_attr
from bufferize.syntax import attribute_parser, parse_module
from bufferize.syntax.simple_attributes import simple_attribute

CONTEXT = Context(allow_unregistered_dialects=True)

numbers = st.one_of(
    st.integers(-(10**10), 10**10).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["0", "-0", "-0.0", "1.0e+400", "01", "1.", "1e5", "0x", "--1", "true", "1 "]),
)
lists = st.lists(numbers, max_size=4).map(lambda items: f"[{', '.join(items)}]")
words = st.lists(
    st.one_of(
        st.sampled_from(["#one", "#two", "#three", "#one.two", "# one"]),
        st.text(st.characters(min_codepoint=1, max_codepoint=300), max_size=3).map('"{}"'.format),
    ),
    max_size=4,
).map(lambda items: f"[{', '.join(items)}]")
nested = st.lists(lists, max_size=3).map(lambda items: f"[{', '.join(items)}]")
buffers = st.binary(max_size=16).map(lambda data: f'"0x{data.hex().upper()}"')
bits = st.integers(0, 2**70).map(hex)
elements = st.sampled_from(["f32", "f64", "bf16", "i1", "i8", "i32", "i64", "index", "none", "f33"])
types = st.tuples(
    st.sampled_from(["tensor", "vector", "memref", "tuple"]),
    st.lists(st.integers(0, 4), max_size=2).map(lambda e: "".join(f"{n}x" for n in e)),
    elements,
).map(lambda parts: f"{parts[0]}<{parts[1]}{parts[2]}>")
dense = st.tuples(st.one_of(numbers, lists, nested, buffers, bits), types).map(
    lambda parts: f"dense<{parts[0]}> : {parts[1]}"
)


ALIASES = {"one": UNIT, "two": i64_attr(2)}


def parsed(text: str) -> object:
    """The last attribute of an operation, where aliases are known."""
    program = f'#one = unit\n#two = 2 : i64\n"x.a"() {{a = {text}}} : () -> ()'
    try:
        module = parse_module(program, CONTEXT)
    except ParseError:
        return None
    op = module.regions[0].entry.last_op
    assert op is not None
    return op.attributes["a"]


def by_grammar(text: str) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(attribute_parser, "simple_attribute", lambda *_: None)
        return parsed(text)


@given(st.one_of(dense, nested, words))
def test_as_the_grammar_reads_it(text: str) -> None:
    found = simple_attribute(text, ALIASES)
    assert found is None or found is by_grammar(text)


@pytest.mark.parametrize(
    "text",
    [
        "dense<1.0> : tensor<4x4xf32>",
        "dense<0xFF800000> : tensor<4xf32>",
        "dense<[[1, -2], [3, 4]]> : tensor<2x2xindex>",
        'dense<"0x0000803F00000040"> : vector<2xf32>',
        'dense<"0x' + "00" * 4_000 + '"> : tensor<1000xf32>',
        "[[0, 1], [2]]",
        "[[0]]",
        '["parallel", "reduction", ""]',
        '[#one, #two, "three"]',
    ],
)
def test_these_are_simple(text: str) -> None:
    found = simple_attribute(text, ALIASES)
    assert isinstance(found, DenseElementsAttr | ArrayAttr)
    assert found is by_grammar(text)
    assert found is parsed(text)


def test_lark_is_not_imported_for_them() -> None:
    code = (
        "import sys\n"
        "from bufferize.define import Context\n"
        "from bufferize.syntax import parse_attribute\n"
        "for text in ('[[0, 1], [2]]', 'dense<[1, 2]> : tensor<2xi8>'):\n"
        "    parse_attribute(text, Context())\n"
        "assert 'lark' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
