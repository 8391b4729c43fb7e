"""Each error of the verifier: its text, its place and its notes."""

from __future__ import annotations

import time

import pytest

from bufferize import define as d
from bufferize.define import (
    ANY_TYPE,
    Dialect,
    GraphRegion,
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    Operation,
    SymbolTableTrait,
)
from bufferize.define.dialect_context import DialectContext
from bufferize.diagnostics import Diagnostic
from bufferize.ir import (
    F32,
    I32,
    AffineMap,
    AffineMapAttr,
    Block,
    DenseElementsAttr,
    FileLineColLoc,
    MemRefType,
    RankedTensorType,
    Region,
    SymbolTables,
    SymbolTrait,
    UnregisteredOp,
    Value,
    VectorType,
    verify,
)
from bufferize.ir.process import no_collection
from bufferize.syntax import parse_module

T = Dialect("t")


@T.op("module")
class TableOp(Operation):
    """Holds symbols."""

    __slots__ = ()
    body = d.region()
    traits = (GraphRegion(), IsolatedFromAbove(), NoTerminator(), SymbolTableTrait())


@T.op("func")
class FuncOp(Operation):
    """A symbol with control flow in it."""

    __slots__ = ()
    body = d.region()
    traits = (IsolatedFromAbove(), SymbolTrait())


@T.op("if")
class IfOp(Operation):
    """Two regions."""

    __slots__ = ()
    first = d.region()
    second = d.region()


@T.op("br")
class BranchOp(Operation):
    """A branch."""

    __slots__ = ()
    arguments = d.variadic_operand(ANY_TYPE)
    targets = d.variadic_successor()
    traits = (IsTerminator(),)


@T.op("end")
class EndOp(Operation):
    """A terminator."""

    __slots__ = ()
    values = d.variadic_operand(ANY_TYPE)
    traits = (IsTerminator(),)


@T.op("use")
class UseOp(Operation):
    """Uses values and a symbol."""

    __slots__ = ()
    values = d.variadic_operand(ANY_TYPE)

    def verify_op(self) -> None:
        if "wrong" in self.attributes:
            raise self.error("is wrong")

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        if "missing" in self.attributes:
            raise self.error("finds no symbol")


@T.op("def")
class DefOp(Operation):
    """Defines a value."""

    __slots__ = ()
    value = d.result(ANY_TYPE)


@T.op("counting")
class CountingOp(Operation):
    """Checks its region after the operations in it."""

    __slots__ = ()
    body = d.region()
    traits = (NoTerminator(),)

    def verify_regions(self) -> None:
        if self.body.blocks and self.body.blocks[0].num_ops != 1:
            raise self.error("expects one operation")


@T.op("looking")
class LookingOp(Operation):
    """Looks into the operations of its region, whether they are valid or not."""

    __slots__ = ()
    body = d.region()
    traits = (NoTerminator(),)

    def verify_op(self) -> None:
        assert all("wrong" not in op.attributes for op in self.body.entry.ops), "wrong"
        assert "stumbles" not in self.attributes, "stumbles"


def errors(text: str) -> list[str]:
    context = DialectContext({"t": T})
    context.allow_unregistered_dialects = True
    return [line for each in verify(parse_module(text, context, "f")) for line in shown(each)]


def shown(diagnostic: Diagnostic) -> list[str]:
    return [str(diagnostic), *[line for note in diagnostic.notes for line in shown(note)]]


def in_func(body: str) -> str:
    return f'"t.func"() ({{\n{body}\n}}) {{sym_name = "f"}} : () -> ()'


