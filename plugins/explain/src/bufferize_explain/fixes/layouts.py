"""The fix that declares the buffers of function arguments contiguous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from bufferize.analysis.queries import TraversalConfig
from bufferize.dialects.bufferization import BUFFER_LAYOUT
from bufferize.interfaces import FunctionOpInterface, owner_of_value
from bufferize.ir import AffineMap, AffineMapAttr, BlockArgument, RankedTensorType, Value
from bufferize.record import Reason, TensorCopy
from bufferize_explain.fixes.base import Fix, Subject, grouped, operand_of
from bufferize_explain.fixes.program import Program


class IdentityLayout(Fix):
    """Declares the identity layout for arguments of functions whose buffers are copied for it.

    By default an argument may have any strides:

    ```mlir
    func.func @f(%t: tensor<8xf32>) {
      %m = bufferization.to_buffer %t : tensor<8xf32> to memref<8xf32>  // a copy
    ```

    Calls in the module pass a buffer of the layout that the argument has. Callers elsewhere have to.
    """

    kind = "identity-layout"
    command = "bufferize fix --layouts"
    condition = "callers pass contiguous buffers"

    def __init__(
        self, subject: Subject, copies: Iterable[TensorCopy], *, through_views: bool = False
    ) -> None:
        super().__init__(subject, copies)
        self._through_views = through_views

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        if not subject.program.options.bufferize_function_boundaries:
            return
        copies = subject.of(Reason.LAYOUT)
        nearest = {id(copy): _arguments(copy, subject, through_views=False) for copy in copies}
        direct = [copy for copy in copies if nearest[id(copy)]]
        viewed = [c for c in copies if _arguments(c, subject, through_views=True) != nearest[id(c)]]
        # First what asks less of callers.
        for found, through_views in (direct, False), (viewed, True):
            for group in grouped(found, lambda copy: copy.function):
                yield cls(subject, group, through_views=through_views)

    def only(self, copies: Iterable[TensorCopy]) -> Fix:
        return type(self)(self.subject, copies, through_views=self._through_views)

    @cached_property
    def _all(self) -> list[BlockArgument]:
        subject, through_views = self.subject, self._through_views
        found = (a for copy in self.copies for a in _arguments(copy, subject, through_views))
        return list(dict.fromkeys(found))

    @property
    def text(self) -> str:
        first, number = self._all[0], len(self._all)
        function = owner_of_value(first)
        assert isinstance(function, FunctionOpInterface)
        more = f" and {number - 1} more" if number > 1 else ""
        name = function.symbol_name
        return f"set `{BUFFER_LAYOUT}` to the identity on argument #{first.index} of @{name}{more}"

    def apply(self, program: Program) -> None:
        for argument in self._all:
            function = owner_of_value(argument)
            assert isinstance(function, FunctionOpInterface)
            assert isinstance(argument.type, RankedTensorType)
            identity = AffineMap.identity(argument.type.rank)
            function.set_arg_attr(argument.index, BUFFER_LAYOUT, AffineMapAttr(identity))


def _arguments(copy: TensorCopy, subject: Subject, through_views: bool) -> list[BlockArgument]:
    """Return the arguments of functions, of no declared layout, that a copied tensor may come from.

    Those of callers in the module, which pass them on, are among them; those of which it is only a
    part, or another view, are so with `through_views`.
    """
    config = TraversalConfig(follow_equivalent_only=not through_views)
    state, work = subject.state, [operand_of(copy)]
    found: dict[BlockArgument, None] = {}
    while work:
        for value in state.find_values_in_reverse_use_def_chain(work.pop(), _is_open, config):
            if isinstance(value, BlockArgument) and _is_open(value) and value not in found:
                found[value] = None
                for call in subject.calls.get(value.parent_op, ()):
                    work.append(call.arg_operands[value.index])
    return list(found)


def _is_open(value: Value) -> bool:
    function = owner_of_value(value)
    return (
        isinstance(value, BlockArgument)
        and value.owner.is_entry
        and isinstance(value.type, RankedTensorType)
        and isinstance(function, FunctionOpInterface)
        and function.get_arg_attr(value.index, BUFFER_LAYOUT) is None
    )
