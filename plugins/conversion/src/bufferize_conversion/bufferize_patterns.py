"""Patterns that convert functions, returns, calls and branches of any dialect to buffers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.dialects.memref import AllocOp, CopyOp
from bufferize.driver import MemcpyFn
from bufferize.interfaces import BranchOpInterface, CallOpInterface, FunctionOpInterface
from bufferize_conversion.patterns import (
    ConversionPattern,
    NotApplicable,
    OpAdaptor,
    RewritePatternSet,
    Root,
)
from bufferize_conversion.rewriter import ConversionPatternRewriter, Replacement
from bufferize_conversion.target import ConversionTarget, Legality
from bufferize_conversion.types import ResultConversionKind, SignatureConversion, TypeConverter

_APPEND = ResultConversionKind.APPEND_TO_ARGUMENT_LIST


def memref_copy(
    builder: ir.Builder, location: ir.Location, source: ir.Value, target: ir.Value
) -> None:
    """Copy a buffer with `memref.copy`; the default of `BufferizeReturnOpConverter`."""
    builder.insert(CopyOp.create((source, target), location=location))


def _parts_of(
    converter: TypeConverter, type: ir.Type
) -> list[tuple[ir.Type, ResultConversionKind]]:
    """Return the types that a function result of `type` is decomposed to.

    Raises NotApplicable if it cannot be.
    """
    parts = converter.convert_result(type)
    if parts is None:
        raise NotApplicable(f"a result of type {type} cannot be converted")
    return parts


def _values_of(
    value: ir.Value, converter: TypeConverter, rewriter: ConversionPatternRewriter
) -> list[ir.Value]:
    """Return the values that an operand is decomposed to, with the converted types."""
    types = converter.convert_type(value.type)
    if types is None:
        raise NotApplicable(f"the type {value.type} of an operand cannot be converted")
    current = rewriter.remapped(value)
    parts = [
        part
        for version in current
        for part in converter.decompose_value(rewriter, rewriter.location, version) or [version]
    ]
    if tuple(parts) == current == (value,):
        return list(rewriter.converted(value, types, converter))
    if len(parts) != len(types):
        raise NotApplicable(
            f"a value of type {value.type} falls apart into {len(parts)} values, but its type "
            f"into {len(types)}: the two decompositions differ"
        )
    return [
        each
        for part, type in zip(parts, types, strict=True)
        for each in rewriter.converted(part, (type,), converter)
    ]


def _attributes(dictionaries: Sequence[dict[str, ir.Attribute]]) -> ir.ArrayAttr | None:
    if not any(dictionaries):
        return None
    return ir.ArrayAttr(tuple([ir.DictionaryAttr.of(each) for each in dictionaries]))


def _set(op: ir.Operation, name: str, value: ir.Attribute | None) -> None:
    if value is None:
        op.properties.pop(name, None)
    else:
        op.properties[name] = value


class BufferizeFuncOpConverter(ConversionPattern[FunctionOpInterface]):
    """The conversion of the signature of a function, and of the arguments of all its blocks.

    An argument or result becomes several if its type is decomposed. A result becomes an additional
    argument if its `ResultConversionKind` says so.
    """

    type_converter: TypeConverter

    def match_and_rewrite(
        self, op: FunctionOpInterface, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        converter, signature = self.type_converter, op.signature
        conversion = SignatureConversion.of(converter, signature.inputs)
        if conversion is None:
            return rewriter.match_failure("the type of an argument cannot be converted")
        arg_attrs = [
            op.get_arg_attrs(index)
            for index, becomes in enumerate(conversion.inputs)
            for _ in becomes
        ]
        others = op.body_arguments[len(signature.inputs) :]
        conversion.inputs += [range(0)] * len(others)
        results: list[ir.Type] = []
        result_attrs: list[dict[str, ir.Attribute]] = []
        for index, result in enumerate(signature.results):
            parts = converter.convert_result(result)
            if parts is None:
                return rewriter.match_failure("the type of a result cannot be converted")
            for type, kind in parts:
                if kind is _APPEND:
                    conversion.add_inputs([type])
                    arg_attrs.append({})
                else:
                    results.append(type)
                    result_attrs.append(op.get_result_attrs(index))
        inputs = tuple(conversion.types)
        for argument in others:  # arguments of the body that are not in the signature
            found = converter.convert_type(argument.type)
            if found is None:
                return rewriter.match_failure("the type of an argument cannot be converted")
            conversion.add_inputs(found, argument.index)
        if not rewriter.convert_region_types(op.function_body, converter, conversion, pack=True):
            return False
        with rewriter.modify_op_in_place(op):
            op.set_signature(ir.FunctionType(inputs, tuple(results)))
            _set(op, "arg_attrs", _attributes(arg_attrs))
            _set(op, "res_attrs", _attributes(result_attrs))
        return True


class BufferizeReturnOpConverter(ConversionPattern[Any]):
    """The conversion of returns: results that became arguments are copied to these.

    By default it applies to all terminators of functions with the trait ReturnLike, or to `root`.
    They keep their class, or become `target`. `copy` inserts the copies.
    """

    type_converter: TypeConverter

    def __init__(
        self,
        type_converter: TypeConverter,
        *,
        root: Root = None,
        target: type[ir.Operation] | None = None,
        copy: MemcpyFn = memref_copy,
        benefit: int = 1,
    ) -> None:
        super().__init__(type_converter, root=root, benefit=benefit)
        self.target = target
        self.copy = copy

    def match_and_rewrite(
        self, op: ir.Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        function = op.parent_op
        if not isinstance(function, FunctionOpInterface) or not (
            self.root is not None or op.has_trait(d.ReturnLike)
        ):
            return rewriter.match_failure("it does not return from a function")
        kept: list[ir.Value] = []
        copied: list[ir.Value] = []
        for value in op.operands:
            kinds = [kind for _, kind in _parts_of(self.type_converter, value.type)]
            parts = _values_of(value, self.type_converter, rewriter)
            for part, kind in zip(parts, kinds, strict=True):
                (copied if kind is _APPEND else kept).append(part)
        arguments = function.body_arguments[: len(function.signature.inputs)]
        if len(copied) > len(arguments):
            return rewriter.match_failure("the function has not been converted")
        for part, argument in zip(copied, arguments[len(arguments) - len(copied) :], strict=True):
            self.copy(rewriter, op.location, part, argument)
        if self.target is not None:
            new = self.target.create(kept, attributes=op.attributes, location=op.location)
            rewriter.insert(new)
            rewriter.erase_op(op)
            return True
        with rewriter.modify_op_in_place(op):
            op.set_operands(kept)
        return True


class BufferizeCallOpConverter(ConversionPattern[CallOpInterface]):
    """The conversion of calls: passes the converted arguments, and composes the results.

    For each result that became an argument, a buffer is allocated. Its shape must be static.
    """

    type_converter: TypeConverter

    def match_and_rewrite(
        self, op: CallOpInterface, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        if not op.can_be_rebuilt:
            return rewriter.match_failure("the call cannot be rebuilt")
        converter = self.type_converter
        arguments: list[ir.Value] = []
        arg_attrs: list[dict[str, ir.Attribute]] = []
        for index, operand in enumerate(op.arg_operands):
            values = _values_of(operand.value, converter, rewriter)
            arguments += values
            arg_attrs += [_entry(op, "arg_attrs", index)] * len(values)
        numbers: list[int] = []
        types: list[ir.Type] = []
        # The parts of each result: a buffer, or the index of a new result.
        becomes: list[list[ir.Value | int]] = []
        for result in op.results:
            parts: list[ir.Value | int] = []
            for type, kind in _parts_of(converter, result.type):
                if kind is _APPEND:
                    buffer = _allocate(type, rewriter)
                    arguments.append(buffer)
                    parts.append(buffer)
                    arg_attrs.append({})
                else:
                    parts.append(len(types))
                    numbers.append(result.index)
                    types.append(type)
            becomes.append(parts)
        new = op.rebuild(arguments, numbers)
        for new_result, type in zip(new.results, types, strict=True):
            new_result.type = type
        callee = op.callable_for_callee
        if isinstance(callee, ir.Value):
            _update_callee(op, new, callee, converter, rewriter)
        if "arg_attrs" in op.properties:
            _set(new, "arg_attrs", _attributes(arg_attrs))
        rewriter.insert(new)
        rewriter.replace_op(
            op,
            [
                self._packed(
                    result, [new.results[p] if isinstance(p, int) else p for p in parts], rewriter
                )
                for result, parts in zip(op.results, becomes, strict=True)
            ],
        )
        return True

    def _packed(
        self, result: ir.Value, parts: list[ir.Value], rewriter: ConversionPatternRewriter
    ) -> Replacement:
        if len(parts) == 1 or not result.has_uses():
            return parts
        return (
            self.type_converter.materialize_argument(
                rewriter, result.type, parts, rewriter.location, exactly=False
            )
            or parts
        )


def _allocate(type: ir.Type, rewriter: ConversionPatternRewriter) -> ir.Value:
    """Insert the allocation of a buffer for a result that became an argument."""
    if not isinstance(type, ir.MemRefType):
        raise NotApplicable(f"a result of type {type} becomes an argument, but is no memref")
    if type.num_dynamic_dims() or not type.has_identity_layout:
        raise NotApplicable(
            f"a result of type {type} becomes an argument, and the caller cannot allocate it: "
            "it does not know the extents, or there is a layout"
        )
    properties = {"operandSegmentSizes": ir.dense_i32((0, 0))}
    return rewriter.create(AllocOp, (), (type,), properties=properties).result


def _entry(op: ir.Operation, group: str, index: int) -> dict[str, ir.Attribute]:
    dictionaries = op.properties.get(group)
    entry = dictionaries.elements[index] if isinstance(dictionaries, ir.ArrayAttr) else None
    return dict(entry.entries) if isinstance(entry, ir.DictionaryAttr) else {}


def _update_callee(
    op: CallOpInterface,
    new: ir.Operation,
    callee: ir.Value,
    converter: TypeConverter,
    rewriter: ConversionPatternRewriter,
) -> None:
    """Let an indirect call use the converted callee."""
    index = next(use.index for use in op.op_operands if use.value is callee)
    (converted,) = _values_of(callee, converter, rewriter)
    new.set_operand(index, converted)


class BranchOpConverter(ConversionPattern[BranchOpInterface]):
    """The conversion of branches: passes the values for the converted arguments of successors."""

    def match_and_rewrite(
        self, op: BranchOpInterface, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        passed = [
            [value for use in op.successor_operands(number) for value in adaptor.values(use.index)]
            for number in range(len(op.successors))
        ]
        with rewriter.modify_op_in_place(op):
            for number, values in enumerate(passed):
                op.set_successor_operands(number, values)
        return True


class FunctionConstantConverter(ConversionPattern[Any]):
    """The conversion of constants that refer to a function, such as `func.constant`."""

    def match_and_rewrite(
        self, op: ir.Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        converter = self.type_converter
        type = (
            converter.convert_single_type(op.result.type)
            if _is_constant(op) and converter
            else None
        )
        if type is None:
            return rewriter.match_failure("it is no constant of a function")
        new = op.__class__.create(
            result_types=(type,), properties=op.properties, attributes=op.attributes
        )
        rewriter.replace_op(op, rewriter.insert(new))
        return True


def _is_constant(op: ir.Operation) -> bool:
    return op.has_trait(d.ConstantLike) and isinstance(op.results[0].type, ir.FunctionType)


def populate_with_bufferize_op_conversion_patterns(
    converter: TypeConverter,
    patterns: RewritePatternSet,
    *,
    copy: MemcpyFn = memref_copy,
) -> None:
    """Add the converters of functions, returns, calls, branches and constants of functions."""
    patterns.add(
        BufferizeFuncOpConverter(converter),
        BufferizeReturnOpConverter(converter, copy=copy),
        BufferizeCallOpConverter(converter),
        BranchOpConverter(converter),
        FunctionConstantConverter(converter),
    )


def bufferize_op_legality(converter: TypeConverter) -> Legality:
    """Return a callback that tells whether an operation to which these patterns apply is legal.

    The callback returns None for operations to which they do not apply. It is meant for
    `ConversionTarget.mark_unknown_op_dynamically_legal`.
    """

    def is_bufferized(op: ir.Operation) -> bool | None:
        if isinstance(op, FunctionOpInterface):
            return converter.is_legal_signature(op.signature) and converter.is_legal_region(
                op.function_body
            )
        if isinstance(op, CallOpInterface):
            return converter.is_legal_op(op)
        if isinstance(op, BranchOpInterface):
            return all(
                converter.is_legal(use.value.type)
                for number in range(len(op.successors))
                for use in op.successor_operands(number)
            )
        if _is_constant(op) or (
            op.has_trait(d.ReturnLike) and isinstance(op.parent_op, FunctionOpInterface)
        ):
            return converter.is_legal_op(op)
        return None

    return is_bufferized


def populate_bufferize_materialization_legality(target: ConversionTarget) -> None:
    """Mark `bufferization.to_tensor` and `to_buffer` as legal."""
    target.add_legal_op(ToTensorOp, ToBufferOp)


class _EliminateToTensor(ConversionPattern[ToTensorOp]):
    def match_and_rewrite(
        self, op: ToTensorOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        rewriter.replace_op(op, [adaptor.buffer])
        return True


class _EliminateToBuffer(ConversionPattern[ToBufferOp]):
    def match_and_rewrite(
        self, op: ToBufferOp, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        rewriter.replace_op(op, [adaptor.tensor])
        return True


def populate_eliminate_bufferize_materializations_patterns(
    converter: TypeConverter, patterns: RewritePatternSet
) -> None:
    """Add patterns that remove `to_tensor` and `to_buffer`, for the last conversion of a program."""
    patterns.add(_EliminateToTensor(converter), _EliminateToBuffer(converter))
