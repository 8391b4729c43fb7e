"""When a write conflicts with a read: the rules, one function each.

A read conflicts with a write to the same buffer if that write may come between the definition of
the contents and their read. Every rule here is one reason why it does not, and returns whether that
reason applies. The rules on subsets are in `subset_rules.py`. See "One-Shot Bufferize" in MLIR's
documentation of bufferization.

The example of each rule marks the operand that is read and the one that is written. In all of them
`%t` and `%u` are tensors of eight f32, `%s` is one of four, `%m` is a memref, `%f` an f32, `%i` and
`%j` are indices, and `%c` is an i1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bufferize.analysis.accesses import (
    AccessOrder,
    Freed,
    Read,
    UseInProgress,
    Write,
    block_around,
    frees,
    loops_between,
)
from bufferize.analysis.deferred_reads import overwritten_meanwhile
from bufferize.analysis.queries import TraversalConfig
from bufferize.analysis.subset_rules import (
    disjoint_subsets,
    overwritten_part,
    read_of_own_part,
    writes_same_contents,
    written_back,
)
from bufferize.interfaces import inside_mutually_exclusive_regions
from bufferize.ir import BlockArgument, OpOperand, Value
from bufferize.record import Reason

Rule = Callable[[AccessOrder, Read, Write], bool]
DefinitionRule = Callable[[AccessOrder, Value, Read, Write], bool]


class Conflict(NamedTuple):
    """A read and a write that conflict: the write would overwrite the contents set by `definition`.

    There is no definition if the read is a use in progress, or if the budget ran out.
    """

    read: Read
    write: Write
    reason: Reason
    definition: Value | None = None


class ConflictRules(AccessOrder):
    """The rules of conflicts, applied to the operations below one root."""

    def conflict(self, read: Read, write: Write) -> Conflict | None:
        """Return the conflict of `read` and `write`; None if they do not conflict."""
        if isinstance(read, UseInProgress):
            if not self.disturbs_use_in_progress(read, write):
                return None
            reason = Reason.FREED if isinstance(read, Freed) else Reason.IN_USE
            return Conflict(read, write, reason)
        if read.deferrals:
            definition = overwritten_meanwhile(self, read, write)
            if definition is not None:
                return Conflict(read, write, Reason.DEFERRED, definition)
            if read.deferrals[0][0] is read.op:  # what it reads at its place is a `Read` of its own
                return None
        definition = self.conflicting_definition(read, write)
        if definition is None:
            return None
        return Conflict(read, write, Reason.CONFLICT, definition)

    def conflicting_definition(self, read: Read, write: Write) -> Value | None:
        """Return the definition of `read` that `write` may overwrite; None without a conflict."""
        ordered = self.can_use_order(read, write)
        if ordered and any(rule(self, read, write) for rule in ORDER_RULES):
            return None
        hit = next((d for d in read.definitions if not self._is_excused(read, write, d)), None)
        # The rules that search back along use-def chains come last.
        if hit is None or (ordered and element_wise_access(self, read, write)):
            return None
        return None if any(rule(self, read, write) for rule in OTHER_RULES) else hit

    def _is_excused(self, read: Read, write: Write, definition: Value) -> bool:
        return any(rule(self, definition, read, write) for rule in DEFINITION_RULES)

    def is_harmless(self, read: Read, write: Write) -> bool:
        """Return whether the two are one use, or `write` is the only definition of the read.

        Such a pair needs no test. There are about as many of them as operands.
        """
        if read.operand is write.operand:
            return isinstance(read, UseInProgress) or self.can_use_order(read, write)
        is_definition = len(read.definitions) == 1 and read.definitions[0] is write.sole_alias
        return is_definition and not read.deferrals

    def disturbs_use_in_progress(self, use: UseInProgress, write: Write) -> bool:
        """Return whether `write` may hit the same elements while `use` is in progress.

        MLIR does not ask this: it takes a buffer whose contents are overwritten without being read
        for one that is not in use, even if it has been freed.

        ```mlir
        %r = scf.for %k = %i to %j step %i iter_args(%a = %t) -> (tensor<8xf32>) {  // use: %t
          %w = tensor.insert %f into %t[%k] : tensor<8xf32>                         // write: %t
          %b = tensor.insert %f into %a[%k] : tensor<8xf32>
          scf.yield %b : tensor<8xf32>
        }
        // expect: disturbs_use_in_progress = true
        ```
        """
        if isinstance(use, Freed):
            return not (
                frees(write.operand)
                or self.order.happens_before(write.op, use.op)
                or inside_mutually_exclusive_regions(use.op, write.op)
            )
        return not disjoint_subsets(self, use, write)

    def explaining_definition(self, read: Read, write: Write) -> Value | None:
        """Return the definition to report: if possible, one that conflicts even alone.

        A loop that does not contain one definition makes the order unknown for all of them.
        """
        for definition in read.definitions:
            loops = loops_between(self.state, read.op, (definition,))
            alone = Read(read.operand, (definition,), loops)
            if self.conflicting_definition(alone, write) is not None:
                return definition
        return self.conflicting_definition(read, write)


# Rules on the read and the write


def read_happens_before_write(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether the read is over when the write happens.

    ```mlir
    %x = tensor.extract %t[%i] : tensor<8xf32>         // read: %t
    %r = tensor.insert %f into %t[%i] : tensor<8xf32>  // write: %t
    // expect: read_happens_before_write = true
    ```
    """
    return rules.order.happens_before(read.op, write.op)


