"""Order labels: which of two operations in a block comes first, in constant time.

Every operation carries an integer label that grows along its block. A label is taken between its
neighbours'; where no integer is left, the smallest sparse enough range of labels around the place
is spread out evenly (Bender et al., "Two simplified algorithms for maintaining order in a list"),
which costs O(log n) amortized.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bufferize.ir.operation import Operation

_STRIDE: Final = 1 << 20
_SPARSITY: Final = 1.5


def label_after(last: Operation | None) -> int:
    """The label of an operation appended after `last`."""
    return 0 if last is None else last._order + _STRIDE


def label_between(previous: Operation | None, following: Operation) -> int:
    """The label of an operation put between two neighbours."""
    if previous is None:
        return following._order - _STRIDE
    if following._order - previous._order < 2:
        _spread(previous)
    return (previous._order + following._order) // 2


def _spread(op: Operation) -> None:
    """Makes room around `op`."""
    first = last = op
    count, bits = 1, 0
    while True:
        bits += 1
        low = op._order >> bits << bits
        high = low + (1 << bits)
        while first.prev_op is not None and first.prev_op._order >= low:
            first = first.prev_op
            count += 1
        while last.next_op is not None and last.next_op._order < high:
            last = last.next_op
            count += 1
        if count < (2 / _SPARSITY) ** bits and (1 << bits) // count >= 4:
            break
    gap = (1 << bits) // count
    current: Operation | None = first
    for i in range(count):
        assert current is not None
        current._order = low + i * gap
        current = current.next_op
