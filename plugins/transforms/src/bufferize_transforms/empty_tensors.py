"""Empty tensors: eliminated in favor of the slices they are inserted into, or allocated."""

from __future__ import annotations

from collections.abc import Callable

from bufferize import ir
from bufferize.analysis import (
    AnalysisOptions,
    ModelSource,
    OneShotAnalysisState,
    TraversalConfig,
    analyze_module,
)
from bufferize.diagnostics import DiagnosticError, PluginError
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.dialects.builtin import ModuleOp
from bufferize.driver.rewriter import planned_copy
from bufferize.interfaces import (
    EmptyTensorOpInterface,
    LoopLikeOpInterface,
    SubsetInsertionOpInterface,
    is_tensor_like,
)
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_transforms.buffer_reuse import copied_by_loop
from bufferize_transforms.canonicalization import (
    erase_dead,
    erase_unreachable_blocks,
    fold,
    rewrite_greedily,
)
from bufferize_transforms.extraction_places import ExtractionPlaces

_TRIALS = 3
"""How often replacements are undone, before all of them are."""


class InitialValues(OneShotAnalysisState):
    """The decisions of an analysis, for a search that follows loops to their initial values only.

    Each value that a loop carries counts as written here, as in MLIR. Otherwise the result of a loop
    may alias what is yielded as well. As the contents of an empty tensor do not matter, whatever the
    search finds may be replaced; the next analysis decides which copies that needs.
    """

    def __init__(self, found: OneShotAnalysisState) -> None:
        vars(self).update(vars(found))

    def is_forwarded_written(self, argument: ir.BlockArgument) -> bool:
        return True


@no_collection()
@deep_recursion()
def eliminate_empty_tensors(
    root: ir.Operation, context: ModelSource, *, verify: bool = True
) -> None:
    """Replace empty tensors whose results are inserted into a tensor by a slice of it.

    `tensor.insert_slice (fill(tensor.empty)) into %t` becomes an insertion of
    `fill(tensor.extract_slice %t)`, which needs neither a new buffer nor a copy. For a module, the
    analysis covers function calls. An empty tensor is an operation with `EmptyTensorOpInterface`, an
    insertion one with `SubsetInsertionOpInterface`. A replacement by which something else would be
    copied is undone.

    Raises PassError if the analysis finds that `root` cannot be bufferized, PluginError if an
    operation builds something unsuitable; `root` is unchanged then.
    """
    if verify:
        ir.require_valid(root)
    options = AnalysisOptions(
        allow_return_allocs_from_loops=True,
        bufferize_function_boundaries=isinstance(root, ModuleOp),
    )
    found = analyze_module(root, options, context)
    before = copied_operands(root, found)
    state, places = InitialValues(found), ExtractionPlaces(root, found)
    insertions = [op for op in root.walk_post() if isinstance(op, SubsetInsertionOpInterface)]
    with ir.all_or_nothing(root):  # an operation of a plugin may build anything
        done: list[_Replacement] = []
        for insertion in insertions:
            _eliminate(insertion, state, places, done)
        _undo_costly(done, before, lambda: analyze_module(root, options, context), root)


class _Replacement(ir.Listener):
    """The slice in the place of an empty tensor, as a listener of what is built for it.

    `chain` are the operands from its use to the source of the insertion.
    """

    def __init__(self, use: ir.OpOperand, chain: set[ir.OpOperand]) -> None:
        self._uses = [use]
        self._empty = use.value
        self._chain = chain
        self._built: list[ir.Operation] = []

    def operation_inserted(self, op: ir.Operation) -> None:
        self._built.append(op)

    @property
    def operands(self) -> set[ir.OpOperand]:
        """The operands that have to be in place, so that nothing is copied."""
        return self._chain.union(*(op.op_operands for op in self._built))

    def use(self, tensor: ir.Value, earlier: list[_Replacement]) -> None:
        """Use `tensor`, also for slices of the empty tensor that `earlier` ones are computed in.

        These are parts of what is inserted, which the insertions behind them write.
        """
        others = [use for use in self._empty.uses if use not in self._uses]
        built = {op for each in earlier for op in each._built} if others else set()
        dominance = ir.DominanceInfo()
        self._uses += [
            use
            for use in others
            if use.owner in built and dominance.properly_dominates(tensor, use.owner)
        ]
        for use in self._uses:
            use.set(tensor)

    def undo(self) -> None:
        """Use the empty tensor again."""
        for use in self._uses:
            if use.owner.parent is not None:  # it may have been undone
                use.set(self._empty)
        for op in reversed(self._built):
            if not op.has_uses():
                op.erase()


