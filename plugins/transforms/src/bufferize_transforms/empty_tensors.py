"""Empty tensors: eliminated in favor of the slices they are inserted into, or allocated."""

from __future__ import annotations

from bufferize import ir
from bufferize.analysis import (
    AnalysisOptions,
    ModelSource,
    OneShotAnalysisState,
    TraversalConfig,
    analyze_module,
)
from bufferize.diagnostics import PluginError
from bufferize.dialects.bufferization import AllocTensorOp
from bufferize.dialects.builtin import ModuleOp
from bufferize.interfaces import EmptyTensorOpInterface, SubsetInsertionOpInterface
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_transforms.canonicalization import (
    erase_dead,
    erase_unreachable_blocks,
    fold,
    rewrite_greedily,
)
from bufferize_transforms.extraction_places import ExtractionPlaces


class _InitialValues(OneShotAnalysisState):
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
    insertion one with `SubsetInsertionOpInterface`.

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
    state, places = _InitialValues(found), ExtractionPlaces(root, found)
    insertions = [op for op in root.walk_post() if isinstance(op, SubsetInsertionOpInterface)]
    with ir.all_or_nothing(root):  # an operation of a plugin may build anything
        for insertion in insertions:
            _eliminate(insertion, state, places)


def _eliminate(
    insertion: SubsetInsertionOpInterface, state: OneShotAnalysisState, places: ExtractionPlaces
) -> None:
    """Replace the empty tensors behind the source of `insertion` by the slice it writes."""
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
        builder = ir.Builder(ir.InsertionPoint.before(place), use.value.location)
        tensor = _inserted(insertion.build_subset_extraction(builder), source.owner)
        if tensor is not None:
            tensor = _inserted(empty.cast_to_result_type(builder, tensor), empty)
        if tensor is not None:
            use.set(tensor)
            state.reset_cache()


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
