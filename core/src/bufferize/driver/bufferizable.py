"""Bufferization of operations and types: the interface of their models, and its look-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from bufferize.analysis.options import AnalysisOrder
from bufferize.analysis.queries import AnalysisModel, AnalysisState
from bufferize.define import DialectContext, DialectLoader
from bufferize.interfaces import OpT, ReifyRankedShapedTypeOpInterface
from bufferize.ir import Builder, Location, Operation, Type, Value
from bufferize.record import BufferLog

if TYPE_CHECKING:  # these modules build on this one
    from bufferize.driver.bufferization_state import BufferizationState
    from bufferize.driver.options import OneShotOptions
    from bufferize.driver.rewriter import BufferizationRewriter


class BufferizableOpInterface(AnalysisModel[OpT]):
    """A *model*: how operations of one name use buffers, and how they are rewritten to buffers.

    A model is registered for the name of an operation. It names the class of its operations,
    ``BufferizableOpInterface[InsertOp]``, or several, ``BufferizableOpInterface[BrOp | CondBrOp]``.
    The questions of the analysis are declared in `bufferize.analysis.AnalysisModel`, those of the
    driver here, with examples of the same kind.
    """

    @classmethod
    def missing(cls, op_class: type[Operation] | None) -> str:
        """Return the parts that a model lacks for operations of `op_class`; "" if none.

        Asked once, when a model is registered.
        """
        unchanged = cls.bufferize is BufferizableOpInterface.bufferize
        return "does not override bufferize()" if unchanged else ""

    def resolve_conflicts(
        self, op: OpT, rewriter: BufferizationRewriter, state: AnalysisState
    ) -> None:
        """Insert copies, so that every operand can be used in place.

        By default, copy each operand that was decided to be out of place. Raises DiagnosticError if
        a copy cannot be made.

        ```mlir
        %a = bufferization.alloc_tensor() : tensor<8xf32>
        %b = tensor.insert %f into %a[%i] : tensor<8xf32>
        %d = tensor.insert %f into %b[%j] : tensor<8xf32>  // %b is copied: it is read below
        // expect: resolve_conflicts() = bufferization.alloc_tensor
        %x = tensor.extract %b[%j] : tensor<8xf32>
        %y = tensor.extract %d[%j] : tensor<8xf32>
        ```
        """
        rewriter.copy_operands_out_of_place(op, state)

    def get_buffer_type(self, op: OpT, value: Value, state: BufferizationState) -> Type:
        """Return the type of the buffer of `value`, a result of `op` or an argument of its blocks.

        Ask `state` for the types of other values' buffers. By default, it is the type of an
        equivalent operand's buffer, or else the one that the options give to unknown types.

        ```mlir
        %a = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
        // expect: get_buffer_type(%a) = memref<8xf32>
        %b = tensor.extract_slice %a[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
        // expect: get_buffer_type(%b) = memref<4xf32, strided<[1], offset: 2>>
        ```
        """
        return state.default_buffer_type(value)

    def reify_result_shapes(
        self, op: OpT, rewriter: BufferizationRewriter
    ) -> list[list[int | Value]] | None:
        """Return the extents of each result: numbers, or values that are built at `rewriter`.

        None if they are unknown. By default, ask the operation itself.

        ```mlir
        %e = tensor.empty(%i) : tensor<?x4xf32>
        // expect: reify_result_shapes() = [%i, 4]
        ```
        """
        if isinstance(op, ReifyRankedShapedTypeOpInterface):
            return op.reify_result_shapes(rewriter)
        return None

    def bufferize(self, op: OpT, rewriter: BufferizationRewriter) -> None:
        """Replace `op` by operations on buffers. A model must override this.

        `rewriter` stands before `op`, and its new operations get the location of `op`. Raises
        DiagnosticError if it cannot be done.

        ```mlir
        %a = bufferization.to_tensor %m restrict writable : memref<8xf32> to tensor<8xf32>
        %b = tensor.insert %f into %a[%i] : tensor<8xf32>
        // expect: bufferize() = memref.store
        ```
        """
        raise NotImplementedError(f"{type(self).__name__}: bufferize is not implemented")


Model: TypeAlias = BufferizableOpInterface[Any]
"""A model of operations of any class."""


class TensorTypeModel:
    """The model of a custom tensor type: how its values are bufferized.

    `get_buffer_type` must be overridden.

    Every method gets the tensor type first. A buffer type is a memref type or a `BufferLikeType`.
    """

    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        """Return the buffer type of a value whose tensor `type` alone is known."""
        raise NotImplementedError(f"{self.__class__.__name__}: get_buffer_type is not implemented")

    def get_function_boundary_type(
        self, type: Type, function: Operation, options: OneShotOptions
    ) -> Type:
        """Return the type of a buffer that is a parameter or result of `function`.

        By default, that of `get_buffer_type`.
        """
        return self.get_buffer_type(type, options)

    def get_common_buffer_type(self, type: Type, a: Type, b: Type) -> Type | None:
        """Return a type that buffers of the different types `a` and `b` can both be cast to.

        By default there is none, so that branches and loops must agree on one buffer type.
        """
        return None

    def get_copy_type(self, type: Type, buffer_type: Type) -> Type:
        """Return the type of a copy of a buffer of `buffer_type`. By default: the same."""
        return buffer_type

    def cast_buffer(
        self, type: Type, builder: Builder, buffer: Value, to: Type, location: Location
    ) -> Value | None:
        """Cast `buffer` to another buffer type. By default None: there is no such cast.

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
        """Copy `buffer` to a new buffer of type `to`.

        By default None: it cannot be copied, and a program that needs a copy is refused.
        """
        return None


class ModelContext(DialectContext):
    """The part of a `Context` that the driver and passes need: dialects, and models of operations.

    Without plugins it has the `models` that it is given.
    """

    def __init__(self, loader: DialectLoader | None = None) -> None:
        super().__init__(loader=loader)
        self.models: dict[str, Model] = {}
        """The models by full op name; they take precedence over plugins' models."""
        self.buffer_log = BufferLog(is_wanted=False)
        """The log of what passes do with buffers, and why."""
        self.tolerates_copies = False
        """Whether to make copies that `bufferize.in_place` forbids, and only to report them."""

    def model(self, op_name: str, /) -> Model | None:
        """Return the model of the operations called `op_name`; None if there is none."""
        return self.models.get(op_name)

    def type_model(self, type: Type) -> TensorTypeModel | None:
        """Return the model of a custom tensor type; None if there is none."""
        return None

    def analysis(self, name: str) -> AnalysisFactory | None:
        """Return the analysis of that name from a plugin; None if there is none."""
        return None

    def heuristics(self) -> Mapping[str, Callable[[], AnalysisOrder | None]]:
        """Return what loads each analysis heuristic of a plugin, by its name."""
        return {}


AnalysisFactory: TypeAlias = "Callable[[Operation, OneShotOptions, ModelContext], AnalysisState]"
"""A function that analyzes an operation: `(op, options, context) -> AnalysisState`."""
