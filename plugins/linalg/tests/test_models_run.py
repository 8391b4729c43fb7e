"""The models of all ops of linalg say what the ops do, when they are run."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from bufferize import Context
from bufferize.ir import Operation
from bufferize_testing import golden_parts, parse_valid

model_tests = pytest.importorskip("bufferize_interpreter.model_tests")

SAMPLES = Path(__file__).parent / "samples"
MEANT = {
    "linalg.tiled_loop": {
        "is_parallel_region": "the interpreter runs its iterations in order",
    },
}
ELEMENTWISE = "bufferizes_to_element_wise_access"
"""Nothing is said of ops for which it would hold by chance: the reference says nothing either."""


@cache
def context() -> Context:
    made = Context()
    made.allow_unregistered_dialects = True
    return made


@cache
def samples() -> dict[str, list[Operation]]:
    """Programs by op: of those that are written for this, all, and else one."""
    found: dict[str, list[Operation]] = defaultdict(list)
    for name in ("models", "named", "structured"):
        for part in golden_parts(SAMPLES / f"{name}.mlir"):
            module = parse_valid(part.text, context())
            for op_name in {op.name for op in module.walk()}:
                if name == "models" or not found[op_name]:
                    found[op_name].append(module)
    return found


DAILY = {"conv_1d", "exp", "generic", "matmul", "reduce", "softmax", "transpose"}
"""Names, without the dialect's, of one operation of each kind: those that a daily run tries."""
NAMES = [
    pytest.param(name, marks=[] if name.removeprefix("linalg.") in DAILY else [pytest.mark.slow])
    for name in sorted(Context(["linalg"]).models_of("linalg"))
]


@pytest.mark.parametrize("name", NAMES)
def test_models_of_linalg(name: str) -> None:
    problems = model_tests.check_op_model(name, samples()[name], context(), draws=1)
    needless = ELEMENTWISE, model_tests.Kind.NEEDLESS
    problems = [each for each in problems if (each.declaration, each.kind) != needless]
    assert {problem.declaration for problem in problems} == set(MEANT.get(name, ())), problems
