"""What bufferization did, for those who ask why there is a copy."""

from __future__ import annotations

from dataclasses import dataclass, field

from bufferize.driver.state import Statistics
from bufferize.explain.tensor_copy import TensorCopy


@dataclass
class Report:
    """Counts, and every copy that was made; with `test_analysis_only`, that would be made."""

    statistics: Statistics = field(default_factory=Statistics)
    copies: list[TensorCopy] = field(default_factory=list)
