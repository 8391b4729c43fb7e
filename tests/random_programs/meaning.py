"""The right output of a program, by its meaning on tensors."""

from __future__ import annotations

from bufferize.ir import Operation
from tests.random_programs import (  # noqa: F401  # register how operations run
    evaluation_elements,
    evaluation_regions,
    evaluation_structured,
)
from tests.random_programs.evaluation import Evaluation


def expected(module: Operation) -> list[str]:
    """Return the numbers that a program on tensors prints.

    Raises Undefined if it has no meaning.
    """
    evaluation = Evaluation(module)
    evaluation.call("main", [])
    return evaluation.printed
