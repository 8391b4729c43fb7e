"""Operations of ours in xDSL's terms, object by object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Final, NamedTuple

from xdsl.context import Context as XdslContext
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin as x
from xdsl.ir import Attribute as XdslAttribute
from xdsl.ir import Block as XdslBlock
from xdsl.ir import Operation as XdslOperation
from xdsl.ir import Region as XdslRegion
from xdsl.ir import SSAValue
from xdsl.irdl import IRDLOperation

from bufferize.define.context import Resources
from bufferize.diagnostics import error
from bufferize.ir import Attribute, Block, BlockArgument, Location, Operation, Region, Type, Value
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_xdsl.attributes_from_bufferize import AttributesFromBufferize
from bufferize_xdsl.conversions import class_for
from bufferize_xdsl.errors import UNREGISTERED_NAME, ConversionError, NotRepresentable, shortened

_CONVERSIONS: Final = ("bufferization.to_tensor", "bufferization.to_buffer")
"""Their classes depend on their types."""


def from_bufferize(
    module: Operation, context: XdslContext, resources: Resources | None = None
) -> XdslOperation:
    """The operation, with all that lies in it, in terms of the dialects of a context of xDSL.

    An op that xDSL does not know becomes an unregistered one if `context.allow_unregistered`.
    `resources` are what the module's text gives at its end (`Context.resources_of`); xDSL keeps
    such data with its builtin dialect. Nothing is verified, and the module stays as it is. Raises
    ConversionError.
    """
    found = OperationsFromBufferize(context).convert(module)
    _keep(resources or {})
    return found


class _Target(NamedTuple):
    """What an op is to xDSL, and which of its attributes are properties there."""

    cls: type[XdslOperation]
    properties: frozenset[str] | None
    """None for all that are properties here."""


class _Plan(NamedTuple):
    """All of an operation that may fail to be converted."""

    op: Operation
    cls: type[XdslOperation]
    result_types: list[XdslAttribute]
    properties: dict[str, XdslAttribute]
    attributes: dict[str, XdslAttribute]
    location: x.LocationAttr
    arguments: list[list[list[tuple[XdslAttribute, x.LocationAttr]]]]
    """Of each block of each region."""
    kept: XdslOperation | None
    """The object of xDSL that it is to be."""


class Original(NamedTuple):
    """An operation of xDSL, and what the one of ours that was made of it was like."""

    op: XdslOperation
    properties: dict[str, Attribute]
    attributes: dict[str, Attribute]
    result_types: tuple[Type, ...]
    location: Location

    @staticmethod
    def of(op: XdslOperation, ours: Operation) -> Original:
        """As they are now."""
        properties, attributes = dict(ours.properties), dict(ours.attributes)
        return Original(op, properties, attributes, ours.result_types, ours.location)


class OperationsFromBufferize:
    """One conversion."""

    def __init__(
        self, context: XdslContext, attributes: AttributesFromBufferize | None = None
    ) -> None:
        self._context = context
        self.attributes = attributes or AttributesFromBufferize(context)
        self._targets: dict[str, _Target] = {}
        self.values: dict[Value, SSAValue] = {}
        """By ours. What comes from outside of what is converted must be there before."""
        self._blocks: dict[Block | None, XdslBlock] = {}
        self._originals: Mapping[Operation, Original] = {}

    def convert(self, root: Operation) -> XdslOperation:
        """The operation, detached. Raises ConversionError."""
        with deep_recursion(), no_collection():
            return self._build([self._plan(op) for op in root.walk()])

    def convert_in_place(self, root: Operation, originals: Mapping[Operation, Original]) -> None:
        """Makes the original of `root` what `root` is now.

        `originals` has all that lay in it. Operations that are still there, with results of the
        same types, are the same objects afterwards. Raises ConversionError, with nothing changed.
        """
        self._originals = originals
        with deep_recursion(), no_collection():
            plans = [self._plan(op) for op in root.walk()]
            for op, original in originals.items():
                if op is not root and original.op.parent is not None:
                    original.op.parent.detach_op(original.op)
            self._build(plans)
            kept = {plan.op for plan in plans if plan.kept is not None}
            for op, original in originals.items():
                if op not in kept:
                    original.op.drop_all_references()

    # What may fail

    def _plan(self, op: Operation) -> _Plan:
        original = self._originals.get(op)
        target = self._targets.get(op.name)
        if target is None:
            target = self._targets[op.name] = self._target(op, original)
        convert = self.attributes.convert
        try:
            types = [convert(result.type) for result in op.results]
            properties = {name: convert(value) for name, value in op.properties.items()}
            attributes = {name: convert(value) for name, value in op.attributes.items()}
            location = self.attributes.location(op.location)
            arguments = [
                [[self._argument(a) for a in block.arguments] for block in region.blocks]
                for region in op.regions
            ]
        except NotRepresentable:
            raise self._refused(op) from None
        known = target.properties
        if known is not None:
            if not properties.keys() <= known:
                # What xDSL does not know of the op is kept where its verifier lets it pass.
                for name in [name for name in properties if name not in known]:
                    attributes[name] = properties.pop(name)
            elif attributes and not known.isdisjoint(attributes):
                for name in [name for name in attributes if name in known]:
                    properties.setdefault(name, attributes.pop(name))
        cls, kept = target.cls, None
        if op.name in _CONVERSIONS:
            cls = class_for(target.cls, (*types, *map(convert, op.operand_types)))
        if (
            original is not None
            and op.result_types == original.result_types
            and (op.name not in _CONVERSIONS or isinstance(original.op, cls))
        ):
            kept = original.op
            if op.properties == original.properties and op.attributes == original.attributes:
                properties, attributes = kept.properties, kept.attributes
            elif isinstance(kept, x.UnregisteredOp):
                attributes[UNREGISTERED_NAME] = kept.op_name
            if op.location == original.location:
                location = kept.location
        return _Plan(op, cls, types, properties, attributes, location, arguments, kept)

    def _argument(self, argument: BlockArgument) -> tuple[XdslAttribute, x.LocationAttr]:
        attributes = self.attributes
        return attributes.convert(argument.type), attributes.location(argument.location)

    def _target(self, op: Operation, original: Original | None) -> _Target:
        cls = self._context.get_optional_op(op.name) if original is None else type(original.op)
        if cls is None:
            raise _error(
                op,
                "is not known to xDSL: load its dialect, or allow unregistered operations "
                "(`--allow-unregistered-dialect`, `Context(allow_unregistered=True)`)",
            )
        if not issubclass(cls, IRDLOperation):
            return _Target(cls, None)
        return _Target(cls, frozenset(cls.get_irdl_definition().properties))

    def _refused(self, op: Operation) -> ConversionError:
        """The error for what cannot be converted of an operation."""
        parts: list[tuple[str, Attribute | Type]] = [
            *[(f"result #{result.index} of type", result.type) for result in op.results],
            *[(f"the property '{name}' =", value) for name, value in op.properties.items()],
            *[(f"the attribute '{name}' =", value) for name, value in op.attributes.items()],
            *[
                (f"argument #{argument.index} of a block, of type", argument.type)
                for region in op.regions
                for block in region.blocks
                for argument in block.arguments
            ],
        ]
        for what, attribute in parts:
            try:
                self.attributes.convert(attribute)
            except NotRepresentable as problem:
                return _error(op, f"has {what} {shortened(str(attribute))}: {problem}")
        return _error(op, "has a location that xDSL cannot hold")

    # What cannot fail

    def _build(self, plans: list[_Plan]) -> XdslOperation:
        made: list[XdslOperation] = []
        late: list[tuple[Operation, XdslOperation]] = []
        values, blocks = self.values, self._blocks
        for op, cls, types, properties, attributes, location, arguments, kept in plans:
            operands: list[SSAValue] = []
            try:
                for use in op.op_operands:
                    operands.append(values[use.value])
            except KeyError:  # it is defined further down
                operands = []
            successors = [blocks[block] for block in op.successors]
            regions = [self._region(*each) for each in zip(op.regions, arguments, strict=True)]
            if kept is None:
                new = cls.create(
                    operands=operands,
                    result_types=types,
                    properties=properties,
                    attributes=attributes,
                    location=location,
                    successors=successors,
                    regions=regions,
                )
            else:
                new = kept
                new.properties, new.attributes, new.location = properties, attributes, location
                if not _are(new.operands, operands):
                    new.operands = operands
                if successors:
                    new.successors = successors
                while new.regions:
                    new.detach_region(0)
                for region in regions:
                    new.add_region(region)
            if len(operands) != len(op.op_operands):
                late.append((op, new))
            for result, theirs in zip(op.results, new.results, strict=True):
                values[result] = theirs
                if result.name_hint is not None:
                    suggest_name(theirs, result.name_hint)
            if made:
                blocks[op.parent].add_op(new)
            made.append(new)
        for op, new in late:
            new.operands = [values[use.value] for use in op.op_operands]
        return made[0]

    def _region(
        self, region: Region, arguments: list[list[tuple[XdslAttribute, x.LocationAttr]]]
    ) -> XdslRegion:
        blocks = []
        for block, typed in zip(region.blocks, arguments, strict=True):
            new = XdslBlock(arg_types=[type for type, _ in typed])
            for argument, theirs, (_, location) in zip(
                block.arguments, new.args, typed, strict=True
            ):
                theirs.location = location
                self.values[argument] = theirs
                if argument.name_hint is not None:
                    suggest_name(theirs, argument.name_hint)
            self._blocks[block] = new
            blocks.append(new)
        return XdslRegion(blocks)


def _are(values: Sequence[SSAValue], others: Sequence[SSAValue]) -> bool:
    """Whether they are the same."""
    return len(values) == len(others) and all(map(is_, values, others))


def suggest_name(value: SSAValue, hint: str) -> None:
    """Suggests a name, where it is one to xDSL, too."""
    if SSAValue.is_valid_name(hint):
        value.name_hint = hint


def _error(op: Operation, message: str) -> ConversionError:
    return ConversionError(error(f"'{op.name}' op {message}", op))


def _keep(resources: Resources) -> None:
    """Puts resources where xDSL looks for them. Those of other dialects than builtin it has none."""
    storage = x.Builtin.get_interface(OpAsmDialectInterface)
    if storage is None:
        return
    for key, literal in resources.get("builtin", {}).items():
        if not literal.startswith('"0x'):
            raise ConversionError(f"xDSL cannot hold the resource '{key}', which is no blob")
        if storage.lookup(key) is None:
            storage.declare_resource(key)
        storage.parse_resource(key, literal.strip('"'))
