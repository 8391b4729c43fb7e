"""The fixes that declare arguments and buffers writable, or parameters read-only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from bufferize.analysis import called_function
from bufferize.dialects.bufferization import ACCESS, WRITABLE, ToTensorOp
from bufferize.interfaces import CallOpInterface, FunctionOpInterface, owner_of_value
from bufferize.ir import BlockArgument, StringAttr, bool_attr
from bufferize.record import Reason, TensorCopy, place_of
from bufferize_explain.fixes.base import Fix, Subject, grouped, listed
from bufferize_explain.fixes.program import Program

_Argument = tuple[FunctionOpInterface, int]
"""A function and the number of its argument."""


class WritableArgument(Fix):
    """Declares an argument of a function writable."""

    kind = "writable-argument"
    condition = "its callers do not need the old contents"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        state = subject.state
        found = [
            copy
            for copy in subject.of(Reason.NOT_WRITABLE)
            if (argument := _argument(copy)) is not None and state.model(argument[0]) is not None
        ]
        for group in grouped(found, _argument):
            yield cls(subject, group)

    @property
    def text(self) -> str:
        arguments = list(dict.fromkeys(a for c in self.copies if (a := _argument(c)) is not None))
        function, index = arguments[0]
        more = f" and {len(arguments) - 1} more" if len(arguments) > 1 else ""
        return f"set `{WRITABLE} = true` on argument #{index} of @{function.symbol_name}{more}"

    def apply(self, program: Program) -> None:
        for copy in self.copies:
            argument = _argument(copy)
            assert argument is not None
            argument[0].set_arg_attr(argument[1], WRITABLE, bool_attr(True))


def _argument(copy: TensorCopy) -> _Argument | None:
    """Return the non-writable argument that caused a copy; None if it is something else."""
    root = None if copy.decision is None else copy.decision.root
    if not isinstance(root, BlockArgument) or not root.owner.is_entry:
        return None
    function = owner_of_value(root)
    return (function, root.index) if isinstance(function, FunctionOpInterface) else None


class WritableBuffer(Fix):
    """Declares the buffer of a `bufferization.to_tensor` writable."""

    kind = "writable-buffer"
    condition = "the buffer may be overwritten"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        found = [c for c in subject.of(Reason.NOT_WRITABLE) if _to_tensor(c) is not None]
        if found:
            yield cls(subject, found)

    @property
    def text(self) -> str:
        return f"add `writable` to {listed(map(place_of, self._ops()))}"

    def apply(self, program: Program) -> None:
        for op in self._ops():
            op.writable = True

    def _ops(self) -> list[ToTensorOp]:
        ops = map(_to_tensor, self.copies)
        return list(dict.fromkeys(op for op in ops if op is not None))


def _to_tensor(copy: TensorCopy) -> ToTensorOp | None:
    root = None if copy.decision is None else copy.decision.root
    op = None if root is None else root.defining_op
    return op if isinstance(op, ToTensorOp) else None


class ReadOnlyParameter(Fix):
    """Declares an argument of a function without a body read-only."""

    kind = "read-only-parameter"
    condition = "the function only reads it"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        copies = subject.of(Reason.NOT_WRITABLE, Reason.CONFLICT, Reason.PARALLEL)
        found = [copy for copy in copies if _parameter(copy, subject) is not None]
        for group in grouped(found, lambda copy: _parameter(copy, subject)):
            yield cls(subject, group)

    @cached_property
    def _parameters(self) -> list[_Argument]:
        found = (_parameter(copy, self.subject) for copy in self.copies)
        return list(dict.fromkeys(parameter for parameter in found if parameter is not None))

    @property
    def text(self) -> str:
        parameters = self._parameters
        function, index = parameters[0]
        more = f" and {len(parameters) - 1} more" if len(parameters) > 1 else ""
        return f'declare `{ACCESS} = "read"` on argument #{index} of @{function.symbol_name}{more}'

    def apply(self, program: Program) -> None:
        for function, index in self._parameters:
            function.set_arg_attr(index, ACCESS, StringAttr("read"))


def _parameter(copy: TensorCopy, subject: Subject) -> _Argument | None:
    """Return the argument of a bodiless function whose assumed write caused a copy, or None."""
    write = None if copy.decision is None else copy.decision.write
    if write is None or not isinstance(write.owner, CallOpInterface):
        return None
    if not subject.program.options.bufferize_function_boundaries:
        return None
    function = called_function(subject.state, write.owner)
    if function is None or not function.is_external:
        return None
    index = write.owner.arg_operands.index(write)
    return (function, index) if function.get_arg_attr(index, ACCESS) is None else None
