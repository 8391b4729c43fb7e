"""`--drop-equivalent-buffer-results` and `--buffer-results-to-out-params`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bufferize.ir import Operation
from bufferize.passes.base import Pass
from bufferize.passes.option_fields import read_options, write_options
from bufferize.passes.pipeline import Options
from bufferize.transforms import (
    OutParamOptions,
    buffer_results_to_out_params,
    drop_equivalent_buffer_results,
)

if TYPE_CHECKING:
    from bufferize.driver import ModelContext


@dataclass(frozen=True)
class DropEquivalentBufferResultsPass(Pass):
    """Functions no longer return what they are given: callers use the argument instead.

    https://mlir.llvm.org/docs/Passes/#-drop-equivalent-buffer-results
    """

    name = "drop-equivalent-buffer-results"
    modify_public_functions: bool = False
    """Whether to change public functions as well, whose callers may be elsewhere."""

    def run(self, op: Operation, context: ModelContext) -> None:
        drop_equivalent_buffer_results(
            op, modify_public_functions=self.modify_public_functions, verify=False
        )


@dataclass(frozen=True)
class BufferResultsToOutParamsPass(Pass):
    """Functions write the buffers that they returned to buffers that their callers pass.

    https://mlir.llvm.org/docs/Passes/#-buffer-results-to-out-params
    """

    name = "buffer-results-to-out-params"
    options: OutParamOptions = field(default_factory=OutParamOptions)

    def run(self, op: Operation, context: ModelContext) -> None:
        buffer_results_to_out_params(op, self.options, verify=False)

    @classmethod
    def from_options(cls, options: Options) -> BufferResultsToOutParamsPass:
        return cls(read_options(OutParamOptions, options, f"pass '{cls.name}'"))

    def to_options(self) -> Options:
        return write_options(self.options)

    @classmethod
    def options_class(cls) -> type:
        return OutParamOptions
