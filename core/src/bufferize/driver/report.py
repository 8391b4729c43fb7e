"""What bufferization did, for those who ask why there is a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bufferize.analysis import WorkCounters
from bufferize.ir import OpOperand
from bufferize.record import Decision, TensorCopy


@dataclass
class Statistics:
    """What one bufferization took."""

    num_buffer_alloc: int = 0
    num_buffer_dealloc: int = 0
    num_tensor_in_place: int = 0
    num_tensor_out_of_place: int = 0
    analysis: WorkCounters = field(default_factory=WorkCounters)
    seconds: dict[str, float] = field(default_factory=dict)
    """Wall-clock time of the steps: "analysis", "copy insertion", "rewrite"."""


@dataclass
class Report:
    """Counts, and every copy that was made; with `test_analysis_only`, that would be made."""

    statistics: Statistics = field(default_factory=Statistics)
    copies: list[TensorCopy] = field(default_factory=list)
    decisions: Sequence[Decision] = field(default=(), repr=False)
    """What the one-shot analysis has decided, in that order. The operands are those of the module
    as it was handed in."""

    def why(self, operand: OpOperand) -> Decision | None:
        """What was decided about an operand of the module as it was handed in, and why.

        None where nothing was, as with `copy_before_write` or a plugin's analysis.
        """
        return self._decision_on.get(operand)

    @cached_property
    def _decision_on(self) -> dict[OpOperand, Decision]:
        return {decision.operand: decision for decision in self.decisions}
