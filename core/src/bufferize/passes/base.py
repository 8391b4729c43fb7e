"""What a pass is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from bufferize.driver.bufferizable import ModelContext
from bufferize.ir import Operation
from bufferize.passes.measurements import Statistic
from bufferize.passes.option_fields import read_options, write_options
from bufferize.passes.pipeline import Options, PipelineItem

if TYPE_CHECKING:
    from typing_extensions import Self

    from bufferize.driver import Report


@dataclass(frozen=True)
class PassResult:
    """What a pass has to tell of a run, for `--mlir-pass-statistics` and `--mlir-timing`."""

    counts: Mapping[str, int] = field(default_factory=dict)
    """By the names of the pass's `statistics`; those left out are 0."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """What parts of the run took, by name."""
    report: Report | None = None
    """What bufferization did, if that is what the pass is for."""


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
    """What the pass counts."""

    @classmethod
    def ir_dump_name(cls) -> str:
        """Return the name that printing the IR between passes gives, by default that of the class."""
        return cls.__name__

    def run(self, op: Operation, context: ModelContext) -> PassResult | None:
        """Changes `op` in place; None if there is nothing to tell of it.

        Raises PassError, with `op` in any state, when it cannot.
        """
        raise NotImplementedError

    @classmethod
    def options_class(cls) -> type[Any]:
        """Return the dataclass whose fields are the options; if not the pass, that of its `options`."""
        return cls

    @classmethod
    def from_options(cls, options: Options) -> Self:
        """Return the pass with these options. Raises OptionError."""
        read = read_options(cls.options_class(), options, f"pass '{cls.name}'")
        return read if isinstance(read, cls) else cls(**{"options": read})

    def to_options(self, with_defaults: bool = False) -> Options:
        """Return the options that `from_options` takes for this pass, or also those at their defaults."""
        own = self.options_class() is type(self)
        return write_options(self if own else getattr(self, "options"), with_defaults)  # noqa: B009

    def pipeline_item(self, with_defaults: bool = False) -> PipelineItem:
        """Return the pass as an element of a pipeline's text."""
        return PipelineItem(self.name, self.to_options(with_defaults))


@dataclass(frozen=True)
class PassPipeline(Pass):
    """A pass that is other passes in a row, each of which is verified, timed and watched by itself.

    A subclass says in `make_steps` which ones these are.

    https://mlir.llvm.org/docs/PassManagement/#pass-pipeline-registration
    """

    @cached_property
    def steps(self) -> tuple[Pass, ...]:
        """The passes, always the same objects."""
        return tuple(self.make_steps())

    def make_steps(self) -> Sequence[Pass]:
        """Return the passes, by the options."""
        raise NotImplementedError

    def run(self, op: Operation, context: ModelContext) -> None:
        """Run all on `op`; a PassManager runs them one by one instead."""
        for step in self.steps:
            step.run(op, context)
