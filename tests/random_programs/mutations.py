"""`python -m tests.random_programs.mutations`: whether the search finds known classes of wrong
code.

Each rule that keeps a class of programs right is removed or weakened, until the search finds a
program that prints something else. That proves that the search can find the class.
"""

from __future__ import annotations

import argparse
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from bufferize.driver import BufferizableOpInterface
from bufferize.interfaces import HyperrectangularSlice, constant_int
from tests.random_programs.campaign import campaign
from tests.random_programs.reducer import problems
from tests.random_programs.search import Batch, Bufferizer, Finding

Change = tuple[str, Callable[[Any], Any]]
"""A target, as `module:name` or `module:class.name`, and a function from its old value to the new
one."""


@dataclass(frozen=True)
class Mutation:
    """A class of wrong code: the changes, and the programs to search."""

    changes: Sequence[Change]
    features: Sequence[str]
    variants: Sequence[str] = ("default",)


def _gives(result: Any) -> Callable[[Any], Any]:
    """Return a function that always returns the same value, or a property that has it."""
    return lambda old: property(lambda _: result) if _is_property(old) else lambda *_, **__: result


def _is_property(old: Any) -> bool:
    return isinstance(old, property)


def _becomes(new: Any) -> Callable[[Any], Any]:
    return lambda old: property(new) if _is_property(old) else new


def _first_extents_suffice(op: Any) -> bool:
    """Ignore dimensions of a transfer beyond those of the vector."""
    extents = zip(op.base.type.shape, op.value_to_store.type.shape, strict=False)
    starts = all(constant_int(index) == 0 for index in op.indices)
    static = op.base.type.has_static_shape()
    return static and starts and not op.is_masked and all(a <= b for a, b in extents)


def _bounds_as_written(op: Any) -> bool:
    lower, upper = constant_int(op.lower_bound), constant_int(op.upper_bound)
    return lower is None or upper is None or upper <= lower


def _only_source_is_read(self: Any, op: Any, operand: Any, state: Any) -> bool:
    return bool(operand.index == 0)


