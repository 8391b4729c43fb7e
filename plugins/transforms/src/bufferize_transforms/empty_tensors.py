"""Empty tensors: replaced by slices of the tensor that they end up in, or by allocations."""

from __future__ import annotations

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
from bufferize.ir import (
    Builder,
    DominatorTree,
    InsertionPoint,
    Operation,
    Region,
    Rewriter,
    TensorType,
    Value,
    all_or_nothing,
    require_valid,
)
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_transforms.extraction_places import ExtractionPlaces


@no_collection()
@deep_recursion()
def eliminate_empty_tensors(root: Operation, context: ModelSource, *, verify: bool = True) -> None:
    """Compute tensors that start as empty ones directly in the subset that they are inserted into.

    `tensor.insert_slice (fill(tensor.empty)) into %t` becomes an insertion of
    `fill(tensor.extract_slice %t)`, which needs neither a new buffer nor a copy. In a module, the
    effects of functions on tensors are taken into account. An empty tensor is an operation with
    `EmptyTensorOpInterface`, an insertion one with `SubsetInsertionOpInterface`.

    Raises PassError where the analysis finds that `root` cannot be bufferized, PluginError where an
    operation builds something unsuitable; `root` is unchanged then.
    """
    if verify:
        require_valid(root)
    options = AnalysisOptions(
        allow_return_allocs_from_loops=True,
        bufferize_function_boundaries=isinstance(root, ModuleOp),
    )
    state = analyze_module(root, options, context)
    places = ExtractionPlaces(root, state)
    insertions = [op for op in root.walk_post() if isinstance(op, SubsetInsertionOpInterface)]
    with all_or_nothing(root):  # a plugin may build anything
        for insertion in insertions:
            _eliminate(insertion, state, places)


def _eliminate(
    insertion: SubsetInsertionOpInterface, state: OneShotAnalysisState, places: ExtractionPlaces
) -> None:
    """Replace empty tensors that `insertion` inserts by the subset that it writes."""
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
        builder = Builder(InsertionPoint.before(place), use.value.location)
        tensor = _inserted(insertion.build_subset_extraction(builder), source.owner)
        if tensor is not None:
            tensor = _inserted(empty.cast_to_result_type(builder, tensor), empty)
        if tensor is not None:
            use.set(tensor)
            state.reset_cache()


def _inserted(value: Value | None, by: Operation) -> Value | None:
    """Return `value`, which `by` built. Raises PluginError if it is not inserted in a block."""
    if value is None or (isinstance(value, Value) and value.parent_block is not None):
        return value
    raise PluginError(f"'{by.name}' builds {value!r}, which is no inserted value")


def _is_empty(value: Value) -> bool:
    return isinstance(value.defining_op, EmptyTensorOpInterface)


def empty_tensor_to_alloc_tensor(root: Operation, *, verify: bool = True) -> None:
    """Replace each empty tensor that has uses with a `bufferization.alloc_tensor`.

    An empty tensor is an operation with `EmptyTensorOpInterface`; those without uses are dropped,
    and so are blocks that control never reaches, so that their values need no buffers.
    Empty tensors of custom types stay, because `alloc_tensor` allocates these only for a copy.
    """
    if verify:
        require_valid(root)
    for op in root.walk():
        for region in op.regions:
            if len(region.blocks) > 1:
                _drop_unreachable_blocks(region)
    rewriter = Rewriter()
    for op in [op for op in root.walk() if isinstance(op, EmptyTensorOpInterface)]:
        if op.has_uses():
            if isinstance(op.result.type, TensorType):
                replace_empty_tensor(op, rewriter)
        else:
            rewriter.erase_op(op)


def replace_empty_tensor(empty: EmptyTensorOpInterface, rewriter: Rewriter) -> AllocTensorOp:
    """Replace one empty tensor with a `bufferization.alloc_tensor`."""
    rewriter.insertion_point = InsertionPoint.before(empty)
    type = empty.result.type
    alloc = AllocTensorOp(dynamic_sizes=empty.dynamic_extents, result=type, location=empty.location)
    rewriter.replace_op(empty, rewriter.insert(alloc))
    return alloc


def _drop_unreachable_blocks(region: Region) -> None:
    tree = DominatorTree(region)
    for block in region.blocks:
        if not tree.is_reachable(block):
            block.drop_all_references()
    region.blocks = [block for block in region.blocks if tree.is_reachable(block)]
