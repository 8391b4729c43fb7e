"""What would remove a copy: only what is sure to remove the reason that is given for it."""

from __future__ import annotations

from bufferize.analysis import AnalysisOptions, AnalysisState, called_function
from bufferize.analysis.accesses import loops_between
from bufferize.analysis.log import Decision, Reason
from bufferize.analysis.parts import PartsOfTensors
from bufferize.define import ConstantLike
from bufferize.dialects.bufferization import ACCESS, WRITABLE, ToTensorOp
from bufferize.explain.places import place_of
from bufferize.interfaces import (
    CallOpInterface,
    FunctionOpInterface,
    InParallelOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
    constant_int,
    is_memory_effect_free,
    owner_of_value,
)
from bufferize.ir import (
    BlockArgument,
    DenseElementsAttr,
    IntegerAttr,
    IsTerminator,
    Operation,
    OpOperand,
    OpResult,
    Value,
)

# What takes longer to look at is left without advice.
_MOST_READERS = 8
_MOST_NESTED_OPS = 64
_LONGEST_CHAIN = 64


def advice_for(decision: Decision, state: AnalysisState, parts: PartsOfTensors) -> tuple[str, ...]:
    """Changes of which each removes the reason of `decision`; another reason may then show.

    The IR must be as it was analysed, except for copies of reason LOOP and LAYOUT.
    """
    found: list[str | None] = []
    if decision.reason is Reason.NOT_WRITABLE and decision.root is not None:
        found += [_make_writable(decision.root, state), _declare_read_only(decision, state)]
    elif decision.reason is Reason.CONFLICT:
        found += [
            _read_before_write(decision, state),
            _equal_slices(decision, state),
            _disjoint_slices(decision, state, parts),
            _declare_read_only(decision, state),
        ]
    elif decision.reason is Reason.PARALLEL:
        found.append(_make_inside(decision, state) or _share_output(decision, state))
    elif decision.reason is Reason.LOOP:
        found.append(
            "yield, at each position, the tensor carried there or what was written into it"
        )
    elif decision.reason is Reason.NOT_ANALYSED:
        found.append(_analyse(state.options))
    elif decision.reason is Reason.BUDGET:
        found.append("a larger analysis-budget lets the analysis find out")
    return tuple(advice for advice in found if advice is not None)


# Buffers that must not be written to


def _make_writable(root: Value, state: AnalysisState) -> str | None:
    owner = owner_of_value(root)
    if owner is None:
        return None
    if isinstance(root, BlockArgument):
        if isinstance(owner, FunctionOpInterface) and root.owner.is_entry:
            return _make_argument_writable(owner, root, state)
        return None
    if isinstance(owner, ToTensorOp):
        return f"add `writable` to {place_of(owner)}, if the buffer may be overwritten"
    value = owner.get_attr("value") if owner.has_trait(ConstantLike) else None
    if isinstance(value, DenseElementsAttr) and value.is_splat:
        return (
            f"fill a `tensor.empty` (`linalg.fill`) in place of {place_of(owner)}, whose "
            "elements are all the same"
        )
    return None


def _make_argument_writable(
    function: FunctionOpInterface, argument: BlockArgument, state: AnalysisState
) -> str | None:
    if state.model(function) is not None:
        return (
            f"set `{WRITABLE} = true` on argument #{argument.index} of @{function.symbol_name}, if "
            "its callers do not need the old contents"
        )
    declared = function.get_arg_attr(argument.index, WRITABLE)
    allowed = not isinstance(declared, IntegerAttr) or bool(declared.value)
    # Without a model, what may be written to is not known.
    model = state.context.model(function.name)
    if not state.options.bufferize_function_boundaries and allowed and model is not None:
        return "set bufferize-function-boundaries, so that what callers pass is known"
    return None


# Conflicts


def _parties(decision: Decision) -> tuple[OpOperand, OpOperand, Value]:
    read, write, definition = decision.read, decision.write, decision.definition
    assert read is not None
    assert write is not None
    assert definition is not None
    return read, write, definition


def _read_before_write(decision: Decision, state: AnalysisState) -> str | None:
    """Moving what reads the tensor to before the write, where nothing speaks against it."""
    read, write, definition = _parties(decision)
    block = write.owner.parent
    if block is None or read.owner.parent is not block or block is not definition.parent_block:
        return None
    if loops_between(state, read.owner, (definition,)):
        return None
    readers = _readers_after(read.value, write.owner)
    if read.owner not in readers or not _can_move(readers, read.value, write.owner, state):
        return None
    places = " and ".join(str(place_of(reader)) for reader in readers)
    return f"move {places} before {place_of(write.owner)}"


def _readers_after(tensor: Value, write: Operation) -> list[Operation]:
    """The users of `tensor` after `write`, in order; none where they are too many or nested."""
    readers: set[Operation] = set()
    for count, use in enumerate(tensor.uses):
        user = use.owner
        if count > _MOST_READERS or user.parent is not write.parent:
            return []
        if user is not write and write.is_before_in_block(user):
            readers.add(user)
    return sorted(readers, key=lambda op: sum(other.is_before_in_block(op) for other in readers))


