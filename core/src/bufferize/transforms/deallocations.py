"""`bufferization.dealloc` becomes `memref.dealloc` under conditions that the program computes."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize.define.context import Context
from bufferize.diagnostics import Diagnostic, error
from bufferize.dialects.bufferization import DeallocOp
from bufferize.ir import (
    I1,
    InsertionPoint,
    Operation,
    Rewriter,
    SymbolTable,
    nearest_symbol_table,
)
from bufferize.transforms.snippets import insert_body, parse_function

_OPS = ("func.func", "func.call", "scf.if", "scf.for", "arith.constant")

# Which buffers are the same is told by their addresses. A buffer is freed if its condition holds,
# it is not retained, and it does not come before in the list; a retained one is owned from now on
# if the condition of any buffer that is the same holds.
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
      %differs = arith.cmpi ne, %other, %buffer : index
      %differ = arith.andi %so_far, %differs : i1
      scf.yield %differ : i1
    }
    %free = arith.andi %new, %condition : i1
    memref.store %free, %is_freed[%i] : memref<?xi1>
  }
  return
}
"""


class DeallocLowering:
    """Lowers the `bufferization.dealloc` ops in `root`; makes the helper functions they call."""

    def __init__(self, root: Operation, context: Context) -> None:
        self.root = root
        self.context = context
        self._helpers: dict[Operation, str] = {}

    def problem(self, op: DeallocOp) -> Diagnostic | None:
        """Why `op` cannot be lowered, None if it can."""
        if len(op.memrefs) < 2 or self._table(op) is not None:
            return None
        return error(
            "library function required for generic lowering, but cannot be automatically inserted "
            "when operating on functions",
            op,
        ).note("run the pass on the module")

    def lower(self, op: DeallocOp, rewriter: Rewriter) -> None:
        """Replace `op`, which has no `problem`."""
        values = [f"%r{i}" for i in range(len(op.retained))]
        if not op.memrefs:
            lines, values = ["%false = arith.constant false"], ["%false"] * len(values)
        elif len(op.memrefs) == 1:
            lines = _one_buffer(op)
        else:
            lines = _many_buffers(op, self._helper(op))
        parameters = [f"%{i}: {value.type}" for i, value in enumerate(op.operands)]
        types = [str(I1)] * len(values)
        returned = f" {', '.join(values)} : {', '.join(types)}" if values else ""
        header = f"func.func @f({', '.join(parameters)}) -> ({', '.join(types)})"
        text = "\n".join([f"{header} {{", *lines, f"return{returned}", "}"])
        function = parse_function(text, self.context, op.location, _OPS)
        rewriter.set_insertion_point(InsertionPoint.before(op))
        rewriter.replace_op(op, insert_body(rewriter, function, op.operands))

    def _table(self, op: Operation) -> Operation | None:
        table = nearest_symbol_table(op)
        return table if table is not None and self.root.is_ancestor_of(table) else None

    def _helper(self, op: DeallocOp) -> str:
        """The name of the helper function that `op` can call."""
        table = self._table(op)
        assert table is not None
        name = self._helpers.get(table)
        if name is None:
            helper = parse_function(_HELPER, self.context, table.location, _OPS)
            name = SymbolTable(table).insert(helper)
            table.regions[0].blocks[0].append(helper)
            self._helpers[table] = name
        return name


def _one_buffer(op: DeallocOp) -> list[str]:
    """Lines that free %0 under the condition %1, unless it is one of the others."""
    count = len(op.retained)
    condition = "%free" if count else "%1"
    free = [f"scf.if {condition} {{", f"memref.dealloc %0 : {op.memrefs[0].type}", "}"]
    if not count:
        return free
    lines = [_address("%a", "%0", op)]
    for i in range(count):
        lines += [_address(f"%a{i}", f"%{i + 2}", op), f"%d{i} = arith.cmpi ne, %a, %a{i} : index"]
    differs = "%d0"
    for i in range(1, count):
        lines.append(f"%e{i} = arith.andi {differs}, %d{i} : i1")
        differs = f"%e{i}"
    lines += [f"%free = arith.andi {differs}, %1 : i1", *free, "%true = arith.constant true"]
    for i in range(count):
        lines += [f"%s{i} = arith.xori %d{i}, %true : i1", f"%r{i} = arith.andi %s{i}, %1 : i1"]
    return lines


def _address(name: str, buffer: str, op: DeallocOp) -> str:
    type = op.operand(int(buffer[1:])).type
    return f"{name} = memref.extract_aligned_pointer_as_index {buffer} : {type} -> index"


@dataclass(frozen=True)
class _List:
    """A list in memory, and lines that work on it."""

    name: str
    element: str
    size: int

    @property
    def type(self) -> str:
        return f"memref<{self.size}x{self.element}>"

    @property
    def argument(self) -> str:
        """The name of the list as the helper takes it, without a known size."""
        return f"{self.name}_argument"

    @property
    def argument_type(self) -> str:
        return f"memref<?x{self.element}>"

    def allocate(self) -> str:
        return f"{self.name} = memref.alloc() : {self.type}"

    def cast(self) -> str:
        return f"{self.argument} = memref.cast {self.name} : {self.type} to {self.argument_type}"

    def free(self) -> str:
        return f"memref.dealloc {self.name} : {self.type}"

    def store(self, index: int, value: str) -> list[str]:
        at = f"{self.name}_{index}"
        return [
            f"{at} = arith.constant {index} : index",
            f"memref.store {value}, {self.name}[{at}] : {self.type}",
        ]

    def load(self, index: int, value: str) -> list[str]:
        at = f"{self.name}_{index}"
        return [
            f"{at} = arith.constant {index} : index",
            f"{value} = memref.load {self.name}[{at}] : {self.type}",
        ]


def _many_buffers(op: DeallocOp, helper: str) -> list[str]:
    """Lines that have the helper decide.

    It takes the addresses of the buffers and of what is retained, and the conditions; it says
    which buffers to free and what is owned.
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
        lines += [_address(f"%a{i}", f"%{i}", op), *buffers.store(i, f"%a{i}")]
    for i in range(count):
        lines += conditions.store(i, f"%{count + i}")
    for i in range(num_retained):
        lines += [_address(f"%b{i}", f"%{2 * count + i}", op), *retained.store(i, f"%b{i}")]
    lines += [each.cast() for each in given]
    lines += [each.allocate() for each in told]
    lines += [each.cast() for each in told]

    arguments = (buffers, retained, conditions, freed, owned)
    names = ", ".join(each.argument for each in arguments)
    types = ", ".join(each.argument_type for each in arguments)
    lines.append(f'func.call @"{helper}"({names}) : ({types}) -> ()')
    for i in range(count):
        lines += freed.load(i, f"%free{i}")
        lines += [f"scf.if %free{i} {{", f"memref.dealloc %{i} : {op.memrefs[i].type}", "}"]
    for i in range(num_retained):
        lines += owned.load(i, f"%r{i}")
    return lines + [each.free() for each in arguments]
