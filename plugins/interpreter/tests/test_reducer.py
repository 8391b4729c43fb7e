"""Programs become as small as what is looked for, and stay valid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from bufferize import Context, parse, print_module, verify
from bufferize.ir import Operation
from bufferize_interpreter.reducer import Reducer, reduce


@pytest.fixture
def context() -> Context:
    made = Context()
    made.allow_unregistered_dialects = True
    return made


def smallest(text: str, context: Context, interesting: Callable[[str], bool]) -> str:
    module = parse(text, context)
    found = reduce(module, lambda some: interesting(print_module(some)))
    assert not verify(found)
    assert print_module(module) == print_module(parse(text, context)), "it is left alone"
    return print_module(found)


def has(*parts: str) -> Callable[[str], bool]:
    return lambda text: all(part in text for part in parts)


def test_what_is_not_looked_for_goes(context: Context) -> None:
    text = """
    memref.global "private" @unused : memref<4xf32> = dense<1.0>
    func.func private @other(%x: f32) -> f32 {
      return %x : f32
    }
    func.func @f(%x: f32, %y: f32) -> f32 attributes {of.no = "interest"} {
      %a = arith.addf %x, %y : f32
      %b = "here.it_is"(%a) : (f32) -> f32
      %c = func.call @other(%b) : (f32) -> f32
      return %c : f32
    }"""
    assert (
        smallest(text, context, has("here.it_is"))
        == """\
module {
  func.func @f(%arg0: f32) {
    %0 = "here.it_is"(%arg0) : (f32) -> f32
    return
  }
}
"""
    )


def test_regions_are_unwrapped_and_calls_inlined(context: Context) -> None:
    text = """
    func.func private @callee(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<4xf32> {
        %q = arith.cmpi eq, %i, %n : index
        %s = scf.if %q -> tensor<4xf32> {
          %u = "here.it_is"(%t) : (tensor<4xf32>) -> tensor<4xf32>
          scf.yield %u : tensor<4xf32>
        } else {
          scf.yield %t : tensor<4xf32>
        }
        scf.yield %s : tensor<4xf32>
      }
      return %r : tensor<4xf32>
    }
    func.func @f(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
      %r = func.call @callee(%x, %n) : (tensor<4xf32>, index) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }"""
    found = smallest(text, context, has("here.it_is", "return %"))
    assert found.count("\n") == 6
    assert "scf" not in found
    assert "call @" not in found


def test_loops_lose_what_they_carry(context: Context) -> None:
    text = """
    func.func @f(%x: f32, %y: f32, %n: index) -> (f32, f32) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
        %s = "here.it_is"(%b) : (f32) -> f32
        scf.yield %a, %s : f32, f32
      }
      return %r#0, %r#1 : f32, f32
    }"""
    found = smallest(text, context, has("here.it_is", "scf.for", "iter_args"))
    assert "iter_args(%arg3 = %arg0) -> (f32)" in found
    assert "return\n" in found


def test_branches_lose_successors_and_blocks(context: Context) -> None:
    text = """
    func.func @f(%c: i1, %x: f32) -> f32 {
      cf.cond_br %c, ^one(%x : f32), ^two
    ^one(%a: f32):
      "here.it_is"() : () -> ()
      cf.br ^three(%a : f32)
    ^two:
      "not.this"() : () -> ()
      cf.br ^three(%x : f32)
    ^three(%b: f32):
      return %b : f32
    }"""
    assert (
        smallest(text, context, has("here.it_is"))
        == """\
module {
  func.func @f() {
    "here.it_is"() : () -> ()
    return
  }
}
"""
    )


def test_data_becomes_zeros(context: Context) -> None:
    text = """
    func.func @f() -> (tensor<3xf32>, tensor<2xi8>) {
      %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
      %b = arith.constant dense_resource<there> : tensor<2xi8>
      return %a, %b : tensor<3xf32>, tensor<2xi8>
    }
    {-# dialect_resources: { builtin: { there: "0x040000000102" } } #-}"""
    found = smallest(text, context, lambda text: text.count("arith.constant") == 2)
    assert "dense<0.000000e+00> : tensor<3xf32>" in found
    assert "dense<0> : tensor<2xi8>" in found


def test_several_candidates_at_once(context: Context) -> None:
    lines = "\n".join(f'"op.n{number}"() : () -> ()' for number in range(40))
    module = parse(f"func.func @f() {{\n{lines}\nreturn\n}}", context)
    sizes: list[int] = []

    def first_of(some: Sequence[Operation]) -> int | None:
        sizes.append(len(some))
        found = [
            all(name in print_module(one) for name in ('"op.n3"', '"op.n17"', '"op.n31"'))
            for one in some
        ]
        return found.index(True) if True in found else None

    reducer = Reducer(module, first_of, together=4)
    assert sum(1 for _ in reducer.run().walk()) == 6
    assert max(sizes) == 4
    assert reducer.tried == sum(sizes) < 150


def program(random: Random) -> str:
    """Operations that use each other, in branches and loops."""
    lines = ["func.func @f(%c: i1, %n: index, %v0: f32) -> f32 {"]
    values = ["%v0"]
    depth: list[tuple[int, list[str]]] = []
    for number in range(1, 41):
        choice = random.random()
        if choice < 0.15 and len(depth) < 3:
            lines.append(f"%w{number} = scf.if %c -> f32 {{")
            depth.append((number, list(values)))
        elif choice < 0.3 and depth:
            opened, outer = depth.pop()
            last = values[-1]
            lines += [f"scf.yield {last} : f32", "} else {", f"scf.yield {outer[-1]} : f32", "}"]
            values = [*outer, f"%w{opened}"]
        else:
            a, b = random.choice(values), random.choice(values)
            lines.append(f'%v{number} = "op.n{number}"({a}, {b}) : (f32, f32) -> f32')
            values.append(f"%v{number}")
    while depth:
        opened, outer = depth.pop()
        lines += [
            f"scf.yield {values[-1]} : f32",
            "} else {",
            f"scf.yield {outer[-1]} : f32",
            "}",
        ]
        values = [*outer, f"%w{opened}"]
    return "\n".join([*lines, f"return {values[-1]} : f32", "}"])


@pytest.mark.parametrize("seed", range(10))
def test_what_is_left_is_what_is_looked_for(seed: int, context: Context) -> None:
    random = Random(seed)
    text = program(random)
    names = sorted({word for word in text.split('"') if word.startswith("op.n")})
    wanted = random.sample(names, 3)
    found = smallest(text, context, has(*(f'"{name}"' for name in wanted)))
    left = [word for word in found.split('"') if word.startswith("op.n")]
    assert sorted(left) == sorted(wanted)
    assert "scf" not in found
