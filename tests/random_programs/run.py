"""Runs random programs as they stand, and bufferized, and compares what they print."""

from __future__ import annotations

import re

from bufferize import Context, parse, print_module
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from tests.random_programs import control_flow
from tests.random_programs.evaluation import Evaluation
from tests.run_programs import printed

assert control_flow  # registers the operations of scf


def expected(module: Operation) -> list[str]:
    """The numbers that a program on tensors prints."""
    evaluation = Evaluation(module)
    evaluation.call("main", [])
    return evaluation.printed


def found(text: str) -> list[str]:
    """The numbers that a program on buffers prints, as far as it comes."""
    return re.findall(r"-?\d+", " ".join(printed(text)))


def bufferized(text: str, pipeline: str) -> str:
    """The text after the passes of `pipeline`."""
    context = Context()
    module = parse(text, context)
    pipeline_from_text(f"builtin.module({pipeline})", context).run(module, context)
    return print_module(module)
