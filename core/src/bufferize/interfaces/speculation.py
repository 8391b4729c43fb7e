"""Which operations may be executed although the program would not have done so."""

from __future__ import annotations

from abc import abstractmethod

from bufferize.define import Pure, RecursivelySpeculatable
from bufferize.interfaces.base import OpInterface
from bufferize.ir import Operation


class ConditionallySpeculatable(OpInterface):
    """An operation that may be speculated or not, which depends on its operands or types.

    https://mlir.llvm.org/docs/Rationale/SideEffectsAndSpeculation/
    """

    __slots__ = ()

    @abstractmethod
    def is_speculatable(self) -> bool | None:
        """Whether it may be; None if that is so where all operations in its regions may."""


def is_speculatable(op: Operation) -> bool:
    """Whether `op`, with all in it, may be executed where the program does not execute it."""
    work = [op]
    while work:
        current = work.pop()
        if isinstance(current, ConditionallySpeculatable):
            answer = current.is_speculatable()
        elif current.has_trait(Pure):
            answer = True
        else:
            answer = None if current.has_trait(RecursivelySpeculatable) else False
        if answer is False:
            return False
        if answer is None:
            work += [o for region in current.regions for block in region.blocks for o in block.ops]
    return True
