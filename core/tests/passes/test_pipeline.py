from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bufferize.diagnostics import OptionError
from bufferize.passes import PipelineItem, parse_options, parse_pipeline, print_pipeline


def test_nested_pipeline() -> None:
    text = "builtin.module(canonicalize,one-shot-bufferize{a=1 b c={x,y}},func.func(cse))"
    (module,) = parse_pipeline(text)
    assert module.name == "builtin.module"
    assert module.nested is not None
    canonicalize, bufferize, function = module.nested
    assert (canonicalize.name, canonicalize.options, canonicalize.nested) == (
        "canonicalize",
        {},
        None,
    )
    assert bufferize.options == {"a": ["1"], "b": [], "c": ["x", "y"]}
    assert function.nested == [PipelineItem("cse", {})]
    assert print_pipeline([module]) == text


def test_white_space_and_braced_lists() -> None:
    (item,) = parse_pipeline(" p { dialect-filter={a, b}\n c='x y' } ")
    assert item.options == {"dialect-filter": ["a", "b"], "c": ["x y"]}


def test_empty_nested_pipeline() -> None:
    assert parse_pipeline("builtin.module()") == [PipelineItem("builtin.module", {}, [])]


def test_repeated_option_adds_values() -> None:
    assert parse_options("f=a f=b,c") == {"f": ["a", "b", "c"]}


def test_no_options() -> None:
    assert parse_options("") == {}


@pytest.mark.parametrize(
    ("text", "column"), [("a(b", 4), ("a)", 2), ("a{b", 4), ("a,,b", 3), ("", 1)]
)
def test_wrong_pipeline_points_at_its_place(text: str, column: int) -> None:
    with pytest.raises(OptionError) as caught:
        parse_pipeline(text)
    assert str(caught.value) == (
        f"<pass pipeline>:1:{column}: error: the pass pipeline cannot be read from here\n"
        "note: write `builtin.module(pass,pass{flag option=value})`, passes between commas"
    )


def test_wrong_text_of_several_lines_points_at_its_place() -> None:
    with pytest.raises(OptionError, match="<pass pipeline>:2:4: "):
        parse_pipeline("a(b,\n  c=")
    with pytest.raises(OptionError, match="<options>:2:4: "):
        parse_options("a\nb={", "<options>")


def test_values_that_are_empty_or_pipelines() -> None:
    assert parse_options("f=") == {"f": [""]}
    (item,) = parse_pipeline("a{f= }")
    assert item.options == {"f": [""]}
    text = "f=x.y(a{b=1 c=2},d),e{g=3} h=i"
    assert parse_options(text) == {"f": ["x.y(a{b=1 c=2},d)", "e{g=3}"], "h": ["i"]}


names = st.from_regex(r"[a-z][a-z0-9-]{0,6}", fullmatch=True)
values = st.text(st.characters(codec="ascii", exclude_characters="\"'\\"), min_size=1, max_size=8)
options = st.dictionaries(names, st.lists(values, max_size=3), max_size=3)
items = st.recursive(
    st.builds(PipelineItem, names, options),
    lambda inner: st.builds(PipelineItem, names, options, st.lists(inner, max_size=3)),
    max_leaves=6,
)


@given(st.lists(items, min_size=1, max_size=3))
def test_text_and_back(pipeline: list[PipelineItem]) -> None:
    assert parse_pipeline(print_pipeline(pipeline)) == pipeline
