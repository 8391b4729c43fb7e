"""Mutations of the IR: results still parse, so that they get further than a mutated text."""

from __future__ import annotations

import random
from collections.abc import Callable

from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Attribute, FunctionType, Operation, Region, TypeAttr, Value, clone
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_attribute, parse_module, parse_type, print_module
from tests.fuzz.tokens import PLANTED, TokenPool, mutated_text

_GENERIC = PrintOptions(generic=True)


def mutated_ir(text: str, pool: TokenPool, rng: random.Random, context: Context) -> str:
    """Return the generic form of a program after a few mutations.

    Mutate its text if it does not parse.
    """
    try:
        module = parse_module(text, context)
    except DiagnosticError:
        return mutated_text(text, pool, rng)
    mutant = _Mutant(module, pool, rng, context)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
        mutant.mutate()
    generic = print_module(module, _GENERIC)
    return mutated_text(generic, pool, rng) if rng.random() < 0.25 else generic


class _Mutant:
    def __init__(
        self, module: Operation, pool: TokenPool, rng: random.Random, context: Context
    ) -> None:
        self.module = module
        self.pool = pool
        self.rng = rng
        self.context = context

    def mutate(self) -> None:
        """Make one mutation, if there is anything to mutate."""
        ops = [op for op in self.module.walk() if op is not self.module]
        if ops:
            self.rng.choice(_MUTATIONS)(self, self.rng.choice(ops), ops)

    def attribute(self) -> Attribute | None:
        """Return a random attribute, or None if what was drawn is none."""
        try:
            return parse_attribute(self.pool.draw("attribute", self.rng), self.context)
        except DiagnosticError:
            return None

    def other_value(self, value: Value, ops: list[Operation]) -> Value:
        """Return another value, usually of the same type."""
        values = _values(ops)
        alike = [other for other in values if other.type is value.type]
        return self.rng.choice(alike if alike and self.rng.random() < 0.85 else values or [value])

    def exchange_operand(self, op: Operation, ops: list[Operation]) -> None:
        users = [user for user in ops if user.op_operands]
        if users:
            operand = self.rng.choice(self.rng.choice(users).op_operands)
            operand.set(self.other_value(operand.value, ops))

    def exchange_type(self, op: Operation, ops: list[Operation]) -> None:
        """Change the type of one value, or of all values of a type."""
        values = _values(ops)
        if not values:
            return
        chosen = self.rng.choice(values)
        try:
            new = parse_type(self.pool.draw("type", self.rng), self.context)
        except DiagnosticError:
            return
        old = chosen.type
        everywhere = self.rng.random() < 0.6
        for value in values if everywhere else [chosen]:
            if value.type is old:
                value.type = new
        for function in ops if everywhere else ():
            held = function.properties.get("function_type")
            if isinstance(held, TypeAttr) and isinstance(held.type, FunctionType):
                inputs = [new if t is old else t for t in held.type.inputs]
                results = [new if t is old else t for t in held.type.results]
                function.properties["function_type"] = TypeAttr(
                    FunctionType(tuple(inputs), tuple(results))
                )

    def exchange_attribute(self, op: Operation, ops: list[Operation]) -> None:
        owners = [owner for owner in ops if owner.properties]
        if owners:
            properties = self.rng.choice(owners).properties
            name = self.rng.choice(list(properties))
            donors = [o.properties[name] for o in owners if name in o.properties]
            new = self.rng.choice(donors) if self.rng.random() < 0.5 else self.attribute()
            if new is None:
                del properties[name]
            else:
                properties[name] = new

    def plant(self, op: Operation, ops: list[Operation]) -> None:
        name, _, value = self.rng.choice(PLANTED).partition(" = ")
        try:
            attribute = parse_attribute(value or "unit", self.context)
        except DiagnosticError:
            return
        where = op.properties if self.rng.random() < 0.3 else op.attributes
        where[name] = attribute

    def drop(self, op: Operation, ops: list[Operation]) -> None:
        rest = [other for other in ops if not op.is_ancestor_of(other)]
        for result in op.results:
            if result.has_uses():
                other = self.other_value(result, rest)
                if other.type is not result.type or other is result:
                    return
                result.replace_all_uses_with(other)
        op.erase()

    def double(self, op: Operation, ops: list[Operation]) -> None:
        anchor = self.rng.choice(ops)
        if anchor.parent is not None:
            anchor.parent.insert_before(clone(op), anchor)

    def move(self, op: Operation, ops: list[Operation]) -> None:
        anchor = self.rng.choice(ops)
        if not op.is_ancestor_of(anchor):
            op.move_before(anchor)

    def exchange_op(self, op: Operation, ops: list[Operation]) -> None:
        """Replace an op by another one with the same operands and results."""
        name = self.pool.draw("name", self.rng).strip('"')
        if self.rng.random() < 0.7:
            name = self.rng.choice(ops).name
        cls = self.context.op_class(name)
        if cls is None or op.parent is None:
            return
        regions = [Region() for _ in op.regions]
        for new_region, region in zip(regions, op.regions, strict=True):
            new_region.take_body(region)
        new = cls.create(
            *(op.operands, op.result_types, op.properties, op.attributes, op.successors, regions)
        )
        op.parent.insert_before(new, op)
        op.replace_all_uses_with(new.results)
        op.erase()


def _values(ops: list[Operation]) -> list[Value]:
    """Return all values that the operations and the blocks in them define."""
    values: list[Value] = [result for op in ops for result in op.results]
    for op in ops:
        for region in op.regions:
            values += [argument for block in region.blocks for argument in block.arguments]
    return values


_MUTATIONS: list[Callable[[_Mutant, Operation, list[Operation]], None]] = [
    _Mutant.exchange_operand,
    _Mutant.exchange_operand,
    _Mutant.exchange_operand,
    _Mutant.exchange_type,
    _Mutant.exchange_type,
    _Mutant.exchange_attribute,
    _Mutant.plant,
    _Mutant.plant,
    _Mutant.drop,
    _Mutant.drop,
    _Mutant.double,
    _Mutant.double,
    _Mutant.move,
    _Mutant.exchange_op,
]
