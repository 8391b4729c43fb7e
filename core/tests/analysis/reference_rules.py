"""The rules that the analysis has and the reference lacks, taken out again.

On random programs, what they change would hide everything else. Programs that need them are in
`tests/differences`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from bufferize.analysis import (
    OneShotAnalysisState,
    TraversalConfig,
    conflicts,
    one_shot_state,
    subset_rules,
)
from bufferize.analysis.accesses import AccessOrder, Read, Write
from bufferize.analysis.decide import OperandDecider
from bufferize.analysis.program_order import ProgramOrder
from bufferize.driver import BufferizableOpInterface
from bufferize.interfaces import constant_int
from bufferize.ir import BlockArgument, GraphRegion, Operation, OpOperand, Value
from bufferize.ir.dominance import BlockGraph
from bufferize.models import Calls
from bufferize.models.bufferization import DeallocTensorModel


@contextmanager
def rules_of_the_reference() -> Iterator[None]:
    """Within this, decisions are those of the reference, wrong ones included."""
    from bufferize_scf.models import ForallModel
    from bufferize_tensor.models import ParallelInsertSliceModel
    from bufferize_tensor.ops_element import InsertOp
    from bufferize_vector import models as vector_models

    mended: list[tuple[Any, str, Any]] = [
        (one_shot_state, "values_passed_on", lambda _: []),
        (subset_rules, "_stays", lambda *_: True),
        (subset_rules, "_may_reorder", lambda *_: False),
        (conflicts.ConflictRules, "disturbs_use_in_progress", lambda *_: False),
        (conflicts, "_descends_from", _may_descend_from),
        (conflicts, "DEFINITION_RULES", _DEFINITION_RULES),
        (conflicts, "OTHER_RULES", conflicts.OTHER_RULES[:-1]),  # without `disjoint_subsets`
        (AccessOrder, "is_never_followed_by", lambda *_: False),
        (BlockGraph, "between", lambda graph, *_: [(graph.blocks[0], graph.blocks[-1])]),
        (InsertOp, "accessed_slice", lambda _: None),
        (ProgramOrder, "_properly_dominates", _dominates_in_graphs),
        (OperandDecider, "forced_conflict", _conflict_of_all_aliases),
        (AccessOrder, "are_separate", lambda *_: False),
        (AccessOrder, "are_kept_apart", lambda *_: False),
        (AccessOrder, "buffer_of", lambda *_: None),
        (OperandDecider, "_exposed_by", lambda *_: [None]),
        (OperandDecider, "_sparing_copy", lambda *_: None),
        (OperandDecider, "_may_be_kept", lambda *_: False),
        (OneShotAnalysisState, "is_forwarded_written", lambda *_: True),
        (
            Calls,
            "result_bufferizes_to_memory_write",
            BufferizableOpInterface.result_bufferizes_to_memory_write,
        ),
        (ForallModel, "is_not_conflicting", lambda *_: False),
        (
            ParallelInsertSliceModel,
            "bufferizes_to_memory_read",
            lambda model, op, operand, state: operand.index == 0,
        ),
        (ParallelInsertSliceModel, "must_bufferize_in_place", lambda *_: False),
        (DeallocTensorModel, "bufferizes_to_memory_write", lambda *_: False),
        (DeallocTensorModel, "must_bufferize_in_place", lambda *_: False),
        (vector_models, "_overwrites_destination", _first_extents_suffice),
    ]
    with ExitStack() as stack:
        for owner, name, rule in mended:
            stack.enter_context(patch.object(owner, name, rule))
        yield


def _may_descend_from(rules: AccessOrder, start: OpOperand, other: Value) -> bool:
    found = rules.state.find_values_in_reverse_use_def_chain(
        start,
        lambda value: value is other,
        TraversalConfig(
            always_include_leaves=False,
            follow_equivalent_only=True,
            follow_same_type_or_casts_only=True,
        ),
    )
    return bool(found)


def _first_extents_suffice(op: Any) -> bool:
    """Which dimensions of the tensor the vector has does not matter, nor does a mask."""
    extents = zip(op.base.type.shape, op.value_to_store.type.shape, strict=False)
    starts = all(constant_int(index) == 0 for index in op.indices)
    return bool(op.base.type.has_static_shape()) and starts and all(a <= b for a, b in extents)


def _write_outside_of_block(
    rules: AccessOrder, definition: Value, read: Read, write: Write
) -> bool:
    """What is written in other blocks than that of an argument does not change it."""
    return (
        isinstance(definition, BlockArgument)
        and definition.owner.find_ancestor_op(write.op) is None
    )


_DEFINITION_RULES = tuple(
    _write_outside_of_block if rule is conflicts.write_outside_of_block else rule
    for rule in conflicts.DEFINITION_RULES
    if rule not in (conflicts.other_branch, subset_rules.writes_same_contents)
)


_dominates = ProgramOrder._properly_dominates


def _dominates_in_graphs(order: ProgramOrder, a: Operation, b: Operation) -> bool:
    """In a graph region every operation comes before every other one."""
    region = a.parent_region
    graph = (
        region is not None and region.parent is not None and region.parent.has_trait(GraphRegion)
    )
    if graph and region is not None and region.find_ancestor_op(b) is not None:
        return True
    return _dominates(order, a, b)


def _conflict_of_all_aliases(decider: OperandDecider, operand: OpOperand) -> bool:
    roots, accesses = decider._alias_sets(operand), decider.accesses
    if not any(len(accesses.of(root).writes) for root in roots):
        return False
    if any(accesses.of(root).count for root in roots) and any(
        accesses.of(root).private_write is not None for root in roots
    ):
        return True
    return bool(decider._conflict_within(roots) or decider._conflict_across(roots))
