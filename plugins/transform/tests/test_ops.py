"""Transforms that clean-up must leave, and one that cannot be written."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.passes import PassManager
from bufferize.plugins import Context
from bufferize.syntax import print_module
from bufferize_testing import parse_valid
from bufferize_transforms.passes import CSEPass


def left(transform: str, around: str) -> str:
    """What is left of a script with one transform of `%root`."""
    text = f"""
    module attributes {{transform.with_named_sequence}} {{
      transform.named_sequence @same(%op: !transform.any_op {{transform.readonly}}) {{
        transform.yield
      }}
      {around} {{
        {transform}
      }}
    }}
    """
    context = Context()
    module = parse_valid(text, context)
    PassManager(steps=[CSEPass()]).run(module, context)
    return print_module(module)


@pytest.mark.parametrize(
    "transform",
    [
        "transform.print %root : !transform.any_op",
        "transform.apply_cse to %root : !transform.any_op",
        "transform.include @same failures(propagate) (%root) : (!transform.any_op) -> ()",
    ],
)
def test_what_has_an_effect_is_kept(transform: str) -> None:
    named = "transform.named_sequence @main(%root: !transform.any_op {transform.readonly})"
    name = transform.split()[0].removeprefix("transform.")
    assert f"{name} " in left(f"{transform}\ntransform.yield", named)
    unnamed = "transform.sequence failures(propagate)"
    assert f"{name} " in left(f"^bb0(%root: !transform.any_op):\n{transform}", unnamed)
    inner = transform.replace("%root", "%op")
    inner = f"""transform.sequence %root : !transform.any_op failures(propagate) {{
      ^bb0(%op: !transform.any_op):
        {inner}
    }}"""
    assert f"{name} " in left(f"{inner}\ntransform.yield", named)


def test_a_sequence_without_an_effect_is_erased() -> None:
    named = "transform.named_sequence @main(%root: !transform.any_op {transform.readonly})"
    empty = """transform.sequence %root : !transform.any_op failures(propagate) {
      ^bb0(%op: !transform.any_op):
    }
    transform.yield"""
    assert "transform.sequence" not in left(empty, named)


def test_replicate_without_handles_is_refused() -> None:
    """MLIR accepts it in generic form, and prints what it cannot read."""
    text = """
    "transform.named_sequence"() <{function_type = (!transform.any_op) -> (), sym_name = "s"}> ({
    ^bb0(%arg0: !transform.any_op):
      "transform.replicate"(%arg0) : (!transform.any_op) -> ()
      "transform.yield"() : () -> ()
    }) : () -> ()
    """
    module = bufferize.parse(text, Context())
    messages = [problem.message for problem in bufferize.verify(module)]
    assert "'transform.replicate' op expected at least one handle to replicate" in messages
