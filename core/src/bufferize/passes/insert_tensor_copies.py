"""The copies of One-Shot Bufferize as a pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bufferize.driver import Report, make_copies_explicit
from bufferize.ir import Operation
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class InsertTensorCopiesPass(OneShotBufferizePass):
    """The copies that One-Shot Bufferize makes, as tensors; what follows may bufferize in place.

    mlir-opt has it as `--test-tensor-copy-insertion`, which is a name of this pass, too.
    """

    name = "insert-tensor-copies"

    def report(self, op: Operation, context: ModelContext) -> Report:
        return make_copies_explicit(op, self.options, context, verify=False)
