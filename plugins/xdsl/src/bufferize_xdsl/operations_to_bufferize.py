"""Conversion of operations of xDSL to those of bufferize, object by object."""

from __future__ import annotations

from collections.abc import Callable

from xdsl import ir as xdsl
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin as x

from bufferize import define as d
from bufferize import ir
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_xdsl.attributes_to_bufferize import AttributesToBufferize
from bufferize_xdsl.declarations import declare
from bufferize_xdsl.errors import (
    UNREGISTERED_NAME,
    ConversionError,
    NotRepresentable,
    about_xdsl,
    name_of,
    shortened,
)


def to_bufferize(module: xdsl.Operation, context: d.DialectContext) -> ir.Operation:
    """Convert an operation of xDSL, and all nested ones, to the dialects of a context.

    An op that xDSL declares, but no dialect of the context, is declared in the context from its
    definition in xDSL. An op that neither knows becomes an unregistered one. Nothing is verified,
    and the module of xDSL does not change. Raises ConversionError.
    """
    return OperationsToBufferize(context).convert(module)


class OperationsToBufferize:
    """The state of one conversion, which maps operations, blocks and values to their results."""

    def __init__(
        self,
        context: d.DialectContext,
        on_new_class: Callable[[type[xdsl.Operation]], None] = lambda kind: None,
    ) -> None:
        self._context = context
        self._on_new_class = on_new_class
        """A function that is called for each class of xDSL ops in the module."""
        self.attributes = AttributesToBufferize(context)
        self.ops: list[tuple[xdsl.Operation, ir.Operation]] = []
        """The operations and their results, in the order of the text."""
        self.values: dict[int, ir.Value] = {}
        """The results by the identity of xDSL's values."""
        self.blocks: dict[int, ir.Block] = {}
        self._classes: dict[type[xdsl.Operation], type[d.Operation] | None] = {}

    def convert(self, root: xdsl.Operation) -> ir.Operation:
        """Convert an operation; the result is detached. Raises ConversionError."""
        with deep_recursion(), no_collection():
            # First operations, then their operands: a value may be used before its definition.
            work: list[tuple[xdsl.Operation, ir.Block | None]] = [(root, None)]
            while work:
                original, block = work.pop()
                op = self._operation(original)
                if block is not None:
                    block.append(op)
                self.ops.append((original, op))
                if original.regions:
                    self._enter(original, work)
            self._connect()
        op = self.ops[0][1]
        resources = _resources(self.attributes.resources)
        if resources and op.regions:
            self._context.resources[op.regions[0]] = {"builtin": resources}
        return op

    def _enter(
        self, original: xdsl.Operation, work: list[tuple[xdsl.Operation, ir.Block | None]]
    ) -> None:
        """Add the operations in the regions of an operation to the work list."""
        inner = [
            (each, self.blocks[id(block)])
            for region in original.regions
            for block in region.blocks
            for each in block.ops
        ]
        work += reversed(inner)

    def _connect(self) -> None:
        values = self.values
        for original, op in self.ops:
            operands = original.operands
            if operands:
                try:
                    op.set_operands([values[id(operand)] for operand in operands])
                except KeyError:
                    raise self._stray_operand(original) from None

    def _stray_operand(self, original: xdsl.Operation) -> ConversionError:
        number = next(i for i, v in enumerate(original.operands) if id(v) not in self.values)
        return ConversionError(
            about_xdsl(original, f"operand #{number} is defined outside of what is converted")
        )

    def _operation(self, original: xdsl.Operation) -> ir.Operation:
        convert = self.attributes.attribute
        try:
            types = [self.attributes.type(result.type) for result in original.results]
            properties = {k: convert(v) for k, v in original.properties.items()}
            attributes = {k: convert(v) for k, v in original.attributes.items()}
            location = self.attributes.location(original.location)
            regions = [self._region(region) for region in original.regions]
        except NotRepresentable:
            raise self._refused(original) from None
        try:
            successors = [self.blocks[id(block)] for block in original.successors]
        except KeyError:
            message = "branches to a block outside of what is converted"
            raise ConversionError(about_xdsl(original, message)) from None
        cls = self._class(original)
        if isinstance(original, x.UnregisteredOp):
            del attributes[UNREGISTERED_NAME]
        if cls is None:
            op: ir.Operation = ir.UnregisteredOp.named(
                name_of(original), (), types, properties, attributes, successors, regions, location
            )
        else:
            inherent = cls.definition.inherent
            if not properties.keys() <= inherent:
                # Properties unknown to bufferize become attributes, which do no harm.
                for name in [name for name in properties if name not in inherent]:
                    attributes.setdefault(name, properties.pop(name))
            op = cls.from_state(
                d.OperationState(
                    cls.name, location, [], types, attributes, properties, regions, successors
                )
            )
        for result, new in zip(original.results, op.results, strict=True):
            self.values[id(result)] = new
            new.name_hint = result.name_hint
        return op

    def _class(self, original: xdsl.Operation) -> type[d.Operation] | None:
        kind = type(original)
        if kind not in self._classes:
            self._on_new_class(kind)
            known = self._context.op_class(name_of(original))
            self._classes[kind] = declare(kind, self._context) if known is None else known
        return self._classes[kind]

    def _region(self, original: xdsl.Region) -> ir.Region:
        blocks = []
        for each in original.blocks:
            block = ir.Block()
            for argument in each.args:
                type = self.attributes.type(argument.type)
                new = block.add_argument(type, self.attributes.location(argument.location))
                new.name_hint = argument.name_hint
                self.values[id(argument)] = new
            self.blocks[id(each)] = block
            blocks.append(block)
        return ir.Region(blocks)

    def _refused(self, original: xdsl.Operation) -> ConversionError:
        """Return the error for the part of an operation that cannot be converted."""
        parts = [
            *[(f"result #{i} of type", r.type) for i, r in enumerate(original.results)],
            *[(f"the property '{k}' =", v) for k, v in original.properties.items()],
            *[(f"the attribute '{k}' =", v) for k, v in original.attributes.items()],
            *[
                (f"argument #{argument.index} of a block, of type", argument.type)
                for region in original.regions
                for block in region.blocks
                for argument in block.args
            ],
        ]
        for what, attribute in parts:
            try:
                self.attributes.attribute(attribute)
            except NotRepresentable as problem:
                message = f"has {what} {_shown(attribute)}, which cannot be said: {problem}"
                return ConversionError(about_xdsl(original, message))
        return ConversionError(about_xdsl(original, "has a location that cannot be said"))


def _resources(keys: set[str]) -> dict[str, str]:
    """Return the literals that xDSL has under these keys."""
    storage = x.Builtin.get_interface(OpAsmDialectInterface)
    found = {} if storage is None else storage.build_resources(sorted(keys))
    return {key: f'"{blob}"' for key, blob in found.items()}


def _shown(attribute: xdsl.Attribute) -> str:
    """Return the text of an attribute, truncated if long; xDSL cannot print all of them."""
    try:
        text = str(attribute)
    except Exception:
        text = type(attribute).__name__
    return shortened(text)
