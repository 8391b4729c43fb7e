from __future__ import annotations

import pytest

from bufferize.diagnostics import PassError
from bufferize_transforms.passes import CanonicalizePass, CSEPass
from core.tests.passes.rewriting import REFERENCE, apply, body, reference


def test_what_is_dead_goes_with_what_only_it_used() -> None:
    text = """
      func.func @f(%a: i32) {
        %0 = arith.addi %a, %a : i32
        %1 = arith.muli %0, %0 : i32
        %2 = tensor.from_elements %1 : tensor<1xi32>
        return
      }
    """
    assert body(text, CanonicalizePass()) == ["return"]


@pytest.mark.parametrize(
    "op",
    [
        '"x.unknown"() : () -> ()',
        '%0 = "x.unknown"() : () -> i32',
        "memref.store %a, %m[%i] : memref<4xi32>",
        "memref.copy %m, %n : memref<4xi32> to memref<4xi32>",
        "memref.dealloc %m : memref<4xi32>",
        "call @g() : () -> ()",
        "scf.if %c {\n memref.store %a, %m[%i] : memref<4xi32>\n}",
    ],
)
def test_what_has_effects_stays(op: str) -> None:
    text = f"""
      func.func private @g()
      func.func @f(%a: i32, %m: memref<4xi32>, %n: memref<4xi32>, %i: index, %c: i1) {{
        {op}
        return
      }}
    """
    name = op.split("=")[-1].split("(")[0].split()[0].strip('"')
    assert name in apply(text, CanonicalizePass(), CSEPass())


def test_a_buffer_that_is_used_stays() -> None:
    text = """
      func.func @f(%a: i32, %i: index) -> i32 {
        %m = memref.alloc() : memref<4xi32>
        memref.store %a, %m[%i] : memref<4xi32>
        %0 = memref.load %m[%i] : memref<4xi32>
        memref.dealloc %m : memref<4xi32>
        return %0 : i32
      }
    """
    assert len(body(text, CanonicalizePass(), CSEPass())) == 5


@pytest.mark.parametrize("kind", ["alloc", "alloca"])
def test_a_buffer_that_is_only_stored_to_goes(kind: str) -> None:
    text = f"""
      func.func @f(%a: i32, %i: index, %n: index, %x: memref<4xi32>) {{
        %m = memref.{kind}(%n) : memref<?xi32>
        memref.store %a, %m[%i] : memref<?xi32>
        scf.for %k = %i to %n step %n {{
          memref.store %a, %m[%k] {{nontemporal = true}} : memref<?xi32>
        }}
        %inner = memref.alloc() : memref<4xi32>
        %outer = memref.{kind}() : memref<1xmemref<4xi32>>
        memref.store %inner, %outer[%i] : memref<1xmemref<4xi32>>
        memref.store %x, %outer[%i] : memref<1xmemref<4xi32>>
        memref.dealloc %inner : memref<4xi32>
        return
      }}
    """
    assert body(text, CanonicalizePass()) == ["return"]


@pytest.mark.parametrize(
    "use",
    [
        "memref.copy %x, %m : memref<4xi32> to memref<4xi32>",
        "linalg.fill ins(%a : i32) outs(%m : memref<4xi32>)",
        "memref.store %m, %t[%i] : memref<1xmemref<4xi32>>",
        "%0 = memref.atomic_rmw addi %a, %m[%i] : (i32, memref<4xi32>) -> i32",
        "affine.store %a, %m[0] : memref<4xi32>",
    ],
)
def test_a_buffer_that_something_else_writes_stays(use: str) -> None:
    text = f"""
      func.func @f(%a: i32, %i: index, %x: memref<4xi32>, %t: memref<1xmemref<4xi32>>) {{
        %m = memref.alloc() : memref<4xi32>
        memref.store %a, %m[%i] : memref<4xi32>
        {use}
        return
      }}
    """
    assert "memref.alloc" in apply(text, CanonicalizePass())


def test_the_pattern_of_dead_buffers_has_the_name_of_the_operation() -> None:
    text = """
      func.func @f(%a: i32, %i: index) {
        %m = memref.alloc() : memref<4xi32>
        memref.store %a, %m[%i] : memref<4xi32>
        return
      }
    """
    assert "memref.alloc" in apply(text, CanonicalizePass(disable_patterns=("memref.alloc",)))
    assert body(text, CanonicalizePass(enable_patterns=("memref.alloc",))) == ["return"]


def test_symbols_stay() -> None:
    text = 'func.func private @g()\nmemref.global "private" @m : memref<4xi32>\n'
    out = apply(text, CanonicalizePass())
    assert "@g" in out
    assert "@m" in out


def test_a_round_trip_through_a_tensor() -> None:
    text = """
      func.func @f(%m: memref<4xi32>) -> memref<4xi32> {
        %t = bufferization.to_tensor %m restrict writable : memref<4xi32> to tensor<4xi32>
        %b = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
        return %b : memref<4xi32>
      }
    """
    assert body(text, CanonicalizePass()) == ["return %arg0 : memref<4xi32>"]


