"""The declarations of an op's model as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from bufferize import ir
from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizationState, OneShotOptions
from bufferize.interfaces import (
    AliasingValue,
    BufferRelation,
    LoopLikeOpInterface,
    is_tensor_like,
)
from bufferize.plugins import Context
from bufferize_interpreter.model_tests.experiment import Specimen


@dataclass(frozen=True)
class Alias:
    """A declared alias of an operand, or of a value."""

    relation: BufferRelation
    is_definite: bool


@dataclass
class Declared:
    """The answers of a model's methods.

    Operands are given by number, values by their role for the op ("result #0").
    """

    reads: dict[int, bool] = field(default_factory=dict)
    writes: dict[int, bool] = field(default_factory=dict)
    in_place: dict[int, bool] = field(default_factory=dict)
    """`must_bufferize_in_place`."""
    aliases: dict[int, dict[str, Alias]] = field(default_factory=dict)
    """`get_aliasing_values`."""
    passed_on: dict[tuple[int, str], bool] = field(default_factory=dict)
    """The operands and values that may share a buffer because terminators of a loop pass it on."""
    sources: dict[str, dict[int, Alias]] = field(default_factory=dict)
    """`get_aliasing_op_operands` of results, if it returns operands of the op itself."""
    inner_sources: dict[str, list[tuple[int, Alias]]] = field(default_factory=dict)
    """`get_aliasing_op_operands` of operands of the terminators of the op's regions, by region."""
    allocates: dict[str, bool] = field(default_factory=dict)
    defines: dict[str, bool] = field(default_factory=dict)
    """`result_bufferizes_to_memory_write`."""
    writable: dict[str, bool] = field(default_factory=dict)
    elementwise: dict[tuple[int, int], bool] = field(default_factory=dict)
    """For pairs of operands, read and written: whether the access is declared elementwise."""
    not_conflicting: dict[tuple[int, int], bool] = field(default_factory=dict)
    repetitive: dict[int, bool] = field(default_factory=dict)
    parallel: dict[int, bool] = field(default_factory=dict)
    buffer_types: dict[str, ir.Type] = field(default_factory=dict)


def declared_of(
    specimen: Specimen, context: Context, state: AnalysisState, options: OneShotOptions
) -> Declared:
    """Return the answers of the model of the specimen's op.

    Raises DiagnosticError if it refuses to answer.
    """
    op, found = specimen.op, Declared()
    model: Any = context.model(op.name)
    types = BufferizationState(context, options)
    names = {value: name for name, value in specimen.values.items() if not _is_operand(name)}
    operands = [operand for operand in op.op_operands if is_tensor_like(operand.value.type)]
    for operand in operands:
        number = operand.index
        found.reads[number] = model.bufferizes_to_memory_read(op, operand, state)
        found.writes[number] = model.bufferizes_to_memory_write(op, operand, state)
        found.in_place[number] = model.must_bufferize_in_place(op, operand, state)
        aliases = model.get_aliasing_values(op, operand, state)
        found.aliases[number] = {
            names[alias.value]: Alias(alias.relation, alias.is_definite)
            for alias in aliases
            if alias.value in names
        }
        passed = (names[v] for v in _passed_on(op, aliases, state) if v in names)
        found.passed_on.update(((number, name), True) for name in passed)
    for read, write in permutations(operands, 2):
        pair = read.index, write.index
        found.elementwise[pair] = model.bufferizes_to_element_wise_access(op, state, [read, write])
        found.not_conflicting[pair] = model.is_not_conflicting(op, read, write, state)
    for name, value in specimen.values.items():
        if not _is_own(name):
            continue
        if isinstance(value, ir.OpResult):
            found.allocates[name] = model.bufferizes_to_allocation(op, value)
            found.defines[name] = model.result_bufferizes_to_memory_write(op, value, state)
            sources = model.get_aliasing_op_operands(op, value, state)
            found.sources[name] = {
                alias.operand.index: Alias(alias.relation, alias.is_definite)
                for alias in sources
                if alias.operand.owner is op
            }
            found.inner_sources[name] = [
                (region.index, Alias(alias.relation, alias.is_definite))
                for alias in sources
                if alias.operand.owner is not op
                and (region := alias.operand.owner.parent_region) is not None
            ]
        found.writable[name] = model.is_writable(op, value, state)
        found.buffer_types[name] = types.buffer_type(value)
    for region in op.regions:
        found.repetitive[region.index] = model.is_repetitive_region(op, region.index)
        found.parallel[region.index] = model.is_parallel_region(op, region.index)
    return found


def _passed_on(
    op: ir.Operation, aliases: list[AliasingValue], state: AnalysisState
) -> Iterator[ir.Value]:
    """Yield the values that share a buffer with `aliases` if terminators of a loop pass it on."""
    if not isinstance(op, LoopLikeOpInterface):
        return
    ends = {operand: values for _, operand, values in op.forwarded_operands}
    work = [alias.value for alias in aliases]
    seen = set(work)
    while work:
        for use in work.pop().uses:
            values = [alias.value for alias in state.get_aliasing_values(use)]
            for value in (*ends.get(use, ()), *values):
                if value not in seen:
                    seen.add(value)
                    work.append(value)
                    yield value


def _is_operand(name: str) -> bool:
    return name.startswith("operand")


def _is_own(name: str) -> bool:
    """Return whether a name is of a result of the op, or of an argument of its regions."""
    return not _is_operand(name) and "around" not in name and "successor" not in name
