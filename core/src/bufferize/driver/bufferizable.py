"""How operations and types are bufferized: the interface of their models, and who finds these."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from bufferize.analysis.model import AnalysisModel
from bufferize.analysis.queries import AnalysisState
from bufferize.define import DialectContext, DialectLoader
from bufferize.explain import BufferLog
from bufferize.interfaces import OpT, ReifyRankedShapedTypeOpInterface
from bufferize.ir import Builder, Location, Operation, Type, Value

if TYPE_CHECKING:  # these modules build on this one
    from bufferize.driver.bufferization_state import BufferizationState
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.rewriter import BufferizationRewriter


class BufferizableOpInterface(AnalysisModel[OpT]):
    """How one kind of operation uses buffers, and becomes one on buffers: a *model*.

    It is attached to the name of an operation. It names the class of its operations,
    ``BufferizableOpInterface[InsertOp]``, or several, ``BufferizableOpInterface[BrOp | CondBrOp]``.
    What the analysis asks is declared in `bufferize.analysis.AnalysisModel`, what the driver asks
    here.
    """

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
        """What such a model lacks for operations of `op_class`: "" for nothing.

        Asked once, when a model is registered.
        """
        unchanged = cls.bufferize is BufferizableOpInterface.bufferize
        return "does not override bufferize()" if unchanged else ""

    def resolve_conflicts(
        self, op: OpT, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        """Insert copies, so that every operand can be used in place.

        By default a copy of each operand that was decided to be out of place. Raises a
        `DiagnosticError` where a copy cannot be made.
        """
        rewriter.copy_operands_out_of_place(op, state)

    def get_buffer_type(self, op: OpT, value: Value, state: BufferizationState) -> Type:
        """The type of the buffer of `value`, a result of `op` or an argument of one of its blocks.

        Ask `state` for the types of other values' buffers. By default the type of an equivalent
        operand's buffer, or else what the options say for unknown types.
        """
        return state.default_buffer_type(value)

    def reify_result_shapes(
        self, op: OpT, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        """For each result its extents, numbers or values that are built where `rewriter` stands.

        None where they cannot be told. By default what the operation itself says.
        """
        if isinstance(op, ReifyRankedShapedTypeOpInterface):
            return op.reify_result_shapes(rewriter)
        return None

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        """Replace `op` by operations on buffers. A model must override this.

        `rewriter` stands before `op`, and what it creates has the location of `op`. Raises a
        `DiagnosticError` where it cannot be done.
        """
        raise NotImplementedError(f"{type(self).__name__}: bufferize is not implemented")


Model: TypeAlias = BufferizableOpInterface[Any]
"""A model of operations of any class."""


class TensorTypeModel:
    """How values of one custom tensor type are bufferized; `get_buffer_type` must be overridden.

    Every method gets the tensor type first. A buffer type is a memref type or a `BufferLikeType`.
    """

    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        """The type of the buffer of a value of `type` of which nothing else is known."""
        raise NotImplementedError(f"{self.__class__.__name__}: get_buffer_type is not implemented")

    def get_function_boundary_type(
        self, type: Type, function: Operation, options: OneShotOptions
    ) -> Type:
        """The type of the buffer that is a parameter or result of `function`.

        By default as of a value of which nothing else is known.
        """
        return self.get_buffer_type(type, options)

    def get_common_buffer_type(self, type: Type, a: Type, b: Type) -> Type | None:
        """A type that buffers of types `a` and `b`, which differ, can both be cast to.

        By default there is none, so that branches and loops must agree on one buffer type.
        """
        return None

    def get_copy_type(self, type: Type, buffer_type: Type) -> Type:
        """The type of a new buffer with the contents of one of `buffer_type`; by default the same."""
        return buffer_type

    def cast_buffer(
        self, type: Type, builder: Builder, buffer: Value, to: Type, location: Location
    ) -> Value | None:
        """The same buffer as one of another buffer type. By default None: there is no such cast.

        A cast must not fail when the program runs.
        """
        return None

    def copy_buffer(
        self,
        type: Type,
        builder: Builder,
        buffer: Value,
        to: Type,
        location: Location,
        options: OneShotOptions,
    ) -> Value | None:
        """A new buffer of type `to` with the contents of `buffer`.

        By default None: it cannot be copied, and what needs a copy is refused.
        """
        return None


class ModelContext(DialectContext):
    """The part of a `Context` that the driver and passes need: dialects, and models of operations.

    Without plugins it has the `models` that it is given.
    """

    def __init__(self, loader: DialectLoader | None = None) -> None:
        super().__init__(loader=loader)
        self.models: dict[str, Model] = {}
        """By full op name; these come before all others."""
        self.buffer_log = BufferLog(is_wanted=False)
        """Where passes say what they do with buffers, and why."""
        self.tolerates_copies = False
        """Whether copies are made where `bufferize.in_place` forbids them; they are in the report."""

    def model(self, op_name: str, /) -> Model | None:
        """How an op bufferizes, None if nobody says."""
        return self.models.get(op_name)

    def type_model(self, type: Type) -> TensorTypeModel | None:
        """How values of a custom tensor type bufferize, None if nobody says."""
        return None

    def analysis(self, name: str) -> AnalysisFactory | None:
        """A plugin's analysis of that name."""
        return None


AnalysisFactory: TypeAlias = "Callable[[Operation, OneShotOptions, ModelContext], AnalysisState]"
"""Analyses an operation under options: `(op, options, context) -> AnalysisState`."""
