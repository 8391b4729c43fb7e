"""The evaluation of programs on tensors, which the search compares results with."""

from __future__ import annotations

import pytest

from bufferize import Context, parse
from tests.random_programs.evaluation import Undefined
from tests.random_programs.meaning import expected

T = "tensor<4xi32>"
START = f"""
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%c3 = arith.constant 3 : index
%k0 = arith.constant 0 : i32
%k9 = arith.constant 9 : i32
%yes = arith.constant true
%no = arith.constant false
%t = arith.constant dense<[1, 2, 3, 4]> : {T}
"""
SHOW = f"""
%v = vector.transfer_read %r[%c0], %k0 {{in_bounds = [true]}} : {T}, vector<4xi32>
vector.print %v : vector<4xi32>
"""
DROP = f"""
func.func private @drop(%d: {T}) {{
  bufferization.dealloc_tensor %d : {T}
  return
}}
"""
VECTOR = "%w = arith.constant dense<[7, 8]> : vector<2xi32>\n"


def shown(body: str, functions: str = "") -> str:
    text = f"{functions}\nfunc.func @main() {{\n{START}{body}\nreturn\n}}"
    return " ".join(expected(parse(text, Context())))


@pytest.mark.parametrize(
    ("body", "result"),
    [
        (f"%r = tensor.insert %k9 into %t[%c1] : {T}", "1 9 3 4"),
        (f"%r = linalg.fill ins(%k9 : i32) outs(%t : {T}) -> {T}", "9 9 9 9"),
        (
            f"%s = tensor.extract_slice %t[3] [2] [-2] : {T} to tensor<2xi32>\n"
            f"%r = tensor.insert_slice %s into %t[%c1] [2] [1] : tensor<2xi32> into {T}",
            "1 4 2 4",
        ),
        (f"%r = tensor.extract_slice %t[%c2] [4] [0] : {T} to {T}", "3 3 3 3"),
        (
            f"%s = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : {T} into tensor<2x2xi32>\n"
            "%u = tensor.extract_slice %s[1, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<2xi32>\n"
            f"%r = tensor.concat dim(0) %u, %u : (tensor<2xi32>, tensor<2xi32>) -> {T}",
            "3 4 3 4",
        ),
        (
            "%r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (3 - i)>], "
            f'iterator_types = ["parallel"]}} ins(%t : {T}) outs(%t : {T}) {{\n'
            "^bb0(%x: i32, %y: i32):\n%s = arith.addi %x, %x : i32\nlinalg.yield %s : i32\n}"
            f" -> {T}",
            "8 6 4 2",
        ),
        (
            "%e = tensor.empty() : tensor<2x4xi32>\n"
            f"%b = linalg.broadcast ins(%t : {T}) outs(%e : tensor<2x4xi32>) dimensions = [0]\n"
            f"%r = linalg.reduce {{arith.addi}} ins(%b : tensor<2x4xi32>) outs(%t : {T}) "
            "dimensions = [0]",
            "3 6 9 12",
        ),
        (
            f"%s = tensor.extract_slice %t[0] [2] [1] : {T} to tensor<2xi32>\n"
            "%r = tensor.pad %s low[1] high[1] {\n^bb0(%i: index):\ntensor.yield %k9 : i32\n}"
            f" : tensor<2xi32> to {T}",
            "9 1 2 9",
        ),
        (
            f"%r = tensor.generate {{\n^bb0(%i: index):\n%j = arith.subi %c3, %i : index\n"
            f"%x = tensor.extract %t[%j] : {T}\ntensor.yield %x : i32\n}} : {T}",
            "4 3 2 1",
        ),
        (VECTOR + f"%r = vector.transfer_write %w, %t[%c3] : vector<2xi32>, {T}", "1 2 3 7"),
        (
            VECTOR + "%m = vector.constant_mask [1] : vector<2xi1>\n"
            f"%r = vector.transfer_write %w, %t[%c1], %m : vector<2xi32>, {T}",
            "1 7 3 4",
        ),
        (
            "%w = arith.constant dense<5> : vector<[1]xi32>\n"
            f"%r = vector.transfer_write %w, %t[%c1] : vector<[1]xi32>, {T}",
            "1 5 5 4",
        ),
        (f"%u = tensor.empty() : {T}\n%r = arith.select %no, %u, %t : {T}", "1 2 3 4"),
        (f"%r = bufferization.alloc_tensor() copy(%t) : {T}", "1 2 3 4"),
    ],
)
def test_operations_on_tensors(body: str, result: str) -> None:
    assert shown(body + SHOW) == result


def test_vectors_are_transposed_and_repeated() -> None:
    body = (
        "%s = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>\n"
        "%a = vector.transfer_read %s[%c0, %c0], %k0 "
        "{permutation_map = affine_map<(i, j) -> (j, i)>} : tensor<2x2xi32>, vector<2x2xi32>\n"
        "%b = vector.transfer_read %s[%c1, %c0], %k9 "
        "{permutation_map = affine_map<(i, j) -> (0, i)>} : tensor<2x2xi32>, vector<2x2xi32>\n"
        "vector.print %a : vector<2x2xi32>\nvector.print %b : vector<2x2xi32>"
    )
    assert shown(body) == "1 3 2 4 3 9 3 9"


