"""Edits that make a program smaller. They are tried on copies, and may make invalid programs.

Edits refer to operations by their number in a walk, so that they apply to copies of a program. They
recognize calls, functions, loops and branches by interfaces, not by names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from bufferize.interfaces import (
    BranchOpInterface,
    CallOpInterface,
    FunctionOpInterface,
    LoopLikeOpInterface,
    function_around,
)
from bufferize.ir import (
    Block,
    Builder,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    FunctionType,
    InsertionPoint,
    IRMapping,
    IsTerminator,
    Operation,
    Region,
    ShapedType,
    StringAttr,
    SymbolRefAttr,
    SymbolTableTrait,
    Type,
    Value,
    bit_width,
    symbol_name,
    symbol_references,
)
from bufferize.ir.types import element_bytes

Edit: TypeAlias = Callable[[Operation], bool]
"""An edit: changes a module; returns False if it does not apply."""
Stage: TypeAlias = Callable[[Operation], Iterator[Edit]]
"""A kind of edits: yields those that apply to a module."""


def stages(size: int) -> list[Stage]:
    """Return the stages for a module of `size` operations, large changes first."""
    runs: list[Stage] = []
    while size > 1:
        runs.append(partial(_runs, size))
        size //= 2
    return [_symbols, *runs, _bodies, _regions, partial(_runs, 1), _branches, _values, _attributes]


def _symbols(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if op.parent is not None and symbol_name(op) is not None:
            yield partial(_without_symbol, number)


def _bodies(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            yield partial(_without_body, number)


def _runs(size: int, module: Operation) -> Iterator[Edit]:
    """Yield edits that erase runs of operations, the last first, as they may use earlier ones."""
    removable = [number for number, op in enumerate(module.walk()) if _is_removable(op)]
    for end in range(len(removable), 0, -size):
        yield partial(_without, removable[max(0, end - size) : end])


def _regions(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if isinstance(op, CallOpInterface):
            yield partial(_inlined, number)
        if _is_removable(op):
            yield from (partial(_unwrapped, number, region) for region in range(len(op.regions)))


def _branches(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if isinstance(op, BranchOpInterface):
            yield from (partial(_decided, number, i) for i in range(len(op.successors)))


def _values(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            yield from (
                partial(_without_argument, number, i) for i in range(len(op.body_arguments))
            )
            yield from (
                partial(_without_result, number, i) for i in range(len(op.signature.results))
            )
        elif op.regions:
            yield from (partial(_without_carried, number, i) for i in range(len(op.results)))
        for operand in range(len(op.op_operands)):
            yield from (partial(_with_other_operand, number, operand, i) for i in range(3))


def _attributes(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        yield from (
            partial(_without_attribute, number, name) for name in (*op.attributes, *op.properties)
        )
        yield from (
            partial(_with_zeros, number, name)
            for name, value in op.properties.items()
            if isinstance(value, DenseElementsAttr | DenseResourceElementsAttr)
        )


def _is_removable(op: Operation) -> bool:
    is_symbol = symbol_name(op) is not None and not op.has_trait(SymbolTableTrait)
    return op.parent is not None and not op.has_trait(IsTerminator) and not is_symbol


def _nth(module: Operation, number: int) -> Operation:
    return list(module.walk())[number]


def _visible(op: Operation, type: Type) -> Iterator[Value]:
    """Yield the values of a type that can replace a result of `op`, the last first."""
    at: Operation | None = op
    while at is not None and not isinstance(at, FunctionOpInterface):
        before = at.prev_op
        while before is not None:
            yield from (result for result in before.results if result.type is type)
            before = before.prev_op
        block = at.parent
        if block is not None:
            yield from (value for value in block.arguments if value.type is type)
            region = block.parent
            if region is not None and region.entry is not block:
                yield from _defined_in(region.entry, type)
        at = at.parent_op


def _defined_in(block: Block, type: Type) -> Iterator[Value]:
    for op in block.ops:
        yield from (result for result in op.results if result.type is type)
    yield from (value for value in block.arguments if value.type is type)


def _references(module: Operation, name: str) -> list[Operation]:
    """Return the operations that name a symbol."""
    return [
        op
        for op in module.walk()
        if any(name in (ref.root, ref.leaf) for ref in symbol_references(op))
    ]


def _new_argument(op: Operation, type: Type) -> Value | None:
    """Add an argument to the function around `op`, if it is not called; return it."""
    function = function_around(op)
    if function is None or _references(op.outermost, function.symbol_name):
        return None
    signature = function.signature
    function.set_signature(FunctionType((*signature.inputs, type), signature.results))
    return function.entry_block.add_argument(type)


def _erase(op: Operation) -> bool:
    """Erase an operation; other values replace its results."""
    for result in op.results:
        if result.has_uses():
            other = _substitute(op, result.type)
            if other is None:
                return False
            result.replace_all_uses_with(other)
    op.erase()
    return True


def _substitute(op: Operation, type: Type) -> Value | None:
    same = (operand for operand in reversed(op.operands) if operand.type is type)
    found = next(same, None) or next(_visible(op, type), None)
    return _new_argument(op, type) if found is None else found


def _without(numbers: Sequence[int], module: Operation) -> bool:
    ops = list(module.walk())
    inner = [ops[number] for number in reversed(numbers)]
    erased = False
    for op in inner:
        if op.parent is not None:
            erased |= _erase(op)
    return erased


def _without_symbol(number: int, module: Operation) -> bool:
    symbol = _nth(module, number)
    name = symbol_name(symbol)
    assert name is not None
    users = [op for op in _references(module, name) if not symbol.is_ancestor_of(op)]
    if not all(op.parent is None or _erase(op) for op in users):
        return False
    symbol.erase()
    return True


def _without_body(number: int, module: Operation) -> bool:
    function = _nth(module, number)
    assert isinstance(function, FunctionOpInterface)
    region = function.function_body
    for block in list(region.blocks):
        block.drop_all_references()
    for block in list(region.blocks):
        region.remove(block)
    if function.is_public:
        function.properties["sym_visibility"] = StringAttr("private")
    return True


def _unwrapped(number: int, index: int, module: Operation) -> bool:
    """Replace an operation by the body of a region."""
    op = _nth(module, number)
    region = op.regions[index]
    if len(region.blocks) != 1:
        return False
    block = region.entry
    given = list(op.operands)
    for argument in block.arguments:
        value = _taken(given, argument.type) or _substitute(op, argument.type)
        if value is None:
            return False
        argument.replace_all_uses_with(value)
    last = block.last_op
    yielded = list(last.operands) if last is not None and last.has_trait(IsTerminator) else []
    for nested in list(block.ops):
        if nested is not last or not last.has_trait(IsTerminator):
            nested.move_before(op)
    for result in op.results:
        if result.has_uses():
            value = _taken(yielded, result.type)
            if value is not None:
                result.replace_all_uses_with(value)
    return _erase(op)


def _taken(values: list[Value], type: Type) -> Value | None:
    """Return the first value of a type; remove it unless it is the only one of the type."""
    fitting = [value for value in values if value.type is type]
    if len(fitting) > 1:
        values.remove(fitting[0])
    return fitting[0] if fitting else None


def _inlined(number: int, module: Operation) -> bool:
    call = _nth(module, number)
    assert isinstance(call, CallOpInterface)
    target = call.callable_for_callee
    callees = [
        op
        for op in module.walk()
        if isinstance(op, FunctionOpInterface)
        and isinstance(target, SymbolRefAttr)
        and op.symbol_name == target.leaf
    ]
    if not callees or callees[0].is_ancestor_of(call):
        return False
    body = callees[0].function_body
    if len(body.blocks) != 1:
        return False
    given = [operand.value for operand in call.arg_operands]
    mapping = IRMapping(dict(zip(body.entry.arguments, given, strict=True)))
    builder = Builder(InsertionPoint.before(call))
    *ops, terminator = body.entry.ops
    for op in ops:
        builder.clone(op, mapping)
    call.replace_all_uses_with([mapping.value(value) for value in terminator.operands])
    call.erase()
    return True


def _decided(number: int, index: int, module: Operation) -> bool:
    """Replace the only branch to a block by the block; erase unreachable blocks."""
    branch = _nth(module, number)
    assert isinstance(branch, BranchOpInterface)
    target, block = branch.successors[index], branch.parent
    if block is None or target is block or len(target.predecessors) != 1:
        return False
    given = [operand.value for operand in branch.successor_operands(index)]
    if len(given) != len(target.arguments):
        return False
    for argument, value in zip(target.arguments, given, strict=True):
        argument.replace_all_uses_with(value)
    branch.erase()
    for op in list(target.ops):
        op.detach()
        block.append(op)
    region = target.parent
    assert region is not None
    region.remove(target)
    _drop_unreachable(region)
    return True


def _drop_unreachable(region: Region) -> None:
    reached, pending = {region.entry}, [region.entry]
    while pending:
        for following in pending.pop().successors():
            if following not in reached:
                reached.add(following)
                pending.append(following)
    unreachable = [block for block in region.blocks if block not in reached]
    for block in unreachable:
        block.drop_all_references()
    for block in unreachable:
        region.remove(block)


def _without_carried(number: int, index: int, module: Operation) -> bool:
    """Remove a result of a loop or branch, and the values yielded for it."""
    op = _nth(module, number)
    gone = op.results[index]
    operands = list(op.operands)
    if isinstance(op, LoopLikeOpInterface) and op.tied_init(gone) is not None:
        init = op.tied_init(gone)
        assert init is not None
        argument, yielded = op.tied_region_iter_arg(init), None
        if argument is None:
            return False
        yielded = op.tied_yielded_operand(argument)
        if yielded is None:
            return False
        gone.replace_all_uses_with(init.value)
        argument.replace_all_uses_with(init.value)
        yielded.owner.erase_operand(yielded.index)
        argument.owner.erase_argument(argument.index)
        del operands[init.index]
    else:
        if gone.has_uses():
            return False
        for region in op.regions:
            if region.blocks:
                last = region.blocks[-1].last_op
                if last is None or len(last.op_operands) != len(op.results):
                    return False
                last.erase_operand(index)
    kept = [value for value in op.results if value is not gone]
    _replace(op, operands, kept)
    return True


def _replace(op: Operation, operands: Sequence[Value], kept: Sequence[Value]) -> None:
    """Replace an operation by one with other operands and fewer results."""
    regions = []
    for region in op.regions:
        regions.append(Region())
        regions[-1].take_body(region)
    new = type(op).create(
        operands,
        [value.type for value in kept],
        op.properties,
        op.attributes,
        op.successors,
        regions,
    )
    new.location = op.location
    Builder(InsertionPoint.before(op)).insert(new)
    for value, replacement in zip(kept, new.results, strict=True):
        value.replace_all_uses_with(replacement)
    op.erase()


def _without_argument(number: int, index: int, module: Operation) -> bool:
    function = _nth(module, number)
    assert isinstance(function, FunctionOpInterface)
    if function.body_arguments[index].has_uses():
        return False
    signature = function.signature
    inputs = [*signature.inputs[:index], *signature.inputs[index + 1 :]]
    users = _references(module, function.symbol_name)
    if not all(isinstance(user, CallOpInterface) for user in users):
        return False
    function.set_signature(FunctionType(tuple(inputs), signature.results))
    function.entry_block.erase_argument(index)
    for call in users:
        assert isinstance(call, CallOpInterface)
        call.erase_operand(call.arg_operands[index].index)
    return True


def _without_result(number: int, index: int, module: Operation) -> bool:
    function = _nth(module, number)
    assert isinstance(function, FunctionOpInterface)
    users = _references(module, function.symbol_name)
    if not all(isinstance(user, CallOpInterface) for user in users):
        return False
    if any(call.results[index].has_uses() for call in users):
        return False
    signature = function.signature
    results = [*signature.results[:index], *signature.results[index + 1 :]]
    function.set_signature(FunctionType(signature.inputs, tuple(results)))
    for block in function.function_body.blocks:
        last = block.last_op
        if last is not None and not last.successors and len(last.op_operands) > index:
            last.erase_operand(index)
    for call in users:
        kept = [value for number, value in enumerate(call.results) if number != index]
        _replace(call, call.operands, kept)
    return True


def _with_other_operand(number: int, operand: int, choice: int, module: Operation) -> bool:
    """Replace an operand by an operand of its definition, or the first or last visible value."""
    op = _nth(module, number)
    old = op.operand(operand)
    made_by = old.defining_op
    if choice == 0:
        values = [v for v in (made_by.operands if made_by else ()) if v.type is old.type]
    else:
        values = list(_visible(op, old.type))
        if choice == 1:
            values.reverse()
    if not values or values[0] is old:
        return False
    op.set_operand(operand, values[0])
    return True


def _without_attribute(number: int, name: str, module: Operation) -> bool:
    op = _nth(module, number)
    del (op.attributes if name in op.attributes else op.properties)[name]
    return True


def _with_zeros(number: int, name: str, module: Operation) -> bool:
    op = _nth(module, number)
    old = op.properties[name]
    assert isinstance(old, DenseElementsAttr | DenseResourceElementsAttr)
    zeros = _zeros(old.type)
    if old is zeros or zeros is None:
        return False
    op.properties[name] = zeros
    return True


def _zeros(type: ShapedType) -> DenseElementsAttr | None:
    if bit_width(type.element_type) is None:
        return None
    return DenseElementsAttr(type, bytes(element_bytes(type.element_type)), True)
