"""The questions that the analysis asks of models.

Every question has an example: a program before bufferization, the question about the operation of
the line, and the answer. The tests run them. In the examples `%t` and `%u` are tensors of eight f32,
`%s` is one of four, `%m` is a memref, `%f` an f32, `%i` and `%j` are indices, and `%c` is an i1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Generic

from bufferize.define import ParallelRegion
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    LoopLikeOpInterface,
    OpT,
    RegionBranchOpInterface,
    has_tensor_values,
    is_tensor_like,
    unknown_aliasing_values,
)
from bufferize.ir import OpOperand, OpResult, UnrankedTensorType, Value

if TYPE_CHECKING:  # queries.py builds on this module
    from bufferize.analysis.queries import AnalysisState


class AnalysisModel(Generic[OpT]):
    """The part of a model that the analysis asks: what operations do to the buffers of tensors.

    A `bufferize.driver.BufferizableOpInterface`, the only kind of model that is registered, is one
    that can also rewrite its operations. The analysis, which only reads the IR, knows only this part.

    A model has no state: it is one object for all operations of its name, and every method takes the
    operation first. Answers about memory must err on the safe side: one read, write or alias too
    many costs a copy; one too few makes wrong code. The defaults are what is assumed of an operation
    without a model. Methods are only asked about operands and values of tensor type.
    """

    supports_unstructured_control_flow: bool = False
    """Whether the regions of an operation may have several blocks."""
    is_elementwise: ClassVar[bool] = False
    """The default answer of `bufferizes_to_element_wise_access`."""

    def bufferizes_to_allocation(self, op: OpT, value: Value) -> bool:
        """Return whether the buffer of `value` may be newly allocated. By default: no.

        ```mlir
        %e = bufferization.alloc_tensor() : tensor<8xf32>  // expect: bufferizes_to_allocation(%e) = true
        %r = tensor.insert %f into %e[%i] : tensor<8xf32>  // expect: bufferizes_to_allocation(%r) = false
        ```
        """
        return False

    def bufferizes_to_memory_read(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        """Return whether the contents of `operand` are read.

        An insertion reads its destination: the elements that it does not overwrite. `linalg.fill`
        overwrites all elements.

        ```mlir
        %a = tensor.insert %f into %t[%i] : tensor<8xf32>  // expect: bufferizes_to_memory_read(%t) = true
        %b = linalg.fill ins(%f : f32) outs(%u : tensor<8xf32>) -> tensor<8xf32>
        // expect: bufferizes_to_memory_read(%u) = false
        ```
        """
        return True

    def bufferizes_to_memory_write(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        """Return whether the buffer of `operand` is written to, if it is used in place.

        ```mlir
        %a = tensor.insert %f into %t[%i] : tensor<8xf32>  // expect: bufferizes_to_memory_write(%t) = true
        %x = tensor.extract %a[%i] : tensor<8xf32>         // expect: bufferizes_to_memory_write(%a) = false
        ```
        """
        return True

    def bufferizes_to_element_wise_access(
        self, op: OpT, state: AnalysisState, operands: Sequence[OpOperand]
    ) -> bool:
        """Return whether each position of `operands` is read before it is written, and never after.

        Then one buffer may be read and written by the same operation. By default: `is_elementwise`.

        ```mlir
        %a = linalg.map { arith.addf } ins(%t, %u : tensor<8xf32>, tensor<8xf32>)
                                       outs(%t : tensor<8xf32>)
        // expect: bufferizes_to_element_wise_access(%t, %u) = true
        %b = tensor.insert_slice %s into %a[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
        // expect: bufferizes_to_element_wise_access(%s, %a) = false
        ```
        """
        return self.is_elementwise

    def result_bufferizes_to_memory_write(
        self, op: OpT, result: OpResult, state: AnalysisState
    ) -> bool:
        """Return whether the operation sets the contents of `result`: whether it is a definition.

        By default: yes, if it aliases no operand, if an aliasing operand is written, or if an
        aliasing operand's value was written inside of the operation.

        ```mlir
        %a = tensor.insert %f into %t[%i] : tensor<8xf32>
        // expect: result_bufferizes_to_memory_write(%a) = true
        %b = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
        // expect: result_bufferizes_to_memory_write(%b) = false
        %e = tensor.empty() : tensor<8xf32>
        // expect: result_bufferizes_to_memory_write(%e) = false
        ```
        """
        aliases = state.get_aliasing_op_operands(result)
        if not aliases:
            return True
        if any(state.bufferizes_to_memory_write(alias.operand) for alias in aliases):
            return True
        return any(state.is_written_within(op, alias.operand) for alias in aliases)

    def must_bufferize_in_place(self, op: OpT, operand: OpOperand, state: AnalysisState) -> bool:
        """Return whether `operand` must never be copied. By default: if it is an unranked tensor.

        ```mlir
        %a = bufferization.materialize_in_destination %t in %u : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
        // expect: must_bufferize_in_place(%u) = true
        %b = tensor.insert %f into %a[%i] : tensor<8xf32>  // expect: must_bufferize_in_place(%a) = false
        ```
        """
        return isinstance(operand.value.type, UnrankedTensorType)

    def get_aliasing_values(
        self, op: OpT, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        """Return the values that may share the buffer of `operand`, if it is used in place.

        They are results of `op`, arguments of blocks in its regions or of its successors, or results
        of its parent if `op` is a terminator. A value is EQUIVALENT if it is the same buffer, UNKNOWN
        if it may be another view of it; and definite unless it may also be another buffer.

        ```mlir
        %a = tensor.insert %f into %t[%i] : tensor<8xf32>
        // expect: get_aliasing_values(%t) = %a EQUIVALENT
        %b = tensor.extract_slice %a[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
        // expect: get_aliasing_values(%a) = %b UNKNOWN
        %d = arith.select %c, %t, %u : tensor<8xf32>
        // expect: get_aliasing_values(%t) = maybe %d EQUIVALENT
        %x = tensor.extract %t[%i] : tensor<8xf32>
        // expect: get_aliasing_values(%t) = nothing
        ```
        """
        return unknown_aliasing_values(operand)

    def get_aliasing_op_operands(
        self, op: OpT, value: Value, state: AnalysisState
    ) -> list[AliasingOpOperand]:
        """Return the operands whose buffer `value` may share: the inverse of `get_aliasing_values`.

        Override it if operands of other operations alias, as those of a terminator do. An empty list
        means that `value` always gets a new buffer.

        ```mlir
        %d = arith.select %c, %t, %u : tensor<8xf32>
        // expect: get_aliasing_op_operands(%d) = maybe %t EQUIVALENT, maybe %u EQUIVALENT
        %p = tensor.pad %t low[1] high[1] {
        ^bb0(%k: index):
          tensor.yield %f : f32
        } : tensor<8xf32> to tensor<10xf32>
        // expect: get_aliasing_op_operands(%p) = nothing
        %q = scf.if %c -> (tensor<8xf32>) {
          scf.yield %t : tensor<8xf32>
        } else {
          scf.yield %u : tensor<8xf32>
        }
        // expect: get_aliasing_op_operands(%q) = maybe %t EQUIVALENT, maybe %u EQUIVALENT
        ```
        """
        return [
            AliasingOpOperand(operand, alias.relation, alias.is_definite)
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
            for alias in state.get_aliasing_values(operand)
            if alias.value is value
        ]

    def is_writable(self, op: OpT, value: Value, state: AnalysisState) -> bool:
        """Return whether the buffer of `value` may be written to. By default: results, not arguments.

        ```mlir
        %k = arith.constant dense<1.0> : tensor<8xf32>         // expect: is_writable(%k) = false
        %a = tensor.insert %f into %k[%i] : tensor<8xf32>      // expect: is_writable(%a) = true
        %b = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
        // expect: is_writable(%b) = false
        ```
        """
        return isinstance(value, OpResult)

    def is_not_conflicting(
        self, op: OpT, read: OpOperand, write: OpOperand, state: AnalysisState
    ) -> bool:
        """Return whether `op`, the owner of one of the two, knows that they do not conflict.

        By default: no. It is asked after all other rules.

        ```mlir
        %a = tensor.insert_slice %s into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
        // expect: is_not_conflicting(%s, %t) = false
        ```
        """
        return False

    def verify_analysis(self, op: OpT, state: AnalysisState) -> None:
        """Raise DiagnosticError if the decisions cannot be carried out.

        ```mlir
        %r = scf.for %k = %i to %j step %i iter_args(%a = %t) -> (tensor<8xf32>) {
          %e = tensor.empty() : tensor<8xf32>
          %b = linalg.fill ins(%f : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
          scf.yield %b : tensor<8xf32>
        }
        // expect: verify_analysis() = error: Yield operand #0 is not equivalent to the corresponding iter bbArg
        ```
        """

    def is_repetitive_region(self, op: OpT, index: int) -> bool:
        """Return whether region number `index` may run more than once for one run of `op`.

        ```mlir
        scf.for %k = %i to %j step %i {
          scf.if %c {
          }
          // expect: is_repetitive_region(0) = false
        }
        // expect: is_repetitive_region(0) = true
        ```
        """
        return isinstance(op, RegionBranchOpInterface) and op.is_repetitive_region(index)

    def is_parallel_region(self, op: OpT, index: int) -> bool:
        """Return whether several runs of region number `index` may overlap in time.

        Such a region is also repetitive.

        ```mlir
        scf.forall (%k) in (8) {
        }
        // expect: is_parallel_region(0) = true
        scf.for %k = %i to %j step %i {
        }
        // expect: is_parallel_region(0) = false
        ```
        """
        if isinstance(op, LoopLikeOpInterface):  # it knows whether there is more than one run
            return op.is_parallel
        return op.has_trait(ParallelRegion)

    def has_tensor_semantics(self, op: OpT) -> bool:
        """Return whether there is anything to bufferize.

        By default: whether `op` has a tensor as operand, result, or argument of a block.

        ```mlir
        %x = tensor.extract %t[%i] : tensor<8xf32>  // expect: has_tensor_semantics() = true
        %y = arith.addf %x, %f : f32                // expect: has_tensor_semantics() = false
        ```
        """
        return has_tensor_values(op)
