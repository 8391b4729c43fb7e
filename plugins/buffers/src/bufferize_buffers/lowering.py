"""Lowering of clones, `bufferization.dealloc` and `memref.realloc` to simpler operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize.dialects.bufferization import CloneOp, DeallocOp
from bufferize.dialects.memref import CopyOp, ReallocOp
from bufferize.dialects.memref import DeallocOp as MemRefDeallocOp
from bufferize.dialects.strided import (
    are_cast_compatible,
    compatible_extents,
    strides_and_offset,
)
from bufferize.driver import CreatingRewriter, OneShotOptions, without_layout
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.deallocation.allocators import (
    Allocators,
    BuildDealloc,
    build_memref_dealloc,
)
from bufferize_buffers.deallocation.booleans import known
from bufferize_buffers.written import insert_body, parse_cached, parse_function


def lower_bufferization_ops(
    root: ir.Operation, context: d.DialectContext, *, verify: bool = True
) -> None:
    """Lower `bufferization.clone` and `bufferization.dealloc` in `root` to the memref dialect.

    A clone becomes an allocation and a copy. A dealloc of several buffers calls a function that is
    added to the symbol table around it. Raises DiagnosticError, with nothing changed, for other
    operations of the dialect, for a result whose layout cannot be allocated, or if a needed dialect
    is missing.
    """
    if verify:
        ir.require_valid(root)
    _lower([op for op in root.walk() if op.dialect_name == "bufferization"], root, context)


def lower_deallocations(
    root: ir.Operation, context: d.DialectContext, *, verify: bool = True
) -> None:
    """Lower `bufferization.dealloc` in `root`, as `lower_bufferization_ops` does, but not clones."""
    if verify:
        ir.require_valid(root)
    _lower([op for op in root.walk() if isinstance(op, DeallocOp)], root, context)


def _lower(ops: Sequence[ir.Operation], root: ir.Operation, context: d.DialectContext) -> None:
    deallocations = _DeallocLowering(root, context)
    for op in ops:
        problems = _problems(op, deallocations)
        if problems:
            raise DiagnosticError(problems)
    options = OneShotOptions(buffer_alignment=0)
    rewriter = CreatingRewriter(context)
    with ir.all_or_nothing(root):  # a dialect of the new operations may be missing
        for op in ops:
            if isinstance(op, CloneOp):
                rewriter.stand_before(op)
                allocated = _allocate(op, rewriter, options, context)
                rewriter.create(CopyOp, (op.input, allocated))
                rewriter.replace_op(op, (allocated,))
            elif isinstance(op, DeallocOp):
                deallocations.lower(op, rewriter)


def _problems(op: ir.Operation, deallocations: _DeallocLowering) -> list[Diagnostic]:
    if isinstance(op, DeallocOp):
        return deallocations.problems(op)
    why = "only clones and deallocations can be: bufferize tensors before"
    if isinstance(op, CloneOp):
        source, type = op.input.type, op.output.type
        assert isinstance(source, ir.BaseMemRefType)
        assert isinstance(type, ir.BaseMemRefType)
        why = f"'{type}' has another shape or other elements than '{source}'"
        if _same_contents(source, type):
            if not isinstance(type, ir.MemRefType) or _is_cast_of_new(type) or _can_keep(op):
                return []
            why = f"no buffer of type '{type}' can be allocated for the contents of '{source}'"
    return [_illegal(op, why)]


def _illegal(op: ir.Operation, why: str) -> Diagnostic:
    what = f"failed to legalize operation '{op.name}' that was explicitly marked illegal"
    return error(what, op).note(why)


def _same_contents(source: ir.BaseMemRefType, target: ir.BaseMemRefType) -> bool:
    """Return whether a buffer can be copied to the other one, judged by their types."""
    if source.element_type is not target.element_type:
        return False
    if not isinstance(source, ir.MemRefType) or not isinstance(target, ir.MemRefType):
        return True
    return len(source.shape) == len(target.shape) and all(
        map(compatible_extents, source.shape, target.shape)
    )


def _is_cast_of_new(type: ir.MemRefType) -> bool:
    """Return whether a buffer with the identity layout can be cast to `type`."""
    return are_cast_compatible(without_layout(type), type)


def _can_keep(op: CloneOp) -> bool:
    """Return whether the clone can have the strides of its input, as its type wants.

    Elements of the result that share an address do so in the input, too.
    """
    source, type = op.input.type, op.output.type
    if not isinstance(source, ir.MemRefType) or not isinstance(type, ir.MemRefType):
        return False
    given, wanted = strides_and_offset(source), strides_and_offset(type)
    if given is None or wanted is None or given[0] != wanted[0]:
        return False
    strides, offset = wanted
    return all(each >= 0 or each == ir.DYNAMIC for each in (*strides, offset))


def _allocate(
    op: CloneOp, rewriter: CreatingRewriter, options: OneShotOptions, context: d.DialectContext
) -> ir.Value:
    """Insert the allocation of the result of `op`."""
    type = op.output.type
    if not isinstance(type, ir.MemRefType):
        return _allocate_unranked(op, rewriter, context)
    if not _is_cast_of_new(type):
        return _allocate_strided(op, rewriter, context)
    sizes = [
        _extent(op.input, i, rewriter)
        for i, extent in enumerate(type.shape)
        if extent == ir.DYNAMIC
    ]
    alloc = options.create_alloc(rewriter, op.location, without_layout(type), sizes)
    return rewriter.memref_cast(alloc, type)


def _extent(buffer: ir.Value, index: int, rewriter: CreatingRewriter) -> ir.Value:
    if not isinstance(buffer.type, ir.MemRefType):
        return rewriter.dim(buffer, index)
    size = rewriter.dim_size(buffer, index)
    return size if isinstance(size, ir.Value) else rewriter.index(size)


def _allocate_strided(op: CloneOp, builder: ir.Builder, context: d.DialectContext) -> ir.Value:
    """Insert the allocation of a result with strides that no cast of a new buffer has.

    The buffer is as long as the strides reach. A dynamic stride becomes this length without it.
    """
    source, type = op.input.type, op.output.type
    assert isinstance(type, ir.MemRefType)
    layout = strides_and_offset(type)
    assert layout is not None
    strides, offset = layout[0], max(layout[1], 0)
    flat = ir.MemRefType((ir.DYNAMIC,), type.element_type, None, type.memory_space)
    lines = [f"%length = arith.constant {offset + 1} : index"]
    length, given = "%length", {}
    for i in sorted(range(len(strides)), key=lambda i: (strides[i] == ir.DYNAMIC, -i)):
        given[i] = length if strides[i] == ir.DYNAMIC else f"%stride{i}"
        if strides[i] != ir.DYNAMIC:
            lines.append(f"%stride{i} = arith.constant {strides[i]} : index")
        lines += [
            f"%i{i} = arith.constant {i} : index",
            f"%size{i} = memref.dim %buffer, %i{i} : {source}",
            f"%reach{i} = arith.muli %size{i}, {given[i]} : index",
            f"%length{i} = arith.addi {length}, %reach{i} : index",
        ]
        length = f"%length{i}"
    sizes = ", ".join(
        f"%size{i}" if extent == ir.DYNAMIC else str(extent) for i, extent in enumerate(type.shape)
    )
    steps = ", ".join(
        given[i] if stride == ir.DYNAMIC else str(stride) for i, stride in enumerate(strides)
    )
    lines += [
        f"%flat = memref.alloc({length}) : {flat}",
        f"%new = memref.reinterpret_cast %flat to offset: [{offset}], sizes: [{sizes}], "
        f"strides: [{steps}] : {flat} to {type}",
        f"return %new : {type}",
    ]
    body = "\n".join(lines)
    text = f"func.func @f(%buffer: {source}) -> {type} {{\n{body}\n}}"
    (new,) = insert_body(builder, parse_function(text, context, op.location), (op.input,))
    return new


_UNRANKED = """
func.func @f(%buffer: {source}) -> {target} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rank = memref.rank %buffer : {source}
  %shape = memref.alloca(%rank) : memref<?xindex>
  %count = scf.for %i = %c0 to %rank step %c1 iter_args(%so_far = %c1) -> (index) {{
    %extent = memref.dim %buffer, %i : {source}
    memref.store %extent, %shape[%i] : memref<?xindex>
    %product = arith.muli %so_far, %extent : index
    scf.yield %product : index
  }}
  %flat = memref.alloc(%count) : {flat}
  %new = memref.reshape %flat(%shape) : ({flat}, memref<?xindex>) -> {target}
  return %new : {target}
}}
"""


def _allocate_unranked(op: CloneOp, builder: ir.Builder, context: d.DialectContext) -> ir.Value:
    """Insert the allocation of an unranked result of `op`, whose shape is computed at run time."""
    type = op.output.type
    assert isinstance(type, ir.BaseMemRefType)
    flat = ir.MemRefType((ir.DYNAMIC,), type.element_type, None, type.memory_space)
    text = _UNRANKED.format(source=op.input.type, target=type, flat=flat)
    function = parse_function(text, context, op.location)
    (new,) = insert_body(builder, function, (op.input,))
    return new


# Deallocations


# Buffers with equal addresses are the same. A buffer is freed if its condition holds, it is not
# retained, and it was not freed earlier in the list. A retained buffer is owned if the condition of
# any equal one holds. (mlir-opt does not free a buffer that is also earlier in the list, even if the
# condition there does not hold.)
_HELPER = """
func.func private @dealloc_helper(
    %buffers: memref<?xindex>, %retained: memref<?xindex>, %conditions: memref<?xi1>,
    %is_freed: memref<?xi1>, %is_owned: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %false = arith.constant false
  %buffer_count = memref.dim %buffers, %c0 : memref<?xindex>
  %retained_count = memref.dim %retained, %c0 : memref<?xindex>
  scf.for %i = %c0 to %retained_count step %c1 {
    memref.store %false, %is_owned[%i] : memref<?xi1>
  }
  scf.for %i = %c0 to %buffer_count step %c1 {
    %buffer = memref.load %buffers[%i] : memref<?xindex>
    %condition = memref.load %conditions[%i] : memref<?xi1>
    %not_retained = scf.for %j = %c0 to %retained_count step %c1
        iter_args(%so_far = %true) -> (i1) {
      %other = memref.load %retained[%j] : memref<?xindex>
      %same = arith.cmpi eq, %other, %buffer : index
      scf.if %same {
        %owned = memref.load %is_owned[%j] : memref<?xi1>
        %owned_now = arith.ori %owned, %condition : i1
        memref.store %owned_now, %is_owned[%j] : memref<?xi1>
      }
      %differs = arith.cmpi ne, %other, %buffer : index
      %differ = arith.andi %so_far, %differs : i1
      scf.yield %differ : i1
    }
    %new = scf.for %j = %c0 to %i step %c1 iter_args(%so_far = %not_retained) -> (i1) {
      %other = memref.load %buffers[%j] : memref<?xindex>
      %other_is_freed = memref.load %is_freed[%j] : memref<?xi1>
      %same = arith.cmpi eq, %other, %buffer : index
      %freed_before = arith.andi %same, %other_is_freed : i1
      %not_before = arith.xori %freed_before, %true : i1
      %not_yet = arith.andi %so_far, %not_before : i1
      scf.yield %not_yet : i1
    }
    %free = arith.andi %new, %condition : i1
    memref.store %free, %is_freed[%i] : memref<?xi1>
  }
  return
}
"""


class _DeallocLowering:
    """The lowering of each `bufferization.dealloc` in `root`, and its helper functions."""

    def __init__(self, root: ir.Operation, context: d.DialectContext) -> None:
        self.root = root
        self.context = context
        self._helpers: dict[ir.Operation, str] = {}
        self._allocators = Allocators()
        self._frees: dict[DeallocOp, list[BuildDealloc]] = {}

    def problems(self, op: DeallocOp) -> list[Diagnostic]:
        """Return why `op` cannot be lowered; an empty list if it can."""
        for buffer in op.memrefs:
            problem = self._allocators.problem(buffer, op, "a buffer that is freed")
            if problem is not None:
                return [problem]
        self._frees[op] = [self._allocators.build_dealloc(buffer) for buffer in op.memrefs]
        if len(op.memrefs) < 2 or self._table(op) is not None:
            return []
        why = error(
            "library function required for generic lowering, but cannot be automatically inserted "
            "when operating on functions",
            op,
        ).note("run the pass on the module")
        return [why, _illegal(op, "it calls a function that only a pass on a module can add")]

    def lower(self, op: DeallocOp, rewriter: ir.Rewriter) -> None:
        """Replace `op`, which has no `problems`."""
        values = [f"%r{i}" for i in range(len(op.retained))]
        if not op.memrefs:
            lines, values = ["%false = arith.constant false"], ["%false"] * len(values)
        elif len(op.memrefs) == 1:
            lines = _one_buffer(op)
        else:
            lines = _many_buffers(op, self._helper(op))
        parameters = [f"%{i}: {value.type}" for i, value in enumerate(op.operands)]
        types = [str(ir.I1)] * len(values)
        returned = f" {', '.join(values)} : {', '.join(types)}" if values else ""
        header = f"func.func @f({', '.join(parameters)}) -> ({', '.join(types)})"
        text = "\n".join([f"{header} {{", *lines, f"return{returned}", "}"])
        function = parse_function(text, self.context, op.location)
        for buffer, build in zip(function.body_arguments, self._frees[op], strict=False):
            _free_by(build, buffer)
        rewriter.set_insertion_point(ir.InsertionPoint.before(op))
        rewriter.replace_op(op, insert_body(rewriter, function, op.operands))

    def _table(self, op: ir.Operation) -> ir.Operation | None:
        table = ir.nearest_symbol_table(op)
        return table if table is not None and self.root.is_ancestor_of(table) else None

    def _helper(self, op: DeallocOp) -> str:
        """Return the name of the helper function that `op` can call."""
        table = self._table(op)
        assert table is not None
        name = self._helpers.get(table)
        if name is None:
            helper = parse_function(_HELPER, self.context, table.location)
            name = ir.SymbolTable(table).insert(helper)
            table.regions[0].blocks[0].append(helper)
            self._helpers[table] = name
        return name


def _free_by(build: BuildDealloc, buffer: ir.Value) -> None:
    """Replace each `memref.dealloc` of `buffer` by the operation that `build` inserts."""
    if build is not build_memref_dealloc:
        for free in [user for user in buffer.users if isinstance(user, MemRefDeallocOp)]:
            build(ir.Builder(ir.InsertionPoint.before(free)), buffer, free.location)
            free.erase()


def _one_buffer(op: DeallocOp) -> list[str]:
    """Return lines that free %0 under the condition %1, unless it is one of the retained buffers."""
    count = len(op.retained)
    condition = "%free" if count else "%1"
    free = [f"memref.dealloc %0 : {op.memrefs[0].type}"]
    if count or not known(op.conditions[0]):
        free = [f"scf.if {condition} {{", *free, "}"]
    if not count:
        return free
    lines = [_address("%a", 0, op)]
    for i in range(count):
        lines += [_address(f"%a{i}", i + 2, op), f"%d{i} = arith.cmpi ne, %a, %a{i} : index"]
    differs = "%d0"
    for i in range(1, count):
        lines.append(f"%e{i} = arith.andi {differs}, %d{i} : i1")
        differs = f"%e{i}"
    lines += [f"%free = arith.andi {differs}, %1 : i1", *free, "%true = arith.constant true"]
    for i in range(count):
        lines += [f"%s{i} = arith.xori %d{i}, %true : i1", f"%r{i} = arith.andi %s{i}, %1 : i1"]
    return lines


def _address(name: str, number: int, op: DeallocOp) -> str:
    """Return a line that computes the address of operand `number`."""
    type = op.operand(number).type
    return f"{name} = memref.extract_aligned_pointer_as_index %{number} : {type} -> index"


class _List(NamedTuple):
    """A list in memory, in the form of lines of IR that use it."""

    name: str
    element: str
    size: int

    @property
    def type(self) -> str:
        return f"memref<{self.size}x{self.element}>"

    def allocate(self) -> str:
        return f"{self.name} = memref.alloc() : {self.type}"

    def cast(self) -> str:
        """Return a line that casts the list to the helper's argument type, of dynamic size."""
        target = f"memref<?x{self.element}>"
        return f"{self.name}_argument = memref.cast {self.name} : {self.type} to {target}"

    def access(self, index: int, what: str) -> list[str]:
        at = f"{self.name}_{index}"
        return [f"{at} = arith.constant {index} : index", f"{what}{self.name}[{at}] : {self.type}"]


