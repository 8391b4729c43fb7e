"""`--reference-counting-deallocation`: a buffer is freed with the last reference to it.

Who must free a buffer may only be known when the program runs. Ownership-based deallocation passes an
i1 value with such a buffer, and compares addresses. Here a *counter* is passed with it, a
`memref<index>` that all references to the buffer share:

    %a = memref.alloc() : memref<4xf32>
    %count = memref.alloc() : memref<index>                    // 1
    %r:2 = scf.if %c -> (memref<4xf32>, memref<index>) {
      func.call @retain(%count) : (memref<index>) -> ()        // 2
      scf.yield %a, %count : memref<4xf32>, memref<index>
    } else {
      %none = memref.get_global @uncounted : memref<index>     // 0: the caller's
      scf.yield %x, %none : memref<4xf32>, memref<index>
    }
    ...
    %last = func.call @release(%r#1) : (memref<index>) -> i1   // frees the counter with the last one
    bufferization.dealloc (%base : memref<f32>) if (%last)

- Counted are buffers that meet others: what is passed to a block, an iteration or the result of an
  operation with regions, unless all that comes there is borrowed, or is passed on by the only block
  that owns it. The others need no counter, and are freed where their block ends (`counted_buffers`).
- A block holds one reference to each buffer that is live in it and that it may have to free. An edge
  hands it on, takes more where a buffer is passed several times, or releases it.
- The counter 0 means that nobody counts: the buffer belongs to a caller, or it is never freed.
  Operations that may run at the same time see buffers from outside of them as such, so no counter is
  changed by two of them at once.
- A view shares the counter of its buffer. `arith.select` of two buffers also selects their counters.
- Callers own what a function returns, so a function copies what it returns unless it has the only
  reference. A private function, with `private-function-dynamic-ownership`, gets counters with the
  arguments that it may return, which stay its caller's, and returns one with each buffer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import PassError, error
from bufferize.dialects.bufferization import CloneOp, DeallocOp
from bufferize.dialects.memref import GetGlobalOp, GlobalOp
from bufferize.interfaces import (
    BranchOpInterface,
    BufferDeallocationOpInterface,
    CallOpInterface,
    ConditionalBranchOpInterface,
    EffectKind,
    FunctionOpInterface,
    MemoryEffectsOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    SelectLikeOpInterface,
)
from bufferize.ir.dense import dense_attr
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.block_graph import blocks_in_order
from bufferize_buffers.analysis.effects import base_of, is_buffer
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_buffers.analysis.later import LaterUses, is_concurrent
from bufferize_buffers.analysis.liveness import Liveness
from bufferize_buffers.analysis.stored import StoredBuffers
from bufferize_buffers.deallocation.allocators import clone_by_allocators, require_known_allocators
from bufferize_buffers.deallocation.booleans import class_of
from bufferize_buffers.deallocation.control_flow import insert_operands_behind, nested_regions
from bufferize_buffers.deallocation.counted_buffers import (
    CountedBuffers,
    Kind,
    is_new,
    is_received,
)
from bufferize_buffers.deallocation.function_buffers import FunctionBuffers, why_copied
from bufferize_buffers.deallocation.ownership import DeallocationOptions, FunctionOwnership
from bufferize_buffers.deallocation.preconditions import MANUAL, require_supported
from bufferize_buffers.written import insert_body, parse_function

COUNTER = ir.MemRefType((), ir.INDEX)

_FUNCTIONS = {
    "retain": """
func.func private @retain(%counter: memref<index>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = memref.load %counter[] : memref<index>
  %is_counted = arith.cmpi ne, %count, %c0 : index
  scf.if %is_counted {
    %more = arith.addi %count, %c1 : index
    memref.store %more, %counter[] : memref<index>
  }
  return
}
""",
    "release": """
