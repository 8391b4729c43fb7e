"""Pass instrumentations: observers of passes, which plugins add as options of bufferize-opt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bufferize.ir import Operation
from bufferize.passes.base import Pass
from bufferize.passes.option_fields import read_options
from bufferize.passes.pipeline import Options

if TYPE_CHECKING:
    from typing_extensions import Self


class Summary(NamedTuple):
    """A summary of a bufferized program, such as the memory that it allocates."""

    text: str
    """Lines without a final line end."""
    json: dict[str, Any]
    """The same as JSON."""


@dataclass
class PassInstrumentation:
    """An observer of passes that may report at the end: the option `--NAME` of `bufferize-opt`.

    A subclass is a dataclass with a `name` and a docstring, whose first line is its help; its fields
    are its options. The hook `register_instrumentations` registers it. One instance observes all
    passes of a program.

    https://mlir.llvm.org/docs/PassManagement/#pass-instrumentation
    """

    name: ClassVar[str]

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Make the instrumentation with these options. Raises OptionError."""
        return read_options(cls, options, f"option '--{cls.name}'")

    def run_before_pass(self, step: Pass, op: Operation) -> None:
        """Do nothing; called before a pass runs on `op`."""

    def run_after_pass(self, step: Pass, op: Operation, succeeded: bool) -> None:
        """Do nothing; called after a pass, even a failed one; `op` may then be invalid."""

    def report(self, file: str) -> str:
        """Return the report to write at the end, empty for none; `file` is the program's name."""
        return ""

    @property
    def report_path(self) -> str | None:
        """The file to write the report to; None for stderr."""
        return None

    @classmethod
    def summary(cls, op: Operation) -> Summary | None:
        """Return what `bufferize explain` appends about a bufferized program, by default None."""
        return None
