"""Passes and pipelines of passes, and the instrumentation that watches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation
from bufferize.passes.measurements import Statistic
from bufferize.passes.pipeline import Options, PipelineItem, read_options, write_options

if TYPE_CHECKING:
    from typing_extensions import Self

    from bufferize.driver import Report


@dataclass(frozen=True)
class PassResult:
    """Counts and times of one run, for `--mlir-pass-statistics` and `--mlir-timing`."""

    counts: Mapping[str, int] = field(default_factory=dict)
    """The counts, by the names in the pass's `statistics`; those left out are 0."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """The times of parts of the run, by name."""
    report: Report | None = None
    """The report of One-Shot Bufferize, if the pass runs it."""


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
    statistics: ClassVar[tuple[Statistic, ...]] = ()
    """The counters of the pass."""

    @classmethod
    def ir_dump_name(cls) -> str:
        """Return the name in the headers of IR dumps, by default that of the class."""
        return cls.__name__

    def run(self, op: Operation, context: ModelContext) -> PassResult | None:
        """Transform `op` in place; return counts and times, or None for none.

        Raises PassError on failure; `op` may then be invalid.
        """
        raise NotImplementedError

    @classmethod
    def options_class(cls) -> type[Any]:
        """Return the dataclass of the options: the pass class, or the class of its `options`."""
        return cls

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Make the pass with these options. Raises OptionError."""
        read = read_options(cls.options_class(), options, f"pass '{cls.name}'")
        return read if isinstance(read, cls) else cls(**{"options": read})

    def to_options(self, with_defaults: bool = False) -> Options:
        """Return the options from which `from_options` makes this pass.

        Those at their defaults are left out unless `with_defaults`.
        """
        own = self.options_class() is type(self)
        return write_options(self if own else getattr(self, "options"), with_defaults)  # noqa: B009

    def pipeline_item(self, with_defaults: bool = False) -> PipelineItem:
        """Return the pass as an element of a textual pipeline."""
        return PipelineItem(self.name, self.to_options(with_defaults))


@dataclass(frozen=True)
class PassPipeline(Pass):
    """A pass that runs a sequence of passes, each verified and timed by itself.

    A subclass defines the sequence in `make_steps`.

    https://mlir.llvm.org/docs/PassManagement/#pass-pipeline-registration
    """

    @cached_property
    def steps(self) -> tuple[Pass, ...]:
        """The passes of the sequence; `make_steps` is called once."""
        return tuple(self.make_steps())

    def make_steps(self) -> Sequence[Pass]:
        """Make the passes of the sequence from the options."""
        raise NotImplementedError

    def run(self, op: Operation, context: ModelContext) -> None:
        """Run the steps on `op`; a PassManager does not call this, but runs and verifies each."""
        for step in self.steps:
            step.run(op, context)


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
