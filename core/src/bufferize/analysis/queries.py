"""The questions that the analysis asks of models, and the queries on its state.

Every question has an example: a program before bufferization, the question about the operation of
the line, and the answer. The tests run them. In the examples `%t` and `%u` are tensors of eight f32,
`%s` is one of four, `%m` is a memref, `%f` an f32, `%i` and `%j` are indices, and `%c` is an i1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Protocol

from bufferize import ir
from bufferize.analysis.options import AnalysisOptions
from bufferize.define import ParallelRegion
from bufferize.diagnostics import OptionError, error
from bufferize.dialects.bufferization import ToBufferOp
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    CastOpInterface,
    DeferredExecutionInterface,
    LoopLikeOpInterface,
    OpT,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    has_tensor_values,
    is_tensor_like,
    owner_of_value,
    unknown_aliasing_op_operands,
    unknown_aliasing_values,
)
from bufferize.ir import (
    BlockArgument,
    Operation,
    OpOperand,
    OpResult,
    Region,
    UnrankedTensorType,
    Value,
)
from bufferize.record import Decision, Reason

if TYPE_CHECKING:  # function_summaries.py builds on this module
    from bufferize.analysis.function_summaries import FunctionAnalysis


class AnalysisModel(Generic[OpT]):
    """The part of a model that the analysis uses: the effects of operations on tensors' buffers.

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
        """Return whether region number `index` may run more than once in one run of `op`.

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
        """Return whether runs of region number `index` may overlap in time.

        They overlap with one another, if the region is also repetitive, or with the operations
        after `op`, if the region may run later.

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
        if isinstance(op, DeferredExecutionInterface) and op.completed_by() is not op:
            return True
        return op.has_trait(ParallelRegion)

    def has_tensor_semantics(self, op: OpT) -> bool:
        """Return whether `op` has tensors to bufferize.

        By default: whether `op` has a tensor as operand, result, or argument of a block.

        ```mlir
        %x = tensor.extract %t[%i] : tensor<8xf32>  // expect: has_tensor_semantics() = true
        %y = arith.addf %x, %f : f32                // expect: has_tensor_semantics() = false
        ```
        """
        return has_tensor_values(op)


_NO_MODEL: AnalysisModel[Any] = AnalysisModel()

Overrides = Mapping[OpOperand, bool]
"""Decisions that the user has made: operands that are to be in place, or are not to be."""

# Options that have the analysis write attributes. None of them changes a decision.
_ANNOTATING_OPTIONS = ("test_analysis_only", "print_conflicts", "dump_alias_sets")


class ModelSource(Protocol):
    """The part of a `Context` that the analysis needs: the models of operations."""

    def model(self, op_name: str, /) -> AnalysisModel[Any] | None:
        """Return the model of the operations called `op_name`."""


class TraversalConfig(NamedTuple):
    """The conditions under which a search back along use-def chains ends, as in MLIR."""

    always_include_leaves: bool = True
    """Whether the last value of a chain is found even if it does not satisfy the condition."""
    follow_equivalent_only: bool = False
    """Whether to end at a value that may not be the same buffer as the operand that it aliases."""
    follow_same_type_or_casts_only: bool = False
    """Whether to end where the type changes, other than by a cast."""
    within: Operation | None = None
    """The operation to stay in: other values than arguments and results within it are not found."""


DEFAULT_TRAVERSAL = TraversalConfig()
_WITHOUT_LEAVES = TraversalConfig(always_include_leaves=False)


class Snapshot:
    """A snapshot of the analyzed IR, to detect later changes and to repeat the analysis."""

    def __init__(
        self,
        root: Operation,
        options: AnalysisOptions,
        reanalyze: Callable[[Overrides], AnalysisState],
    ) -> None:
        self.root = root
        self.options = options
        self.reanalyze = reanalyze
        """A function that analyzes the operation again, with other overrides."""
        self._contents = list(_contents(root))

    def check_unchanged(self) -> None:
        """Raise OptionError if the operation has been changed since it was analyzed."""
        for old, new in zip_longest(self._contents, _contents(self.root)):
            if old != new:
                changed = self.root if old is None else old[0]
                assert isinstance(changed, Operation)
                message = f"'{changed.name}' was changed since it was analyzed: analyze it again"
                raise OptionError(error(message, changed))

    def check_is_of(self, root: Operation, options: AnalysisOptions) -> None:
        """Raise OptionError unless `root`, unchanged, was analyzed under `options`."""
        if root is not self.root:
            message = f"the analysis is of another '{self.root.name}', not of this '{root.name}'"
            raise OptionError(error(message, root))
        for field in fields(AnalysisOptions):
            name = field.name
            differs = getattr(self.options, name) != getattr(options, name)
            if differs and name not in _ANNOTATING_OPTIONS:
                raise OptionError(f"the analysis was made with another value of '{name}'")
        self.check_unchanged()