def test_a_load_from_the_buffer_of_a_tensor_stays() -> None:
    """mlir-opt 22 extracts the element from the tensor, which has not got what was stored."""
    text = """
      func.func @f(%t: tensor<4xi32>, %i: index, %x: i32) -> i32 {
        %b = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
        memref.store %x, %b[%i] : memref<4xi32>
        %v = memref.load %b[%i] : memref<4xi32>
        return %v : i32
      }
    """
    assert body(text, CanonicalizePass())[-2:] == [
        "%1 = memref.load %0[%arg1] : memref<4xi32>",
        "return %1 : i32",
    ]


def test_a_copy_onto_itself() -> None:
    text = """
      func.func @f(%m: memref<4xi32>) {
        memref.copy %m, %m : memref<4xi32> to memref<4xi32>
        return
      }
    """
    assert body(text, CanonicalizePass()) == ["return"]


def test_dead_ops_in_all_blocks_and_regions() -> None:
    text = """
      func.func @f(%c: i1, %a: i32) {
        cf.cond_br %c, ^bb1, ^bb2
      ^bb1:
        %0 = arith.addi %a, %a : i32
        cf.br ^bb2
      ^bb2:
        "x.y"() ({
          %1 = arith.addi %a, %a : i32
          "x.end"() : () -> ()
        }) : () -> ()
        return
      }
    """
    assert "arith.addi" not in apply(text, CanonicalizePass())


def test_a_loop_that_does_nothing_goes() -> None:
    text = """
      func.func @f(%n: index) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        scf.for %i = %c0 to %n step %c1 {
          %0 = arith.addi %i, %i : index
        }
        return
      }
    """
    assert body(text, CanonicalizePass()) == ["return"]


@pytest.mark.parametrize("name", ["alloc", "alloca"])
@pytest.mark.parametrize(
    ("sizes", "type", "new"),
    [
        ("(%c4)", "memref<?xf32>", "() {a} : memref<4xf32>"),
        ("(%n, %c4)", "memref<?x2x?xf32, 3>", "(%arg0) {a} : memref<?x2x4xf32, 3>"),
        ("(%c0)", "memref<?xf32>", "() {a} : memref<0xf32>"),
        (
            "(%c4)[%n]",
            "memref<?x2xf32, strided<[?, 1]>>",
            "()[%arg0] {a} : memref<4x2xf32, strided<[?, 1]>>",
        ),
        ("(%n)", "memref<?xf32>", None),
        ("(%minus)", "memref<?xf32>", None),
    ],
)
def test_constant_extents_of_allocations(name: str, sizes: str, type: str, new: str | None) -> None:
    text = f"""
      func.func @f(%n: index) {{
        %c4 = arith.constant 4 : index
        %c0 = arith.constant 0 : index
        %minus = arith.constant -1 : index
        %m = memref.{name}{sizes} {{alignment = 8 : i64, mine}} : {type}
        "x.use"(%m) : ({type}) -> ()
        return
      }}
    """
    *_, alloc, last, use, _ = ["", *body(text, CanonicalizePass())]
    assert use.endswith(f": ({type}) -> ()")
    if new is None:
        assert last.endswith(f"{{alignment = 8 : i64, mine}} : {type}")
    else:
        new = new.format(a="{alignment = 8 : i64, mine}")
        assert alloc == f"%{name} = memref.{name}{new}"
        assert last.startswith(f"%cast = memref.cast %{name} : ")


@pytest.mark.parametrize("top_down", [True, False])
def test_extents_of_known_extents_are_known(top_down: bool) -> None:
    text = """
      func.func @f(%i: index) -> memref<?xf32> {
        %c0 = arith.constant 0 : index
        %c4 = arith.constant 4 : index
        %a = memref.alloc(%c4) : memref<?xf32>
        %d = memref.dim %a, %c0 : memref<?xf32>
        %b = memref.alloc(%d) : memref<?xf32>
        memref.copy %a, %b : memref<?xf32> to memref<?xf32>
        %e = memref.dim %b, %i : memref<?xf32>
        %g = memref.alloc(%e) : memref<?xf32>
        memref.copy %b, %g : memref<?xf32> to memref<?xf32>
        return %g : memref<?xf32>
      }
    """
    assert body(text, CanonicalizePass(top_down=top_down))[-7:] == [
        "%alloc = memref.alloc() : memref<4xf32>",
        "%alloc_0 = memref.alloc() : memref<4xf32>",
        "memref.copy %alloc, %alloc_0 : memref<4xf32> to memref<4xf32>",
        "%dim = memref.dim %alloc_0, %arg0 : memref<4xf32>",
        "%alloc_1 = memref.alloc(%dim) : memref<?xf32>",
        "memref.copy %alloc_0, %alloc_1 : memref<4xf32> to memref<?xf32>",
        "return %alloc_1 : memref<?xf32>",
    ]