def _all_of_vector(op: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = op.transferred.type.shape
    return shape


def _contributions_have_no_order(old: Callable[..., bool]) -> Callable[..., bool]:
    def happens_before(self: Any, a: Any, b: Any) -> bool:
        around = a.parent_op
        if around is b.parent_op and around.name == "scf.forall.in_parallel":
            return True
        return old(self, a, b)

    return happens_before


def _without_what_is_left_out(old: Callable[..., bool]) -> Callable[..., bool]:
    def has_region(self: Any, region: Any) -> bool:
        op = region.parent
        is_left_out = op is not None and self.model(op) is None
        if is_left_out and self.context.model(op.name) is not None:
            return False
        return old(self, region)

    return has_region


def _part_of_known_extents(op: Any) -> HyperrectangularSlice | None:
    """Return the subset that a transfer accesses if scalable vectors had their least size."""
    if op.transferred_shape is None or not op.permutation_map.map.is_minor_identity():
        return None
    rank = len(op.base.type.shape)
    leading = (1,) * (rank - len(op.transferred_shape))
    return HyperrectangularSlice(op.indices, (*leading, *op.transferred_shape), (1,) * rank)


_RULES = "bufferize.analysis.subset_rules"
_DECIDER = "bufferize.analysis.decide:OperandDecider"
_CONFLICTS = "bufferize.analysis.conflicts:ConflictRules"
_PLACES = "bufferize_transforms.extraction_places"
_INSERTION = "bufferize_tensor.models_updates:ParallelInsertSliceModel"
_TRANSFER = "bufferize_vector.ops_transfer:_TransferOp"

MUTATIONS = {
    "1 part of a loop": Mutation(
        [(f"{_RULES}:_stays", _gives(True))], ["loops", "tiles"], ["default", "eliminate"]
    ),
    "1 loops of blocks": Mutation(
        [(f"{_RULES}:_stays", _gives(True))], ["blocks", "tiles", "calls"], ["default", "disjoint"]
    ),
    "2 written, not read": Mutation(
        [(f"{_CONFLICTS}.disturbs_use_in_progress", _gives(False))], ["empties", "calls", "loops"]
    ),
    "3 written in place in threads": Mutation(
        [
            ("bufferize.driver.one_shot:reads_from_outside", _gives({})),
            (f"{_INSERTION}.bufferizes_to_memory_read", _becomes(_only_source_is_read)),
        ],
        ["threads"],
    ),
    "3 read from outside": Mutation(
        [("bufferize.driver.one_shot:reads_from_outside", _gives({}))], ["threads"]
    ),
    "4 contributions as a graph": Mutation(
        [
            (
                "bufferize.analysis.program_order:ProgramOrder.happens_before",
                _contributions_have_no_order,
            )
        ],
        ["threads"],
    ),
    "5 transfers overwrite": Mutation(
        [("bufferize_vector.models:_overwrites_destination", _becomes(_first_extents_suffice))],
        ["vectors"],
    ),
    "6 no iterations": Mutation(
        [("bufferize_scf.ops_loop:ForOp.may_have_no_iterations", _becomes(_bounds_as_written))],
        ["loop_bounds"],
    ),
    "7 tensors of vectors": Mutation(
        [(f"{_TRANSFER}.transferred_shape", _becomes(_all_of_vector))],
        ["vector_elements"],
        ["default", "disjoint", "disjoint-top-down"],
    ),
    "8 results of calls": Mutation(
        [
            (
                "bufferize.models.functions:Calls.result_bufferizes_to_memory_write",
                _becomes(BufferizableOpInterface.result_bufferizes_to_memory_write),
            )
        ],
        ["calls", "blocks", "empties"],
    ),
    "8 results of declared functions": Mutation(
        [
            (
                "bufferize.models.functions:Calls.result_bufferizes_to_memory_write",
                _becomes(BufferizableOpInterface.result_bufferizes_to_memory_write),
            )
        ],
        ["externals", "empties"],
    ),
    "9 sizes that change": Mutation(
        [(f"{_PLACES}:_has_extents_of_part", _gives(True))],
        ["sizes"],
        ["eliminate", "cse-eliminate"],
    ),
    "10 affine.parallel": Mutation(
        [
            ("bufferize_affine.ops_parallel:ParallelOp.is_parallel", _gives(False)),
            ("bufferize_affine.ops_parallel:ParallelOp.successor_regions", _gives([])),
        ],
        ["parallel"],
    ),
    "10 shape.reduce": Mutation(
        [("bufferize_shape.ops_reduce:ReduceOp.successor_regions", _gives([]))],
        ["shape_reduce"],
    ),
    "10 loops left out": Mutation(
        [
            (
                "bufferize.analysis.queries:AnalysisState.is_repetitive_region",
                _without_what_is_left_out,
            ),
            (
                "bufferize.analysis.queries:AnalysisState.is_parallel_region",
                _without_what_is_left_out,
            ),
        ],
        ["plain_threads"],
        ["without-scf"],
    ),
    "14 what loops pass on": Mutation(
        [(f"{_DECIDER}._conflicts_if_joined", _gives(False))], ["loops", "branches"]
    ),
    "14 buffers of their own": Mutation(
        [("bufferize.analysis.accesses:AccessOrder._is_own_buffer", _gives(True))],
        ["loops", "branches"],
    ),
    "14 written where it may only be read": Mutation(
        [(f"{_DECIDER}._exposed_by", _gives([]))], ["branches", "globals"]
    ),
    "11 backwards": Mutation([(f"{_RULES}:_may_reorder", _gives(False))], ["strides"]),
    "11 stride 0": Mutation(
        [("bufferize.models.presets:_may_overlap_itself", _gives(False))], ["strides"]
    ),
    "12 scf.parallel": Mutation(
        [("bufferize_scf.ops_parallel:ParallelOp.is_parallel", _gives(False))],
        ["parallel", "empties"],
        ["in-turns"],
    ),
    "13 scalable vectors": Mutation(
        [(f"{_TRANSFER}.slice_of_tensor", _becomes(_part_of_known_extents))],
        ["scalable", "slices"],
        ["disjoint"],
    ),
    "partial, writers": Mutation(
        [("bufferize_conversion.partial:PartialAnalysisState.is_in_place", _gives(True))],
        [],
        ("partial", "partial-tidied"),
    ),
    "freed in place": Mutation(
        [
            (
                "bufferize.models.bufferization:DeallocTensorModel.bufferizes_to_memory_write",
                _gives(False),
            )
        ],
        ["dealloc"],
    ),
}


@contextmanager
def changed(mutation: Mutation) -> Iterator[None]:
    """Make the changes in a `with` block.

    Raises ImportError or AttributeError for a missing target.
    """
    with ExitStack() as stack:
        for place, make in mutation.changes:
            module, _, path = place.partition(":")
            holder, _, name = path.rpartition(".")
            owner = pkgutil.resolve_name(f"{module}:{holder}" if holder else module)
            stack.enter_context(patch.object(owner, name, make(getattr(owner, name))))
        yield


@dataclass(frozen=True)
class Proof:
    """How a mutation was found, if it was."""

    programs: int
    seconds: float
    finding: Finding | None


def found(mutation: Mutation, seed: int, seconds: float, jobs: int) -> Proof:
    """Search until a program prints something else, and is right without the mutation."""
    programs, used, first = 0, 0.0, seed
    while used < seconds:
        batch = Batch(range(first, first + 4000), mutation.features, 4, mutation.variants)
        with changed(mutation):
            for done in campaign(batch, jobs):
                programs += len(done.batch.seeds)
                used += done.seconds
                wrong = [
                    f for f in done.tally.findings if f.problem.startswith(("prints", "ended"))
                ]
                if wrong or used > seconds:
                    break
        for finding in wrong:
            if _is_right(finding):
                return Proof(finding.seed - seed + 1, used, finding)
        first = done.batch.seeds.stop
    return Proof(programs, used, None)


def _is_right(finding: Finding) -> bool:
    bufferizer = Bufferizer()
    return not any(problems([bufferizer.parse(finding.text)], finding, bufferizer))


def main() -> int:
    """Print a table; the exit status is 0 if all mutations were found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.random_programs.mutations", description=__doc__
    )
    parser.add_argument("--name", nargs="+", default=list(MUTATIONS), choices=MUTATIONS)
    parser.add_argument("--minutes", type=float, default=60, help="of the processor, for each (60)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first program (0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    arguments = parser.parse_args()
    missed = 0
    print(
        "| class | programs | processor seconds | seed | variant |\n| --- | --- | --- | --- | --- |"
    )
    for name in arguments.name:
        proof = found(MUTATIONS[name], arguments.seed, 60 * arguments.minutes, arguments.jobs)
        missed += proof.finding is None
        seed = "not found" if proof.finding is None else proof.finding.seed
        variant = "" if proof.finding is None else proof.finding.variant.name
        print(
            f"| {name} | {proof.programs} | {proof.seconds:.0f} | {seed} | {variant} |", flush=True
        )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
