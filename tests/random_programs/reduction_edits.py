"""Ways to make a program smaller, each tried on a copy of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bufferize.define import Context
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import INDEX, Block, Builder, FunctionType, InsertionPoint, Operation, Type, Value
from bufferize.ir.copying import IRMapping, clone
from bufferize.ir.operation import IsTerminator

Edit = Callable[[Operation, Context], bool]
"""Changes a module; False where that cannot be done."""


def stages() -> list[Callable[[Operation], Iterator[Edit]]]:
    """What may be tried on a module, large changes first. Operations have numbers, as in a walk."""
    return [
        _functions,
        *(_runs_of(size) for size in (16, 8, 4, 2)),
        _regions,
        _runs_of(1),
        _details,
    ]


def _functions(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if isinstance(op, FunctionOpInterface):
            yield _without_function(number)


def _runs_of(size: int) -> Callable[[Operation], Iterator[Edit]]:
    """Operations that follow each other, the last ones first: others may need the first ones."""

    def runs(module: Operation) -> Iterator[Edit]:
        removable = [n for n, op in enumerate(module.walk()) if _is_removable(op)]
        for end in range(len(removable), 0, -size):
            yield _without(removable[max(0, end - size) : end])

    return runs


def _regions(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if _is_removable(op):
            yield from (_unwrapped(number, region) for region in range(len(op.regions)))


def _details(module: Operation) -> Iterator[Edit]:
    for number, op in enumerate(module.walk()):
        if op.name == "func.call":
            yield _inlined(number)
        if op.name == "cf.cond_br":
            yield from (_decided(number, successor) for successor in range(2))
        if op.name in ("scf.for", "scf.if"):
            yield from (_without_carried(number, result) for result in range(len(op.results)))
        if isinstance(op, FunctionOpInterface):
            yield from (_without_argument(number, i) for i in range(len(op.body_arguments)))
            yield from (_without_result(number, i) for i in range(len(op.signature.results)))
        for operand in range(len(op.op_operands)):
            yield from (_with_other_operand(number, operand, choice) for choice in range(3))


def _is_removable(op: Operation) -> bool:
    return (
        op.parent is not None
        and not op.has_trait(IsTerminator)
        and not isinstance(op, FunctionOpInterface)
    )


def _nth(module: Operation, number: int) -> Operation:
    return list(module.walk())[number]


def _visible(op: Operation, type: Type) -> Iterator[Value]:
    """Values of a type that may be used in place of a result of `op`, the last ones first."""
    at: Operation | None = op
    while at is not None and not isinstance(at, FunctionOpInterface):
        before = at.prev_op
        while before is not None:
            yield from (result for result in before.results if result.type is type)
            before = before.prev_op
        if at.parent is not None:
            yield from (value for value in at.parent.arguments if value.type is type)
            entry = at.parent.parent.entry  # type: ignore[union-attr]
            if entry is not at.parent and entry.last_op is not None:
                yield from _in_block(entry, type)
        at = at.parent_op


def _in_block(block: Block, type: Type) -> Iterator[Value]:
    for op in block.ops:
        yield from (result for result in op.results if result.type is type)
    yield from (value for value in block.arguments if value.type is type)


def _substitute(op: Operation, value: Value) -> Value | None:
    same = (operand for operand in reversed(op.operands) if operand.type is value.type)
    return next(same, None) or next(_visible(op, value.type), None)


def _erase(op: Operation) -> bool:
    """Take an operation away; others stand for its results."""
    for result in op.results:
        if result.has_uses():
            other = _substitute(op, result)
            if other is None:
                return False
            result.replace_all_uses_with(other)
    op.erase()
    return True


def _without(numbers: Sequence[int]) -> Edit:
    def edit(module: Operation, context: Context) -> bool:
        ops = list(module.walk())
        erased = [_erase(ops[number]) for number in reversed(numbers) if ops[number].parent]
        return any(erased)

    return edit


def _without_function(number: int) -> Edit:
    def edit(module: Operation, context: Context) -> bool:
        function = _nth(module, number)
        assert isinstance(function, FunctionOpInterface)
        calls = _calls(module, function)
        if function.symbol_name == "main":
            return False
        if not all(_erase(call) for call in calls if not call.is_proper_ancestor_of(function)):
            return False
        function.erase()
        return True

    return edit


def _calls(module: Operation, function: FunctionOpInterface) -> list[Operation]:
    name = f"@{function.symbol_name}"
    return [op for op in module.walk() if op.name == "func.call" and str(op.callee) == name]  # type: ignore[attr-defined]


def _unwrapped(number: int, region: int) -> Edit:
    """The body of a region in the place of its operation."""

    def edit(module: Operation, context: Context) -> bool:
        op = _nth(module, number)
        if len(op.regions[region].blocks) != 1 or op.dialect_name in ("linalg", "tensor"):
            return False
        block = op.regions[region].entry
        builder = Builder(InsertionPoint.before(op))
        given = list(op.operands)
        for argument in block.arguments:
            fitting = [value for value in given if value.type is argument.type]
            if argument.type is INDEX:
                value: Value = context.materialize_index(builder, 0)
            elif fitting:
                value = fitting[0]
                if len(fitting) > 1:
                    given.remove(value)
            else:
                return False
            argument.replace_all_uses_with(value)
        terminator = block.last_op
        assert terminator is not None
        yielded = list(terminator.operands)
        for nested in list(block.ops):
            if nested is not terminator:
                nested.move_before(op)
        for result in op.results:
            if result.has_uses():
                fitting = [value for value in yielded if value.type is result.type]
                if fitting:
                    result.replace_all_uses_with(fitting[0])
                    yielded.remove(fitting[0])
        return _erase(op)

    return edit


def _inlined(number: int) -> Edit:
    def edit(module: Operation, context: Context) -> bool:
        call = _nth(module, number)
        callees = [
            op
            for op in module.walk()
            if isinstance(op, FunctionOpInterface) and f"@{op.symbol_name}" == str(call.callee)  # type: ignore[attr-defined]
        ]
        body = callees[0].function_body
        if len(body.blocks) != 1 or callees[0].is_ancestor_of(call):
            return False
        mapping = IRMapping(dict(zip(body.entry.arguments, call.operands, strict=True)))
        builder = Builder(InsertionPoint.before(call))
        *ops, terminator = body.entry.ops
        for op in ops:
            builder.clone(op, mapping)
        call.replace_all_uses_with([mapping.value(value) for value in terminator.operands])
        call.erase()
        return True

    return edit


def _decided(number: int, successor: int) -> Edit:
    """A branch without a condition, where its target takes nothing; no blocks are left behind."""

    def edit(module: Operation, context: Context) -> bool:
        branch = _nth(module, number)
        target = branch.successors[successor]
        block = branch.parent
        assert block is not None
        if target.arguments or len(target.predecessors) != 1 or target is block:
            return False
        branch.erase()
        for op in list(target.ops):
            op.detach()
            block.append(op)
        region = block.parent
        assert region is not None
        region.blocks.remove(target)
        reached = {region.entry}
        pending = [region.entry]
        while pending:
            for following in pending.pop().successors():
                if following not in reached:
                    reached.add(following)
                    pending.append(following)
        for other in [b for b in region.blocks if b not in reached]:
            other.drop_all_references()
            region.blocks.remove(other)
        return True

    return edit


def _without_carried(number: int, result: int) -> Edit:
    """A loop or branch without one of its results."""

    def edit(module: Operation, context: Context) -> bool:
        op = _nth(module, number)
        old = op.results[result]
        if op.name == "scf.for":
            init = op.operand(3 + result)
            old.replace_all_uses_with(init)
            op.regions[0].entry.arguments[1 + result].replace_all_uses_with(init)
            op.regions[0].entry.erase_argument(1 + result)
        elif old.has_uses():
            return False
        operands = list(op.operands)
        if op.name == "scf.for":
            del operands[3 + result]
        for region in op.regions:
            if region.blocks:
                terminator = region.entry.last_op
                assert terminator is not None
                terminator.erase_operand(result)
        kept = [value for value in op.results if value is not old]
        regions = [type(region)() for region in op.regions]
        for new_region, region in zip(regions, op.regions, strict=True):
            new_region.take_body(region)
        new = type(op).create(
            operands, [value.type for value in kept], op.properties, op.attributes, (), regions
        )
        Builder(InsertionPoint.before(op)).insert(new)
        for value, replacement in zip(kept, new.results, strict=True):
            value.replace_all_uses_with(replacement)
        op.erase()
        return True

    return edit


def _without_argument(number: int, index: int) -> Edit:
    def edit(module: Operation, context: Context) -> bool:
        function = _nth(module, number)
        assert isinstance(function, FunctionOpInterface)
        argument = function.body_arguments[index]
        if argument.has_uses():
            return False
        signature = function.signature
        inputs = [*signature.inputs[:index], *signature.inputs[index + 1 :]]
        function.set_signature(FunctionType(tuple(inputs), signature.results))
        function.entry_block.erase_argument(index)
        for call in _calls(module, function):
            call.erase_operand(index)
        return True

    return edit


def _without_result(number: int, index: int) -> Edit:
    def edit(module: Operation, context: Context) -> bool:
        function = _nth(module, number)
        assert isinstance(function, FunctionOpInterface)
        calls = _calls(module, function)
        if any(call.results[index].has_uses() for call in calls):
            return False
        signature = function.signature
        results = [*signature.results[:index], *signature.results[index + 1 :]]
        function.set_signature(FunctionType(signature.inputs, tuple(results)))
        for op in function.function_body.walk():
            if op.name == "func.return":
                op.erase_operand(index)
        for call in calls:
            new = type(call).create(call.operands, results, call.properties, call.attributes)
            Builder(InsertionPoint.before(call)).insert(new)
            kept = [value for number, value in enumerate(call.results) if number != index]
            for value, replacement in zip(kept, new.results, strict=True):
                value.replace_all_uses_with(replacement)
            call.erase()
        return True

    return edit


def _with_other_operand(number: int, operand: int, choice: int) -> Edit:
    """Another value: what the old one was made of, the first one known, or the last."""

    def edit(module: Operation, context: Context) -> bool:
        op = _nth(module, number)
        old = op.operand(operand)
        made_by = old.defining_op
        values = list(_visible(op, old.type))
        if choice == 0:
            values = [v for v in (made_by.operands if made_by else ()) if v.type is old.type]
        elif choice == 1:
            values = values[-1:]
        if not values or values[0] is old:
            return False
        op.set_operand(operand, values[0])
        return True

    return edit


def edited(module: Operation, edit: Edit, context: Context) -> Operation | None:
    """A copy of a module after an edit, None where it cannot be done."""
    copy = clone(module)
    return copy if edit(copy, context) else None