def test_a_valid_program_has_no_errors() -> None:
    assert not errors(
        in_func(
            """^bb0(%a: i32):
            %0 = "t.def"() : () -> i32
            "t.if"() ({
              "t.use"(%0, %a) : (i32, i32) -> ()
              "t.end"() : () -> ()
            }, {}) : () -> ()
            "t.br"()[^bb2, ^bb1] : () -> ()
            ^bb1:
            "t.br"(%0)[^bb2] : (i32) -> ()
            ^bb2:
            "t.end"(%0, %a) : (i32, i32) -> ()"""
        )
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            in_func("^bb0:"),
            ["f:1:1: error: empty block: expect at least a terminator"],
            id="empty block",
        ),
        pytest.param(
            in_func('  "t.use"() : () -> ()'),
            ["f:2:3: error: block with no terminator, has 't.use'"],
            id="no terminator",
        ),
        pytest.param(
            in_func('"t.def"() : () -> ()'),
            ["f:2:1: error: 't.def' op requires one result"],
            id="no terminator, but something invalid",
        ),
        pytest.param(
            in_func('"t.def"() : () -> ()\n"t.use"() : () -> ()'),
            [
                "f:2:1: error: 't.def' op requires one result",
                "f:3:1: error: block with no terminator, has 't.use'",
            ],
            id="no terminator, and something else that is invalid",
        ),
        pytest.param(
            in_func('"t.end"() : () -> ()\n"t.end"() : () -> ()'),
            ["f:2:1: error: 't.end' op must be the last operation in the parent block"],
            id="terminator in the middle",
        ),
        pytest.param(
            in_func('"x.br"()[^bb1] : () -> ()\n"t.end"() : () -> ()\n^bb1:\n"t.end"() : () -> ()'),
            ["f:2:1: error: operation with block successors must terminate its parent block"],
            id="branch in the middle",
        ),
        pytest.param(
            in_func('^bb0:\n"t.br"()[^bb0] : () -> ()'),
            ["f:1:1: error: entry block of region may not have predecessors"],
            id="branch to the entry",
        ),
        pytest.param(
            '"t.module"() ({\n"t.br"()[^bb1] : () -> ()\n^bb1:\n"t.end"() : () -> ()\n}) : () -> ()',
            [
                "f:1:1: error: 't.module' op expects graph region #0 to have 0 or 1 blocks",
                "f:1:1: error: 't.module' op Operations with a 'SymbolTable' must have exactly "
                "one block",
            ],
            id="graph region with control flow",
        ),
        pytest.param(
            in_func(
                '%0 = "t.def"() : () -> i32\n"t.use"(%1) : (i32) -> ()\n'
                '%1 = "t.def"() : () -> i32\n"t.end"() : () -> ()'
            ),
            [
                "f:3:1: error: operand #0 does not dominate this use",
                "f:4:6: note: operand defined here (op in the same block)",
            ],
            id="use before definition",
        ),
        pytest.param(
            in_func('%0 = "x.both"(%0) : (i32) -> i32\n"t.end"() : () -> ()'),
            [
                "f:2:6: error: operand #0 does not dominate this use",
                "f:2:6: note: operand defined here (op in the same block)",
            ],
            id="use of its own result",
        ),
        pytest.param(
            in_func(
                '"t.br"()[^bb1, ^bb2] : () -> ()\n^bb1:\n%0 = "t.def"() : () -> i32\n'
                '"t.end"() : () -> ()\n^bb2:\n"t.end"(%0) : (i32) -> ()'
            ),
            [
                "f:7:1: error: operand #0 does not dominate this use",
                "f:4:6: note: operand defined here (op in the same region)",
            ],
            id="definition on another path",
        ),
        pytest.param(
            in_func(
                '"t.br"()[^bb1, ^bb2] : () -> ()\n^bb1(%a: i32):\n"t.end"() : () -> ()\n'
                '^bb2:\n"t.end"(%a) : (i32) -> ()'
            ),
            [
                "f:6:1: error: operand #0 does not dominate this use",
                "f:1:1: note: operand defined as a block argument (block #1 in the same region)",
            ],
            id="argument of another block",
        ),
        pytest.param(
            in_func(
                '"t.if"() ({\n"t.use"(%0) : (i32) -> ()\n"t.end"() : () -> ()\n}, {}) '
                ': () -> ()\n%0 = "t.def"() : () -> i32\n"t.end"() : () -> ()'
            ),
            [
                "f:3:1: error: operand #0 does not dominate this use",
                "f:6:6: note: operand defined here (op in a parent region)",
            ],
            id="definition after the operation around the use",
        ),
        pytest.param(
            '%0 = "t.def"() : () -> i32\n"t.func"() ({\n"t.end"(%0) : (i32) -> ()\n}) '
            '{sym_name = "f"} : () -> ()',
            [
                "f:3:1: error: 't.end' op using value defined outside the region",
                "f:2:1: note: required by region isolation constraints",
            ],
            id="isolated region",
        ),
        pytest.param(
            '"t.module"() ({\n"t.func"() ({}) {sym_name = "f"} : () -> ()\n'
            '"t.func"() ({}) {sym_name = "f"} : () -> ()\n}) : () -> ()',
            [
                "f:3:1: error: redefinition of symbol named 'f'",
                "f:2:1: note: see existing symbol definition here",
            ],
            id="symbol twice",
        ),
        pytest.param(
            '"t.if"() ({\n"t.func"() ({}) {sym_name = "f"} : () -> ()\n"t.end"() : () -> ()\n}, {})'
            " : () -> ()",
            ["f:2:1: error: 't.func' op symbol's parent must have the SymbolTable trait"],
            id="symbol in no table",
        ),
        pytest.param(
            '"t.use"() {wrong} : () -> ()', ["f:1:1: error: 't.use' op is wrong"], id="verify_op"
        ),
        pytest.param(
            '"t.use"() {missing} : () -> ()',
            ["f:1:1: error: 't.use' op finds no symbol"],
            id="verify_symbol_uses",
        ),
        pytest.param(
            '"t.counting"() ({\n^bb0:\n}) : () -> ()',
            ["f:1:1: error: 't.counting' op expects one operation"],
            id="verify_regions",
        ),
        pytest.param(
            '"t.def"() : () -> ()',
            ["f:1:1: error: 't.def' op requires one result"],
            id="declaration",
        ),
    ],
)
def test_errors(text: str, expected: list[str]) -> None:
    assert errors(text) == expected


