"""How the time of a dialect conversion grows with the number of operations.

    python benchmarks/conversion.py [FAMILY …] [--sizes 1000,4000,16000] [--at-most 1.25]

Each row is one family of programs whose operations are all converted, with their types: processor
seconds for each number of operations, of the conversion alone in this process, and the growth
exponent over all sizes (1 is linear, 2 is quadratic).
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections.abc import Callable

import bufferize
from bufferize.ir import I32, I64, IntegerType, Operation, Region, Type, UnregisteredOp
from bufferize_conversion import (
    BufferizeTypeConverter,
    ConversionPatternRewriter,
    ConversionTarget,
    FunctionPattern,
    OpAdaptor,
    RewritePatternSet,
    apply_partial_conversion,
    bufferize_op_legality,
    populate_with_bufferize_op_conversion_patterns,
)


def function(body: list[str], last: str = "return") -> str:
    """Return a function of an i32 and a condition."""
    lines = "\n".join([*body, last])
    return f"func.func @f(%x: i32, %c: i1) {{\n{lines}\n}}\n"


def straight(n: int) -> str:
    """Operations that each use the one before."""
    return function(
        ['%v0 = "old.op"(%x) : (i32) -> i32']
        + [f'%v{i} = "old.op"(%v{i - 1}) : (i32) -> i32' for i in range(1, n)]
    )


def one_value(n: int) -> str:
    """Operations that all use the same value."""
    return function(['"old.op"(%x) : (i32) -> i32'] * n)


def half_converted(n: int) -> str:
    """Operations of which every other one stays, with casts between it and the next."""
    body = ['%v0 = "old.op"(%x) : (i32) -> i32']
    for i in range(1, n):
        body.append(f'%v{i} = "{("old", "kept")[i % 2]}.op"(%v{i - 1}) : (i32) -> i32')
    return function(body)


def from_the_end(n: int) -> str:
    """Blocks in reverse order, so that uses come before definitions."""
    body = [f"cf.br ^bb{n}(%x : i32)"]
    for i in range(1, n):
        body += [f"^bb{i}(%a{i}: i32):", f'%v{i} = "old.op"(%a{i}, %v{i + 1}) : (i32, i32) -> i32']
        body += [f"cf.br ^bb{i - 1}(%v{i} : i32)" if i > 1 else "return"]
    body += [f"^bb{n}(%a{n}: i32):", f'%v{n} = "old.op"(%a{n}, %x) : (i32, i32) -> i32']
    return function(body, f"cf.br ^bb{n - 1}(%v{n} : i32)")


def nested(n: int) -> str:
    """Nests of eight regions with eight operations each."""
    body = []
    for _ in range(n // 16):
        for depth in range(8):
            body += ['"old.loop"(%x) ({', f"^bb0(%i{depth}: i32):"]
        body += ['"old.op"(%i7) : (i32) -> i32'] * 8
        body += ["}) : (i32) -> ()"] * 8
    return function(body)


def in_a_region(n: int) -> str:
    """Operations in one region, which is moved."""
    body = ['"old.op"(%i) : (i32) -> i32'] * n
    return function(['"old.loop"(%x) ({', "^bb0(%i: i32):", *body, "}) : (i32) -> ()"])


def to_the_end(n: int) -> str:
    """A chain of blocks, each of which may branch to the last one."""
    body = ["cf.br ^bb0\n^bb0:"]
    for i in range(n):
        body += [f'%v{i} = "old.op"(%x) : (i32) -> i32']
        body += [f"cf.cond_br %c, ^end(%v{i} : i32), ^bb{i + 1}", f"^bb{i + 1}:"]
    return function([*body, "cf.br ^end(%x : i32)", "^end(%r: i32):"])


def functions(n: int) -> str:
    """Functions that each call the one before."""
    body = ["func.func @f0(%x: i32) -> i32 { return %x : i32 }"]
    for i in range(1, n):
        body.append(
            f"func.func @f{i}(%x: i32) -> i32 {{\n%y = call @f{i - 1}(%x) : (i32) -> i32\n"
            "return %y : i32 }"
        )
    return "\n".join(body)


def in_many_steps(n: int) -> str:
    """Operations that are converted in three steps, after other patterns were tried and rolled
    back."""
    return function(['"slow.a"(%x) : (i32) -> i32'] * n)


FAMILIES: dict[str, Callable[[int], str]] = {
    f.__name__: f
    for f in (
        straight,
        one_value,
        half_converted,
        from_the_end,
        nested,
        in_a_region,
        to_the_end,
        functions,
        in_many_steps,
    )
}


def renamed(op: Operation, operands: object, name: str, types: tuple[Type, ...]) -> UnregisteredOp:
    """Return an operation like `op`, without its regions' contents."""
    return UnregisteredOp.named(name, operands, types, regions=[Region() for _ in op.regions])  # type: ignore[arg-type]


