"""Passes, pipelines and their text."""

from __future__ import annotations

from bufferize.passes.base import Pass, PassResult
from bufferize.passes.manager import PassManager, make_pass, pipeline_from_text
from bufferize.passes.pipeline import PipelineItem, parse_options, parse_pipeline, print_pipeline
from bufferize.passes.statistics import Statistic
from bufferize.passes.timing import Timing

__all__ = [
    "Pass",
    "PassManager",
    "PassResult",
    "PipelineItem",
    "Statistic",
    "Timing",
    "make_pass",
    "parse_options",
    "parse_pipeline",
    "pipeline_from_text",
    "print_pipeline",
]
