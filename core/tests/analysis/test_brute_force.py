"""The fast analysis decides as the brute-force one does, operand by operand."""

from __future__ import annotations

import pytest

from bufferize.analysis import AnalysisHeuristic, AnalysisOptions, OneShotAnalysisState, analyze_op
from bufferize.diagnostics import PassError
from bufferize.ir import Operation

from .oracle import OracleState
from .programs import NESTED, STRAIGHT, Shape, random_module
from .toy import ToyContext

SHAPES = {
    "straight": Shape(),
    "straight-old-values": Shape(recency=0.2, size=14),
    "slices": Shape(kinds=("tile", "tile", "view", "put", "update", "read"), size=8),
    "one-part": Shape(kinds=("tile", "view", "put", "fill"), parts=1, size=8, recency=0.4),
    "loops": Shape(kinds=(*STRAIGHT, "loop", "loop"), size=6, depth=3),
    "ifs": Shape(kinds=(*STRAIGHT, "if", "if"), size=6, depth=3),
    "nested": Shape(kinds=(*STRAIGHT, *NESTED), size=6, depth=3),
    "parallel": Shape(kinds=("update", "tile", "read", "zip", "new", "parallel"), size=6, depth=2),
    "unknown": Shape(kinds=(*STRAIGHT, *NESTED, "unknown", "unknown_region"), size=6, depth=2),
    "forced": Shape(kinds=(*STRAIGHT, *NESTED, "force"), size=5, depth=2, locked=0.05),
    "writes": Shape(kinds=("update", "update", "read", "select"), size=16, recency=0.3),
}


def decisions_agree(root: Operation, options: AnalysisOptions) -> bool:
    """Compare the two analyses of `root`; whether it could be bufferized."""
    oracle = OracleState(options, ToyContext(), root)
    possible = oracle.run()
    state = OneShotAnalysisState(options, ToyContext(), root)
    if not possible:
        with pytest.raises(PassError, match="not bufferizable under the given constraints"):
            analyze_op(root, state)
        return False
    analyze_op(root, state)
    for op in root.walk():
        for operand in op.op_operands:
            assert state.is_in_place(operand) == oracle.is_in_place(operand), operand
    return True


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("heuristic", AnalysisHeuristic)
def test_structured_programs(name: str, heuristic: AnalysisHeuristic) -> None:
    for seed in range(COUNT):
        options = AnalysisOptions(
            analysis_heuristic=heuristic,
            analysis_fuzzer_seed=seed + 1,
            check_parallel_regions=seed % 3 != 0,
            bufferize_function_boundaries=True,
        )
        decisions_agree(random_module(seed, SHAPES[name]), options)


@pytest.mark.parametrize("heuristic", AnalysisHeuristic)
def test_control_flow_graphs(heuristic: AnalysisHeuristic) -> None:
    shape = Shape(kinds=("update", "tile", "read", "view", "fill", "cast"), size=3, recency=0.5)
    for seed in range(COUNT * 3):
        options = AnalysisOptions(analysis_heuristic=heuristic, analysis_fuzzer_seed=seed + 1)
        decisions_agree(random_module(seed, shape, graph=True), options)


COUNT = 12
