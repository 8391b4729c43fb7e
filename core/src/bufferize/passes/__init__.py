"""Passes, pass managers, instrumentations and textual pipelines."""

from __future__ import annotations

from bufferize.passes.base import Pass as Pass
from bufferize.passes.base import PassInstrumentation as PassInstrumentation
from bufferize.passes.base import PassPipeline as PassPipeline
from bufferize.passes.base import PassResult as PassResult
from bufferize.passes.base import Summary as Summary
from bufferize.passes.manager import PassLookup as PassLookup
from bufferize.passes.manager import PassManager as PassManager
from bufferize.passes.manager import make_pass as make_pass
from bufferize.passes.manager import pipeline_from_text as pipeline_from_text
from bufferize.passes.measurements import Statistic as Statistic
from bufferize.passes.measurements import Timing as Timing
from bufferize.passes.pipeline import PipelineItem as PipelineItem
from bufferize.passes.pipeline import parse_options as parse_options
from bufferize.passes.pipeline import parse_pipeline as parse_pipeline
from bufferize.passes.pipeline import positions_of_options as positions_of_options
from bufferize.passes.pipeline import print_pipeline as print_pipeline
