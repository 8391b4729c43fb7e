"""Patterns that do what they must not: an error names them, the operation and the place."""

from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError, PluginError, error
from bufferize.ir import I32, I64, Operation
from bufferize_conversion import (
    ConversionPattern,
    ConversionPatternRewriter,
    FunctionPattern,
    OpAdaptor,
    RewritePatternSet,
)
from core.tests.ir.test_undo import everything
from plugins.conversion.tests.conversions import (
    becomes,
    made,
    numbers,
    parsed,
    pattern,
    run,
    target,
)

TEXT = '%0 = "old.a"() : () -> i32\n"kept.use"(%0) : (i32) -> ()'


def nothing(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    rewriter.insert(made("new.a", [], []))
    return None  # type: ignore[return-value]


def raises(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    rewriter.insert(made("new.a", [], []))
    raise KeyError("x")


def leaves(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    raise SystemExit(3)


def forgets(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    rewriter.insert(made("new.a", [], []))
    return True


def erases(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    rewriter.erase_op(op)
    return True


def too_few(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    rewriter.replace_op(op, [])
    return True


def unreplaced(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    rewriter.replace_op(op, [None])
    return True


def misspelt(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
    return bool(adaptor.lsh)


def takes_too_little(op: Operation) -> bool:
    return True


@pytest.mark.parametrize(
    ("rewrite", "words"),
    [
        (nothing, "gave None in place of True or False"),
        (raises, "failed: KeyError: 'x'"),
        (leaves, "failed: SystemExit: 3"),
        (
            forgets,
            "gave True, but did neither replace the operation nor change it within "
            "modify_op_in_place",
        ),
        (erases, "failed: ValueError: <old.a at <input>:1:6> still has uses"),
        (
            too_few,
            "failed: ValueError: 0 replacements for 1 results of <old.a at <input>:1:6>",
        ),
        (
            unreplaced,
            "failed: ValueError: <result 0 of <old.a at <input>:1:6>> is used, and not replaced",
        ),
        (misspelt, "failed: AttributeError: 'UnregisteredOp' object has no attribute 'lsh'"),
    ],
)
def test_a_wrong_pattern_is_named(rewrite: object, words: str) -> None:
    module = parsed(TEXT)
    before = everything(module)
    with pytest.raises(PluginError) as failure:
        run(module, [pattern(rewrite, "old.a")])  # type: ignore[arg-type]
    assert everything(module) == before
    name = rewrite.__name__  # type: ignore[attr-defined]
    assert str(failure.value) == f"<input>:1:6: error: pattern '{name}' for 'old.a': {words}"
    assert failure.value.diagnostics[0].op is module.regions[0].entry.first_op


def test_a_pattern_that_takes_other_arguments_is_named() -> None:
    with pytest.raises(PluginError, match="pattern 'takes_too_little' for 'old.a': failed: TypeEr"):
        run(parsed(TEXT), [pattern(takes_too_little, "old.a")])  # type: ignore[arg-type]


def test_a_pattern_without_a_method_is_named() -> None:
    class Unfinished(ConversionPattern[Operation]):
        pass

    with pytest.raises(PluginError, match="'Unfinished' for 'old.a': failed: NotImpl"):
        run(parsed(TEXT), [Unfinished()])


def test_invalid_ir_is_the_fault_of_the_pattern_that_made_it() -> None:
    def invalid(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        add = rewriter.op_class("arith.addi")
        wrong = rewriter.insert(made("new.wrong", [], [I64])).result
        rewriter.replace_op(op, rewriter.insert(add.create([wrong, wrong], [I32])))
        return True

    text = 'func.func @f() {\n%0 = "old.a"() : () -> i32\n"kept.use"(%0) : (i32) -> ()\nreturn\n}'
    module = parsed(text)
    before = everything(module)
    with pytest.raises(PluginError) as failure:
        run(module, [pattern(invalid, "old.a")], target(["new", "arith"]))
    assert everything(module) == before
    assert str(failure.value).splitlines() == [
        "<input>:2:6: error: 'arith.addi' op requires the same type for all operands and results",
        "note: pattern 'test_invalid_ir_is_the_fault_of_the_pattern_that_made_it.<locals>.invalid' "
        "has made this operation",
    ]


def test_a_change_behind_the_rewriters_back_is_named_or_undone() -> None:
    def sneaks(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        new = rewriter.insert(made("new.a", [], [I32]))
        rewriter.replace_op(op, new)
        user = next(new.result.users)
        user.detach()
        new.detach()
        return False

    module = parsed(TEXT)
    before = everything(module)
    with pytest.raises(DiagnosticError):
        run(module, [pattern(sneaks, "old.a")])
    assert everything(module) == before


def test_what_is_converted_as_a_whole_is_not_replaced() -> None:
    module = parsed("module @outer {\nmodule @inner { }\n}")
    inner = module.regions[0].entry.first_op
    assert inner is not None
    before = everything(module)
    with pytest.raises(PluginError, match="replaced the operation that is converted as a whole"):
        run(inner, [pattern(erases)], target(illegal=["builtin"], legal=()))
    assert everything(module) == before


def test_errors_of_patterns_stay_what_they_are() -> None:
    def refuses(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        raise DiagnosticError(error("this cannot be done", op))

    def unplaced(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        raise DiagnosticError("this cannot be done")

    for rewrite in (refuses, unplaced):
        module = parsed(TEXT)
        with pytest.raises(DiagnosticError) as failure:
            run(module, [pattern(rewrite, "old.a")])
        assert str(failure.value) == "<input>:1:6: error: this cannot be done"
        assert failure.value.diagnostics[0].op is module.regions[0].entry.first_op


def test_an_interrupt_leaves_the_module_as_it_was() -> None:
    def interrupted(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        rewriter.replace_op(op, rewriter.insert(made("new.a", [], [I64])))
        raise KeyboardInterrupt

    module = parsed(TEXT)
    before = everything(module)
    with pytest.raises(KeyboardInterrupt):
        run(module, [FunctionPattern(interrupted, numbers(), root="old.a")])
    assert everything(module) == before


def test_what_is_no_pattern_is_refused() -> None:
    with pytest.raises(TypeError, match="is no ConversionPattern; make an instance of it"):
        RewritePatternSet([FunctionPattern])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="3 is no ConversionPattern"):
        run(parsed(TEXT), [3])  # type: ignore[list-item]
    assert len(RewritePatternSet([becomes("old.a", "new.a")])) == 1
