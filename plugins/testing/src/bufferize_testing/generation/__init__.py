"""Random programs for tests."""

from __future__ import annotations

from bufferize_testing.generation.maker import ProgramMaker as ProgramMaker
from bufferize_testing.generation.maker import Scope as Scope
from bufferize_testing.generation.maker import Step as Step
from bufferize_testing.generation.maker import Style as Style
from bufferize_testing.generation.maker import Vocabulary as Vocabulary
from bufferize_testing.generation.programs import FEATURES as FEATURES
from bufferize_testing.generation.programs import RandomProgram as RandomProgram
from bufferize_testing.generation.programs import random_program as random_program
from bufferize_testing.generation.programs import random_style as random_style
from bufferize_testing.generation.steps_later import LATER as LATER
from bufferize_testing.generation.text import TENSORS as TENSORS
from bufferize_testing.generation.text import Function as Function
from bufferize_testing.generation.text import Maker as Maker
from bufferize_testing.generation.text import TensorStyle as TensorStyle
from bufferize_testing.generation.text import Value as Value
from bufferize_testing.generation.text import Values as Values