def convert(module: Operation, context: bufferize.Context) -> None:
    """Convert all `old` and `slow` operations, and i32 to i64."""
    converter = BufferizeTypeConverter()
    converter.add_conversion(IntegerType, lambda type: I64 if type is I32 else type)

    def cast(builder, type, inputs, location):  # type: ignore[no-untyped-def]
        return builder.insert(UnregisteredOp.named("new.cast", inputs, (type,))).result

    converter.add_source_materialization(IntegerType, cast)
    converter.add_target_materialization(IntegerType, cast)

    def rename(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
        types = converter.convert_types(op.result_types)
        if op.dialect_name != "old" or types is None:
            return False
        new = renamed(op, adaptor.operands, f"new{op.name[3:]}", types)
        rewriter.insert(new)
        for old_region, region in zip(op.regions, new.regions, strict=True):
            rewriter.inline_region_before(old_region, region)
            if not rewriter.convert_region_types(region, converter):
                return False
        rewriter.replace_op(op, new)
        return True

    def step(name: str, to: str, benefit: int) -> FunctionPattern:
        def rewrite(op: Operation, adaptor: OpAdaptor, rewriter: ConversionPatternRewriter) -> bool:
            types = converter.convert_types(op.result_types)
            assert types is not None
            rewriter.replace_op(op, rewriter.insert(renamed(op, adaptor.operands, to, types)))
            return True

        return FunctionPattern(rewrite, converter, root=name, benefit=benefit)

    target = ConversionTarget()
    target.add_legal_dialect("new")
    target.add_illegal_dialect("old", "slow")
    target.mark_unknown_op_dynamically_legal(bufferize_op_legality(converter))
    patterns = RewritePatternSet([FunctionPattern(rename, converter)])
    for name, to, benefit in (("a", "x", 2), ("a", "b", 1), ("b", "x", 2), ("b", "c", 1)):
        patterns.add(step(f"slow.{name}", f"slow.{to}", benefit))
    patterns.add(step("slow.c", "new.c", 1))
    populate_with_bufferize_op_conversion_patterns(converter, patterns)
    apply_partial_conversion(module, target, patterns, context, verify=False)


def seconds(text: str) -> float:
    """Return the processor seconds of the conversion."""
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    gc.collect()
    gc.disable()
    start = time.process_time()
    convert(module, context)
    spent = time.process_time() - start
    gc.enable()
    return spent


def main() -> int:
    """Print one row per family; the exit status is 1 if an exponent is above --at-most."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("families", nargs="*", default=list(FAMILIES), metavar="FAMILY")
    parser.add_argument("--sizes", default="1000,4000,16000")
    parser.add_argument("--at-most", type=float, default=math.inf)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    worst = 0.0
    seconds(straight(1))  # loads what all of them need
    for family in options.families:
        spent = [seconds(FAMILIES[family](size)) for size in sizes]
        exponent = math.log(spent[-1] / spent[0]) / math.log(sizes[-1] / sizes[0])
        worst = max(worst, exponent)
        row = "  ".join(f"{size}: {t:.2f} s" for size, t in zip(sizes, spent, strict=True))
        print(f"{family:16} {row}  (growth {exponent:.2f})", flush=True)
    return 0 if worst <= options.at_most else 1


if __name__ == "__main__":
    sys.exit(main())
