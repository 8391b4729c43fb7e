"""The constant globals that arith.constant becomes: equal ones of a module share one."""

from __future__ import annotations

from bufferize import ir
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.builtin import ModuleOp
from bufferize.dialects.memref import GlobalOp
from bufferize.driver import BufferizationState
from bufferize.ir import Attribute, Operation


def get_global_for(
    op: Operation,
    value: Attribute,
    type: ir.RankedTensorType,
    alignment: int,
    memory_space: Attribute | None,
    state: BufferizationState,
) -> GlobalOp:
    """Return the constant `memref.global` with `value` in the module around `op`.

    It is created if there is none. `alignment` is in bytes, 0 for none. Raises DiagnosticError if
    `op` is not in a module.
    """
    module = op.parent_op
    while module is not None and not isinstance(module, ModuleOp):
        module = module.parent_op
    if module is None:
        raise DiagnosticError(error(f"'{op.name}' op is not inside a builtin.module", op))
    memref_type = ir.MemRefType(type.shape, type.element_type, None, memory_space)
    known = _known_globals(module, state)
    key = (value, alignment, memref_type)
    found = known.get(key)
    if found is None:
        found = known[key] = _create_global(module, op, value, memref_type, alignment, state)
    return found


def _known_globals(
    module: Operation, state: BufferizationState
) -> dict[tuple[Attribute, int, ir.Type], GlobalOp]:
    known = state.globals.get(module)
    if known is None:
        known = state.globals[module] = {}
        for op in module.regions[0].blocks[0].ops:
            if not isinstance(op, GlobalOp) or "constant" not in op.properties:
                continue
            value, type = op.get_attr("initial_value"), op.get_attr("type")
            if value is None or not isinstance(type, ir.TypeAttr):
                continue
            alignment = op.get_attr("alignment")
            bytes = alignment.value if isinstance(alignment, ir.IntegerAttr) else 0
            known.setdefault((value, bytes, type.type), op)
    return known


def _create_global(
    module: Operation,
    op: Operation,
    value: Attribute,
    type: ir.MemRefType,
    alignment: int,
    state: BufferizationState,
) -> GlobalOp:
    shape = "x".join(map(str, type.shape))
    name = _unique_name(module, f"__constant_{shape}x{type.element_type}", state)
    properties: dict[str, Attribute] = {
        "sym_name": ir.StringAttr(name),
        "sym_visibility": ir.StringAttr("private"),
        "type": ir.TypeAttr(type),
        "initial_value": value,
        "constant": ir.UNIT,
    }
    if alignment:
        properties["alignment"] = ir.i64_attr(alignment)
    new = GlobalOp.create(properties=properties, location=op.location)
    state.symbols.of(module).insert(new)
    block = module.regions[0].blocks[0]
    point = ir.InsertionPoint.at_start(block)
    block.insert_before(new, point.anchor)
    return new


def _unique_name(module: Operation, base: str, state: BufferizationState) -> str:
    """Return `base`, or `base_<n>` where n counts the clashes in the module."""
    symbols = state.symbols.of(module)
    if symbols.lookup(base) is None:
        return base
    while True:
        count = state.global_name_counters.get(module, 0)
        state.global_name_counters[module] = count + 1
        name = f"{base}_{count}"
        if symbols.lookup(name) is None:
            return name
