from __future__ import annotations

import pytest

import bufferize
from bufferize import Context, parse
from bufferize.interfaces import BranchOpInterface
from bufferize.ir import Operation
from bufferize_cf.ops import SwitchOp

TEXT = """
func.func @f(%c: i1, %a: i8, %b: i16) {
  cf.cond_br %c, ^bb1(%a : i8), ^bb2(%b, %a : i16, i8)
^bb1(%0: i8):
  cf.br ^bb2(%b, %0 : i16, i8)
^bb2(%1: i16, %2: i8):
  cf.switch %2 : i8, [
    default: ^bb1(%2 : i8),
    1: ^bb3,
    -1: ^bb2(%1, %2 : i16, i8)
  ]
^bb3:
  return
}
"""


@pytest.fixture(scope="module")
def ops() -> dict[str, Operation]:
    return {op.name: op for op in parse(TEXT, Context()).walk()}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cf.br", [[0, 1]]),
        ("cf.cond_br", [[1], [2, 3]]),
        ("cf.switch", [[1], [], [2, 3]]),
    ],
)
def test_successor_operands(
    name: str, expected: list[list[int]], ops: dict[str, Operation]
) -> None:
    branch = ops[name]
    assert isinstance(branch, BranchOpInterface)
    found = [
        [operand.index for operand in branch.successor_operands(i)]
        for i in range(len(branch.successors))
    ]
    assert found == expected


def test_branch_operands_become_arguments(ops: dict[str, Operation]) -> None:
    branch = ops["cf.cond_br"]
    assert isinstance(branch, BranchOpInterface)
    target = branch.successors[1]
    assert branch.successor_block_argument(branch.op_operands[3]) is target.arguments[1]
    assert branch.successor_block_argument(branch.op_operands[0]) is None


def test_case_numbers(ops: dict[str, Operation]) -> None:
    switch = ops["cf.switch"]
    assert isinstance(switch, SwitchOp)
    assert switch.case_numbers() == [1, -1]
    assert switch.default_destination is switch.successors[0]
    assert len(switch.case_destinations) == 2


def test_other_values_are_passed_to_a_successor() -> None:
    """Their number may change, and the sizes that say which belong where with it."""
    context = Context(["func", "cf"])
    module = bufferize.parse(
        """
        func.func @f(%c: i1, %n: i32, %x: f32, %y: i64) {
          cf.cond_br %c, ^one(%x : f32), ^two
        ^one(%a: f32):
          cf.switch %n : i32, [default: ^two, 1: ^one(%x : f32), 2: ^one(%a : f32)]
        ^two:
          cf.br ^three(%x : f32)
        ^three(%b: f32):
          func.return
        }
        """,
        context,
    )
    branches = [op for op in module.walk() if isinstance(op, BranchOpInterface)]
    function = module.regions[0].entry.first_op
    assert function is not None
    _, _, x, y = function.regions[0].entry.arguments
    for branch, index in ((branches[0], 0), (branches[1], 1), (branches[1], 2), (branches[2], 0)):
        branch.set_successor_operands(index, [y, x])
    one, three = (branches[0].successors[0], branches[2].successors[0])
    for block in (one, three):
        block.insert_argument(0, y.type)
    assert not bufferize.verify(module)
    text = bufferize.print_module(module)
    assert "cf.cond_br %arg0, ^bb1(%arg3, %arg2 : i64, f32), ^bb2" in text
    assert "1: ^bb1(%arg3, %arg2 : i64, f32)," in text
    assert "2: ^bb1(%arg3, %arg2 : i64, f32)" in text
    branches[1].set_successor_operands(1, [])
    assert branches[1].successor_operands(1) == []
    assert [use.value for use in branches[1].successor_operands(2)] == [y, x]
