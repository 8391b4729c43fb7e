from __future__ import annotations

import pytest

from bufferize import Context, parse
from bufferize.interfaces import BranchOpInterface
from bufferize.ir import Operation
from bufferize_cf.ops_switch import SwitchOp

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
