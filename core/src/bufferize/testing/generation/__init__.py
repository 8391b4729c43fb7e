"""Random programs, for tests of whatever handles programs."""

from __future__ import annotations

from bufferize.testing.generation.maker import ProgramMaker as ProgramMaker
from bufferize.testing.generation.maker import Scope as Scope
from bufferize.testing.generation.maker import Step as Step
from bufferize.testing.generation.maker import Style as Style
from bufferize.testing.generation.maker import Vocabulary as Vocabulary
from bufferize.testing.generation.programs import FEATURES as FEATURES
from bufferize.testing.generation.programs import Program as Program
from bufferize.testing.generation.programs import random_program as random_program
from bufferize.testing.generation.programs import random_style as random_style
from bufferize.testing.generation.text import TENSORS as TENSORS
from bufferize.testing.generation.text import Function as Function
from bufferize.testing.generation.text import Maker as Maker
from bufferize.testing.generation.text import TensorStyle as TensorStyle
from bufferize.testing.generation.text import Values as Values
from bufferize.testing.generation.values import Value as Value
