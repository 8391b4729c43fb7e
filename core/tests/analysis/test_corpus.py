"""Every copy on programs from practice has a reason that holds, and none is made without one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bufferize.analysis import OneShotAnalysisState, analyze_module
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import (
    BufferizationRewriter,
    BufferizationState,
    OneShotOptions,
    one_shot_bufferize,
)
from bufferize.driver.worklist import insert_tensor_copies
from bufferize.ir import Operation
from bufferize.record import Reason

from .corpus import context, folders, parsed, programs
from .witness import problems_of_log

OPTIONS = {
    "boundaries": OneShotOptions(bufferize_function_boundaries=True),
    "loops": OneShotOptions(
        bufferize_function_boundaries=True, allow_return_allocs_from_loops=True
    ),
    "unknown": OneShotOptions(allow_unknown_ops=True),
}
WITNESSES = {
    Reason.CONFLICT: ("definition", "write", "read"),
    Reason.NOT_WRITABLE: ("root", "write"),
    Reason.PARALLEL: ("definition", "write", "across"),
    Reason.DEFERRED: ("definition", "write"),
    Reason.IN_USE: ("write", "read"),
    Reason.FREED: ("write", "read"),
    Reason.LOOP: ("across",),
    Reason.LAYOUT: ("tensor_type",),
}
"""What the report must say of a copy; there is no other reason."""


@pytest.fixture(autouse=True)
def plugins() -> None:
    for plugin in ("arith", "cf", "func", "linalg", "scf", "tensor"):
        pytest.importorskip(f"bufferize_{plugin}")


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.slow
def test_copies_have_reasons_that_hold(folder: Path, options: OneShotOptions) -> None:
    tried: Counter[bool] = Counter()
    for name, text in programs(folder):
        if name.startswith("empty_tensor_to_alloc_tensor_of_blocks.mlir"):
            continue  # no path leads to blocks that are never run
        try:
            module = parsed(text)
            state = analyze_module(module, options, context())
        except DiagnosticError:
            tried[False] += 1
            continue
        tried[True] += 1
        assert problems_of_log(module, state) == [], name
        try:
            report = one_shot_bufferize(parsed(text), options, context())
        except DiagnosticError:
            continue
        for copy in report.copies:
            assert all(getattr(copy, party) for party in WITNESSES[copy.reason]), name
        _check_inserted_copies(name, module, state)
    assert tried[True] > tried[False]


def _check_inserted_copies(name: str, module: Operation, analysis: OneShotAnalysisState) -> None:
    """What copy insertion adds is what the log says."""
    options = analysis.options
    assert isinstance(options, OneShotOptions)
    state = BufferizationState(context(), options)
    state.copies.enter(analysis.decisions, analysis)
    before = _count_allocations(module)
    insert_tensor_copies(module, BufferizationRewriter(state), analysis)
    assert _count_allocations(module) - before == len(state.copies.made), name


def _count_allocations(module: Operation) -> int:
    return sum(op.name == "bufferization.alloc_tensor" for op in module.walk())