def test_all_errors_are_found_in_one_pass() -> None:
    text = '"t.use"() {wrong} : () -> ()\n"t.def"() : () -> ()\n"t.use"() {wrong} : () -> ()'
    assert [line.split(":")[1] for line in errors(text)] == ["1", "2", "3"]


def test_rules_on_regions_wait_for_the_operations_in_them() -> None:
    text = '"t.counting"() ({\n"t.def"() : () -> ()\n"t.def"() : () -> ()\n}) : () -> ()'
    assert len(errors(text)) == 2


def test_a_check_that_stumbles_over_an_invalid_operation_is_no_error_of_its_own() -> None:
    looking = '"t.looking"() ({"t.use"() {wrong} : () -> ()}) : () -> ()'
    assert errors(looking) == ["f:1:17: error: 't.use' op is wrong"]
    with pytest.raises(AssertionError, match="stumbles"):
        errors('"t.looking"() ({"t.use"() : () -> ()}) {stumbles} : () -> ()')


def test_graph_regions_and_unknown_operations_have_no_order() -> None:
    for holder in ("t.module", "x.unknown"):
        assert not errors(
            f'"{holder}"() ({{\n"t.use"(%0) : (i32) -> ()\n"t.if"() ({{\n'
            '"t.end"(%0) : (i32) -> ()\n}, {}) : () -> ()\n'
            '%0 = "t.def"() : () -> i32\n}) : () -> ()'
        )


def test_unreachable_blocks_may_use_anything() -> None:
    assert not errors(
        in_func(
            '"t.end"() : () -> ()\n^bb1:\n"t.end"(%0) : (i32) -> ()\n'
            '^bb2:\n%0 = "t.def"() : () -> i32\n"t.end"() : () -> ()'
        )
    )


