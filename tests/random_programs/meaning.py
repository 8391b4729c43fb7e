"""What a program prints, by its meaning."""

from __future__ import annotations

from bufferize.ir import Operation
from tests.random_programs import evaluation_elements, evaluation_regions, evaluation_structured
from tests.random_programs.evaluation import Evaluation

assert evaluation_elements and evaluation_regions and evaluation_structured


def expected(module: Operation) -> list[str]:
    """The numbers that a program on tensors prints. Raises Undefined where it has no meaning."""
    evaluation = Evaluation(module)
    evaluation.call("main", [])
    return evaluation.printed
