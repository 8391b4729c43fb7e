"""Making programs smaller that show something: a crash, a copy, a wrong result."""

from __future__ import annotations

from bufferize_interpreter.reducer.reducer import Reducer as Reducer
from bufferize_interpreter.reducer.reducer import reduce as reduce
