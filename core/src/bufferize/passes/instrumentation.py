"""What watches passes at work: options of bufferize-opt that plugins bring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from bufferize.ir import Operation
from bufferize.passes.base import Pass
from bufferize.passes.option_fields import positions_of_options, read_options
from bufferize.passes.pipeline import Options, PipelineItem

if TYPE_CHECKING:
    from typing_extensions import Self


class Summary(NamedTuple):
    """What is said of a program as it is."""

    text: str
    """Lines without a final line end."""
    json: dict[str, Any]
    """The same for programs."""


@dataclass
class PassInstrumentation:
    """Something that watches passes and tells of them at the end: `--NAME` of `bufferize-opt`.

    A subclass is a dataclass with a `name` and a docstring, whose first line is its help; its fields
    are its options. `register_instrumentations` makes it known. For one program it is made once.

    https://mlir.llvm.org/docs/PassManagement/#pass-instrumentation
    """

    name: ClassVar[str]

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Return the instrumentation with these options. Raises OptionError."""
        return read_options(cls, options, f"option '--{cls.name}'")

    def run_before_pass(self, step: Pass, op: Operation) -> None:
        """Is called before a pass runs on `op`."""

    def run_after_pass(self, step: Pass, op: Operation, succeeded: bool) -> None:
        """Is called after a pass has run on `op`, also if it failed, with `op` in any state then."""

    def report(self, file: str) -> str:
        """Return what is told at the end, empty for nothing; the program is called `file`."""
        return ""

    @property
    def report_path(self) -> str | None:
        """The file to write the report to; None for stderr."""
        return None

    @classmethod
    def summary(cls, op: Operation) -> Summary | None:
        """Return what `bufferize explain` says at its end of a bufferized program; by default nothing."""
        return None


class InstrumentationLookup(Protocol):
    """Where instrumentations come from: the tables that plugins fill."""

    def instrumentation_class(self, name: str) -> type[PassInstrumentation] | None:
        """Return the class of what is called `name`."""


def make_instrumentation(
    item: PipelineItem, known: InstrumentationLookup, text: str, source: str
) -> PassInstrumentation:
    """Return what `item` names, with its options, which are `text`, called `source`.

    Raises OptionError with positions.
    """
    found = known.instrumentation_class(item.name)
    assert found is not None
    with positions_of_options(item, text, source):
        return found.from_options(item.options)