def test_a_value_of_the_other_region_is_not_visible() -> None:
    context = DialectContext({"t": T})
    module = parse_module(
        in_func(
            '"t.if"() ({\n%0 = "t.def"() : () -> i32\n"t.end"() : () -> ()\n}, {\n'
            '"t.end"() : () -> ()\n}) : () -> ()\n"t.end"() : () -> ()'
        ),
        context,
        "f",
    )
    definition = next(op for op in module.walk() if isinstance(op, DefOp))
    use, end = (
        op
        for op in module.walk()
        if isinstance(op, EndOp) and op.parent_op is not None and op.parent is not definition.parent
    )
    use.set_operands([definition.result])
    end.set_operands([definition.result])
    assert [line for each in verify(module) for line in shown(each)] == [
        "f:6:1: error: operand #0 does not dominate this use",
        "f:3:6: note: operand defined here (op is neither in a parent nor in a child region)",
        "f:8:1: error: operand #0 does not dominate this use",
        "f:3:6: note: operand defined here (op in a child region)",
    ]


def test_a_branch_out_of_its_region() -> None:
    inner, outer = Block(), Block()
    branch = UnregisteredOp.named("x.br", successors=[outer], location=FileLineColLoc("f", 3, 1))
    inner.append(branch)
    holder = UnregisteredOp.named("x.r", regions=[Region([inner])])
    outer.append(holder)
    top = UnregisteredOp.named("x.top", regions=[Region([Block(), outer])])
    assert "f:3:1: error: 'x.br' op branching to block of a different region" in map(
        str, verify(top)
    )


@pytest.mark.parametrize(
    ("type", "message"),
    [
        (VectorType((0,), F32), "vector types must have positive constant sizes but got 0"),
        (
            MemRefType((2,), F32, AffineMapAttr(AffineMap.permutation([1, 0]))),
            "memref layout mismatch between rank and affine map: 1 != 2",
        ),
    ],
    ids=["vector", "memref"],
)
def test_types_keep_their_own_rules(type: VectorType, message: str) -> None:
    place = FileLineColLoc("f", 1, 1)
    op = UnregisteredOp.named("x.x", result_types=[type], location=place)
    assert list(map(str, verify(op))) == [f"f:1:1: error: 'x.x' op {message}"]
    block = Block([type])
    holder = UnregisteredOp.named("x.y", regions=[Region([block])], location=place)
    assert list(map(str, verify(holder))) == [f"f:1:1: error: {message}"]


def test_dense_data_has_the_size_of_its_type() -> None:
    value = DenseElementsAttr(RankedTensorType((2,), I32), b"\0" * 7)
    op = UnregisteredOp.named("x.x", attributes={"value": value})
    assert [each.message for each in verify(op)] == [
        "'x.x' op elements data of 'tensor<2xi32>' takes 8 bytes, but 7 are given"
    ]


def test_deep_nesting_is_no_problem() -> None:
    block = Block()
    for _ in range(500):
        holder = UnregisteredOp.named("x.x", regions=[Region([block])])
        block = Block()
        block.append(holder)
    assert not verify(holder)


@pytest.mark.slow
def test_time_is_linear() -> None:
    def seconds(count: int) -> float:
        block = Block([I32])
        value: Value = block.arguments[0]
        for _ in range(count):
            op = UnregisteredOp.named("x.x", operands=[value], result_types=[I32])
            block.append(op)
            value = op.results[0]
        top = UnregisteredOp.named("x.top", regions=[Region([block])])
        start = time.process_time()
        assert not verify(top)
        return time.process_time() - start

    seconds(1000)
    with no_collection():  # that takes longer the more there is
        small = min(seconds(20_000) for _ in range(3))
        assert min(seconds(200_000) for _ in range(2)) < 50 * small  # 100 if it were quadratic