def _eliminate(
    insertion: SubsetInsertionOpInterface,
    state: OneShotAnalysisState,
    places: ExtractionPlaces,
    done: list[_Replacement],
) -> None:
    """Replace the empty tensors behind the source of `insertion` by the slice it writes.

    Replacements are added to those that are `done`.
    """
    source = insertion.source_operand
    if not state.is_in_place(source):
        return
    chain = {source}
    found = state.find_values_in_reverse_use_def_chain(
        source,
        _is_empty,
        TraversalConfig(
            always_include_leaves=False,
            follow_equivalent_only=True,
            follow_same_type_or_casts_only=True,
        ),
        visited_operands=chain,
    )
    for use in [use for value in found for use in value.uses if use in chain]:
        place = places.find(insertion, use, chain)
        if place is None:
            continue
        empty = use.value.defining_op
        assert isinstance(empty, EmptyTensorOpInterface)
        replacement = _Replacement(use, chain)
        builder = ir.Builder(ir.InsertionPoint.before(place), use.value.location)
        builder.listeners.append(replacement)
        tensor = _inserted(insertion.build_subset_extraction(builder), source.owner)
        if tensor is not None:
            tensor = _inserted(empty.cast_to_result_type(builder, tensor), empty)
        if tensor is not None:
            # A buffer may be read before the insertion: nothing else is computed there.
            is_tensor = is_tensor_like(insertion.destination_operand.value.type)
            replacement.use(tensor, done if is_tensor else [])
            done.append(replacement)
            state.reset_cache()


def _undo_costly(
    done: list[_Replacement],
    before: set[ir.OpOperand],
    analyze: Callable[[], OneShotAnalysisState],
    root: ir.Operation,
) -> None:
    """Undo replacements by which more is copied than `before`.

    A destination that is read and cannot be a slice in place is copied, which an empty tensor is not:

    ```mlir
    %0 = tensor.insert %f into %empty[%i] : tensor<4xf32>
    ```

    If this cannot be made out, all are undone; also if the program would be refused now.
    """
    for _ in range(_TRIALS if done else 0):
        try:
            added = copied_operands(root, analyze()) - before
        except DiagnosticError:
            break
        costly = [each for each in done if not added.isdisjoint(each.operands)]
        if not costly and len(added) <= len(done):
            return  # each spares the copy of an insertion
        if not costly:
            break
        for each in costly:
            each.undo()
        done = [each for each in done if each not in costly]
        if not done:
            return
    for each in done:
        each.undo()


def copied_operands(root: ir.Operation, state: OneShotAnalysisState) -> set[ir.OpOperand]:
    """Return the operands whose contents are copied."""
    copied: set[ir.OpOperand] = set()
    for op in root.walk():
        if isinstance(op, LoopLikeOpInterface):
            copied.update(copied_by_loop(op, state))
        copied.update(
            operand
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
            and state.model(op) is not None
            and not state.is_in_place(operand)
            and planned_copy(operand, state)[1]
        )
    return copied


def _inserted(value: ir.Value | None, by: ir.Operation) -> ir.Value | None:
    """Return `value`, which an operation built. Raises PluginError if it is unsuitable."""
    if value is None or (isinstance(value, ir.Value) and value.parent_block is not None):
        return value
    raise PluginError(f"'{by.name}' builds {value!r}, which is no inserted value")


def _is_empty(value: ir.Value) -> bool:
    return isinstance(value.defining_op, EmptyTensorOpInterface)


def empty_tensor_to_alloc_tensor(root: ir.Operation, *, verify: bool = True) -> None:
    """Replace the empty tensors that have uses by `bufferization.alloc_tensor`.

    An empty tensor is an operation with `EmptyTensorOpInterface`. Dead and unreachable operations are
    erased, and others folded, so that nothing is allocated for them. Empty tensors of custom
    types stay, because `alloc_tensor` can allocate these only as copies.
    """
    if verify:
        ir.require_valid(root)
    erase_unreachable_blocks(root)
    rewrite_greedily(root, (erase_dead, fold, _allocate))


def _allocate(op: ir.Operation, rewriter: ir.Rewriter) -> bool:
    if not isinstance(op, EmptyTensorOpInterface) or not isinstance(op.result.type, ir.TensorType):
        return False
    replace_empty_tensor(op, rewriter)
    return True


def replace_empty_tensor(empty: EmptyTensorOpInterface, rewriter: ir.Rewriter) -> AllocTensorOp:
    """Replace one empty tensor by a `bufferization.alloc_tensor`."""
    rewriter.insertion_point = ir.InsertionPoint.before(empty)
    type = empty.result.type
    alloc = AllocTensorOp(dynamic_sizes=empty.dynamic_extents, result=type, location=empty.location)
    rewriter.replace_op(empty, rewriter.insert(alloc))
    return alloc
