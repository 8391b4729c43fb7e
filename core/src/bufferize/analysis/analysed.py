"""What was analysed, as it was: decisions about a module hold as long as it is not changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from itertools import zip_longest
from typing import TYPE_CHECKING

from bufferize.analysis.options import AnalysisOptions
from bufferize.diagnostics import OptionError, error
from bufferize.ir import Operation, OpOperand

if TYPE_CHECKING:
    from bufferize.analysis.state import AnalysisState

Wishes = Mapping[OpOperand, bool]
"""Operands that are to be in place, or are not to be."""

Again = Callable[[Wishes], "AnalysisState"]
"""Analyses the same once more, under wishes."""

# What these ask for is written while the analysis runs, and changes none of its decisions.
_ANNOTATIONS = ("test_analysis_only", "print_conflicts", "dump_alias_sets")


class Analysed:
    """An operation with all in it, the options that it was analysed under, and how to do it again."""

    def __init__(self, root: Operation, options: AnalysisOptions, again: Again) -> None:
        self.root = root
        self.options = options
        self.again = again
        self._picture = list(_picture(root))

    def check_unchanged(self) -> None:
        """Raises OptionError where the operation is not what it was."""
        for old, new in zip_longest(self._picture, _picture(self.root)):
            if old != new:
                changed = self.root if old is None else old[0]
                assert isinstance(changed, Operation)
                message = f"'{changed.name}' was changed since it was analysed: analyze it again"
                raise OptionError(error(message, changed))

    def check_is_of(self, root: Operation, options: AnalysisOptions) -> None:
        """Raises OptionError where this does not tell how to bufferize `root` under `options`."""
        if root is not self.root:
            message = f"the analysis is of another '{self.root.name}', not of this '{root.name}'"
            raise OptionError(error(message, root))
        for field in fields(AnalysisOptions):
            name = field.name
            if name not in _ANNOTATIONS and getattr(self.options, name) != getattr(options, name):
                raise OptionError(f"the analysis was made with another value of '{name}'")
        self.check_unchanged()


def _picture(root: Operation) -> Iterator[tuple[object, ...]]:
    """What an analysis may have looked at, operation by operation."""
    for op in root.walk():
        blocks = [
            (block, [(argument, argument.type) for argument in block.arguments])
            for region in op.regions
            for block in region.blocks
        ]
        operands = [(operand, operand.value) for operand in op.op_operands]
        results = [(result, result.type) for result in op.results]
        attributes = dict(op.properties), dict(op.attributes)
        yield op, op.parent, operands, results, list(op.successors), blocks, attributes
