"""Making programs smaller that show something: a crash, a copy, a wrong result."""

from __future__ import annotations

from bufferize.reduction.reducer import Reduction as Reduction
from bufferize.reduction.reducer import reduce as reduce
