"""Whether programs compute after a pipeline what they computed before."""

from __future__ import annotations

from bufferize_interpreter.validation.inputs import Inputs as Inputs
from bufferize_interpreter.validation.inputs import NotDrawable as NotDrawable
from bufferize_interpreter.validation.inputs import drawn_inputs as drawn_inputs
from bufferize_interpreter.validation.validate import Finding as Finding
from bufferize_interpreter.validation.validate import Validation as Validation
from bufferize_interpreter.validation.validate import Validator as Validator
from bufferize_interpreter.validation.variants import Variant as Variant
from bufferize_interpreter.validation.variants import variants as variants