def test_an_allocation_that_the_program_frees_stays_one() -> None:
    text = """
      func.func @f() {
        %c4 = arith.constant 4 : index
        %m = memref.alloc(%c4) {bufferization.manual_deallocation} : memref<?xf32>
        "x.use"(%m) : (memref<?xf32>) -> ()
        memref.dealloc %m {bufferization.manual_deallocation} : memref<?xf32>
        return
      }
    """
    assert "memref.alloc() {bufferization.manual_deallocation}" in apply(text, CanonicalizePass())


@pytest.mark.parametrize("top_down", [True, False])
def test_a_cast_that_only_casts_used_goes(top_down: bool) -> None:
    text = """
      func.func @f(%m: memref<4xf32>) -> (memref<*xf32>, memref<4xf32>) {
        %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
        %1 = memref.cast %0 : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
        %2 = memref.cast %1 : memref<?xf32, strided<[?], offset: ?>> to memref<*xf32>
        %3 = memref.cast %0 : memref<?xf32> to memref<4xf32>
        return %2, %3 : memref<*xf32>, memref<4xf32>
      }
    """
    assert body(text, CanonicalizePass(top_down=top_down)) == [
        "%cast = memref.cast %arg0 : memref<4xf32> to memref<*xf32>",
        "return %cast, %arg0 : memref<*xf32>, memref<4xf32>",
    ]


DEAD = """
  func.func @f(%a: i32) {
    %0 = arith.addi %a, %a : i32
    %1 = arith.muli %0, %0 : i32
    return
  }
"""


def test_a_limit_on_rewrites() -> None:
    assert len(body(DEAD, CanonicalizePass(max_num_rewrites=0))) == 3
    assert len(body(DEAD, CanonicalizePass(max_num_rewrites=1))) == 2
    with pytest.raises(PassError, match="did not converge within 1 rewrites"):
        apply(DEAD, CanonicalizePass(max_num_rewrites=1, test_convergence=True))


@pytest.mark.parametrize(
    "options",
    [
        {"top-down": ["false"]},
        {"test-convergence": []},
        {"region-simplify": ["aggressive"], "max-iterations": ["1"]},
    ],
)
def test_options_of_mlir_opt(options: dict[str, list[str]]) -> None:
    assert body(DEAD, CanonicalizePass.from_options(options)) == ["return"]


PROGRAMS = [
    """
      func.func @f(%c: i1, %a: i32) -> i32 {
        %0 = arith.addi %a, %a : i32
        cf.cond_br %c, ^bb1, ^bb2
      ^bb1:
        %1 = arith.addi %a, %a : i32
        "x.y"(%1) : (i32) -> ()
        cf.br ^bb3(%1 : i32)
      ^bb2:
        %2 = arith.muli %a, %a : i32
        cf.br ^bb3(%2 : i32)
      ^bb3(%3: i32):
        %4 = arith.muli %a, %a : i32
        %5 = arith.addi %3, %4 : i32
        %6 = arith.addi %5, %0 : i32
        return %6 : i32
      }
    """,
    """
      func.func @f(%c: i1, %t: tensor<?xf32>, %i: index, %x: f32) -> (f32, tensor<?xf32>) {
        %r:2 = scf.if %c -> (f32, tensor<?xf32>) {
          %0 = tensor.extract %t[%i] : tensor<?xf32>
          %1 = tensor.insert %x into %t[%i] : tensor<?xf32>
          scf.yield %0, %1 : f32, tensor<?xf32>
        } else {
          %0 = tensor.extract %t[%i] : tensor<?xf32>
          %1 = tensor.extract %t[%i] : tensor<?xf32>
          %2 = arith.addf %0, %1 : f32
          scf.yield %2, %t : f32, tensor<?xf32>
        }
        return %r#0, %r#1 : f32, tensor<?xf32>
      }
    """,
    """
      func.func @f(%m: memref<4xf32>, %i: index, %x: f32) -> (f32, f32) {
        %0 = memref.load %m[%i] : memref<4xf32>
        %1 = memref.load %m[%i] : memref<4xf32>
        memref.store %x, %m[%i] : memref<4xf32>
        %2 = memref.load %m[%i] : memref<4xf32>
        %3 = arith.addf %0, %1 : f32
        return %3, %2 : f32, f32
      }
    """,
    """
      func.func @f(%n: index, %x: f32) -> (memref<?x?xf32>, memref<*xf32>) {
        %c4 = arith.constant 4 : index
        %a = memref.alloc(%n, %c4) {alignment = 64 : i64} : memref<?x?xf32>
        memref.store %x, %a[%n, %n] : memref<?x?xf32>
        %b = memref.alloca(%c4, %c4) : memref<?x?xf32>
        %0 = memref.cast %b : memref<?x?xf32> to memref<?x4xf32>
        %1 = memref.cast %0 : memref<?x4xf32> to memref<*xf32>
        return %a, %1 : memref<?x?xf32>, memref<*xf32>
      }
    """,
]


@pytest.mark.reference
@pytest.mark.skipif(REFERENCE is None, reason="mlir-opt-22 is not installed")
@pytest.mark.parametrize("text", PROGRAMS)
def test_the_reference_gets_to_the_same_from_here(text: str) -> None:
    ours = apply(text, CanonicalizePass(), CSEPass())
    assert reference(ours) == reference(text)