def _many_buffers(op: DeallocOp, helper: str) -> list[str]:
    """Return lines that call the helper and free the buffers that it selects.

    The helper takes the addresses of the freed and the retained buffers, and the conditions. It
    returns which buffers to free and which retained ones are owned.
    """
    count, num_retained = len(op.memrefs), len(op.retained)
    buffers = _List("%buffers", "index", count)
    conditions = _List("%conditions", "i1", count)
    retained = _List("%retained", "index", num_retained)
    freed = _List("%freed", "i1", count)
    owned = _List("%owned", "i1", num_retained)
    given, told = (buffers, conditions, retained), (freed, owned)

    lines = [each.allocate() for each in given]
    for i in range(count):
        lines += [_address(f"%a{i}", i, op), *buffers.access(i, f"memref.store %a{i}, ")]
    for i in range(count):
        lines += conditions.access(i, f"memref.store %{count + i}, ")
    for i in range(num_retained):
        lines.append(_address(f"%b{i}", 2 * count + i, op))
        lines += retained.access(i, f"memref.store %b{i}, ")
    lines += [each.cast() for each in given]
    lines += [each.allocate() for each in told]
    lines += [each.cast() for each in told]

    arguments = (buffers, retained, conditions, freed, owned)
    names = ", ".join(f"{each.name}_argument" for each in arguments)
    types = ", ".join(f"memref<?x{each.element}>" for each in arguments)
    lines.append(f'func.call @"{helper}"({names}) : ({types}) -> ()')
    for i in range(count):
        lines += freed.access(i, f"%free{i} = memref.load ")
        lines += [f"scf.if %free{i} {{", f"memref.dealloc %{i} : {op.operand(i).type}", "}"]
    for i in range(num_retained):
        lines += owned.access(i, f"%r{i} = memref.load ")
    return lines + [f"memref.dealloc {each.name} : {each.type}" for each in arguments]


