"""Random programs on tensors of 32-bit integers, of operations of all dialects, that print."""

from __future__ import annotations

import random

from tests.random_programs import steps
from tests.random_programs.maker import PARAMETER_TYPES, PARAMETERS, ROW, Maker, Steps
from tests.random_programs.nested_steps import NESTED

STEPS = Steps(steps.SIMPLE, NESTED, [steps.print_tensor], [steps.call])


def random_program(seed: int) -> str:
    """A module of two globals, a function, some that it calls, and `main`, which calls it."""
    program = Maker(random.Random(seed), STEPS).program("program")
    arguments, types = ", ".join(PARAMETERS), ", ".join(PARAMETER_TYPES)
    return f"""
ml_program.global private mutable @state(dense<[5, 6, 7, 8]> : {ROW}) : {ROW}
ml_program.global private @fixed(dense<[1, 2, 3, 4]> : {ROW}) : {ROW}
{program}
func.func @main() {{
  %n0 = arith.constant 0 : index
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n4 = arith.constant 4 : index
  %yes = arith.constant true
  %no = arith.constant false
  call @program({arguments}) : ({types}) -> ()
  return
}}
"""
