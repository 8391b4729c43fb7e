"""Arenas of functions within those of their callers: a program allocates once, however deep its calls.

    func.func private @g(%x: memref<4xf32>) {            // func.func private @g(%x, %arena: memref<16xi8>)
      %a = memref.alloc() : memref<4xf32>                //   %a = memref.view %arena[%c0][]
      ...                                                //   ...
    }                                                    // }
    func.func @f(%x: memref<4xf32>) {                    // func.func @f(%x: memref<4xf32>) {
                                                         //   %m = memref.alloc() : memref<16xi8>
      call @g(%x) : (memref<4xf32>) -> ()                //   call @g(%x, %m)
                                                         //   memref.dealloc %m
    }                                                    // }

The allocation in the caller is one like any other, which is planned together with the caller's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bufferize import ir
from bufferize.dialects.memref import DeallocOp
from bufferize.driver import ModelContext
from bufferize.interfaces import CallOpInterface, FunctionOpInterface, function_around
from bufferize_planner.arena import Arena, allocated, use_arena
from bufferize_transforms import strong_components


class CallGraph:
    """The functions in a module, and their calls of each other."""

    def __init__(self, root: ir.Operation) -> None:
        self._functions = [
            op for op in root.walk() if isinstance(op, FunctionOpInterface) and not op.is_external
        ]
        self._calls: dict[ir.Operation, list[CallOpInterface]] = {f: [] for f in self._functions}
        """The calls of each function that can get more arguments."""
        self._callees: dict[FunctionOpInterface, list[FunctionOpInterface]] = {
            f: [] for f in self._functions
        }
        self._others: set[ir.Operation] = set()
        """The functions that are used otherwise, or call themselves."""
        tables = ir.SymbolTables()
        for op in root.walk():
            call = op if isinstance(op, CallOpInterface) else None
            for reference in ir.symbol_references(op):
                function = tables.lookup(op, reference)
                if not isinstance(function, FunctionOpInterface) or function.is_external:
                    continue
                if function not in self._callees:
                    continue
                if call is not None and reference is call.callable_for_callee and _grows(call):
                    self._calls[function].append(call)
                    call = None  # a second reference is another use
                else:
                    self._others.add(function)
                caller = function_around(op)
                if caller is not None and caller in self._callees:
                    self._callees[caller].append(function)
        self._components = strong_components(self._functions, self._callees.__getitem__)
        for component in self._components:
            if len(component) > 1 or component[0] in self._callees[component[0]]:
                self._others.update(component)

    def bottom_up(self) -> Iterator[FunctionOpInterface]:
        """Yield the functions, each after those that it calls."""
        for component in self._components:
            yield from component

    def can_get_arenas(self, function: FunctionOpInterface) -> bool:
        """Return whether all callers of a function can pass its arenas: it is private and not recursive,
        and all its uses are calls."""
        return (
            not function.is_public
            and function not in self._others
            and len(function.body_arguments) == len(function.signature.inputs)
            and bool(self._calls[function])
        )

    def pass_arenas(
        self,
        function: FunctionOpInterface,
        arenas: Sequence[Arena],
        context: ModelContext,
        mark_views: bool = False,
    ) -> None:
        """Let callers allocate the arenas of a function, and the function use them."""
        memories = function.append_arguments([arena.type for arena in arenas], [{} for _ in arenas])
        for call in self._calls[function]:
            builder = ir.Builder(ir.InsertionPoint.before(call))
            passed = [builder.insert(allocated(arena, call.location)).memref for arena in arenas]
            call.insert_operands(len(call.op_operands), passed)
            builder.set_insertion_point(ir.InsertionPoint.after(call))
            for memory in passed:
                builder.insert(DeallocOp.create((memory,), location=call.location))
        for arena, argument in zip(arenas, memories, strict=True):
            use_arena(arena, argument, context, mark_views)


def _grows(call: CallOpInterface) -> bool:
    """Return whether arguments can be added at the end of a call, and something after the call."""
    return (
        call.can_be_rebuilt
        and "arg_attrs" not in call.properties
        and not call.has_trait(ir.IsTerminator)
    )
