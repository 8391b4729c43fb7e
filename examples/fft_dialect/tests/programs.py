"""Programs with fft, bufferized, and the same programs with ops of other dialects."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

import bufferize
from bufferize import Context, OneShotOptions, Report
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    InsertionPoint,
    Operation,
    RankedTensorType,
    Region,
    Rewriter,
    Value,
    dense_i32,
    dense_i64,
    verify,
)
from bufferize.plugins import ENTRY_POINT_GROUP
from fft_dialect import plugin


@cache
def context() -> Context:
    """Return a context with this plugin, installed or not, and all installed ones."""
    others = [e.load() for e in entry_points(group=ENTRY_POINT_GROUP) if e.name != "fft"]
    return Context([*others, plugin])


def parsed(text: str) -> Operation:
    """Return the module of a text."""
    module = bufferize.parse(text, context(), "f.mlir")
    assert not verify(module)
    return module


def bufferized(module: Operation, **options: Any) -> Report:
    """Bufferize a module, and check that it is valid and has no tensors."""
    options.setdefault("bufferize_function_boundaries", True)
    report = bufferize.one_shot_bufferize(module, OneShotOptions(**options), context())
    assert not verify(module)
    return report


_Parts: TypeAlias = tuple[list[Value], dict[str, Attribute]]


def _counted(op: Operation, number: Callable[[int], Value]) -> _Parts:
    count, *inits = op.operands
    return [number(0), count, number(1), *inits], {}


def _spawned(op: Operation, number: Callable[[int], Value]) -> _Parts:
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": dense_i32([0, 1, 0, len(op.operands) - 1]),
        "staticLowerBound": dense_i64([0]),
        "staticUpperBound": dense_i64([DYNAMIC]),
        "staticStep": dense_i64([1]),
    }
    return list(op.operands), properties


def _slice(op: Operation, number: Callable[[int], Value]) -> _Parts:
    half = op.results[0] if op.results else op.operands[0]
    assert isinstance(half.type, RankedTensorType)
    tensors = len(op.operands) - 1
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": dense_i32([*[1] * tensors, 1, 0, 0]),
        "static_offsets": dense_i64([DYNAMIC]),
        "static_sizes": dense_i64(half.type.shape),
        "static_strides": dense_i64([2]),
    }
    return list(op.operands), properties


def _same(op: Operation, number: Callable[[int], Value]) -> _Parts:
    return list(op.operands), op.properties


_EQUIVALENTS = {
    "fft.call": ("func.call", _same),
    "fft.choose": ("scf.if", _same),
    "fft.func": ("func.func", _same),
    "fft.give": ("tensor.parallel_insert_slice", _slice),
    "fft.half": ("tensor.extract_slice", _slice),
    "fft.join": ("scf.forall.in_parallel", _same),
    "fft.repeat": ("scf.for", _counted),
    "fft.return": ("func.return", _same),
    "fft.spawn": ("scf.forall", _spawned),
    "fft.yield": ("scf.yield", _same),
}


def replace_by_equivalents(module: Operation) -> None:
    """Replace loops, choices, slices, functions and calls by those of other dialects."""
    rewriter = Rewriter()
    for op in list(module.walk_post()):
        if op.name not in _EQUIVALENTS:
            continue
        name, parts_of = _EQUIVALENTS[op.name]
        op_class = context().op_class(name)
        assert op_class is not None

        def number(value: int, user: Operation = op) -> Value:
            # At the start of the function, where bufferization adds nothing.
            function = user
            while not function.name.endswith(".func"):
                assert function.parent_op is not None
                function = function.parent_op
            with rewriter.at(InsertionPoint.at_start(function.regions[0].entry)):
                return context().materialize_index(rewriter, value, user.location)

        operands, properties = parts_of(op, number)
        regions = [Region() for _ in op.regions]
        for new_region, region in zip(regions, op.regions, strict=True):
            new_region.take_body(region)
        new = op_class.create(
            operands,
            op.result_types,
            properties=properties,
            attributes=op.attributes,
            regions=regions,
            location=op.location,
        )
        with rewriter.at(InsertionPoint.before(op)):
            rewriter.insert(new)
        rewriter.replace_op(op, new)
    assert not verify(module)
