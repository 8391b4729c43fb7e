"""What a pass is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from bufferize.ir import Operation
from bufferize.passes.option_fields import read_options, write_options
from bufferize.passes.pipeline import Options, PipelineItem

if TYPE_CHECKING:
    from typing_extensions import Self

    from bufferize.define import Context


@dataclass(frozen=True)
class Pass:
    """A transformation of one operation, usually the module. Its fields are its options.

    A pass is a frozen dataclass with a `name` and a docstring, whose first line is its help:

        @dataclass(frozen=True)
        class DropDebugOps(Pass):
            \"\"\"Erases `debug.print`.\"\"\"
            name = "drop-debug-ops"
            keep_errors: bool = False

            def run(self, op, context): ...
    """

    name: ClassVar[str]

    @classmethod
    def ir_dump_name(cls) -> str:
        """The name that printing the IR between passes gives, by default that of the class."""
        return cls.__name__

    def run(self, op: Operation, context: Context) -> None:
        """Changes `op` in place. Raises PassError, with `op` in any state, when it cannot."""
        raise NotImplementedError

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """The pass with these options. Raises OptionError."""
        return read_options(cls, options, f"pass '{cls.name}'")

    def to_options(self) -> Options:
        """The options that `from_options` takes for this pass."""
        return write_options(self)

    @classmethod
    def options_class(cls) -> type:
        """The dataclass whose fields are the options, for the help text."""
        return cls

    def pipeline_item(self) -> PipelineItem:
        """The pass as an element of a pipeline's text."""
        return PipelineItem(self.name, self.to_options())
