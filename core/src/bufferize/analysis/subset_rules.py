"""Rules when a write to a subset of a tensor does not conflict with a read; see `conflicts.py`.

By these rules, extracting a subset, computing on it and inserting it again works in place.
"""

from __future__ import annotations

import operator

from bufferize.analysis.accesses import AccessOrder, Read, Write
from bufferize.interfaces import (
    AliasingOpOperand,
    BufferRelation,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    ReshapeOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    constant_int,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, OpResult, Value


def overwritten_part(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether the insertion reads only elements that the write does not hit.

    If a loop repeats both, each iteration must insert into the same subset of the same tensor.
    Otherwise one iteration writes elements that another one reads. MLIR overlooks this.

    ```mlir
    %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %w = tensor.insert %f into %a[%i] : tensor<4xf32>                                  // write: %a
    %r = tensor.insert_slice %w into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>  // read: %t
    // expect: overwritten_part = true
    ```
    """
    insertion = read.op
    if (
        not isinstance(insertion, SubsetInsertionOpInterface)
        or read.operand is not insertion.destination_operand
    ):
        return False
    return any(
        (
            (each is not insertion and write.operand is each.destination_operand)
            or _comes_from_part(rules, write.operand, each)
        )
        and (rules.can_use_order(read, write) or _stays(rules, each, read, write))
        for each in _contributions(insertion)
    )


def read_of_own_part(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether the insertion reads its source from the subset that it writes back to.

    It does not disturb other insertions of the same terminator either: parallel iterations write
    to subsets that do not overlap.

    ```mlir
    %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %w = tensor.insert %f into %a[%i] : tensor<4xf32>
    %r = tensor.insert_slice %w into %t[0] [4] [1]
         : tensor<4xf32> into tensor<8xf32>          // read: %w, write: %t
    // expect: read_of_own_part = true
    ```
    """
    insertion, writer = read.op, write.op
    return (
        isinstance(insertion, SubsetInsertionOpInterface)
        and isinstance(writer, SubsetInsertionOpInterface)
        and read.operand is insertion.source_operand
        and write.operand is writer.destination_operand
        and writer in _contributions(insertion)
        and _comes_from_part(rules, read.operand, insertion, in_order=True)
    )


def written_back(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether the write inserts the subset that is read where it was extracted from.

    ```mlir
    %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %w = tensor.insert %f into %a[%i] : tensor<4xf32>
    %x = tensor.insert_slice %w into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>  // write: %t
    %r = tensor.extract %w[%j] : tensor<4xf32>                                         // read: %w
    // expect: written_back = true
    ```
    """
    insertion = write.op
    if (
        not isinstance(insertion, SubsetInsertionOpInterface)
        or write.operand is not insertion.destination_operand
    ):
        return False
    source = insertion.source_operand
    return rules.state.are_equivalent_buffer_values(
        read.operand.value, source.value
    ) and _comes_from_part(rules, source, insertion, in_order=True)


def writes_same_contents(rules: AccessOrder, definition: Value, read: Read, write: Write) -> bool:
    """Return whether the write inserts a subset of these contents where it was extracted from.

    MLIR does not ask this. Nor is it asked if all of the tensor is overwritten: a new buffer in its
    place costs no copy, and may spare one.

    ```mlir
    %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %w = tensor.insert_slice %a into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>  // write: %t
    %r = tensor.extract %t[%i] : tensor<8xf32>                                         // read: %t
    // expect: writes_same_contents = true
    ```
    """
    op = write.op
    if write.operand.value is not definition or not isinstance(op, SubsetInsertionOpInterface):
        return False
    source = op.source_operand.value
    is_inserted = write.operand is op.destination_operand and is_tensor_like(source.type)
    is_part = is_inserted and rules.state.bufferizes_to_memory_read(write.operand)
    return is_part and op.is_equivalent_subset(source, operator.is_)


def disjoint_subsets(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether the accesses are to disjoint subsets of a tensor in all iterations.

    Accesses by two operations are compared only with the option `disjoint-subsets`. In a loop that
    contains both but not the definition, any iteration may come before any other. So the tensor
    must be one from outside of the loop, and a value defined in the loop counts as two: one for the
    read, and one for the write.

    ```mlir
    %a = tensor.extract_slice %t[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %w = tensor.insert_slice %a into %t[0] [4] [1]
         : tensor<4xf32> into tensor<8xf32>          // read: %a, write: %t
    // expect: disjoint_subsets = true
    ```
    """
    if read.op is not write.op and not rules.state.options.disjoint_subsets:
        return False
    subsets = rules.subsets
    found = subsets.subsets_of_one(subsets.read_by(read.operand), subsets.written_by(write.operand))
    if found is None or rules.in_block_loop(read, write):
        return False
    a, b = found
    varies = None if rules.can_use_order(read, write) else rules.varying(read, write)
    assert a.parent is not None
    if varies is not None and varies(a.parent.value):
        return False
    return subsets.are_disjoint(a, b, varies)


def _contributions(insertion: SubsetInsertionOpInterface) -> list[SubsetInsertionOpInterface]:
    """Return `insertion`, or all insertions into the same tensor in the same terminator."""
    if not isinstance(insertion, ParallelCombiningOpInterface) or insertion.parent is None:
        return [insertion]
    tensor = insertion.destination_operand.value
    ops = [op for op in insertion.parent.ops if isinstance(op, SubsetInsertionOpInterface)]
    return [op for op in ops if op.destination_operand.value is tensor]


def _stays(
    rules: AccessOrder, insertion: SubsetInsertionOpInterface, read: Read, write: Write
) -> bool:
    """Return whether `insertion` is into the same subset in all iterations of common loops."""
    part = insertion.accessed_slice()
    if part is not None:
        where = (*part.offsets, *part.sizes, *part.strides)
    else:
        source = insertion.source_operand
        where = tuple(o.value for o in insertion.op_operands if o is not source)
    varies = rules.varying(read, write)
    return not any(
        isinstance(value, Value) and constant_int(value) is None and varies(value)
        for value in (insertion.destination_operand.value, *where)
    )


def _comes_from_part(
    rules: AccessOrder,
    operand: OpOperand,
    insertion: SubsetInsertionOpInterface,
    in_order: bool = False,
) -> bool:
    """Return whether `operand` is the subset that `insertion` overwrites, or in a separate buffer.

    With `in_order`, its elements must also be where they were in the subset, unless they have a
    buffer of their own. A value computed from only one other value has the answer of that one.
    """
    state = rules.state
    destination = insertion.destination_operand.value
    known = rules.from_subset.setdefault((insertion, in_order), {})
    subsets: set[Value] = set()
    is_contribution = isinstance(insertion, ParallelCombiningOpInterface)

    def may_be_part(value: Value) -> bool:
        # The destination may be its own subset, but MLIR asks for results only.
        return isinstance(value, OpResult) or is_contribution

    def ends_search(value: Value) -> bool:
        if may_be_part(value) and insertion.is_equivalent_subset(
            value, state.are_equivalent_buffer_values
        ):
            subsets.add(value)
            return True
        if in_order and _may_reorder(rules, value):
            return True
        return alone and rules.is_before(value, destination)

    # If no other value is known to be the same buffer, the subset can only have been extracted from
    # the destination itself.
    alone = state.has_unique_buffer(destination)
    chain: list[Value] = []
    while (value := operand.value) not in known:
        chain.append(value)
        known[value] = False  # for a value computed from itself
        sources = state.get_aliasing_op_operands(value)
        if len(sources) != 1 or state.model_of_value(value) is None or ends_search(value):
            found = state.find_values_in_reverse_use_def_chain(operand, ends_search)
            known[value] = all(
                value in subsets or rules.are_separate(value, destination) for value in found
            )
            break
        operand = sources[0].operand
    known.update(dict.fromkeys(chain, known[operand.value]))
    return known[operand.value]


def _may_reorder(rules: AccessOrder, value: Value) -> bool:
    """Return whether `value` may be a view with the elements of its source in another order."""
    op = value.defining_op
    return op is not None and any(
        alias.operand.owner is op and _is_reordered(op, alias)
        for alias in rules.state.get_aliasing_op_operands(value)
    )


def _is_reordered(op: Operation, alias: AliasingOpOperand) -> bool:
    """Return whether the results of `op` may have the elements of `alias` in another order.

    A slice as large as its source is the source, unless a stride is negative. The result of a loop
    is the buffer of its initial value, or a separate one.
    """
    if alias.relation is BufferRelation.EQUIVALENT:
        return False
    if isinstance(op, SubsetExtractionOpInterface):
        part = op.accessed_slice()
        return part is None or not all(
            stride is not None and stride > 0 for stride in map(constant_int, part.strides)
        )
    return not isinstance(op, ReshapeOpInterface | LoopLikeOpInterface)
