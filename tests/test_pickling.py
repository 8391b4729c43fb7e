"""Modules survive pickling and deep copies exactly, down to the order of uses."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Block, BlockArgument, Operation, Region, UnregisteredOp, Value
from bufferize.syntax import PrintOptions

FILES = sorted((Path(__file__).parent / "filecheck").glob("*.mlir"))[::3]
EXACT = PrintOptions(generic=True, debuginfo=True)
CHAIN = 5_000
COPIES: dict[str, Callable[[Operation], Operation]] = {
    "pickle": lambda op: pickle.loads(pickle.dumps(op)),
    "old protocol": lambda op: pickle.loads(pickle.dumps(op, 2)),
    "deepcopy": copy.deepcopy,
}


def read(text: str) -> tuple[Operation, bufferize.Context]:
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    context.handlers.append(lambda _: None)
    return bufferize.parse(text, context), context


def values_of(module: Operation) -> list[Value]:
    values: list[Value] = []
    for op in module.walk():
        values += op.results
        for region in op.regions:
            for block in region.blocks:
                values += block.arguments
    return values


def shape(module: Operation) -> list[object]:
    """Return everything about an operation that its text does not show."""
    numbers = {op: number for number, op in enumerate(module.walk())}
    blocks = [b for op in numbers for region in op.regions for b in region.blocks]
    return [
        [type(op) for op in numbers],
        [[(numbers[use.owner], use.index) for use in v.uses] for v in values_of(module)],
        [v.name_hint for v in values_of(module)],
        [[(numbers[op], count) for op, count in block.branches.items()] for block in blocks],
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_programs(path: Path) -> None:
    try:
        module, context = read(path.read_text())
    except DiagnosticError:
        pytest.skip("invalid on purpose")
    for make in COPIES.values():
        again = make(module)
        assert again is not module
        assert bufferize.print_module(again, EXACT) == bufferize.print_module(module, EXACT)
        assert shape(again) == shape(module)
        assert type(again) is type(module)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    results = []
    for each in (module, again):
        try:
            bufferize.one_shot_bufferize(each, options, context)
            results.append(bufferize.print_module(each))
        except DiagnosticError as problem:
            results.append(str(problem))
    assert results[0] == results[1]


def chain(length: int) -> str:
    lines = [f'%{i + 1} = "x.next"(%{i}) : (i32) -> i32' for i in range(length)]
    return "\n".join(['%0 = "x.first"() : () -> i32', *lines])


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_long_and_deep_modules(make: Callable[[Operation], Operation]) -> None:
    deep = '"x.op"() ({\n' * 150 + '"x.leaf"() : () -> ()\n' + "}) : () -> ()\n" * 150
    for text in (chain(CHAIN), deep):
        module, _ = read(text)
        assert bufferize.print_module(make(module)) == bufferize.print_module(module)


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_parts_keep_what_is_around_them(make: Callable[[object], object]) -> None:
    module, _ = read(
        '"x.op"() ({ ^bb0(%a: i32):\n %b = "x.two"(%a, %a) : (i32, i32) -> i32 }) : () -> ()'
    )
    op = module.regions[0].entry.terminator
    block = op.regions[0].entry
    inner = block.terminator
    parts = (
        inner,
        inner.results[0],
        block.arguments[0],
        inner.op_operands[1],
        block,
        op.regions[0],
    )
    copies = make(parts)
    assert isinstance(copies, tuple)
    new, result, argument, operand, new_block, region = copies
    assert isinstance(new, UnregisteredOp)
    assert new is not inner
    assert new.name == "x.two"
    assert result is new.results[0]
    assert isinstance(argument, BlockArgument)
    assert operand is new.op_operands[1]
    assert new.operands == (argument, argument)
    assert new.parent is new_block is argument.owner
    assert new_block.parent is region
    assert bufferize.print_module(new.outermost) == bufferize.print_module(module)


@pytest.mark.parametrize("make", COPIES.values(), ids=COPIES)
def test_blocks_and_regions_without_an_operation(make: Callable[[object], object]) -> None:
    module, _ = read(chain(3))
    region = module.regions[0]
    block = region.blocks.pop()
    block.parent = None
    copied = make(block)
    assert isinstance(copied, Block)
    assert [op.name for op in copied.ops] == ["x.first"] + ["x.next"] * 3
    assert copied.parent is None
    holder = Region([copied])
    again = make(holder)
    assert isinstance(again, Region)
    assert [op.name for op in again.walk()] == ["x.first"] + ["x.next"] * 3
    op = make(copied.terminator)
    assert isinstance(op, Operation)
    assert op.parent_region is not holder


def test_what_is_outside_cannot_be_pickled() -> None:
    module, _ = read(chain(2))
    last = module.regions[0].entry.terminator
    last.detach()
    message = r"cannot pickle 'x.next': operand #0 is defined outside of what is pickled"
    with pytest.raises(pickle.PicklingError, match=message):
        pickle.dumps(last)
    pickle.dumps(module)


def test_another_process_reads_it(tmp_path: Path) -> None:
    """Also one that has not made the classes of these ops yet."""
    text = (
        "func.func @f(%m: memref<4xf32>, %v: f32) {\n"
        "  linalg.fill ins(%v : f32) outs(%m : memref<4xf32>)\n  return\n}"
    )
    module, _ = read(text)
    (tmp_path / "module").write_bytes(pickle.dumps(module))
    code = (
        "import pickle, sys, bufferize\n"
        "module = pickle.load(open(sys.argv[1], 'rb'))\n"
        "print(bufferize.print_module(module), end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "module"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == bufferize.print_module(module)
