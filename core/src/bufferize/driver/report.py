"""What bufferization did, for those who ask why there is a copy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bufferize.analysis.log import Decision, Reason
from bufferize.diagnostics import Position
from bufferize.driver.state import Statistics
from bufferize.interfaces import owner_of_value
from bufferize.ir import OpOperand, ShapedType, Type, Value, bit_width

if TYPE_CHECKING:
    from bufferize.analysis import AnalysisState


@dataclass(frozen=True)
class Place:
    """An operation in the input: its name, and where it is written."""

    op_name: str
    position: Position | None

    def __str__(self) -> str:
        if self.position is None:
            return f"'{self.op_name}'"
        where = f"{self.position.file}:{self.position.line}:{self.position.column}"
        return f"'{self.op_name}' at {where}"


@dataclass(frozen=True)
class TensorCopy:
    """A tensor operand that got a buffer of its own.

    `definition`, `write` and `read` are the witnesses of a conflict: in place, the write would
    overwrite what the definition set before the read has read it.
    """

    place: Place
    operand_index: int
    tensor_type: Type
    reason: Reason
    copies_contents: bool
    """Whether the old contents are copied to the new buffer."""
    definition: Place | None = None
    write: Place | None = None
    read: Place | None = None
    root: Place | None = None
    """Where the buffer comes from that must not be written to."""

    @property
    def size(self) -> int | None:
        """Bytes of the new buffer; None where they are only known at run time."""
        type = self.tensor_type
        if not isinstance(type, ShapedType) or not type.has_static_shape():
            return None
        bits = bit_width(type.element_type)
        return None if bits is None else type.num_elements() * ((bits + 7) // 8)

    def explain(self) -> str:
        """One paragraph: which operand, what it costs, why, and the witnesses."""
        what = "copied" if self.copies_contents else "given a new buffer, without a copy"
        size = "" if self.size is None else f" ({self.size} bytes)"
        lines = [f"operand #{self.operand_index} of {self.place} is {what}{size}: it"]
        lines[0] += f" {self.reason.value}"
        witnesses = (
            ("the contents are set by", self.definition),
            ("in place they would be overwritten by", self.write),
            ("before they are read by", self.read),
            ("the buffer comes from", self.root),
        )
        lines.extend(f"  {text} {place}" for text, place in witnesses if place is not None)
        return "\n".join(lines)


@dataclass
class Report:
    """Counts, and every tensor operand that was not used in place."""

    statistics: Statistics = field(default_factory=Statistics)
    copies: list[TensorCopy] = field(default_factory=list)


def _place_of_value(value: Value | None) -> Place | None:
    if value is None:
        return None
    owner = owner_of_value(value)
    name = owner.name if owner is not None else "block argument"
    return Place(name, value.location.position())


def _place_of_operand(operand: OpOperand | None) -> Place | None:
    if operand is None:
        return None
    return Place(operand.owner.name, operand.owner.location.position())


def tensor_copy(decision: Decision, state: AnalysisState) -> TensorCopy:
    """What there is to say about an operand that was decided to be out of place.

    To be asked before the IR is rewritten.
    """
    operand = decision.operand
    place = _place_of_operand(operand)
    assert place is not None
    return TensorCopy(
        place,
        operand.index,
        operand.value.type,
        decision.reason,
        not state.can_omit_tensor_copy(operand),
        _place_of_value(decision.definition),
        _place_of_operand(decision.write),
        _place_of_operand(decision.read),
        _place_of_value(decision.root),
    )
