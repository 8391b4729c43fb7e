"""The i1 values that track at run time which buffers a program owns."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError, error
from bufferize.interfaces import constant_int

Condition = ir.Value | bool
"""An i1 value, or a known truth value."""
_FOLDED = ("arith.andi", "arith.ori", "arith.xori", "arith.select")


def class_of(context: d.DialectContext, name: str, location: ir.Location) -> type[ir.Operation]:
    """Return the class of the operation `name`.

    Raises DiagnosticError, saying what to install, where no dialect declares it.
    """
    found = context.op_class(name)
    if found is None:
        dialect = name.partition(".")[0]
        message = (
            f"deallocation has to create '{name}' here, but the dialect '{dialect}' is not "
            f"available; {context.way_to_get_dialect(dialect)}"
        )
        raise DiagnosticError(error(message, location.position()))
    return found


def known(condition: Condition) -> bool | None:
    """Return the truth value of a condition; None if it is unknown."""
    if isinstance(condition, bool):
        return condition
    constant = constant_int(condition)
    return None if constant is None else bool(constant)


def simplified(condition: Condition) -> Condition:
    """Return a condition, or its truth value if that is known."""
    constant = known(condition)
    return condition if constant is None else constant


class Booleans:
    """A builder of i1 values, which folds those that are known.

    There is one constant of each kind, at the start of a block.
    """

    def __init__(self, context: d.DialectContext) -> None:
        self.context = context
        self._constants: dict[tuple[ir.Block, bool], ir.Value] = {}

    def value(self, condition: Condition, block: ir.Block, location: ir.Location) -> ir.Value:
        """Return `condition` as a value that can be used in `block`."""
        if isinstance(condition, ir.Value):
            return condition
        found = self._constants.get((block, condition))
        if found is None or found.parent_block is not block:  # or it has been erased
            op_class = class_of(self.context, "arith.constant", location)
            attribute = ir.TRUE if condition else ir.FALSE
            op = op_class.create((), (ir.I1,), {"value": attribute}, location=location)
            block.insert_before(op, block.first_op)
            found = self._constants[block, condition] = op.result
        return found

    def both(
        self, builder: ir.Builder, a: Condition, b: Condition, location: ir.Location
    ) -> Condition:
        """Return whether both conditions hold."""
        if isinstance(a, bool):
            return b if a else False
        if isinstance(b, bool):
            return a if b else False
        return self._build(builder, "arith.andi", (a, b), location)

    def either(
        self, builder: ir.Builder, a: Condition, b: Condition, location: ir.Location
    ) -> Condition:
        """Return whether at least one of the conditions holds."""
        if isinstance(a, bool):
            return True if a else b
        if isinstance(b, bool):
            return True if b else a
        return a if a is b else self._build(builder, "arith.ori", (a, b), location)

    def opposite(self, builder: ir.Builder, a: Condition, location: ir.Location) -> Condition:
        """Return whether the condition does not hold."""
        if isinstance(a, bool):
            return not a
        true = self.value(True, _block(builder), location)
        return self._build(builder, "arith.xori", (a, true), location)

    def select(
        self,
        builder: ir.Builder,
        condition: ir.Value,
        a: Condition,
        b: Condition,
        location: ir.Location,
    ) -> Condition:
        """Return `a` if the condition holds, else `b`."""
        if a is b:
            return a
        block = _block(builder)
        values = (condition, self.value(a, block, location), self.value(b, block, location))
        return self._build(builder, "arith.select", values, location)

    def folded(self, builder: ir.Builder, op: ir.Operation) -> Condition | None:
        """Return the value that an operation built here folds to, given its known operands.

        None if it does not fold.
        """
        if len(op.results) != 1 or op.results[0].type is not ir.I1 or op.name not in _FOLDED:
            return None
        values = [simplified(value) for value in op.operands]
        if op.name == "arith.select":
            condition, a, b = values
            if isinstance(condition, bool):
                return a if condition else b
            return a if a is b else None
        a, b = values
        if not (isinstance(a, bool) or isinstance(b, bool) or (a is b and op.name != "arith.xori")):
            return None
        if op.name == "arith.andi":
            return a if a is b else self.both(builder, a, b, op.location)
        if op.name == "arith.ori":
            return self.either(builder, a, b, op.location)
        if isinstance(a, bool) and isinstance(b, bool):
            return a is not b
        return b if a is False else a if b is False else None

    def _build(
        self, builder: ir.Builder, name: str, operands: tuple[ir.Value, ...], location: ir.Location
    ) -> ir.Value:
        op_class = class_of(self.context, name, location)
        return builder.insert(op_class.create(operands, (ir.I1,), location=location)).result


def _block(builder: ir.Builder) -> ir.Block:
    point = builder.insertion_point
    assert isinstance(point, ir.InsertionPoint)
    return point.block
