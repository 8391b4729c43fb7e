"""Operations of xDSL in our terms, object by object."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin as x
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import Operation as XdslOperation
from xdsl.ir import Region as XdslRegion

from bufferize.define import Operation as DeclaredOperation
from bufferize.define import OperationState
from bufferize.define.context import Context
from bufferize.ir import (
    Block,
    Operation,
    Region,
    UnregisteredOp,
    Value,
)
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


def to_bufferize(module: XdslOperation, context: Context) -> Operation:
    """The operation of xDSL, with all that lies in it, in terms of the dialects of a context.

    An op that xDSL declares, and no dialect of the context does, is declared in the context by its
    definition in xDSL. One that neither knows becomes an unregistered op. Nothing is verified, and
    the module of xDSL stays as it is. Raises ConversionError.
    """
    return OperationsToBufferize(context).convert(module)


class OperationsToBufferize:
    """One conversion; afterwards it tells what became of which operation, block and region."""

    def __init__(
        self,
        context: Context,
        on_new_class: Callable[[type[XdslOperation]], None] = lambda kind: None,
    ) -> None:
        self._context = context
        self._on_new_class = on_new_class
        """Called for each class of xDSL's ops that there is in the module."""
        self.attributes = AttributesToBufferize(context)
        self.ops: list[tuple[XdslOperation, Operation]] = []
        """In the order of the text."""
        self.values: dict[int, Value] = {}
        """By the identity of xDSL's."""
        self.blocks: dict[int, Block] = {}
        self._classes: dict[type[XdslOperation], type[DeclaredOperation] | None] = {}

    def convert(self, root: XdslOperation) -> Operation:
        """The operation, detached. Raises ConversionError."""
        with deep_recursion(), no_collection():
            # Operations first, what they use afterwards: a value may be used before its definition.
            work: list[tuple[XdslOperation, Block | None]] = [(root, None)]
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
        self, original: XdslOperation, work: list[tuple[XdslOperation, Block | None]]
    ) -> None:
        """Adds what lies in the regions of an operation to what is to be done."""
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

    def _stray_operand(self, original: XdslOperation) -> ConversionError:
        number = next(i for i, v in enumerate(original.operands) if id(v) not in self.values)
        return ConversionError(
            about_xdsl(original, f"operand #{number} is defined outside of what is converted")
        )

    def _operation(self, original: XdslOperation) -> Operation:
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
            op: Operation = UnregisteredOp.named(
                name_of(original), (), types, properties, attributes, successors, regions, location
            )
        else:
            inherent = cls.definition.inherent
            if not properties.keys() <= inherent:
                # What we do not know of the op is kept where it does no harm.
                for name in [name for name in properties if name not in inherent]:
                    attributes.setdefault(name, properties.pop(name))
            op = cls.from_state(
                OperationState(
                    cls.name, location, [], types, attributes, properties, regions, successors
                )
            )
        for result, new in zip(original.results, op.results, strict=True):
            self.values[id(result)] = new
            new.name_hint = result.name_hint
        return op

    def _class(self, original: XdslOperation) -> type[DeclaredOperation] | None:
        kind = type(original)
        if kind not in self._classes:
            self._on_new_class(kind)
            known = self._context.op_class(name_of(original))
            self._classes[kind] = declare(kind, self._context) if known is None else known
        return self._classes[kind]

    def _region(self, original: XdslRegion) -> Region:
        blocks = []
        for each in original.blocks:
            block = Block()
            for argument in each.args:
                type = self.attributes.type(argument.type)
                new = block.add_argument(type, self.attributes.location(argument.location))
                new.name_hint = argument.name_hint
                self.values[id(argument)] = new
            self.blocks[id(each)] = block
            blocks.append(block)
        return Region(blocks)

    def _refused(self, original: XdslOperation) -> ConversionError:
        """The error for what cannot be converted of an operation."""
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
    """What xDSL holds under these keys, as literals."""
    storage = x.Builtin.get_interface(OpAsmDialectInterface)
    found = {} if storage is None else storage.build_resources(sorted(keys))
    return {key: f'"{blob}"' for key, blob in found.items()}


def _shown(attribute: XdslAttribute) -> str:
    """The text of an attribute, or its beginning; xDSL cannot print all that it can hold."""
    try:
        text = str(attribute)
    except Exception:
        text = type(attribute).__name__
    return shortened(text)
