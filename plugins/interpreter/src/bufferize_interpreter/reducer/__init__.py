"""The reducer: makes a program smaller that shows a crash, a copy or a wrong result."""

from __future__ import annotations

from bufferize_interpreter.reducer.reducer import Reduction as Reduction
from bufferize_interpreter.reducer.reducer import reduce as reduce
