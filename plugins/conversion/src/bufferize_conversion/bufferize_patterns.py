"""Converters of functions, returns, calls and branches, for operations of any dialect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bufferize.define import ConstantLike, ReturnLike
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.dialects.memref import AllocOp, CopyOp
from bufferize.driver import MemcpyFn
from bufferize.interfaces import BranchOpInterface, CallOpInterface, FunctionOpInterface
from bufferize.ir import (
    ArrayAttr,
    Attribute,
    Builder,
    DictionaryAttr,
    FunctionType,
    Location,
    MemRefType,
    Operation,
    Type,
    Value,
    dense_i32,
)
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


def memref_copy(builder: Builder, location: Location, source: Value, target: Value) -> None:
    """Copies with `memref.copy`."""
    builder.insert(CopyOp.create((source, target), location=location))


def _parts_of(converter: TypeConverter, type: Type) -> list[tuple[Type, ResultConversionKind]]:
    """What a result falls apart into; the pattern does not apply if nobody knows."""
    parts = converter.convert_result(type)
    if parts is None:
        raise NotApplicable(f"a result of type {type} cannot be converted")
    return parts


def _values_of(
    value: Value, converter: TypeConverter, rewriter: ConversionPatternRewriter
) -> list[Value]:
    """The parts of an operand, of their converted types."""
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


def _attributes(dictionaries: Sequence[dict[str, Attribute]]) -> ArrayAttr | None:
    if not any(dictionaries):
        return None
    return ArrayAttr(tuple([DictionaryAttr.of(each) for each in dictionaries]))


def _set(op: Operation, name: str, value: Attribute | None) -> None:
    if value is None:
        op.properties.pop(name, None)
    else:
        op.properties[name] = value


class BufferizeFuncOpConverter(ConversionPattern[FunctionOpInterface]):
    """Converts the signature of a function, and the arguments of all of its blocks.

    Arguments and results fall apart into what their types are decomposed to. Results become
    arguments where the type converter says so.
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
        results: list[Type] = []
        result_attrs: list[dict[str, Attribute]] = []
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
        for argument in others:  # what the body has besides
            found = converter.convert_type(argument.type)
            if found is None:
                return rewriter.match_failure("the type of an argument cannot be converted")
            conversion.add_inputs(found, argument.index)
        if not rewriter.convert_region_types(op.function_body, converter, conversion, pack=True):
            return False
        with rewriter.modify_op_in_place(op):
            op.set_signature(FunctionType(inputs, tuple(results)))
            _set(op, "arg_attrs", _attributes(arg_attrs))
            _set(op, "res_attrs", _attributes(result_attrs))
        return True


class BufferizeReturnOpConverter(ConversionPattern[Any]):
    """Returns what the converted function returns, and copies the rest to its last arguments.

    By default it is for all operations that end functions and have the trait ReturnLike; `root`
    names one. They stay operations of their class, or become `target`. `copy` makes the copies.
    """

    type_converter: TypeConverter

    def __init__(
        self,
        type_converter: TypeConverter,
        *,
        root: Root = None,
        target: type[Operation] | None = None,
        copy: MemcpyFn = memref_copy,
        benefit: int = 1,
    ) -> None:
        super().__init__(type_converter, root=root, benefit=benefit)
        self.target = target
        self.copy = copy

    def match_and_rewrite(
        self, op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        function = op.parent_op
        if not isinstance(function, FunctionOpInterface) or not (
            self.root is not None or op.has_trait(ReturnLike)
        ):
            return rewriter.match_failure("it does not return from a function")
        kept: list[Value] = []
        copied: list[Value] = []
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
    """Passes what the converted function takes, and puts together what it returns.

    For each result that has become an argument a buffer is allocated, which must be of static shape.
    """

    type_converter: TypeConverter

    def match_and_rewrite(
        self, op: CallOpInterface, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
    ) -> bool:
        if not op.can_be_rebuilt:
            return rewriter.match_failure("the call cannot be rebuilt")
        converter = self.type_converter
        arguments: list[Value] = []
        arg_attrs: list[dict[str, Attribute]] = []
        for index, operand in enumerate(op.arg_operands):
            values = _values_of(operand.value, converter, rewriter)
            arguments += values
            arg_attrs += [_entry(op, "arg_attrs", index)] * len(values)
        numbers: list[int] = []
        types: list[Type] = []
        # For each result its parts: a buffer, or the number of a new result.
        becomes: list[list[Value | int]] = []
        for result in op.results:
            parts: list[Value | int] = []
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
        if isinstance(callee, Value):
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
        self, result: Value, parts: list[Value], rewriter: ConversionPatternRewriter
    ) -> Replacement:
        if len(parts) == 1 or not result.has_uses():
            return parts
        return (
            self.type_converter.materialize_argument(
                rewriter, result.type, parts, rewriter.location, exactly=False
            )
            or parts
        )


def _allocate(type: Type, rewriter: ConversionPatternRewriter) -> Value:
    """A new buffer for a result that has become an argument."""
    if not isinstance(type, MemRefType):
        raise NotApplicable(f"a result of type {type} becomes an argument, but is no memref")
    if type.num_dynamic_dims() or not type.has_identity_layout:
        raise NotApplicable(
            f"a result of type {type} becomes an argument, and the caller cannot allocate it: "
            "it does not know the extents, or there is a layout"
        )
    properties = {"operandSegmentSizes": dense_i32((0, 0))}
    return rewriter.create(AllocOp, (), (type,), properties=properties).result


def _entry(op: Operation, group: str, index: int) -> dict[str, Attribute]:
    dictionaries = op.properties.get(group)
    entry = dictionaries.elements[index] if isinstance(dictionaries, ArrayAttr) else None
    return dict(entry.entries) if isinstance(entry, DictionaryAttr) else {}


def _update_callee(
    op: CallOpInterface,
    new: Operation,
    callee: Value,
    converter: TypeConverter,
    rewriter: ConversionPatternRewriter,
) -> None:
    """Let an indirect call use what the callee has become."""
    index = next(use.index for use in op.op_operands if use.value is callee)
    (converted,) = _values_of(callee, converter, rewriter)
    new.set_operand(index, converted)


class BranchOpConverter(ConversionPattern[BranchOpInterface]):
    """Passes to blocks what their converted arguments take."""

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
    """Gives constants that name a function, as `func.constant` does, the function's new type."""

    def match_and_rewrite(
        self, op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter
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


def _is_constant(op: Operation) -> bool:
    return op.has_trait(ConstantLike) and isinstance(op.results[0].type, FunctionType)


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
    """Whether an operation for which there are these converters is converted; None for others.

    It is for `ConversionTarget.mark_unknown_op_dynamically_legal`.
    """

    def is_bufferized(op: Operation) -> bool | None:
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
            op.has_trait(ReturnLike) and isinstance(op.parent_op, FunctionOpInterface)
        ):
            return converter.is_legal_op(op)
        return None

    return is_bufferized


def populate_bufferize_materialization_legality(target: ConversionTarget) -> None:
    """Let `bufferization.to_tensor` and `to_buffer` stay."""
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
    """Add patterns that drop `bufferization.to_tensor` and `to_buffer`, for a last conversion."""
    patterns.add(_EliminateToTensor(converter), _EliminateToBuffer(converter))
