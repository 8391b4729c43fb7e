"""The fixes for programs that bufferization refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from bufferize.analysis import AnalysisState, called_function
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.bufferization import (
    AllocTensorOp,
    ToTensorOp,
)
from bufferize.driver import analyze
from bufferize.interfaces import (
    CallOpInterface,
    FunctionOpInterface,
    is_buffer_like,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import (
    UNIT,
    Builder,
    InsertionPoint,
    Operation,
    OpOperand,
)
from bufferize.plugins import Context
from bufferize.record import place_of
from bufferize_explain.fixes.base import Fix, Subject, listed
from bufferize_explain.fixes.program import Program
from bufferize_explain.fixes.settings import OtherOptions, RunPasses
from bufferize_transforms import (
    CarriedCopy,
    find_carried_copies,
    insert_carried_copies,
    yields_carried_shape,
)


class Restrict(Fix):
    """Adds `restrict` to each `bufferization.to_tensor`: nothing else makes a tensor of the memory.

    This promise certainly holds in the entry block of a function that the program does not call, if
    nothing else in the function works on buffers.
    """

    kind = "restrict"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        fix = cls(subject, ())
        if fix._ops:
            if not all(map(fix._is_alone, fix._ops)):
                fix.condition = (
                    "nothing else makes a tensor of the same memory, or writes to it meanwhile"
                )
            yield fix

    @cached_property
    def _ops(self) -> list[ToTensorOp]:
        ops = self.subject.program.module.walk()
        return [op for op in ops if isinstance(op, ToTensorOp) and not op.restrict]

    @cached_property
    def _called(self) -> set[Operation | None]:
        """The functions that the program calls; None is among them if not all are known."""
        calls = (op for op in self.subject.program.module.walk() if isinstance(op, CallOpInterface))
        return {called_function(self.subject.state, call) for call in calls}

    def _is_alone(self, op: ToTensorOp) -> bool:
        function = op.parent_op
        return (
            isinstance(function, FunctionOpInterface)
            and op.parent is function.regions[0].entry
            and self._called.isdisjoint((function, None))
            and not any(map(_reaches_buffers, (o for o in function.walk() if o is not op)))
        )

    @property
    def text(self) -> str:
        return f"add `restrict` to {listed(map(place_of, self._ops))}"

    def apply(self, program: Program) -> None:
        for op in self._ops:
            op.restrict = UNIT


def _reaches_buffers(op: Operation) -> bool:
    return isinstance(op, CallOpInterface) or any(is_buffer_like(v.type) for v in op.operands)


class IntoCarried(Fix):
    """Copies what loops yield into the tensors that they carry.

    scf.yield %new  ->  %own = bufferization.materialize_in_destination %new in %carried
                        scf.yield %own
    """

    kind = "copy-into-carried"

    def __init__(
        self, subject: Subject, carried: list[CarriedCopy], state: AnalysisState, *, is_sure: bool
    ) -> None:
        super().__init__(subject, ())
        self._carried = carried
        self._state = state
        if not is_sure:
            self.condition = "each iteration yields a tensor of the shape that it was given"

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        program = subject.program
        options = replace(program.options, allow_return_allocs_from_loops=True)
        if options == program.options:
            return
        try:
            state = analyze(program.module, options, program.context, verify=False)
        except DiagnosticError:
            return
        found = find_carried_copies(program.module, state)
        sure = [copy for copy in found if yields_carried_shape(*copy, state)]
        if sure:
            yield cls(subject, sure, state, is_sure=True)
        if len(sure) < len(found):
            yield cls(subject, found, state, is_sure=False)

    @property
    def text(self) -> str:
        places = listed(place_of(copy.yielded) for copy in self._carried)
        return f"copy {places} into the tensor that the loop carries, in each iteration"

    def apply(self, program: Program) -> None:
        insert_carried_copies(self._carried, self._state)


class CopyFirst(Fix):
    """Copies an operand that must be used in place but cannot be, before what is refused."""

    kind = "copy-first"

    def __init__(self, subject: Subject, operand: OpOperand, before: Operation) -> None:
        super().__init__(subject, ())
        self._operand = operand
        self._before = before

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        refused, state = subject.refused, subject.state
        if refused is None:
            return
        for op in refused.walk():
            model = state.model(op)
            for operand in op.op_operands if model is not None else ():
                owner = owner_of_value(operand.value)
                if (
                    model is not None
                    and is_tensor_like(operand.value.type)
                    and owner is not None
                    and not refused.is_ancestor_of(owner)
                    and (
                        model.must_bufferize_in_place(op, operand, state)
                        or (op.parent_op is refused and state.bufferizes_to_memory_write(operand))
                    )
                ):
                    yield cls(subject, operand, refused)

    @property
    def text(self) -> str:
        return f"copy {place_of(self._operand)} before, with `bufferization.alloc_tensor`"

    def apply(self, program: Program) -> None:
        _copy_before(self._operand, self._before)


def _copy_before(operand: OpOperand, op: Operation) -> None:
    """Let the owner of `operand` use a copy of the tensor, which is made before `op`."""
    copy = AllocTensorOp.build(
        dynamic_sizes=[],
        copy=operand.value,
        result_types=[operand.value.type],
        location=operand.owner.location,
    )
    operand.set(Builder(InsertionPoint.before(op), op.location).insert(copy).result)


class PassesFirst(RunPasses):
    """Runs passes first, after which bufferization may accept the program."""

    is_general = False
    sequences: ClassVar[tuple[tuple[str, ...], ...]] = (
        ("convert-elementwise-to-linalg",),
        ("loop-iter-arg-destination-folding",),
    )

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        context = subject.program.context
        if not isinstance(context, Context):
            return
        for names in cls.sequences:
            found = [context.pass_class(name) for name in names]
            steps = tuple(step() for step in found if step is not None)
            if len(steps) == len(names):
                yield cls(subject, (), steps)

    @property
    def text(self) -> str:
        return f"run {self.name} first"


class MorePassesFirst(PassesFirst):
    """Runs several passes first, none of which may be enough alone."""

    is_general = True
    sequences = (
        ("convert-elementwise-to-linalg", "loop-iter-arg-destination-folding"),
        ("canonicalize", "cse"),
    )


class AllowMore(OtherOptions):
    """Sets options with which bufferization accepts more programs."""

    allowed: ClassVar[tuple[tuple[str, str | None], ...]] = (
        ("allow_return_allocs_from_loops", None),
        ("bufferize_function_boundaries", "the functions' callers are bufferized with them"),
    )

    @classmethod
    def propose(cls, subject: Subject) -> Iterator[Fix]:
        for name, condition in cls.allowed:
            if not getattr(subject.program.options, name):
                fix = cls(subject, (), {name: True})
                fix.condition = condition
                yield fix

    @property
    def text(self) -> str:
        return f"set {self.name.replace('=true', '')}"


class AllowAnything(AllowMore):
    """Sets options that give up writing in place, or bufferizing all operations."""

    is_general = True
    allowed = (
        ("copy_before_write", None),
        ("allow_unknown_ops", "what is left on tensors is bufferized later"),
    )


CURES: tuple[type[Fix], ...] = (
    Restrict,
    PassesFirst,
    IntoCarried,
    CopyFirst,
    AllowMore,
    MorePassesFirst,
    AllowAnything,
)
"""All fixes of refused programs, in the order in which they are tried; general ones come last."""
