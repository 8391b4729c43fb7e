"""Translation validation: checks that programs compute the same before and after a pipeline."""

from __future__ import annotations

from bufferize_interpreter.validation.blame import blamed as blamed
from bufferize_interpreter.validation.blame import diagnostic_of as diagnostic_of
from bufferize_interpreter.validation.blame import reduced as reduced
from bufferize_interpreter.validation.inputs import Inputs as Inputs
from bufferize_interpreter.validation.inputs import NotDrawable as NotDrawable
from bufferize_interpreter.validation.inputs import drawn_inputs as drawn_inputs
from bufferize_interpreter.validation.outcomes import Limits as Limits
from bufferize_interpreter.validation.symbolic import Coverage as Coverage
from bufferize_interpreter.validation.validate import Engine as Engine
from bufferize_interpreter.validation.validate import Finding as Finding
from bufferize_interpreter.validation.validate import Validation as Validation
from bufferize_interpreter.validation.validate import Validator as Validator
from bufferize_interpreter.validation.variants import PipelineVariant as PipelineVariant
from bufferize_interpreter.validation.variants import ToolVariant as ToolVariant
from bufferize_interpreter.validation.variants import Variant as Variant
from bufferize_interpreter.validation.variants import variants as variants
