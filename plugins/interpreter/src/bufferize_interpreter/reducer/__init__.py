"""The reducer: makes a program smaller that shows something, such as a crash."""

from __future__ import annotations

from bufferize_interpreter.reducer.reducer import Reducer as Reducer
from bufferize_interpreter.reducer.reducer import reduce as reduce
