"""Every rule of the conflict test: one program that needs it, and one where it must not apply."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState
from bufferize.analysis.accesses import Read, Write, loops_between
from bufferize.analysis.conflicts import (
    DEFINITION_RULES,
    ORDER_RULES,
    OTHER_RULES,
    ConflictRules,
    DefinitionRule,
    Rule,
    element_wise_access,
    mutually_exclusive,
    read_happens_before_write,
    same_use,
    write_happens_before_definition,
    write_is_definition,
    write_outside_of_block,
)
from bufferize.analysis.program_order import ProgramOrder
from bufferize.analysis.subset_rules import overwritten_part, read_of_own_part
from bufferize.diagnostics import PassError
from bufferize.ir import Block, Operation, OpOperand, UnitAttr, UnregisteredOp
from bufferize.record import Reason

from .toy import (
    TENSOR,
    BranchOp,
    CastOp,
    ConstOp,
    FillOp,
    ForceOp,
    FuncOp,
    GraphOp,
    NewOp,
    PutOp,
    ReadOp,
    ReturnOp,
    UpdateOp,
    ViewOp,
    ZipOp,
    branch_on,
    finish,
    loop,
    make,
    scope,
)
from .toy_functions import analyzed, decision_of, end, new_function
from .toy_models import ToyContext

Body = Callable[[FuncOp], tuple[Operation, bool]]
"""Fills a function; gives an operation and whether its last operand is to be in place."""


def rules_that_apply(
    state: OneShotAnalysisState, root: Operation, read_by: OpOperand, written_by: OpOperand
) -> set[Rule | DefinitionRule]:
    definitions = tuple(state.find_definitions(read_by))
    aliases = state.get_aliasing_values(written_by)
    rules = ConflictRules(state, ProgramOrder(root))
    read = Read(read_by, definitions, loops_between(state, read_by.owner, definitions))
    write = Write(written_by, aliases[0].value if len(aliases) == 1 else None)
    found: set[Rule | DefinitionRule] = {
        rule
        for rule in (*ORDER_RULES, element_wise_access, *OTHER_RULES)
        if rule(rules, read, write)
    }
    return found | {
        rule
        for rule in DEFINITION_RULES
        if definitions and all(rule(rules, definition, read, write) for definition in definitions)
    }


# Each program, in pairs: with the rule, and with what breaks it.


def read_before_write(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    make(body, ReadOp, body.arguments[0], results=0)
    op = make(body, UpdateOp, body.arguments[0])
    end(func, op.result)
    return op, True


def read_after_write(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    op = make(body, UpdateOp, body.arguments[0])
    make(body, ReadOp, body.arguments[0], results=0)
    end(func, op.result)
    return op, False


def read_before_write_in_loop(func: FuncOp) -> tuple[Operation, bool]:
    """The next iteration reads what this one has written."""
    body = func.entry_block
    source = make(body, UpdateOp, body.arguments[0]).result
    outer = loop(body, make(body, NewOp).result)
    inner = outer.regions[0].entry
    make(inner, ReadOp, source, results=0)
    op = make(inner, UpdateOp, source)
    make(inner, ReadOp, op.result, results=0)
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    return op, False


def definition_in_same_loop(func: FuncOp) -> tuple[Operation, bool]:
    """The loop redoes the definition, so that order counts."""
    body = func.entry_block
    outer = loop(body, body.arguments[0])
    inner = outer.regions[0].entry
    source = make(inner, FillOp, make(inner, NewOp).result).result
    make(inner, ReadOp, source, results=0)
    op = make(inner, UpdateOp, source)
    make(inner, ReadOp, op.result, results=0)
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    return op, True


def in_other_branch(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    op = branch_on(body)
    then, other = (region.entry for region in op.regions)
    update = make(then, UpdateOp, body.arguments[0])
    finish(then, update.result)
    make(other, ReadOp, body.arguments[0], results=0)
    finish(other, make(other, NewOp).result)
    end(func, op.result)
    return update, True


def after_the_branch(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    op = branch_on(body)
    then, other = (region.entry for region in op.regions)
    update = make(then, UpdateOp, body.arguments[0])
    finish(then, update.result)
    finish(other, make(other, NewOp).result)
    make(body, ReadOp, body.arguments[0], results=0)
    end(func, op.result)
    return update, False


def element_by_element(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    source = make(body, UpdateOp, body.arguments[0]).result
    op = make(body, CastOp, source)
    end(func, make(body, ZipOp, source, op.result).result)
    return op, True


def overlapping_elements(func: FuncOp) -> tuple[Operation, bool]:
    """A view is not the same buffer: its elements are others."""
    body = func.entry_block
    source = make(body, UpdateOp, body.arguments[0]).result
    op = make(body, ViewOp, source, at=0)
    end(func, make(body, ZipOp, op.result, source).result)
    return op, False


def same_part(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    source = body.arguments[0]
    op = make(body, ViewOp, source, at=0)
    part = make(body, FillOp, op.result).result
    end(func, make(body, PutOp, part, source, at=0).result)
    return op, True


def other_part(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    source = body.arguments[0]
    op = make(body, ViewOp, source, at=0)
    part = make(body, FillOp, op.result).result
    end(func, make(body, PutOp, part, source, at=1).result)
    return op, False


def part_written_back(func: FuncOp) -> tuple[Operation, bool]:
    """The part is read after it was put back where it is."""
    body = func.entry_block
    source = body.arguments[0]
    op = make(body, ViewOp, source, at=0)
    part = make(body, FillOp, op.result).result
    whole = make(body, PutOp, part, source, at=0).result
    make(body, ReadOp, part, results=0)
    end(func, whole)
    return op, True


def part_put_elsewhere(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    source = body.arguments[0]
    op = make(body, ViewOp, source, at=0)
    whole = make(body, PutOp, op.result, source, at=1).result
    make(body, ReadOp, op.result, results=0)
    end(func, whole)
    return op, False


def write_before_definition(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    op = make(body, UpdateOp, body.arguments[0])
    later = make(body, UpdateOp, op.result)
    make(body, ReadOp, later.result, results=0)
    end(func, later.result)
    return op, True


def write_inside_definition(func: FuncOp) -> tuple[Operation, bool]:
    """What the branch writes is a part of what the `if` gives."""
    body = func.entry_block
    op = branch_on(body)
    then, other = (region.entry for region in op.regions)
    update = make(then, UpdateOp, body.arguments[0])
    finish(then, update.result)
    finish(other, body.arguments[0])
    make(body, ReadOp, op.result, results=0)
    end(func, op.result)
    return update, True


def part_in_graph_region(func: FuncOp) -> tuple[Operation, bool]:
    """The part is written further up than the tensor that it was made from."""
    graph = scope(func.entry_block, GraphOp)
    outer = graph.regions[0].entry
    source = make(outer, FillOp, func.entry_block.arguments[0])
    nested = scope(outer)
    body = nested.regions[0].entry
    op = make(body, ViewOp, source.result, at=0)
    part = make(body, FillOp, op.result).result
    finish(body, make(body, PutOp, part, source.result, at=0).result)
    source.detach()
    outer.append(source)
    finish(outer, nested.result)
    end(func, graph.result)
    return op, True


def other_target_of_a_branch(func: FuncOp) -> tuple[Operation, bool]:
    """What one target writes does not disturb the other one, which comes before it, if it comes."""
    region, entry = func.regions[0], func.entry_block
    first, second = region.append(Block([TENSOR])), region.append(Block([TENSOR]))
    branch = BranchOp.create([make(entry, NewOp).result], successors=[first, second])
    entry.append(branch)
    make(first, ReadOp, first.arguments[0], results=0)
    first.append(BranchOp.create([make(first, NewOp).result], successors=[second]))
    finish(second, make(second, UpdateOp, second.arguments[0]).result, cls=ReturnOp)
    return branch, True


def undefined_contents(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    new = make(body, NewOp).result
    op = make(body, UpdateOp, new)
    make(body, ReadOp, new, results=0)
    end(func, op.result)
    return op, True


def defined_contents(func: FuncOp) -> tuple[Operation, bool]:
    body = func.entry_block
    new = make(body, FillOp, make(body, NewOp).result).result
    op = make(body, UpdateOp, new)
    make(body, ReadOp, new, results=0)
    end(func, op.result)
    return op, False


PROGRAMS: list[Body] = [
    read_before_write,
    read_after_write,
    read_before_write_in_loop,
    definition_in_same_loop,
    in_other_branch,
    after_the_branch,
    element_by_element,
    overlapping_elements,
    same_part,
    other_part,
    part_written_back,
    part_put_elsewhere,
    write_before_definition,
    write_inside_definition,
    part_in_graph_region,
    other_target_of_a_branch,
    undefined_contents,
    defined_contents,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_program(program: Body) -> None:
    func = new_function()
    op, in_place = program(func)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(op.op_operands[-1]) is in_place


@pytest.mark.parametrize(
    ("program", "rule"),
    [
        (read_before_write, read_happens_before_write),
        (in_other_branch, mutually_exclusive),
    ],
    ids=lambda p: p.__name__,
)
def test_rule_between_two_operations(program: Body, rule: Rule) -> None:
    func = new_function()
    op, _ = program(func)
    read = next(o for o in func.walk() if isinstance(o, ReadOp)).op_operands[0]
    state = OneShotAnalysisState(AnalysisOptions(), ToyContext(), func)
    assert rule in rules_that_apply(state, func, read, op.op_operands[-1])


def test_rules_within_and_across_operations() -> None:
    func = new_function()
    body = func.entry_block
    source = body.arguments[0]
    part = make(body, ViewOp, source, at=0).result
    fill = make(body, FillOp, part)
    put = make(body, PutOp, fill.result, source, at=0)
    again = make(body, UpdateOp, put.result)
    end(func, again.result)
    state = OneShotAnalysisState(AnalysisOptions(), ToyContext(), func)
    put_source, destination = put.op_operands

    def why(read: OpOperand, write: OpOperand) -> set[Rule | DefinitionRule]:
        return rules_that_apply(state, func, read, write)

    assert why(destination, fill.op_operands[0]) == {overwritten_part}
    assert read_of_own_part in why(put_source, destination)
    assert write_is_definition in why(put_source, fill.op_operands[0])
    assert same_use in why(destination, destination)
    assert why(again.op_operands[0], destination) & {
        write_happens_before_definition,
        write_is_definition,
    }


def test_write_outside_of_the_block_of_an_argument() -> None:
    func = new_function()
    body = func.entry_block
    update = make(body, UpdateOp, body.arguments[0])
    outer = loop(body, update.result)
    inner = outer.regions[0].entry
    read = make(inner, ReadOp, inner.arguments[0], results=0)
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    state = OneShotAnalysisState(AnalysisOptions(), ToyContext(), func)
    found = rules_that_apply(state, func, read.op_operands[0], update.op_operands[0])
    assert write_outside_of_block in found


def test_conflict_is_logged_with_its_witnesses() -> None:
    func = new_function()
    op, _ = read_after_write(func)
    state = analyzed(func, bufferize_function_boundaries=True)
    decision = decision_of(state, op.op_operands[0])
    assert decision.reason is Reason.CONFLICT
    assert decision.definition is func.entry_block.arguments[0]
    assert decision.write is op.op_operands[0]
    assert decision.read is not None
    assert isinstance(decision.read.owner, ReadOp)
    assert state.num_tensor_out_of_place == 1


def test_write_to_non_writable_argument() -> None:
    func = new_function()
    func.attributes["non_writable0"] = UnitAttr()
    op, _ = read_before_write(func)
    state = analyzed(func, bufferize_function_boundaries=True)
    decision = decision_of(state, op.op_operands[0])
    assert decision.reason is Reason.NOT_WRITABLE
    assert decision.root is func.entry_block.arguments[0]


def test_write_to_constant_through_a_view() -> None:
    func = new_function()
    body = func.entry_block
    constant = make(body, ConstOp).result
    view = make(body, ViewOp, constant, at=0)
    update = make(body, UpdateOp, view.result)
    end(func, update.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    # Bottom up: the update takes the view's buffer, so the view must be a copy.
    assert state.is_in_place(update.op_operands[0])
    assert not state.is_in_place(view.op_operands[0])


def test_forced_conflict_is_an_error() -> None:
    func = new_function()
    body = func.entry_block
    make(body, ForceOp, body.arguments[0], results=0)
    end(func, body.arguments[0])
    with pytest.raises(PassError, match=r"'toy.force' op not bufferizable .* RaW conflict"):
        analyzed(func, bufferize_function_boundaries=True)


def test_forced_write_to_constant_is_an_error() -> None:
    func = new_function()
    body = func.entry_block
    make(body, ForceOp, make(body, ConstOp).result, results=0)
    end(func, body.arguments[0])
    with pytest.raises(PassError, match="would write to read-only buffer"):
        analyzed(func, bufferize_function_boundaries=True)


def test_blocks_in_an_operation_that_knows_none_are_an_error() -> None:
    func = new_function()
    body = func.entry_block
    outer = loop(body, body.arguments[0])
    finish(outer.regions[0].entry, outer.regions[0].entry.arguments[0])
    outer.regions[0].append(Block())
    end(func, outer.result)
    with pytest.raises(PassError, match=r"'toy.loop' op .* unstructured control flow"):
        analyzed(func, bufferize_function_boundaries=True)


def test_unknown_operation_is_read_and_written() -> None:
    func = new_function()
    body = func.entry_block
    op = UnregisteredOp.named("other.op", [body.arguments[0]], [TENSOR])
    body.append(op)
    end(func, body.arguments[0])
    assert not analyzed(func, bufferize_function_boundaries=True).is_in_place(op.op_operands[0])
