"""What the tests of conversions share: programs in generic form, small patterns, snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import bufferize
from bufferize.ir import (
    F32,
    F64,
    I32,
    I64,
    Builder,
    IntegerType,
    Location,
    Operation,
    Region,
    Type,
    UnregisteredOp,
    Value,
)
from bufferize.plugins import Context
from bufferize_conversion import (
    ConversionPattern,
    ConversionPatternRewriter,
    ConversionTarget,
    FunctionPattern,
    OpAdaptor,
    TypeConverter,
    apply_full_conversion,
    apply_partial_conversion,
)

Rewrite = Callable[[Operation, OpAdaptor, ConversionPatternRewriter], bool]


def context() -> Context:
    found = Context(["func", "cf", "arith", "scf"])
    found.allow_unregistered_dialects = True
    return found


def parsed(text: str) -> Operation:
    return bufferize.parse(text, context())


def target(
    legal: Iterable[str] = ("new", "func", "builtin", "cast"), illegal: Iterable[str] = ("old",)
) -> ConversionTarget:
    found = ConversionTarget()
    found.add_legal_dialect(*legal)
    found.add_illegal_dialect(*illegal)
    return found


def run(
    module: Operation,
    patterns: Sequence[ConversionPattern[Any]],
    goal: ConversionTarget | None = None,
    *,
    full: bool = False,
) -> None:
    apply = apply_full_conversion if full else apply_partial_conversion
    apply(module, goal or target(), patterns, context())


def converted(
    text: str,
    patterns: Sequence[ConversionPattern[Any]],
    goal: ConversionTarget | None = None,
    *,
    full: bool = False,
) -> str:
    module = parsed(text)
    run(module, patterns, goal, full=full)
    assert not bufferize.verify(module)
    return bufferize.print_module(module)


def shows(text: str, expected: str) -> None:
    """The body of a module, indented or not, is as expected."""
    found = [line.strip() for line in text.splitlines()]
    assert found[1:-1] == [line.strip() for line in expected.strip().splitlines()]


def made(
    name: str, operands: Iterable[Value], types: Iterable[Type], regions: int = 0
) -> UnregisteredOp:
    return UnregisteredOp.named(name, operands, types, regions=[Region() for _ in range(regions)])


def becomes(
    root: str, name: str, converter: TypeConverter | None = None, *, benefit: int = 1
) -> FunctionPattern:
    """Operations called `root` become `name`, with types converted, and with their regions."""

    def rewrite(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        types = converter.convert_types(op.result_types) if converter else op.result_types
        if types is None:
            return rewriter.match_failure("a result cannot be converted")
        operands = [value for values in adaptor.all_values for value in values]
        new = rewriter.insert(made(name, operands, types, len(op.regions)))
        for region, new_region in zip(op.regions, new.regions, strict=True):
            rewriter.inline_region_before(region, new_region)
            if converter and not rewriter.convert_region_types(new_region, converter):
                return False
        results = iter(new.results)
        replacements = []
        for result in op.results:
            count = len(converter.convert_type(result.type) or ()) if converter else 1
            replacements.append([next(results) for _ in range(count)])
        rewriter.replace_op(op, replacements)
        return True

    return FunctionPattern(rewrite, converter, root=root, benefit=benefit)


def pattern(
    rewrite: Rewrite, root: str | None = None, converter: TypeConverter | None = None
) -> FunctionPattern:
    return FunctionPattern(rewrite, converter, root=root)


def cast(builder: Builder, type: Type, inputs: Sequence[Value], location: Location) -> Value | None:
    return builder.insert(made("cast.cast", inputs, [type])).result


def numbers(*, materializes: bool = True) -> TypeConverter:
    """i64 becomes f64, i16 nothing, f32 two f64, i32 itself; i8 cannot be converted."""
    found = TypeConverter()
    found.add_conversion(Type, lambda type: type)
    table: dict[Type, Type | list[Type] | None] = {
        I64: F64,
        IntegerType(16): [],
        F32: [F64, F64],
        I32: I32,
        IntegerType(8): None,
    }
    found.add_conversion(Type, lambda type: table.get(type, NotImplemented))
    if materializes:
        found.add_source_materialization(Type, cast)
        found.add_target_materialization(Type, cast)
    return found
