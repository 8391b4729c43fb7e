"""Conversion of operations of bufferize to those of xDSL, object by object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Final, NamedTuple

from xdsl import ir as xdsl
from xdsl.context import Context as XdslContext
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin as x
from xdsl.irdl import IRDLOperation

from bufferize import ir
from bufferize.define.dialect_context import Resources
from bufferize.diagnostics import error
from bufferize.ir.process import deep_recursion, no_collection
from bufferize_xdsl.attributes_from_bufferize import AttributesFromBufferize
from bufferize_xdsl.conversions import class_for
from bufferize_xdsl.errors import UNREGISTERED_NAME, ConversionError, NotRepresentable, shortened

_CONVERSIONS: Final = ("bufferization.to_tensor", "bufferization.to_buffer")
"""The ops whose classes depend on their types."""


def from_bufferize(
    module: ir.Operation, context: XdslContext, resources: Resources | None = None
) -> xdsl.Operation:
    """Convert an operation, and all nested ones, to the dialects of an xDSL context.

    An op that xDSL does not know becomes an unregistered one if `context.allow_unregistered`.
    `resources` are the data at the end of the module's text (`Context.resources_of`); xDSL keeps
    such data with its builtin dialect. Nothing is verified, and the module does not change. Raises
    ConversionError.
    """
    found = OperationsFromBufferize(context).convert(module)
    _keep(resources or {})
    return found


class _Target(NamedTuple):
    """The xDSL class of an op, and the attributes that are properties there."""

    cls: type[xdsl.Operation]
    properties: frozenset[str] | None
    """The names of properties; None if they are the same as in bufferize."""


class _Plan(NamedTuple):
    """The parts of an operation whose conversion may fail."""

    op: ir.Operation
    cls: type[xdsl.Operation]
    result_types: list[xdsl.Attribute]
    properties: dict[str, xdsl.Attribute]
    attributes: dict[str, xdsl.Attribute]
    location: x.LocationAttr
    arguments: list[list[list[tuple[xdsl.Attribute, x.LocationAttr]]]]
    """The arguments of each block of each region."""
    kept: xdsl.Operation | None
    """The existing operation of xDSL to reuse, if there is one."""


class Original(NamedTuple):
    """An operation of xDSL, and the state of the operation of bufferize that was made from it."""

    op: xdsl.Operation
    properties: dict[str, ir.Attribute]
    attributes: dict[str, ir.Attribute]
    result_types: tuple[ir.Type, ...]
    location: ir.Location

    @staticmethod
    def of(op: xdsl.Operation, ours: ir.Operation) -> Original:
        """Record the present state."""
        properties, attributes = dict(ours.properties), dict(ours.attributes)
        return Original(op, properties, attributes, ours.result_types, ours.location)


class OperationsFromBufferize:
    """The state of one conversion."""

    def __init__(
        self, context: XdslContext, attributes: AttributesFromBufferize | None = None
    ) -> None:
        self._context = context
        self.attributes = attributes or AttributesFromBufferize(context)
        self._targets: dict[str, _Target] = {}
        self.values: dict[ir.Value, xdsl.SSAValue] = {}
        """xDSL's values by bufferize's.

        Values from outside of the converted operation must be added before.
        """
        self._blocks: dict[ir.Block | None, xdsl.Block] = {}
        self._originals: Mapping[ir.Operation, Original] = {}

    def convert(self, root: ir.Operation) -> xdsl.Operation:
        """Convert an operation; the result is detached. Raises ConversionError."""
        with deep_recursion(), no_collection():
            return self._build([self._plan(op) for op in root.walk()])

    def convert_in_place(
        self, root: ir.Operation, originals: Mapping[ir.Operation, Original]
    ) -> None:
        """Update the operation of xDSL that `root` was made from to the present state of `root`.

        `originals` has all operations nested in it. Operations that still exist, with results of
        the same types, remain the same objects. Raises ConversionError, with nothing changed.
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

    # Planning, which may fail

    def _plan(self, op: ir.Operation) -> _Plan:
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
                # Properties unknown to xDSL become attributes, which its verifier accepts.
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

    def _argument(self, argument: ir.BlockArgument) -> tuple[xdsl.Attribute, x.LocationAttr]:
        attributes = self.attributes
        return attributes.convert(argument.type), attributes.location(argument.location)

    def _target(self, op: ir.Operation, original: Original | None) -> _Target:
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

    def _refused(self, op: ir.Operation) -> ConversionError:
        """Return the error for the part of an operation that cannot be converted."""
        parts: list[tuple[str, ir.Attribute | ir.Type]] = [
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

    # Building, which cannot fail

    def _build(self, plans: list[_Plan]) -> xdsl.Operation:
        made: list[xdsl.Operation] = []
        late: list[tuple[ir.Operation, xdsl.Operation]] = []
        values, blocks = self.values, self._blocks
        for op, cls, types, properties, attributes, location, arguments, kept in plans:
            operands: list[xdsl.SSAValue] = []
            try:
                for use in op.op_operands:
                    operands.append(values[use.value])
            except KeyError:  # defined further down
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
        self, region: ir.Region, arguments: list[list[tuple[xdsl.Attribute, x.LocationAttr]]]
    ) -> xdsl.Region:
        blocks = []
        for block, typed in zip(region.blocks, arguments, strict=True):
            new = xdsl.Block(arg_types=[type for type, _ in typed])
            for argument, theirs, (_, location) in zip(
                block.arguments, new.args, typed, strict=True
            ):
                theirs.location = location
                self.values[argument] = theirs
                if argument.name_hint is not None:
                    suggest_name(theirs, argument.name_hint)
            self._blocks[block] = new
            blocks.append(new)
        return xdsl.Region(blocks)


def _are(values: Sequence[xdsl.SSAValue], others: Sequence[xdsl.SSAValue]) -> bool:
    """Return whether two sequences consist of the same objects."""
    return len(values) == len(others) and all(map(is_, values, others))


def suggest_name(value: xdsl.SSAValue, hint: str) -> None:
    """Set a value's name hint, if the name is valid in xDSL."""
    if xdsl.SSAValue.is_valid_name(hint):
        value.name_hint = hint


def _error(op: ir.Operation, message: str) -> ConversionError:
    return ConversionError(error(f"'{op.name}' op {message}", op))


def _keep(resources: Resources) -> None:
    """Store resources where xDSL looks for them; it only has those of the builtin dialect."""
    storage = x.Builtin.get_interface(OpAsmDialectInterface)
    if storage is None:
        return
    for key, literal in resources.get("builtin", {}).items():
        if not literal.startswith('"0x'):
            raise ConversionError(f"xDSL cannot hold the resource '{key}', which is no blob")
        if storage.lookup(key) is None:
            storage.declare_resource(key)
        storage.parse_resource(key, literal.strip('"'))
