"""Greedy rewriting: to the end, in order, and not for ever."""

from __future__ import annotations

import types

import pytest

import bufferize
from bufferize import Context, hookimpl
from bufferize import define as d
from bufferize.diagnostics import PassError
from bufferize.ir import Operation, Rewriter, StringAttr, UnregisteredOp
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Registry
from bufferize_transforms import Pattern, Rewrites, rewrite_greedily

CHAIN = """
func.func @f(%a: f32) -> f32 {
  %0 = "my.twice"(%a) : (f32) -> f32
  %1 = "my.twice"(%0) : (f32) -> f32
  return %1 : f32
}
"""


def chain() -> Operation:
    context = Context()
    context.allow_unregistered_dialects = True
    return bufferize.parse(CHAIN, context)


def names(module: Operation) -> list[str]:
    return [op.name for op in module.walk() if op.dialect_name == "my"]


def made(name: str, op: Operation) -> Operation:
    return UnregisteredOp.named(name, op.operands, op.result_types)


def expand(op: Operation, rewriter: Rewriter) -> bool:
    if op.name != "my.twice":
        return False
    first = rewriter.insert(made("my.once", op))
    second = rewriter.insert(UnregisteredOp.named("my.once", first.results, op.result_types))
    rewriter.replace_op(op, second)
    return True


def once(op: Operation, rewriter: Rewriter) -> bool:
    if op.name != "my.once":
        return False
    rewriter.replace_op(op, op.operands)
    return True


def back(op: Operation, rewriter: Rewriter) -> bool:
    if op.name != "my.once":
        return False
    rewriter.replace_op(op, rewriter.insert(made("my.twice", op)))
    return True


def test_rewriting_goes_on_until_nothing_changes() -> None:
    module = chain()
    assert rewrite_greedily(module, [expand, once]) == Rewrites(6, True)
    assert names(module) == []
    assert rewrite_greedily(module, [expand, once]) == Rewrites(0, True)


def test_the_first_pattern_that_applies_is_taken() -> None:
    def never(op: Operation, rewriter: Rewriter) -> bool:
        assert op.name != "my.twice"
        return False

    module = chain()
    rewrite_greedily(module, [expand, never])
    assert names(module) == ["my.once"] * 4


@pytest.mark.parametrize("top_down", [True, False])
def test_the_order(top_down: bool) -> None:
    seen: list[str] = []

    def note(op: Operation, rewriter: Rewriter) -> bool:
        seen.append(op.name)
        return False

    rewrite_greedily(chain(), [note], top_down=top_down)
    order = ["my.twice", "my.twice", "func.return", "func.func"]
    assert seen == (order if top_down else order[::-1])


def test_rewriting_can_be_stopped() -> None:
    module = chain()
    assert rewrite_greedily(module, [expand], stop_after=1) == Rewrites(1, False)
    assert names(module) == ["my.once", "my.once", "my.twice"]


def grows(op: Operation, rewriter: Rewriter) -> bool:
    if op.name != "my.twice":
        return False
    rewriter.insert(made("my.twice", op))
    op.attributes["seen"] = StringAttr("")
    rewriter.notify_modified(op)
    return True


def says_no(op: Operation, rewriter: Rewriter) -> bool:
    rewriter.notify_modified(op)
    return False


class Changes:
    def __call__(self, op: Operation, rewriter: Rewriter) -> bool:
        rewriter.notify_modified(op)
        return True


@pytest.mark.parametrize(
    ("patterns", "name"),
    [
        ([expand, back], "back"),
        ([grows], "grows"),
        ([says_no], "says_no"),
        ([Changes()], "Changes"),
    ],
)
def test_what_never_ends_is_an_error(patterns: list[Pattern], name: str) -> None:
    with pytest.raises(PassError, match=f"does not come to an end: pattern '{name}' was applied"):
        rewrite_greedily(chain(), patterns)
    with pytest.raises(PassError, match=r"was applied \d{2,3} times"):
        rewrite_greedily(chain(), patterns, max_rewrites=100)


def test_a_pattern_says_whether_it_changed_anything() -> None:
    def forgets(op: Operation, rewriter: Rewriter) -> bool:
        return None  # type: ignore[return-value]

    with pytest.raises(TypeError, match="forgets' gives None, not a bool"):
        rewrite_greedily(chain(), [forgets])


def test_the_canonicalizer_ends() -> None:
    dialect = d.Dialect("restless")

    @dialect.op("turn")
    class TurnOp(d.Operation):
        """Is never content."""

        assembly_format = "attr-dict"

        def canonicalize(self, rewriter: Rewriter) -> bool:
            rewriter.notify_modified(self)
            return True

    @hookimpl
    def register_dialects(registry: Registry) -> None:
        registry.add("restless", dialect)

    plugin = types.SimpleNamespace(__name__="restless", register_dialects=register_dialects)
    context = Context(["transforms", plugin])
    module = bufferize.parse("restless.turn", context)
    with pytest.raises(PassError, match="pattern 'canonicalize' .* to do for 'restless.turn'"):
        pipeline_from_text("canonicalize", context).run(module, context)
