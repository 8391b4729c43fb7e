"""Which patterns are applied, to what, in which order; and what happens where none helps."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError, PassError, PluginError
from bufferize.ir import I32, UNIT, Block, InsertionPoint, IntegerAttr, Operation, Region
from bufferize_conversion import (
    ConversionPatternRewriter,
    ConversionTarget,
    FunctionPattern,
    OpAdaptor,
    apply_partial_conversion,
)
from core.tests.ir.test_undo import everything
from plugins.conversion.tests.conversions import (
    becomes,
    context,
    converted,
    made,
    parsed,
    pattern,
    run,
    shows,
    target,
)

ONE = '%0 = "old.a"() : () -> i32\n"kept.use"(%0) : (i32) -> ()'


def refused(
    text: str,
    patterns: list[FunctionPattern],
    goal: ConversionTarget | None = None,
    *,
    full: bool = False,
    error: type[DiagnosticError] = PassError,
) -> str:
    """The error; nothing has changed."""
    module = parsed(text)
    before = everything(module)
    with pytest.raises(error) as failure:
        run(module, patterns, goal, full=full)
    assert everything(module) == before
    assert failure.value.diagnostics[0].op is not None
    return str(failure.value)


# Which patterns, in which order


def test_an_illegal_operation_is_converted() -> None:
    shows(
        converted(ONE, [becomes("old.a", "new.a")]),
        '%0 = "new.a"() : () -> i32\n"kept.use"(%0) : (i32) -> ()',
    )


def test_the_greatest_benefit_is_first_and_then_the_order() -> None:
    patterns = [
        becomes("old.a", "new.least"),
        becomes("old.a", "new.first", benefit=2),
        becomes("old.a", "new.second", benefit=2),
    ]
    assert '"new.first"' in converted(ONE, patterns)


def test_what_a_pattern_makes_is_converted_in_turn() -> None:
    patterns = [becomes("old.a", "old.b"), becomes("old.b", "old.c"), becomes("old.c", "new.c")]
    shows(converted(ONE, patterns), '%0 = "new.c"() : () -> i32\n"kept.use"(%0) : (i32) -> ()')


def test_a_pattern_whose_result_is_not_legal_is_given_up() -> None:
    patterns = [
        becomes("old.a", "old.dead_end", benefit=3),
        becomes("old.a", "old.b", benefit=2),
        becomes("old.b", "old.dead_end", benefit=2),
        becomes("old.b", "new.b"),
    ]
    shows(converted(ONE, patterns), '%0 = "new.b"() : () -> i32\n"kept.use"(%0) : (i32) -> ()')


def test_what_is_made_must_be_legal_even_if_it_may_stay_when_it_is_there() -> None:
    text = refused(ONE, [becomes("old.a", "unknown.a")])
    assert text.splitlines() == [
        "<input>:1:6: error: failed to legalize operation 'old.a' that was explicitly marked illegal",
        "note: pattern 'becomes.<locals>.rewrite' makes 'unknown.a', which is not legal then",
    ]


def test_legal_operations_are_left_alone() -> None:
    assert '"old.a"' in converted(ONE, [becomes("old.a", "new.a")], target(["old"], []))


def test_unknown_operations_are_converted_if_a_pattern_makes_them_legal() -> None:
    goal = target(illegal=())
    assert '"new.a"' in converted(ONE, [becomes("old.a", "new.a")], goal)
    assert '"old.a"' in converted(ONE, [becomes("old.a", "old.b")], goal)


def test_a_full_conversion_leaves_nothing_unknown() -> None:
    text = refused(ONE, [becomes("old.a", "new.a")], full=True)
    assert text == "<input>:2:1: error: failed to legalize operation 'kept.use'"
    patterns = [becomes("old.a", "new.a"), becomes("kept.use", "new.use")]
    assert "kept" not in converted(ONE, patterns, full=True)


def test_the_reasons_are_told() -> None:
    def refuse(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        return rewriter.match_failure("it is Monday")

    def silent(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        return False

    notes = refused(ONE, [pattern(refuse), pattern(silent)]).splitlines()[1:]
    who = "note: pattern 'test_the_reasons_are_told.<locals>"
    assert notes == [
        f"{who}.refuse' does not apply: it is Monday",
        f"{who}.silent' does not apply: it gave False",
    ]


def test_a_pattern_is_for_a_class_or_an_interface() -> None:
    from bufferize.interfaces import CallOpInterface
    from bufferize_arith.ops import AddIOp, MulIOp
    from bufferize_conversion import ConversionPattern

    class Arithmetic(ConversionPattern[AddIOp | MulIOp]):
        def match_and_rewrite(
            self, op: AddIOp | MulIOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
        ) -> bool:
            name = f"new.{op.name.partition('.')[2]}"
            new = rewriter.insert(made(name, [adaptor.rhs, adaptor.lhs], op.result_types))
            new.attributes["flags"] = adaptor.overflow_flags
            rewriter.replace_op(op, new)
            return True

    class Calls(ConversionPattern[CallOpInterface]):
        def match_and_rewrite(
            self, op: CallOpInterface, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
        ) -> bool:
            rewriter.replace_op(op, rewriter.insert(made("new.call", adaptor.operands, [I32])))
            return True

    text = """
    func.func @f(%x: i32, %y: i32) -> i32 {
      %0 = arith.addi %x, %y : i32
      %1 = arith.muli %0, %y overflow<nsw> : i32
      %2 = arith.subi %0, %1 : i32
      %3 = call @f(%1, %2) : (i32, i32) -> i32
      return %3 : i32
    }
    """
    shows(
        converted(text, [Arithmetic(), Calls()], target(["new"], ["old"])),
        """
        func.func @f(%arg0: i32, %arg1: i32) -> i32 {
          %0 = "new.addi"(%arg1, %arg0) {flags = #arith.overflow<none>} : (i32, i32) -> i32
          %1 = "new.muli"(%arg1, %0) {flags = #arith.overflow<nsw>} : (i32, i32) -> i32
          %2 = arith.subi %0, %1 : i32
          %3 = "new.call"(%1, %2) : (i32, i32) -> i32
          return %3 : i32
        }
        """,
    )


# Legality


def test_legality_may_depend_on_the_operation() -> None:
    text = '"x.a"() {done} : () -> ()\n"x.a"() : () -> ()\n"y.b"() : () -> ()'
    goal = target()
    goal.add_dynamically_legal_op("x.a", legality=lambda op: "done" in op.attributes)
    goal.add_dynamically_legal_dialect("y", legality=lambda op: None)
    shows(
        converted(text, [becomes("x.a", "new.a")], goal),
        '"x.a"() {done} : () -> ()\n"new.a"() : () -> ()\n"y.b"() : () -> ()',
    )


def test_an_operation_counts_more_than_its_dialect() -> None:
    goal = target()
    goal.add_legal_op("old.a")
    goal.add_illegal_op("new.b")
    text = f'{ONE}\n"new.b"() : () -> ()'
    found = converted(text, [becomes("new.b", "new.c"), becomes("old.a", "new.a")], goal)
    assert '"old.a"' in found
    assert '"new.c"' in found


def test_what_is_said_of_unknown_operations_is_asked_last() -> None:
    goal = target()
    asked: list[str] = []

    def legality(op: Operation) -> bool | None:
        asked.append(op.name)
        return False if op.name == "kept.use" else None

    goal.mark_unknown_op_dynamically_legal(legality)
    goal.add_dynamically_legal_op("x.a", legality=lambda op: None)
    text = refused(f'{ONE}\n"x.a"() : () -> ()', [becomes("old.a", "new.a")], goal)
    assert "failed to legalize operation 'kept.use' that was explicitly marked illegal" in text
    assert set(asked) == {"kept.use"}
    assert goal.is_legal(made("x.a", [], [])) is None
    assert asked[-1] == "x.a"


def test_nothing_in_a_recursively_legal_operation_is_looked_at() -> None:
    text = """
    "x.region"() ({ "old.a"() : () -> () }) {skip} : () -> ()
    "x.region"() ({ "old.a"() : () -> () }) : () -> ()
    """
    goal = target()
    goal.add_legal_op("x.region")
    goal.mark_op_recursively_legal("x.region", legality=lambda op: "skip" in op.attributes)
    shows(
        converted(text, [becomes("old.a", "new.a")], goal),
        """
        "x.region"() ({
          "old.a"() : () -> ()
        }) {skip} : () -> ()
        "x.region"() ({
          "new.a"() : () -> ()
        }) : () -> ()
        """,
    )


def test_an_operation_may_become_recursively_legal() -> None:
    def done(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        with rewriter.modify_op_in_place(op):
            op.attributes["done"] = UNIT
        return True

    goal = target()
    goal.add_dynamically_legal_op("x.region", legality=lambda op: "done" in op.attributes)
    goal.mark_op_recursively_legal("x.region")
    text = '"x.region"() ({ "old.a"() : () -> () }) : () -> ()\n"old.a"() : () -> ()'
    shows(
        converted(text, [pattern(done, "x.region"), becomes("old.a", "new.a")], goal),
        '"x.region"() ({\n"old.a"() : () -> ()\n}) {done} : () -> ()\n"new.a"() : () -> ()',
    )


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("yes", "gives 'yes' for 'x.a', not True or False"),
        (ValueError("no"), "failed for 'x.a': ValueError: no"),
    ],
)
def test_a_wrong_legality_is_named(answer: object, words: str) -> None:
    def wrong(op: Operation) -> bool:
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[return-value]

    goal = target()
    goal.add_dynamically_legal_op("x.a", legality=wrong)
    text = refused('"x.a"() : () -> ()', [], goal, error=PluginError)
    assert (
        text
        == f"<input>:1:1: error: legality 'test_a_wrong_legality_is_named.<locals>.wrong' {words}"
    )


def test_what_is_no_operation_has_no_legality() -> None:
    with pytest.raises(TypeError, match="3 is neither an operation with a name nor a name"):
        ConversionTarget().add_legal_op(3)  # type: ignore[arg-type]


# In place, folded, again and again


def counted_down(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    depth = op.attributes["depth"]
    assert isinstance(depth, IntegerAttr)
    with rewriter.modify_op_in_place(op):
        op.attributes["depth"] = IntegerAttr(depth.value - 1, I32)
    return True


class Bounded(FunctionPattern):
    has_bounded_rewrite_recursion = True


def depth_target() -> ConversionTarget:
    goal = target()
    goal.add_dynamically_legal_op(
        "x.count", legality=lambda op: op.attributes["depth"] == IntegerAttr(0, I32)
    )
    return goal


def test_a_pattern_with_bounded_recursion_is_applied_to_what_it_makes() -> None:
    text = '"x.count"() {depth = 900 : i32} : () -> ()'
    shows(
        converted(text, [Bounded(counted_down)], depth_target()),
        '"x.count"() {depth = 0 : i32} : () -> ()',
    )


def test_others_are_not() -> None:
    text = refused(
        '"x.count"() {depth = 3 : i32} : () -> ()', [pattern(counted_down)], depth_target()
    )
    assert text.splitlines()[1:] == [
        "note: pattern 'counted_down' changes 'x.count', which is not legal then",
        "note: pattern 'counted_down' is not applied to what it makes: it has no "
        "has_bounded_rewrite_recursion",
    ]


def test_what_has_no_end_is_an_error_that_names_the_pattern() -> None:
    text = refused(
        '"x.count"() {depth = -1 : i32} : () -> ()', [Bounded(counted_down)], depth_target()
    )
    assert text == (
        "<input>:1:1: error: conversion of 'x.count' does not come to an end: pattern "
        "'counted_down' was applied 1001 times"
    )


def test_an_explosion_is_an_error_that_names_the_pattern() -> None:
    def doubled(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        depth = len(op.attributes)
        name = "old.a" if depth < 20 else "new.a"
        for _ in range(2):
            new = made(name, [], [])
            new.attributes.update({f"x{i}": UNIT for i in range(depth + 1)})
            rewriter.insert(new)
        rewriter.erase_op(op)
        return True

    text = refused('"old.a"() : () -> ()', [Bounded(doubled, root="old.a")])
    assert "conversion of 'old.a' does not come to an end: pattern" in text
    assert "doubled' was applied 20001 times" in text


def test_an_operation_that_folds_needs_no_pattern() -> None:
    text = """
    func.func @f(%x: i32) -> i32 {
      %0 = builtin.unrealized_conversion_cast %x : i32 to i32
      return %0 : i32
    }
    """
    goal = target()
    goal.add_illegal_op("builtin.unrealized_conversion_cast")
    shows(converted(text, [], goal), "func.func @f(%arg0: i32) -> i32 {\nreturn %arg0 : i32\n}")


def test_a_pattern_may_erase_what_comes_later() -> None:
    def blackhole(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        producer = op.operand(0).defining_op
        assert producer is not None
        rewriter.erase_op(op)
        rewriter.erase_op(producer)
        return True

    text = '%0 = "x.make"() : () -> i32\n"old.hole"(%0) : (i32) -> ()\n"old.a"() : () -> ()'
    shows(
        converted(text, [pattern(blackhole, "old.hole"), becomes("old.a", "new.a")]),
        '"new.a"() : () -> ()',
    )


def test_patterns_may_remove_what_would_be_converted_next() -> None:
    def only_the_first(
        op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        for other in list(op.parent.ops):  # type: ignore[union-attr]
            if other is not op:
                rewriter.erase_op(other)
        rewriter.replace_op(op, rewriter.insert(made("new.only", [], [])))
        return True

    text = '"old.a"() : () -> ()\n"old.a"() ({ "old.a"() : () -> () }) : () -> ()'
    shows(converted(text, [pattern(only_the_first, "old.a")]), '"new.only"() : () -> ()')


# Regions and blocks


def test_operations_in_regions_are_converted_in_place() -> None:
    text = '"x.region"() ({ "old.a"() : () -> () }, { "old.b"() : () -> () }) : () -> ()'
    shows(
        converted(text, [becomes("old.a", "new.a"), becomes("old.b", "new.b")]),
        """
        "x.region"() ({
          "new.a"() : () -> ()
        }, {
          "new.b"() : () -> ()
        }) : () -> ()
        """,
    )


def test_a_dropped_region_is_converted_no_more() -> None:
    def drop(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        rewriter.erase_op(op)
        return True

    text = '"old.drop"() ({ "old.unknown"() : () -> () }) : () -> ()\n"x.y"() : () -> ()'
    shows(converted(text, [pattern(drop, "old.drop")]), '"x.y"() : () -> ()')


def test_what_is_cloned_is_converted_with_all_that_lies_in_it() -> None:
    def clone(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        wrapper = made("new.wrap", [], [])
        wrapper.regions = [Region([Block()])]
        wrapper.regions[0].parent = wrapper
        inner = made("old.inner", [], [])
        wrapper.regions[0].entry.append(inner)
        rewriter.insert(wrapper)
        rewriter.clone(wrapper)
        rewriter.erase_op(op)
        return True

    found = converted(
        '"old.a"() : () -> ()', [pattern(clone, "old.a"), becomes("old.inner", "new.inner")]
    )
    assert found.count('"new.inner"') == 2
    refusal = refused('"old.a"() : () -> ()', [pattern(clone, "old.a")])
    assert "clone' makes 'old.inner', which is not legal then" in refusal


BLOCKS = """
func.func @f(%c: i1) {
  "old.a"() : () -> ()
  cf.cond_br %c, ^one, ^two
^one:
  "old.a"() : () -> ()
  cf.br ^two
^two:
  "old.a"() : () -> ()
  return
^nowhere:
  "old.a"() : () -> ()
  cf.br ^one
}
"""


def test_operations_in_all_blocks_are_converted() -> None:
    """Also in those that control never comes to."""
    found = converted(BLOCKS, [becomes("old.a", "new.a")])
    assert found.count('"new.a"') == 4


def inlined(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    """The body of an operation takes its place."""
    rewriter.inline_block_before(op.regions[0].entry, op, list(adaptor.operands))
    rewriter.erase_op(op)
    return True


INLINE = """
func.func @f(%x: i32) {
  "old.inline"(%x) ({
  ^bb0(%y: i32):
    "old.a"(%y) : (i32) -> ()
    "x.b"(%y) : (i32) -> ()
  }) : (i32) -> ()
  return
}
"""


def test_a_block_is_inlined() -> None:
    shows(
        converted(INLINE, [pattern(inlined, "old.inline"), becomes("old.a", "new.a")]),
        """
        func.func @f(%arg0: i32) {
          "new.a"(%arg0) : (i32) -> ()
          "x.b"(%arg0) : (i32) -> ()
          return
        }
        """,
    )
    refused(INLINE, [pattern(inlined, "old.inline")])


def branched(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    """A block is split, and another put between the parts."""
    block = op.parent
    assert block is not None
    assert block.parent is not None
    behind = rewriter.split_block(op)
    between = rewriter.create_block(block.parent, [I32], before=behind)
    jump = rewriter.op_class("cf.br")
    rewriter.insert(jump.create(successors=[behind]))
    rewriter.set_insertion_point(InsertionPoint.at_end(block))
    value = rewriter.insert(made("new.value", [], [I32])).result
    rewriter.insert(jump.create([value], successors=[between]))
    rewriter.erase_op(op)
    return True


def test_blocks_are_split_and_made() -> None:
    goal = target()
    goal.add_legal_dialect("cf")
    shows(
        converted(BLOCKS, [pattern(branched, "old.a")], goal).partition("  ^bb3:")[0] + "}",
        """
        func.func @f(%arg0: i1) {
          %0 = "new.value"() : () -> i32
          cf.br ^bb1(%0 : i32)
        ^bb1(%1: i32):  // pred: ^bb0
          cf.br ^bb2
        ^bb2:  // pred: ^bb1
          cf.cond_br %arg0, ^bb3, ^bb6
        """,
    )


@pytest.mark.parametrize("rewrite", [inlined, branched])
def test_blocks_are_as_they_were_where_that_fails(rewrite: object) -> None:
    def then_fails(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        assert rewrite(op, adaptor, rewriter)  # type: ignore[operator]
        return False

    name, text = ("old.inline", INLINE) if rewrite is inlined else ("old.a", BLOCKS)
    goal = target(illegal=())
    module = parsed(text)
    before = everything(module)
    run(module, [pattern(then_fails, name)], goal)  # what is unknown may stay
    assert everything(module) == before
    refused(text, [pattern(then_fails, name)])


def test_an_erased_block_comes_back() -> None:
    def erase(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        region = op.regions[0]
        rewriter.set_insertion_point(InsertionPoint.at_start(region.blocks[1]))
        rewriter.insert(made("new.last_words", [], []))
        rewriter.erase_op(region.entry.terminator)
        rewriter.erase_block(region.blocks[1])
        rewriter.notify_modified(op)
        return True

    text = """
    "old.erase"() ({
      "x.branch"()[^bb1] : () -> ()
    ^bb1:
      "x.end"() : () -> ()
    }) : () -> ()
    """
    assert "changes 'old.erase', which is not legal then" in refused(text, [pattern(erase)])


# Whole conversions


def test_the_root_is_converted_too() -> None:
    def mark(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        with rewriter.modify_op_in_place(op):
            op.attributes["x.done"] = UNIT
        return True

    goal = target()
    goal.add_dynamically_legal_op("builtin.module", legality=lambda op: "x.done" in op.attributes)
    assert "module attributes {x.done}" in converted("", [pattern(mark, "builtin.module")], goal)


def test_one_function_alone_is_converted() -> None:
    text = 'func.func @f() { "old.a"() : () -> () return }\nfunc.func @g() { "old.a"() : () -> () return }'
    module = parsed(text)
    function = module.regions[0].entry.first_op
    assert function is not None
    apply_partial_conversion(function, target(), [becomes("old.a", "new.a")], context())
    shows(
        bufferize.print_module(module),
        'func.func @f() {\n"new.a"() : () -> ()\nreturn\n}\nfunc.func @g() {\n"old.a"() : () -> ()\nreturn\n}',
    )


def test_what_was_put_outside_of_the_root_goes_away_again() -> None:
    def declare(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        function = op.parent_op
        assert function is not None
        with rewriter.at(InsertionPoint.before(function)):
            rewriter.insert(made("new.outside", [], []))
        rewriter.erase_op(op)
        return True

    module = parsed('func.func @f() { "old.a"() : () -> () "old.b"() : () -> () return }')
    function = module.regions[0].entry.first_op
    assert function is not None
    before = everything(module)
    with pytest.raises(PassError, match="'old.b' that was explicitly marked illegal"):
        apply_partial_conversion(function, target(), [pattern(declare, "old.a")], context())
    assert everything(module) == before


def test_invalid_input_is_refused() -> None:
    module = parsed(ONE)
    use = module.regions[0].entry.last_op
    assert use is not None
    use.detach()
    use.location = module.location
    module.regions[0].entry.append(made("x.before", [use.operand(0)], []))
    first = module.regions[0].entry.first_op
    assert first is not None
    first.set_operands(list(first.results))
    apply_partial_conversion(module, target(), [becomes("old.a", "new.a")], context())  # a graph
    function = parsed("func.func @f() -> i32 { %0 = arith.constant 1 : i32 return %0 : i32 }")
    inner = function.regions[0].entry.first_op
    assert inner is not None
    inner.regions[0].entry.terminator.set_operands([])
    with pytest.raises(DiagnosticError, match="has 0 operands, but enclosing function"):
        apply_partial_conversion(function, target(), [], context())
