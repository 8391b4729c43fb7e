"""The types of results that follow from the rest of an operation."""

from __future__ import annotations

from bufferize import ir
from bufferize_scf.ops_branch import IfOp, IndexSwitchOp
from bufferize_scf.ops_loop import ConditionOp, ForOp, WhileOp, YieldOp
from bufferize_scf.ops_parallel import ParallelOp

TENSOR = ir.RankedTensorType((4,), ir.F32)
BLOCK = ir.Block([ir.I1, ir.INDEX, TENSOR, ir.F64])
CONDITION, INDEX_VALUE, TENSOR_VALUE, NUMBER = BLOCK.arguments


def _yielding() -> ir.Block:
    block = ir.Block()
    block.append(YieldOp(values=[TENSOR_VALUE]))
    return block


def test_loops_have_the_types_of_their_inits() -> None:
    loop = ForOp(
        lower_bound=INDEX_VALUE,
        upper_bound=INDEX_VALUE,
        step=INDEX_VALUE,
        init_args=[TENSOR_VALUE, NUMBER],
    )
    assert loop.result_types == (TENSOR, ir.F64)
    nest = ParallelOp(
        lower_bound=[INDEX_VALUE],
        upper_bound=[INDEX_VALUE],
        step=[INDEX_VALUE],
        init_vals=[NUMBER],
    )
    assert nest.result_types == (ir.F64,)


def test_while_has_the_types_of_its_condition() -> None:
    before = ir.Block([TENSOR])
    before.append(ConditionOp(condition=CONDITION, args=[NUMBER]))
    loop = WhileOp(inits=[TENSOR_VALUE], before=before, after=ir.Block([ir.F64]))
    assert loop.result_types == (ir.F64,)


def test_branches_have_the_types_that_they_yield() -> None:
    choice = IfOp(condition=CONDITION, then_region=_yielding(), else_region=_yielding())
    assert choice.result_types == (TENSOR,)
    assert IfOp(condition=CONDITION).result_types == ()
    switch = IndexSwitchOp(
        arg=INDEX_VALUE, cases=[0], default_region=_yielding(), case_regions=[_yielding()]
    )
    assert switch.result_types == (TENSOR,)