def _can_move(
    readers: list[Operation], tensor: Value, target: Operation, state: AnalysisState
) -> bool:
    """Whether all `readers` of `tensor` can stand before `target`, and have done with it there."""
    moved: set[Operation] = set()
    for reader in readers:
        if reader.has_trait(IsTerminator) or not is_memory_effect_free(reader):
            return False
        if any(
            operand.value is tensor and state.get_aliasing_values(operand)
            for operand in reader.op_operands
        ):
            return False
        for count, op in enumerate(reader.walk()):
            if count > _MOST_NESTED_OPS:
                return False
            if not all(_is_there_before(v, target, reader, moved) for v in op.operands):
                return False
        moved.add(reader)
    return True


def _is_there_before(
    value: Value, target: Operation, reader: Operation, moved: set[Operation]
) -> bool:
    """Whether `value`, which `reader` uses, is or can be defined before `target`."""
    if reader.is_ancestor_of(owner_of_value(value)):
        return True
    definition = value.defining_op
    if definition is None or definition.parent is not target.parent:
        return True
    return definition in moved or definition.is_before_in_block(target)


def _equal_slices(decision: Decision, state: AnalysisState) -> str | None:
    """A part of a tensor is computed in place, and inserted where nobody knows it is that part."""
    read, write, _ = _parties(decision)
    insertion = read.owner
    if not isinstance(insertion, SubsetInsertionOpInterface):
        return None
    if read is insertion.destination_operand:
        inserted = write  # what is computed in place shows in the rest of the destination
    elif read is insertion.source_operand and write is insertion.destination_operand:
        inserted = read  # the insertion writes while it reads
    else:
        return None
    passed: set[Value] = set()

    def ends_search(value: Value) -> bool:
        passed.add(value)
        extracts = isinstance(value.defining_op, SubsetExtractionOpInterface)
        return extracts or len(passed) > _LONGEST_CHAIN

    for value in state.find_values_in_reverse_use_def_chain(inserted, ends_search):
        extraction = value.defining_op
        if isinstance(extraction, SubsetExtractionOpInterface) and _may_be_equal(
            extraction, insertion
        ):
            return (
                f"if {place_of(extraction)} takes the very part that {place_of(read.owner)} "
                "overwrites, give both the same offsets, sizes and strides"
            )
    return None


def _disjoint_slices(decision: Decision, state: AnalysisState, parts: PartsOfTensors) -> str | None:
    """What is written and what is read are slices that do not overlap, which nobody looks at."""
    read, write, definition = _parties(decision)
    loops = loops_between(state, read.owner, (definition,))
    if state.options.disjoint_subsets or any(loop.is_ancestor_of(write.owner) for loop in loops):
        return None
    region = write.owner.parent_region
    while region is not None:
        if len(region.blocks) > 1:  # they may be a loop
            return None
        region = region.parent_region
    found = parts.parts_of_one(parts.read_by(read), parts.written_by(write))
    if found is None or not parts.are_disjoint(*found):
        return None
    return "set disjoint-subsets: what is written and what is read are slices that do not overlap"


def _may_be_equal(a: SubsetOpInterface, b: SubsetOpInterface) -> bool:
    """Whether two slices differ in nothing that is a constant in both, but do differ."""
    mine, other = a.accessed_slice(), b.accessed_slice()
    if mine is None or other is None or len(mine.offsets) != len(other.offsets):
        return False
    if mine.is_equivalent_to(other):
        return False
    left = mine.offsets + mine.sizes + mine.strides
    right = other.offsets + other.sizes + other.strides
    constants = zip(map(constant_int, left), map(constant_int, right), strict=True)
    if any(x != y for x, y in constants if x is not None and y is not None):
        return False
    return a.tensor_container is b.tensor_container


def _declare_read_only(decision: Decision, state: AnalysisState) -> str | None:
    write = decision.write
    if write is None:
        return None
    call = write.owner
    function = called_function(state, call) if state.functions is not None else None
    if function is None or not function.is_external or not isinstance(call, CallOpInterface):
        return None
    index = call.arg_operands.index(write)
    if function.get_arg_attr(index, ACCESS) is not None:
        return None
    return (
        f'declare `{ACCESS} = "read"` on argument #{index} of @{function.symbol_name}, if it '
        "only reads it"
    )


# Parallel loops


def _make_inside(decision: Decision, state: AnalysisState) -> str | None:
    definition = decision.definition
    if not isinstance(definition, OpResult) or definition.owner.op_operands:
        return None
    op = definition.owner
    model = state.model(op)
    if model is None or not model.bufferizes_to_allocation(op, definition):
        return None
    return f"make the tensor of {place_of(op)} inside of the loop"


def _share_output(decision: Decision, state: AnalysisState) -> str | None:
    assert decision.write is not None
    region = state.parallel_region(decision.write.owner.parent_region)
    if region is None or region.parent is None or not region.blocks:
        return None
    loop, terminator = region.parent, region.blocks[0].last_op
    if not isinstance(terminator, InParallelOpInterface):
        return None
    return (
        f"if each iteration writes a part of its own: hand the tensor to {place_of(loop)} as a "
        "shared output, take the part with `tensor.extract_slice`, write to it, and put it back "
        "with `tensor.parallel_insert_slice`"
    )


# What options decide


def _analyse(options: AnalysisOptions) -> str:
    if options.analysis != "one-shot":
        return "one-shot-bufferize with analysis=one-shot copies only where it must"
    if options.no_analysis_func_filter:
        return "take the function out of no-analysis-func-filter, to copy only where it must be"
    return "leave copy-before-write out, to copy only where it must be"