func.func private @release(%counter: memref<index>) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = memref.load %counter[] : memref<index>
  %is_last = arith.cmpi eq, %count, %c1 : index
  scf.if %is_last {
    memref.dealloc %counter : memref<index>
  } else {
    %is_counted = arith.cmpi ne, %count, %c0 : index
    scf.if %is_counted {
      %fewer = arith.subi %count, %c1 : index
      memref.store %fewer, %counter[] : memref<index>
    }
  }
  return %is_last : i1
}
""",
}
_NEW_COUNTER = """
func.func @f() -> memref<index> {
  %c1 = arith.constant 1 : index
  %counter = memref.alloc() : memref<index>
  memref.store %c1, %counter[] : memref<index>
  return %counter : memref<index>
}
"""
_OTHER_PASS = "free the buffers by '--ownership-based-buffer-deallocation'"
_MARK = f"put `{MANUAL}` on its allocation as well"
_WHY_FREED = "the block owns it and ends here, without passing it on"
_WHY_RELEASED = "if this is the last reference: " + _WHY_FREED


def count_references(
    root: ir.Operation,
    context: d.DialectContext,
    options: DeallocationOptions | None = None,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Insert counters, and `bufferization.dealloc` in `root` to free what its functions allocate.

    Buffers that are stored in other buffers, or that a region uses which may run later, are not
    freed. Raises PassError for what `place_deallocations` refuses, and where it is not known which
    of several buffers a value is.
    """
    if verify:
        ir.require_valid(root)
    functions = _Functions(root, options or DeallocationOptions())
    stored, later = StoredBuffers(root), LaterUses(root)
    runtime = _Runtime(root, context)
    clones: list[CloneOp] = []
    for op in list(root.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            counting = _Counting(op, functions, runtime, stored, later, context, log)
            counting.run()
            clones += counting.clones
    clone_by_allocators(clones)
    require_known_allocators(root)


class _Functions(FunctionOwnership):
    """The functions that return counters, and the arguments with which they get one."""

    def __init__(self, root: ir.Operation, options: DeallocationOptions) -> None:
        super().__init__(root, options)
        self._given: dict[ir.Operation, list[int]] = {}
        for op in root.walk():
            if isinstance(op, FunctionOpInterface) and self.has_dynamic_ownership(op):
                self._given[op] = _returnable(op)

    def given(self, function: ir.Operation | None) -> Sequence[int]:
        """Return the indices of the arguments that come with a counter."""
        return () if function is None else self._given.get(function, ())

    def given_operands(self, op: ir.Operation) -> list[ir.OpOperand]:
        """Return the operands of a call that are passed with a counter."""
        if not isinstance(op, CallOpInterface):
            return []
        given = self.given(self.callee(op))
        operands = op.arg_operands if given else []
        return [operands[index] for index in given]


def _returnable(function: FunctionOpInterface) -> list[int]:
    """Return the indices of the arguments that `function` may return."""
    flow = BufferFlow(function)
    arguments = function.body_arguments
    return [
        index
        for index, argument in enumerate(arguments)
        if is_buffer(argument) and not flow.returned.isdisjoint(flow.aliases(argument))
    ]


class _Runtime:
    """The functions that count, and the counter 0, which are added to modules that use them."""

    def __init__(self, root: ir.Operation, context: d.DialectContext) -> None:
        self._root = root
        self._context = context
        self._names: dict[tuple[ir.Operation, str], str] = {}

    def name(self, what: str, function: ir.Operation) -> str:
        """Return the name of "retain", "release" or "uncounted" for operations in `function`."""
        table = ir.nearest_symbol_table(function.parent_op)
        if table is None or not self._root.is_ancestor_of(table):
            message = "counting references needs functions that only a pass on a module can add"
            raise PassError(error(message, function).note("run the pass on the module"))
        name = self._names.get((table, what))
        if name is None:
            new = self._made(what, table.location)
            name = self._names[table, what] = ir.SymbolTable(table).insert(new)
            table.regions[0].blocks[0].append(new)
        return name

    def _made(self, what: str, location: ir.Location) -> ir.Operation:
        if what in _FUNCTIONS:
            return parse_function(_FUNCTIONS[what], self._context, location)
        return GlobalOp(
            sym_name=what,
            sym_visibility="private",
            type=COUNTER,
            initial_value=dense_attr(ir.RankedTensorType((), ir.INDEX), [0]),
            constant=True,
            location=location,
        )


class _Reference(NamedTuple):
    """A reference to the buffer of a root, under one of its names."""

    root: ir.Value
    buffer: ir.Value


@dataclass
class _Change:
    """The references that an edge from a block takes and releases."""

    retained: list[ir.Value] = field(default_factory=list)
    """The counters to increment, one for each more reference."""
    released: list[_Reference] = field(default_factory=list)


class _Counting(FunctionBuffers):
    """The insertion of the counters and deallocations of one function.

    First counters are added to what is new or received, outer regions first, then to what blocks
    pass on; there references are released, too.
    """

    def __init__(
        self,
        function: FunctionOpInterface,
        functions: _Functions,
        runtime: _Runtime,
        stored: StoredBuffers,
        later: LaterUses,
        context: d.DialectContext,
        log: BufferLog,
    ) -> None:
        super().__init__(function, stored, later, context, log)
        self._functions = functions
        self._runtime = runtime
        self._counters: dict[ir.Value, ir.Value] = {}
        """The counters of roots and of received values."""
        self._uncounted: dict[ir.Block, ir.Value] = {}
        self._is_dynamic = functions.has_dynamic_ownership(function)
        self._buffers = CountedBuffers(
            function,
            nested_regions(function),
            functions.given_operands,
            self._comes_counted,
            self._is_never_freed,
            returns_counters=self._is_dynamic,
        )

    def run(self) -> None:
        given = self._functions.given(self.function)
        new = self.function.append_arguments([COUNTER] * len(given), [{}] * len(given))
        for index, counter in zip(given, new, strict=True):
            self._counters[self.function.body_arguments[index]] = counter
        self._introduce(self.function.function_body)
        for region in nested_regions(self.function):
            liveness = Liveness(region)
            for block in region.blocks:
                self._end(block, liveness)
        if self._is_dynamic:
            self.update_results()

    # What is known

    def _comes_counted(self, value: ir.Value) -> bool:
        """Return whether an argument or the result of a call comes with a counter."""
        if isinstance(value, ir.BlockArgument):
            is_given = value.owner is self.function.entry_block
            return is_given and value.index in self._functions.given(self.function)
        op = value.defining_op
        return (
            is_buffer(value)
            and isinstance(op, CallOpInterface)
            and self._functions.has_dynamic_ownership(self._functions.callee(op))
        )

    def _is_never_freed(self, buffer: ir.Value) -> bool:
        block = buffer.parent_block
        assert block is not None
        if is_new(buffer) and not self._comes_counted(buffer):
            self.made.add(buffer)
        return bool(self.why_kept(buffer, block))

    def _root(self, buffer: ir.Value) -> ir.Value | None:
        base = base_of(buffer)
        root = self._buffers.root(self.before.get(base, base))
        return None if root is None else self.renamed.get(root, root)

    def _kind(self, value: ir.Value) -> Kind:
        return self._buffers.kind(self.before.get(value, value))

    def _counter(self, root: ir.Value | None, block: ir.Block) -> ir.Value | None:
        """Return the counter of `root` that `block` may change; None if it counts for nothing.

        That is so for what comes from outside of operations that run at the same time as others.
        """
        if root is None:
            return None
        region = block.parent
        while region is not None and region is not root.parent_region:
            if region.parent is None or is_concurrent(region.parent):
                return None
            region = region.parent.parent_region
        return self._counters.get(root)

    def _counter_to_pass(self, buffer: ir.Value, block: ir.Block) -> ir.Value:
        return self._counter(self._root(buffer), block) or self._counter_0(block)

    def _counter_0(self, block: ir.Block) -> ir.Value:
        """Return the counter 0, for use in `block`."""
        if block not in self._uncounted:
            name = self._runtime.name("uncounted", self.function)
            op = GetGlobalOp(symbol=name, result=COUNTER, location=self.op.location)
            block.insert_before(op, block.first_op)
            self._uncounted[block] = op.result
        return self._uncounted[block]

    # Counters of what is new or received

    def _introduce(self, region: ir.Region) -> None:
        for block in blocks_in_order(region)[0]:
            for argument in block.arguments:
                if is_received(argument) and self._kind(argument) is Kind.COUNTED:
                    self._counters[argument] = block.add_argument(COUNTER, argument.location)
            for op in list(block.ops):
                self._visit(op)

    def _visit(self, op: ir.Operation) -> None:
        self.op = op
        self._require_supported(op)
        self.builder.set_insertion_point(ir.InsertionPoint.before(op))
        if isinstance(op, RegionBranchOpInterface):
            op = self._enter_regions(op)
        elif isinstance(op, CallOpInterface):
            op = self._call(op)
        if not isinstance(op, FunctionOpInterface):
            for region in op.regions:
                self._introduce(region)
        for result in op.results:
            if is_buffer(result):
                self._define(result, op)

    def _define(self, result: ir.Value, op: ir.Operation) -> None:
        """Insert the counter of `result` behind `op`, if it is a root without one."""
        root = self._root(result)
        if root is not result or self._kind(root) is not Kind.COUNTED or root in self._counters:
            return
        block = op.parent
        assert block is not None
        self.builder.set_insertion_point(ir.InsertionPoint.after(op))
        if is_new(result):
            self._counters[result] = self._insert(_NEW_COUNTER)[0]
            return
        if not isinstance(op, SelectLikeOpInterface):
            message = f"it is not known which of several buffers the result of '{op.name}' is"
            raise PassError(error(message, op).note(_OTHER_PASS))
        chosen = [self._counter_to_pass(value, block) for value in op.selected_values]
        select = class_of(self.context, "arith.select", op.location)
        new = select.create((op.select_condition, *chosen), (COUNTER,), location=op.location)
        self._counters[result] = self.builder.insert(new).result

    def _enter_regions(self, op: RegionBranchOpInterface) -> ir.Operation:
        """Pass counters to the regions of `op`, and let it return some."""
        results = [r for r in op.results if is_buffer(r) and self._kind(r) is Kind.COUNTED]
        passed: dict[int, ir.Value] = {}
        operands: list[ir.OpOperand] = []
        block = op.parent
        assert block is not None
        for successor in op.successor_regions(None):
            uses = op.entry_successor_operands(successor.region)
            operands = operands or list(uses)
            for use, target in zip(uses, successor.inputs, strict=False):
                if is_buffer(target) and self._kind(target) is Kind.COUNTED:
                    _require_same(uses, operands, op)
                    passed[use.index] = use.value
        for buffer in passed.values():
            counter = self._counter(self._root(buffer), block)
            if counter is not None:
                self._retain(counter)
        if passed:
            counters = [self._counter_to_pass(buffer, block) for buffer in passed.values()]
            insert_operands_behind(operands, counters)
        return self._return_counters(op, results)

    def _call(self, op: CallOpInterface) -> ir.Operation:
        given = [operand.value for operand in self._functions.given_operands(op)]
        block = op.parent
        assert block is not None
        if given:
            counters = [self._counter_to_pass(buffer, block) for buffer in given]
            insert_operands_behind(op.arg_operands, counters)
        return self._return_counters(op, [r for r in op.results if self._comes_counted(r)])

    def _return_counters(self, op: ir.Operation, results: Sequence[ir.OpResult]) -> ir.Operation:
        """Let `op` return a counter with each of `results`; return the operation that replaces it."""
        new = self.add_results(op, [COUNTER] * len(results))
        first = len(new.results) - len(results)
        for result, counter in zip(results, new.results[first:], strict=True):
            self._counters[self.renamed[result]] = counter
        return new

    # Ends of blocks

    def _end(self, block: ir.Block, liveness: Liveness) -> None:
        op = block.last_op
        if op is None:
            return
        self.op = op
        self.builder.set_insertion_point(
            ir.InsertionPoint.before(op)
            if op.has_trait(ir.IsTerminator)
            else ir.InsertionPoint.at_end(block)
        )
        held = self._held(block, liveness)
        if isinstance(op, BranchOpInterface):
            self._branch(op, held, liveness)
        elif op.successors:
            raise PassError(error(f"it is not known what '{op.name}' passes to blocks", op))
        elif op.parent_op is self.function and not self._is_dynamic:
            self._return(op, held)
        else:
            self._end_region(op, held)

    def _held(self, block: ir.Block, liveness: Liveness) -> dict[ir.Value, _Reference]:
        """Return the references that `block` has at its end, by their roots."""
        held: dict[ir.Value, _Reference] = {}
        for value in liveness.live_in(block):
            root = self._root(value)
            if root is not None and self._may_hold(root, block):
                held.setdefault(root, _Reference(root, value))
        received = [a for a in block.arguments if is_received(a)]
        results = (r for op in block.ops for r in op.results if is_new(r) or is_received(r))
        for value in (*received, *results):
            if is_buffer(value) and self._root(value) is value and self._may_hold(value, block):
                held[value] = _Reference(value, value)
        return held

    def _may_hold(self, root: ir.Value, block: ir.Block) -> bool:
        """Return whether a block that `root` is live in, or that defines it, has a reference to it."""
        is_given = isinstance(root, ir.BlockArgument) and not is_received(root)
        return (
            root.parent_region is block.parent
            and self._kind(root) is not Kind.BORROWED
            and not is_given
        )

    def _change(
        self,
        held: dict[ir.Value, _Reference],
        passed: Sequence[ir.Value],
        live: Collection[ir.Value | None],
    ) -> _Change:
        """Return what happens to references on an edge with `passed` buffers and `live` roots."""
        block = self.op.parent
        assert block is not None
        change = _Change()
        moved: set[ir.Value] = set()
        wanted = [r for r in live if r is not None and r not in held and self._may_hold(r, block)]
        for buffer in passed:
            root = self._root(buffer)
            if root is None:
                continue
            if root in held and root not in live and root not in moved:
                moved.add(root)
            else:
                wanted.append(root)
        counters = (self._counter(root, block) for root in wanted)
        change.retained = [counter for counter in counters if counter is not None]
        change.released = [
            reference for root, reference in held.items() if root not in live and root not in moved
        ]
        return change

    def _branch(
        self, op: BranchOpInterface, held: dict[ir.Value, _Reference], liveness: Liveness
    ) -> None:
        count = len(op.successors)
        if count != (2 if isinstance(op, ConditionalBranchOpInterface) else 1):
            what = "with multiple successors" if count else "without a successor"
            message = f"BranchOpInterface operations {what} are not supported yet"
            raise PassError(error(message, op))
        changes: list[_Change] = []
        counters: list[list[ir.Value]] = []
        for index, block in enumerate(op.successors):
            if op.produced_operand_count(index):
                raise PassError(error("produced operands are not supported", op))
            pairs = list(zip(op.successor_operands(index), block.arguments, strict=False))
            passed, given = self._passed(pairs)
            found = dict.fromkeys(self._root(value) for value in liveness.live_in(block))
            changes.append(self._change(held, passed, found))
            counters.append(given)
        if isinstance(op, ConditionalBranchOpInterface):
            self._apply_one(op.branch_condition, *changes)
        else:
            self._apply(changes[0])
        for index, given in enumerate(counters):
            if given:
                insert_operands_behind(op.successor_operands(index), given)

    def _passed(
        self, pairs: Sequence[tuple[ir.OpOperand, ir.Value]]
    ) -> tuple[list[ir.Value], list[ir.Value]]:
        """Return the buffers that are passed with a reference, and the counters to pass."""
        block = self.op.parent
        assert block is not None
        kinds = {
            use.index: (use.value, self._kind(target)) for use, target in pairs if is_buffer(target)
        }
        passed = [buffer for buffer, kind in kinds.values() if kind is not Kind.BORROWED]
        counted = [buffer for buffer, kind in kinds.values() if kind is Kind.COUNTED]
        return passed, [self._counter_to_pass(buffer, block) for buffer in counted]

    def _end_region(self, op: ir.Operation, held: dict[ir.Value, _Reference]) -> None:
        passed: list[ir.Value] = []
        counters: list[ir.Value] = []
        operands: Sequence[ir.OpOperand] = ()
        block = op.parent
        assert block is not None
        if isinstance(op, RegionBranchTerminatorOpInterface):
            operands = op.mutable_successor_operands(None)
            if op.parent_op is self.function:
                passed = [operand.value for operand in operands if is_buffer(operand.value)]
                counters = [self._counter_to_pass(buffer, block) for buffer in passed]
            else:
                pairs: list[tuple[ir.OpOperand, ir.Value]] = []
                for successor in op.terminator_successor_regions():
                    uses = op.mutable_successor_operands(successor.region)
                    if any(map(is_buffer, successor.inputs)):
                        _require_same(uses, operands, op)
                    pairs += zip(uses, successor.inputs, strict=False)
                passed, counters = self._passed(pairs)
        self._apply(self._change(held, passed, ()))
        if counters:
            insert_operands_behind(operands, counters)

    def _return(self, op: ir.Operation, held: dict[ir.Value, _Reference]) -> None:
        """Let a function return only buffers that nobody else refers to."""
        block = op.parent
        assert block is not None
        passed: list[ir.Value] = []
        shared: list[tuple[ir.OpOperand, ir.Value]] = []
        for operand in op.op_operands:
            buffer = operand.value
            if not is_buffer(buffer):
                continue
            root = self._root(buffer)
            counter = self._counter(root, block)
            is_free = root in held and all(self._root(other) is not root for other in passed)
            if counter is not None or is_free or self.is_kept(buffer):
                passed.append(buffer)
                if counter is None or self.is_kept(buffer):
                    self.note(BufferAction.FORWARDED, buffer, "the caller frees it")
                else:
                    shared.append((operand, counter))
            else:
                self.note(BufferAction.COPIED, buffer, why_copied(False))
                operand.set(self.copy(buffer))
        self._apply(self._change(held, passed, ()))
        for operand, counter in shared:
            self.note(BufferAction.COPIED, operand.value, why_copied(counter))
            operand.set(self.copy_unless(self._release(counter), operand.value))

    # Operations that count

    def _apply(self, change: _Change) -> None:
        for counter in change.retained:
            self._retain(counter)
        for reference in change.released:
            self._free(reference)

    def _apply_one(self, condition: ir.Value, first: _Change, second: _Change) -> None:
        """Insert what `first` changes if the condition holds, and else what `second` does."""
        shared = Counter(first.retained) & Counter(second.retained)
        released = set(second.released)
        both = dict.fromkeys(r for r in first.released if r in released)
        rest = [
            _Change(
                list((Counter(each.retained) - shared).elements()),
                [r for r in each.released if r not in both],
            )
            for each in (first, second)
        ]
        self._apply(_Change(list(shared.elements())))
        if any(each.retained or each.released for each in rest):
            choice = class_of(self.context, "scf.if", self.op.location)
            regions = [self._region(rest[0]), ir.Region()]
            if rest[1].retained or rest[1].released:
                regions[1] = self._region(rest[1])
            self.builder.insert(
                choice.create((condition,), (), regions=regions, location=self.op.location)
            )
        self._apply(_Change([], list(both)))

    def _region(self, change: _Change) -> ir.Region:
        """Return a region of `scf.if` that makes a change."""
        block = ir.Block()
        with self.builder.at(ir.InsertionPoint.at_end(block)):
            self._apply(change)
            end = class_of(self.context, "scf.yield", self.op.location)
            self.builder.insert(end.create((), location=self.op.location))
        return ir.Region((block,))

    def _retain(self, counter: ir.Value) -> None:
        name = self._runtime.name("retain", self.function)
        self._insert(
            f"""func.func @f(%counter: memref<index>) {{
              func.call @"{name}"(%counter) : (memref<index>) -> ()
              return
            }}""",
            counter,
        )

    def _release(self, counter: ir.Value) -> ir.Value:
        """Insert the release of a reference; return whether it was the last one."""
        name = self._runtime.name("release", self.function)
        return self._insert(
            f"""func.func @f(%counter: memref<index>) -> i1 {{
              %last = func.call @"{name}"(%counter) : (memref<index>) -> i1
              return %last : i1
            }}""",
            counter,
        )[0]

    def _free(self, reference: _Reference) -> None:
        """Insert the release of a reference, and free the buffer with the last one."""
        block = self.op.parent
        assert block is not None
        if self._kind(reference.root) is Kind.OWNED:
            condition = self.booleans.value(True, block, self.op.location)
            why = _WHY_FREED
        else:
            counter = self._counter(reference.root, block)
            if counter is None:  # where control never comes
                return
            condition, why = self._release(counter), _WHY_RELEASED
        base = self.base(reference.buffer)
        self.note(BufferAction.FREED, reference.buffer, why)
        self.builder.insert(
            DeallocOp(
                memrefs=[base], conditions=[condition], retained=[], location=self.op.location
            )
        )

    def _insert(self, text: str, *operands: ir.Value) -> Sequence[ir.Value]:
        function = parse_function(text, self.context, self.op.location)
        return insert_body(self.builder, function, operands)

    # What is refused

    def _require_supported(self, op: ir.Operation) -> None:
        require_supported(op)
        buffers = [value for value in (*op.operands, *op.results) if is_buffer(value)]
        if isinstance(op, BufferDeallocationOpInterface) and (buffers or op.successors):
            message = (
                f"references to buffers of '{op.name}', which says who owns them, are not counted"
            )
            raise PassError(error(message, op).note(_OTHER_PASS))
        if op.regions and is_concurrent(op) and any(map(is_buffer, op.results)):
            message = f"'{op.name}' gives buffers of regions that may run at the same time"
            raise PassError(error(message, op).note(_OTHER_PASS))
        if isinstance(op, MemoryEffectsOpInterface):
            for effect in op.effects():
                if effect.kind is EffectKind.FREE and effect.value in buffers:
                    if self._root(effect.value) is not None:
                        message = "this frees a buffer that is freed automatically, too"
                        raise PassError(error(message, op).note(_MARK))


def _require_same(
    uses: Sequence[ir.OpOperand], operands: Sequence[ir.OpOperand], op: ir.Operation
) -> None:
    """Raise PassError unless `op` passes the same operands wherever control goes from it."""
    if [use.index for use in uses] != [operand.index for operand in operands]:
        message = f"'{op.name}' passes other buffers to one region than to another one"
        raise PassError(error(message, op).note(_OTHER_PASS))