def test_tensors_of_vectors() -> None:
    type = "tensor<2xvector<2xi32>>"
    body = (
        VECTOR + "%z = arith.constant dense<1> : vector<2xi32>\n"
        f"%s = tensor.from_elements %z, %z : {type}\n"
        f"%u = vector.transfer_write %w, %s[%c1] : vector<2xi32>, {type}\n"
        f"%x = tensor.extract %u[%c1] : {type}\nvector.print %x : vector<2xi32>"
    )
    assert shown(body) == "7 8"


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("scf.for %i = %c0 to %c3 step %c2", 2),
        ("scf.for %i = %c3 to %c0 step %c2", 0),
        ("affine.for %i = 0 to 2", 2),
        ("affine.parallel (%i) = (0) to (2)", 2),
        ("scf.forall (%i, %j) in (2, 2)", 4),
    ],
)
def test_loops(line: str, runs: int) -> None:
    assert shown(f"{line} {{\nvector.print %k9 : i32\n}}") == " ".join(["9"] * runs)


@pytest.mark.parametrize(
    ("bounds", "runs"),
    [
        ("%i = %m to %k step %k : i32", 2),
        ("unsigned %i = %m to %k step %k : i32", 0),
        ("%i = %no to %yes step %yes : i1", 0),
        ("unsigned %i = %no to %yes step %yes : i1", 1),
    ],
)
def test_signs_of_bounds(bounds: str, runs: int) -> None:
    body = "%m = arith.constant -1 : i32\n%k = arith.constant 1 : i32\n"
    assert shown(f"{body}scf.for {bounds} {{\nvector.print %k9 : i32\n}}") == " ".join(["9"] * runs)


def test_threads_see_what_is_shared_as_it_was() -> None:
    body = f"""
%r = scf.forall (%i) in (2) shared_outs(%o = %t) -> ({T}) {{
  %w = tensor.insert %k9 into %o[%c3] : {T}
  %j = arith.subi %c1, %i : index
  %s = tensor.extract_slice %o[%j] [1] [1] : {T} to tensor<1xi32>
  scf.forall.in_parallel {{
    tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xi32> into {T}
  }}
}}
"""
    assert shown(body + SHOW) == "2 1 3 4"


def test_calls_branches_and_blocks() -> None:
    function = f"""
func.func private @f(%c: i1, %a: {T}, %n: index, %k: i32) -> {T} {{
  cf.cond_br %c, ^one, ^two(%a : {T})
^one:
  return %a : {T}
^two(%b: {T}):
  %d = tensor.insert %k into %b[%n] : {T}
  return %d : {T}
}}
"""
    call = f"func.call @f(%no, %t, %c2, %k9) : (i1, {T}, index, i32) -> {T}"
    body = f"""
%s = scf.if %yes -> ({T}) {{
  %a = {call}
  scf.yield %a : {T}
}} else {{
  scf.yield %t : {T}
}}
%n, %r = scf.while (%i = %c0, %x = %s) : (index, {T}) -> (index, {T}) {{
  %more = arith.cmpi ult, %i, %c2 : index
  scf.condition(%more) %i, %x : index, {T}
}} do {{
^bb0(%i: index, %x: {T}):
  %y = tensor.insert %k0 into %x[%i] : {T}
  %j = arith.addi %i, %c1 : index
  scf.yield %j, %y : index, {T}
}}
"""
    assert shown(body + SHOW, function) == "0 0 9 4"


@pytest.mark.parametrize(
    "body",
    [
        "%m = arith.constant -1 : i32\nscf.for unsigned %i = %k0 to %m step %k9 : i32 {\n}",
        f"%r = tensor.empty() : {T}" + SHOW,
        f"%x = tensor.extract %t[%c4] : {T}",
        f"%x = tensor.extract_slice %t[%c2] [3] [1] : {T} to tensor<3xi32>",
        f"%r = tensor.insert_slice %t into %t[0] [4] [0] : {T} into {T}",
        f"%v = vector.transfer_read %t[%c1], %k0 {{in_bounds = [true]}} : {T}, vector<4xi32>",
        "%e = tensor.empty() : tensor<i1>\n%x = tensor.extract %e[] : tensor<i1>\nscf.if %x {\n}",
        f"""%r = scf.forall (%i) in (2) shared_outs(%o = %t) -> ({T}) {{
  scf.forall.in_parallel {{
    tensor.parallel_insert_slice %t into %o[0] [4] [1] : {T} into {T}
  }}
}}""",
        f"""%own = bufferization.alloc_tensor() copy(%t) : {T}
scf.forall (%i) in (2) {{
  bufferization.dealloc_tensor %own : {T}
}}""",
        f"""%own = bufferization.alloc_tensor() copy(%t) : {T}
bufferization.dealloc_tensor %own : {T}
%r = linalg.map ins(%own : {T}) outs(%t : {T}) (%x: i32, %y: i32) {{
  linalg.yield %k9 : i32
}}""",
        f"""%own = bufferization.alloc_tensor() copy(%t) : {T}
func.call @drop(%own) : ({T}) -> ()
func.call @drop(%own) : ({T}) -> ()""",
        """%n = scf.while (%i = %c0) : (index) -> (index) {
  scf.condition(%yes) %i : index
} do {
^bb0(%i: index):
  scf.yield %i : index
}""",
    ],
)
def test_programs_without_meaning(body: str) -> None:
    with pytest.raises(Undefined):
        shown("%c4 = arith.constant 4 : index\n" + body, DROP)
