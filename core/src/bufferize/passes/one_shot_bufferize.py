"""One-Shot Bufferize as a pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize.ir import Operation
from bufferize.passes.base import Pass
from bufferize.passes.option_fields import read_options, write_options
from bufferize.passes.pipeline import Options

if TYPE_CHECKING:
    from bufferize.define import Context


@dataclass(frozen=True)
class OneShotBufferizePass(Pass):
    """One-Shot Bufferize: tensors become buffers, in place wherever the analysis proves it safe.

    https://mlir.llvm.org/docs/Passes/#-one-shot-bufferize
    """

    name = "one-shot-bufferize"
    options: OneShotOptions = field(default_factory=OneShotOptions)

    def run(self, op: Operation, context: Context) -> None:
        one_shot_bufferize(op, self.options, context)

    @classmethod
    def from_options(cls, options: Options) -> OneShotBufferizePass:
        return cls(read_options(OneShotOptions, options, f"pass '{cls.name}'"))

    def to_options(self) -> Options:
        return write_options(self.options)

    @classmethod
    def options_class(cls) -> type:
        return OneShotOptions
