"""Passes, pipelines and their text."""

from __future__ import annotations

from bufferize.passes.base import Pass
from bufferize.passes.manager import PassManager, Timing, make_pass, pipeline_from_text
from bufferize.passes.pipeline import PipelineItem, parse_options, parse_pipeline, print_pipeline

__all__ = [
    "Pass",
    "PassManager",
    "PipelineItem",
    "Timing",
    "make_pass",
    "parse_options",
    "parse_pipeline",
    "pipeline_from_text",
    "print_pipeline",
]