def _contents(root: Operation) -> Iterator[tuple[object, ...]]:
    """Yield, for each operation, everything that an analysis may have looked at."""
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


class AnalysisState:
    """A state that answers queries from the IR and the models alone; nothing has been decided.

    An unknown operation gets the answers that are safe. All queries are about operands and values of
    tensor type.
    """

    functions: FunctionAnalysis | None = None
    """The summaries of functions; None if function boundaries are not bufferized."""

    deferring_functions: set[Operation] | None = None
    """The functions that may leave a region running; None until they are asked for."""

    has_buffers_of_buffers: bool | None = None
    """Whether the program has a `memref<memref<…>>` or the like; None until it is asked for."""

    snapshot: Snapshot | None = None
    """A snapshot of the analyzed IR, if `bufferize.analyze` made this state."""

    writes_in_place: bool = True
    """Whether operations may write to buffers other than copies made for them alone."""

    def __init__(self, options: AnalysisOptions, context: ModelSource) -> None:
        self.options = options
        self.context = context
        self._op_filter = options.op_filter
        self._models: dict[str, AnalysisModel[Any] | None] = {}
        self._repetitive: dict[Region, Region | None] = {}
        self._symbols = ir.SymbolTables()

    @property
    def symbols(self) -> ir.SymbolTables:
        """The symbol tables of the module, built at the first use."""
        return self._symbols if self.functions is None else self.functions.symbols

    @property
    def allows_allocs_from_loops(self) -> bool:
        """Whether a loop may yield a buffer that it allocates."""
        options = self.options
        return options.allow_return_allocs_from_loops or bool(options.allow_return_allocs)

    # Models

    def model(self, op: Operation) -> AnalysisModel[Any] | None:
        """Return the model of `op`; None if it has none or the options exclude it."""
        try:
            model = self._models[op.name]
        except KeyError:
            name = op.name
            model = self.context.model(name) if self.options.is_name_allowed(name) else None
            self._models[name] = model
        if self._op_filter is None or model is None or self._op_filter(op):
            return model
        return None

    def model_of_value(self, value: Value) -> AnalysisModel[Any] | None:
        """Return the model of the operation that defines `value`, or whose block has it as argument."""
        owner = owner_of_value(value)
        return self.model(owner) if owner is not None else None

    def _any_model(self, op: Operation) -> AnalysisModel[Any]:
        """Return the model of `op` even if the options exclude it; the defaults if it has none."""
        return self.context.model(op.name) or _NO_MODEL

    def has_tensor_semantics(self, op: Operation) -> bool:
        """Return whether `op` has tensors to bufferize, even if the options exclude it."""
        return self._any_model(op).has_tensor_semantics(op)

    # Memory

    def bufferizes_to_memory_read(self, operand: OpOperand) -> bool:
        """Return whether the contents of `operand` are read by its owner."""
        model = self.model(operand.owner)
        return model is None or model.bufferizes_to_memory_read(operand.owner, operand, self)

    def bufferizes_to_memory_write(self, operand: OpOperand) -> bool:
        """Return whether the buffer of `operand` is written to by its owner."""
        model = self.model(operand.owner)
        return model is None or model.bufferizes_to_memory_write(operand.owner, operand, self)

    def value_bufferizes_to_memory_write(self, value: Value) -> bool:
        """Return whether the definition of `value` sets its contents, as for an argument."""
        if not isinstance(value, OpResult):
            return True
        model = self.model(value.owner)
        return model is None or model.result_bufferizes_to_memory_write(value.owner, value, self)

    def bufferizes_to_aliasing_only(self, operand: OpOperand) -> bool:
        """Return whether `operand` is neither read nor written, but has an alias."""
        return (
            self.model(operand.owner) is not None
            and not self.bufferizes_to_memory_read(operand)
            and not self.bufferizes_to_memory_write(operand)
            and bool(self.get_aliasing_values(operand))
        )

    def is_value_read(self, value: Value) -> bool:
        """Return whether the contents of `value` are read by a use, or by a use of a view of it."""
        work = list(value.uses)
        seen: set[OpOperand] = set()
        while work:
            use = work.pop()
            if use in seen:
                continue
            seen.add(use)
            if self.bufferizes_to_memory_read(use):
                return True
            if self.bufferizes_to_aliasing_only(use):
                for alias in self.get_aliasing_values(use):
                    work.extend(alias.value.uses)
        return False

    def is_forwarded_written(self, argument: BlockArgument) -> bool:
        """Return whether the buffer of a value that a loop carries may be written to in the loop.

        All operands count as in place. In a parallel region the answer is yes, so that a write to a
        result of the loop is not taken for one to a buffer of the iteration.
        """
        loop = argument.parent_op
        assert loop is not None
        return self.parallel_region(loop.parent_region) is not None or any(
            self.bufferizes_to_memory_write(use)
            for value in self.forwarded_values(argument)
            for use in value.uses
        )

    def forwarded_values(self, argument: BlockArgument) -> Iterator[Value]:
        """Yield the values in a loop that may be what it carries as `argument`, if nothing is copied.

        What the terminators of the loop itself pass on is not followed.
        """
        seen: dict[Value, None] = {argument: None}
        work: list[Value] = [argument]
        while work:
            value = work.pop()
            yield value
            for use in value.uses:
                values = [alias.value for alias in self.get_aliasing_values(use)]
                inner = use.owner.parent_op
                if inner is not argument.parent_op and isinstance(inner, LoopLikeOpInterface):
                    if isinstance(use.owner, RegionBranchTerminatorOpInterface):
                        forwarded = inner.forwarded_operands
                        values += (v for _, operand, to in forwarded if operand is use for v in to)
                work.extend(value for value in values if value not in seen)
                seen.update(dict.fromkeys(values))

    def is_writable(self, value: Value) -> bool:
        """Return whether the buffer of `value` may be written to."""
        owner = owner_of_value(value)
        model = self.model(owner) if owner is not None else None
        if owner is None or model is None:
            return False
        return model.is_writable(owner, value, self)

    # Aliases

    def get_aliasing_values(self, operand: OpOperand) -> list[AliasingValue]:
        """Return the values that may share the buffer of `operand`, if it is used in place."""
        model = self.model(operand.owner)
        if model is None:
            return unknown_aliasing_values(operand)
        return model.get_aliasing_values(operand.owner, operand, self)

    def get_aliasing_op_operands(self, value: Value) -> list[AliasingOpOperand]:
        """Return the operands whose buffer `value` may share."""
        owner = owner_of_value(value)
        model = self.model(owner) if owner is not None else None
        if owner is None or model is None:
            return unknown_aliasing_op_operands(value)
        return model.get_aliasing_op_operands(owner, value, self)

    def find_values_in_reverse_use_def_chain(
        self,
        operand: OpOperand,
        condition: Callable[[Value], bool],
        config: TraversalConfig = DEFAULT_TRAVERSAL,
        visited_operands: set[OpOperand] | None = None,
    ) -> list[Value]:
        """Return the values for which `condition` holds, searching back from `operand` over aliases.

        A chain ends at the value that is found on it. `config` gives further ends. The operands on
        the way are added to `visited_operands`.

        ```mlir
        %0 = tensor.empty() : tensor<8xf32>
        %1 = tensor.insert %f into %0[%i] : tensor<8xf32>
        %2 = tensor.cast %1 : tensor<8xf32> to tensor<?xf32>
        %3 = tensor.extract %2[%i] : tensor<?xf32>
        ```
        From the operand of `tensor.extract` the chain is `%2`, `%1`, `%0`.
        """
        include_leaves, equivalent_only, same_type_or_casts_only, within = config
        found: dict[Value, None] = {}
        seen: set[Value] = set()
        work = {operand.value: None}
        if visited_operands is not None:
            visited_operands.add(operand)
        while work:
            value, _ = work.popitem()
            if value in seen:
                if include_leaves:
                    found[value] = None
                continue
            seen.add(value)
            if within is not None:
                owner = owner_of_value(value)
                if owner is None or (isinstance(value, OpResult) and owner is within):
                    continue
                if not within.is_ancestor_of(owner):
                    continue
            if condition(value):
                found[value] = None
                continue
            if self.model_of_value(value) is None:
                if include_leaves:
                    found[value] = None
                continue
            aliases = self.get_aliasing_op_operands(value)
            if not aliases and include_leaves:
                found[value] = None
            for alias in aliases:
                source = alias.operand.value
                if (equivalent_only and alias.relation is not BufferRelation.EQUIVALENT) or (
                    same_type_or_casts_only
                    and source.type is not value.type
                    and not isinstance(value.defining_op, CastOpInterface)
                ):
                    if include_leaves:
                        found[value] = None
                    continue
                work.setdefault(source)
                if visited_operands is not None:
                    visited_operands.add(alias.operand)
        return list(found)

    def is_written_within(self, op: Operation, operand: OpOperand) -> bool:
        """Return whether the contents of `operand` were set by an operation inside of `op`."""
        return bool(
            self.find_values_in_reverse_use_def_chain(
                operand,
                self.value_bufferizes_to_memory_write,
                TraversalConfig(always_include_leaves=False, within=op),
            )
        )

    def find_definitions(self, operand: OpOperand) -> list[Value]:
        """Return the values that may have set the contents of `operand`.

        None if the contents are undefined, as those of `tensor.empty` are.
        """
        return self.find_values_in_reverse_use_def_chain(
            operand, self.value_bufferizes_to_memory_write, _WITHOUT_LEAVES
        )

    # Decisions

    def why(self, operand: OpOperand) -> Decision:
        """Return the decision about `operand`, with its reason."""
        return Decision(operand, self.is_in_place(operand), Reason.UNEXPLAINED)

    def decide(self, *operands: OpOperand, in_place: bool) -> None:
        """Override the decisions about `operands`, and redo all decisions that depend on them.

        Operands that are to be in place are decided first, so that others may have to be copied.
        Raises PassError if such an operand conflicts, OptionError if there is nothing to decide
        about an operand, or if the module was changed since it was analyzed. The state is then
        unchanged.
        """
        raise OptionError(f"analysis '{self.options.analysis}' cannot be told what to decide")

    def is_in_place(self, operand: OpOperand) -> bool:
        """Return whether `operand` is used without a copy. By default: if it is not written."""
        if isinstance(operand.owner, ToBufferOp):
            return True
        return not self.bufferizes_to_memory_write(operand)

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        """Return whether two values are known to be the same buffer. By default: no."""
        return False

    def are_aliasing_buffer_values(self, a: Value, b: Value) -> bool:
        """Return whether two values may share memory. By default: yes."""
        return True

    def alias_representative(self, value: Value) -> Value | None:
        """Return the representative of the alias set of `value`: one value, the same for all in the set.

        By default None: any value may share memory with any other.
        """
        return None

    def alias_set(self, value: Value) -> Iterator[Value]:
        """Yield the alias set of `value`: itself, and all values that may share memory with it.

        Asked only if `alias_representative` is not None.
        """
        raise LookupError(f"'{type(self).__name__}' does not know what shares memory")

    def has_unique_buffer(self, value: Value) -> bool:
        """Return whether no other value is known to be the same buffer as `value`."""
        return True

    def has_undefined_contents(self, operand: OpOperand) -> bool:
        """Return whether the contents of `operand` are undefined. By default: no."""
        return False

    def is_forwarded(self, operand: OpOperand) -> bool | None:
        """Return whether a loop may pass on the buffer of `operand` of a terminator, or must copy it.

        None if that is left to the model, because the loop may write to what it carries.
        """
        return None

    def can_omit_tensor_copy(self, operand: OpOperand) -> bool:
        """Return whether a new buffer for `operand` need not be filled with the old contents."""
        if self.has_undefined_contents(operand):
            return True
        if self.bufferizes_to_memory_read(operand):
            return False
        return self.bufferizes_to_memory_write(operand) or not any(
            self.is_value_read(alias.value) for alias in self.get_aliasing_values(operand)
        )

    # Regions

    def is_repetitive_region(self, region: Region) -> bool:
        """Return whether `region` may run more than once in one run of its operation.

        A loop without a model, or one that the options exclude, is still a loop. MLIR overlooks
        this.
        """
        op = region.parent
        return op is not None and self._any_model(op).is_repetitive_region(op, region.index)

    def enclosing_repetitive_region(self, region: Region | None) -> Region | None:
        """Return the innermost repetitive region that is or contains `region`."""
        path: list[Region] = []
        while region is not None and region not in self._repetitive:
            if self.is_repetitive_region(region):
                self._repetitive[region] = region
                break
            path.append(region)
            region = region.parent_region
        found = self._repetitive[region] if region is not None else None
        for inner in path:
            self._repetitive[inner] = found
        return found

    def parallel_region(self, region: Region | None) -> Region | None:
        """Return the innermost parallel region that is or contains `region`."""
        while region is not None:
            if self.is_parallel_region(region):
                return region
            region = region.parent_region
        return None

    def is_parallel_region(self, region: Region) -> bool:
        """Return whether runs of `region` may overlap in time, even in an excluded operation."""
        op = region.parent
        return op is not None and self._any_model(op).is_parallel_region(op, region.index)

    def reset_cache(self) -> None:
        """Forget answers about the IR. To be called after the IR was changed."""
        self._repetitive.clear()


class AlwaysCopyAnalysisState(AnalysisState):
    """A state without an analysis: every operand that is written is copied first."""

    writes_in_place = False

    def is_forwarded_written(self, argument: BlockArgument) -> bool:
        return True

    def why(self, operand: OpOperand) -> Decision:
        return Decision(operand, self.is_in_place(operand), Reason.NOT_ANALYZED)