# Reallocations

_WHY_COPIED = "it gets a larger buffer, where the one that it has is not known to be large enough"
_NEEDED = ("func.func", "arith.cmpi", "scf.if")


def expand_reallocs(
    root: ir.Operation,
    context: d.DialectContext,
    emit_deallocs: bool,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Expand each `memref.realloc` in `root` into an allocation, a copy and, if `emit_deallocs`, a
    free.

    Raises DiagnosticError, with nothing changed, if a needed dialect is missing.
    """
    rewriter = ir.Rewriter()
    with ir.all_or_nothing(root):
        for op in list(root.walk()):
            if isinstance(op, ReallocOp):
                log.note(BufferAction.COPIED, op, _WHY_COPIED)
                _require_for_realloc(op, context)
                function = parse_cached(_realloc_text(op, emit_deallocs), context, op.location)
                rewriter.set_insertion_point(ir.InsertionPoint.before(op))
                rewriter.replace_op(op, insert_body(rewriter, function, op.operands))


def _require_for_realloc(op: ReallocOp, context: d.DialectContext) -> None:
    for name in _NEEDED:
        if context.op_class(name) is None:
            dialect = name.partition(".")[0]
            what = f"expanding this needs '{name}', but the dialect '{dialect}' is not available"
            raise DiagnosticError(error(f"{what}; {context.way_to_get_dialect(dialect)}", op))


def _realloc_text(op: ReallocOp, emit_deallocs: bool) -> str:
    """Return the text of a function that computes the result of `op` from its operands."""
    old, new = op.source.type, op.result.type
    assert isinstance(old, ir.MemRefType)
    assert isinstance(new, ir.MemRefType)
    (old_size,), (new_size,) = old.shape, new.shape
    size = "%1" if new_size == ir.DYNAMIC else str(new_size)
    part_size, part_extent = ("%old", "?") if old_size == ir.DYNAMIC else (str(old_size),) * 2
    space = "" if new.memory_space is None else f", {new.memory_space}"
    part = f"memref<{part_extent}x{new.element_type}, strided<[1]>{space}>"
    alignment = "" if op.alignment is None else f" {{alignment = {op.alignment.value} : i64}}"
    grown = [
        f"%new = memref.alloc({size if new_size == ir.DYNAMIC else ''}){alignment} : {new}",
        f"%part = memref.subview %new[0] [{part_size}] [1] : {new} to {part}",
        f"memref.copy %0, %part : {old} to {part}",
    ]
    if emit_deallocs:
        grown.append(f"memref.dealloc %0 : {old}")
    shrunk = [
        f"%cast = memref.reinterpret_cast %0 to offset: [0], sizes: [{size}], strides: [1]"
        f" : {old} to {new}"
    ]
    if new_size == 0 or ir.DYNAMIC not in (old_size, new_size):
        lines, result = (grown, "%new") if 0 <= old_size < new_size else (shrunk, "%cast")
    else:
        lines, result = _compare_sizes(old, old_size, new_size), "%result"
        lines += [f"%result = scf.if %is_smaller -> ({new}) {{", *grown, f"scf.yield %new : {new}"]
        lines += ["} else {", *shrunk, f"scf.yield %cast : {new}", "}"]
    parameters = ", ".join(f"%{i}: {value.type}" for i, value in enumerate(op.operands))
    body = "\n".join([*lines, f"return {result} : {new}"])
    return f"func.func @f({parameters}) -> {new} {{\n{body}\n}}"


def _compare_sizes(old: ir.MemRefType, old_size: int, new_size: int) -> list[str]:
    """Return lines that compute whether the old buffer is smaller.

    The operands are %0 and possibly %1.
    """
    if old_size == ir.DYNAMIC:
        lines = ["%zero = arith.constant 0 : index", f"%old = memref.dim %0, %zero : {old}"]
    else:
        lines = [f"%old = arith.constant {old_size} : index"]
    if new_size != ir.DYNAMIC:
        lines.append(f"%size = arith.constant {new_size} : index")
    size = "%1" if new_size == ir.DYNAMIC else "%size"
    return [*lines, f"%is_smaller = arith.cmpi ult, %old, {size} : index"]