def same_use(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether both are one use: the operation reads the operand, then writes it.

    ```mlir
    %r = tensor.insert %f into %t[%i] : tensor<8xf32>  // read: %t, write: %t
    // expect: same_use = true
    ```
    """
    return read.operand is write.operand


def mutually_exclusive(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether only one of the two runs, as in the branches of an `if`, or the write comes last.

    MLIR does not know this of blocks.

    ```mlir
    %r = scf.if %c -> (f32) {
      %x = tensor.extract %t[%i] : tensor<8xf32>         // read: %t
      scf.yield %x : f32
    } else {
      %w = tensor.insert %f into %t[%i] : tensor<8xf32>  // write: %t
      %y = tensor.extract %w[%j] : tensor<8xf32>
      scf.yield %y : f32
    }
    // expect: mutually_exclusive = true
    ```
    """
    return inside_mutually_exclusive_regions(read.op, write.op) or rules.is_never_followed_by(
        write.op, read.op
    )


def element_wise_access(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether one operation reads each element before it writes the same element.

    If the two operands share a buffer, they must be the same buffer, not overlapping parts of it.

    ```mlir
    %r = linalg.map { arith.addf } ins(%t, %u : tensor<8xf32>, tensor<8xf32>)
                                   outs(%t : tensor<8xf32>)  // read: #0, write: #2
    // expect: element_wise_access = true
    ```
    """
    op, state = read.op, rules.state
    model = state.model(op) if op is write.op else None
    operands = [read.operand, write.operand]
    if model is None or not model.bufferizes_to_element_wise_access(op, state, operands):
        return False
    return _descends_from(rules, read.operand, write.operand.value) or _descends_from(
        rules, write.operand, read.operand.value
    )


def op_interface(rules: AccessOrder, read: Read, write: Write) -> bool:
    """Return whether a model, by `is_not_conflicting`, says that the two do not conflict.

    The core's models do not: they leave it to the other rules.

    ```mlir
    %w = tensor.insert %f into %t[%i] : tensor<8xf32>  // write: %t
    %r = tensor.extract %t[%i] : tensor<8xf32>         // read: %t
    // expect: op_interface = false
    ```
    """
    return any(
        model.is_not_conflicting(op, read.operand, write.operand, rules.state)
        for op in (read.op, write.op)
        if (model := rules.state.model(op)) is not None
    )


# Rules on a definition and the write


def write_happens_before_definition(
    rules: AccessOrder, definition: Value, read: Read, write: Write
) -> bool:
    """Return whether the write is over when the definition sets the contents.

    ```mlir
    %w = tensor.insert %f into %t[%i] : tensor<8xf32>                            // write: %t
    %a = linalg.fill ins(%f : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
    %r = tensor.extract %a[%i] : tensor<8xf32>                                   // read: %a
    // expect: write_happens_before_definition = true
    ```
    """
    op = definition.defining_op
    return op is not None and rules.order.happens_before(write.op, op)


def write_inside_definition(
    rules: AccessOrder, definition: Value, read: Read, write: Write
) -> bool:
    """Return whether the write is part of the operation that defines the contents read.

    ```mlir
    %a = scf.forall (%k) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
      %w = tensor.insert %f into %o[%k] : tensor<8xf32>                          // write: %o
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %w into %o[0] [8] [1] : tensor<8xf32> into tensor<8xf32>
      }
    }
    %r = tensor.extract %a[%i] : tensor<8xf32>                                   // read: %a
    // expect: write_inside_definition = true
    ```
    """
    op = definition.defining_op
    return op is not None and op is not write.op and rules.order.contains(op, write.op)


def write_outside_of_block(rules: AccessOrder, definition: Value, read: Read, write: Write) -> bool:
    """Return whether the block of the write cannot run between the definition and the read.

    Either it never runs after the block of the definition, or the definition is set anew after it.
    MLIR knows this only of arguments, and excuses every write in another block, though a third one
    may read.

    ```mlir
    %w = tensor.insert %f into %t[%i] : tensor<8xf32>                            // write: %t
    %r = scf.for %k = %i to %j step %i iter_args(%a = %u) -> (tensor<8xf32>) {
      %x = tensor.extract %a[%k] : tensor<8xf32>                                 // read: %a
      %b = tensor.insert %x into %a[%i] : tensor<8xf32>
      scf.yield %b : tensor<8xf32>
    }
    // expect: write_outside_of_block = true
    ```
    """
    block = definition.parent_block
    region = block.parent if block is not None else None
    written = block_around(write.op, region) if region is not None else None
    if block is None or region is None or written is None:
        return isinstance(definition, BlockArgument)
    if written is block:
        return False
    graph, end = rules.order.block_graph(region), block_around(read.op, region)
    return not graph.is_reachable(block, written, None) or not (
        end is None or end is written or graph.is_reachable(written, end, block)
    )


def write_is_definition(rules: AccessOrder, definition: Value, read: Read, write: Write) -> bool:
    """Return whether the write sets the contents that are read.

    ```mlir
    %w = tensor.insert %f into %t[%i] : tensor<8xf32>  // write: %t
    %r = tensor.extract %w[%i] : tensor<8xf32>         // read: %w
    // expect: write_is_definition = true
    ```
    """
    return write.sole_alias is definition


def other_branch(rules: AccessOrder, definition: Value, read: Read, write: Write) -> bool:
    """Return whether only another branch than that of the write yields these contents to the read.

    MLIR does not ask this.

    ```mlir
    %a = scf.if %c -> (tensor<8xf32>) {
      %w = tensor.insert %f into %t[%i] : tensor<8xf32>  // write: %t
      %e = tensor.empty() : tensor<8xf32>
      scf.yield %e : tensor<8xf32>
    } else {
      scf.yield %t : tensor<8xf32>
    }
    %r = tensor.extract %a[%i] : tensor<8xf32>           // read: %a
    // expect: other_branch = true
    ```
    """
    state, order, around = rules.state, rules.order, write.op.parent_op
    if around is None or order.contains(around, read.op) or order.deferred_around(write.op):
        return False
    # An earlier run of the branch writes as well, but before the definition sets the contents anew.
    again = Read(write.operand, (definition,), loops_between(state, write.op, (definition,)))
    if not rules.can_use_order(again, write):
        return False
    seen: dict[Value, None] = {}
    work = [read.operand.value]
    while work:
        value = work.pop()
        if value not in seen and not state.value_bufferizes_to_memory_write(value):
            sources = [alias.operand for alias in state.get_aliasing_op_operands(value)]
            excludes = inside_mutually_exclusive_regions
            work += [o.value for o in sources if not excludes(o.owner, write.op)]
        seen[value] = None
    return definition not in seen


def separate_buffers(rules: AccessOrder, definition: Value, read: Read, write: Write) -> bool:
    """Return whether the contents are in another buffer, though some value may be either.

    That may be so because of a copy that has been decided. MLIR takes all values that share memory
    with one value for one buffer.

    ```mlir
    %w = tensor.insert %f into %t[%i] : tensor<8xf32>  // write: %t
    %a = arith.select %c, %u, %w : tensor<8xf32>       // read: %u
    %x = tensor.extract %a[%i] : tensor<8xf32>
    // expect: separate_buffers = true
    ```
    """
    return rules.are_separate(definition, write.operand.value) or rules.are_kept_apart(
        definition, read.operand.value, write.operand.value, rules.copied.__contains__
    )


ORDER_RULES: tuple[Rule, ...] = (read_happens_before_write, same_use, mutually_exclusive)
OTHER_RULES: tuple[Rule, ...] = (
    overwritten_part,
    read_of_own_part,
    written_back,
    op_interface,
    disjoint_subsets,
)
DEFINITION_RULES: tuple[DefinitionRule, ...] = (
    write_happens_before_definition,
    write_inside_definition,
    write_outside_of_block,
    write_is_definition,
    writes_same_contents,
    separate_buffers,
    other_branch,
)


def _descends_from(rules: AccessOrder, start: OpOperand, other: Value) -> bool:
    """Return whether the buffer of `start` is on every path that of `other`, or a separate one.

    MLIR is content with one path.
    """
    found = rules.state.find_values_in_reverse_use_def_chain(
        start,
        lambda value: value is other or rules.is_before(value, other),
        TraversalConfig(follow_equivalent_only=True, follow_same_type_or_casts_only=True),
    )
    return all(value is other or rules.are_separate(value, other) for value in found)
