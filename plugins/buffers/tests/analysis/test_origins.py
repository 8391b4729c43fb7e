"""What lists of buffers answer is what comparing all pairs gives, on random programs."""

from __future__ import annotations

import random

import pytest

import bufferize
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import BaseMemRefType, Value
from bufferize_buffers.analysis.origins import BufferList, Enclosing, Origin, Origins

from ..deallocation.programs import program


def are_distinct(a: Origin, b: Origin) -> bool:
    """Whether one is allocated in the block of which the other one is an argument."""
    enclosing = Enclosing()
    return any(
        x.allocation is not None and y.argument_block in enclosing.of(x.allocation)
        for x, y in ((a, b), (b, a))
    )


def is_same_allocation(a: Origin, b: Origin) -> bool | None:
    """Whether both are in one allocation; None if that is not known."""
    if a.is_same(b):
        return True
    if a.sources & b.sources:
        return None
    if (a.is_new and b.is_new_or_argument) or (b.is_new and a.is_new_or_argument):
        return False
    return None


def may_share(a: Origin, b: Origin) -> bool:
    return not are_distinct(a, b) and is_same_allocation(a, b) is not False


def buffers_of(function: FunctionOpInterface) -> list[Value]:
    values: list[Value] = []
    for op in function.walk():
        values += op.results
        values += [a for region in op.regions for block in region.blocks for a in block.arguments]
    return [value for value in values if isinstance(value.type, BaseMemRefType)]


@pytest.mark.parametrize("seed", range(30))
def test_lists_answer_as_all_pairs_do(seed: int) -> None:
    module = bufferize.parse(program(seed), bufferize.Context())
    origins, enclosing = Origins(module), Enclosing()
    generator = random.Random(seed)
    for function in module.walk():
        if not isinstance(function, FunctionOpInterface) or function.is_external:
            continue
        values = buffers_of(function)
        of = {value: origins.of(value) for value in values}
        for _ in range(20):
            chosen = generator.sample(values, min(len(values), generator.randint(1, 6)))
            listed = BufferList(chosen, origins, enclosing)
            for value in chosen:
                expected = any(may_share(of[value], of[v]) for v in chosen if v is not value)
                assert listed.may_share_with_any(value, is_member=True) == expected
            other = generator.choice(values)
            sharing = [v for v in chosen if may_share(of[other], of[v])]
            assert listed.may_share_with(other) == sharing
            assert listed.may_share_with_any(other, is_member=False) == bool(sharing)
            known = {v: is_same_allocation(of[other], of[v]) for v in chosen}
            same = [v for v in chosen if known[v]]
            surely = same if same and None not in known.values() else None
            assert listed.surely_shared_with(other) == surely
