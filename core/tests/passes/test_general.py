from __future__ import annotations

import pytest

from bufferize.diagnostics import OptionError, PassError
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module
from bufferize_testing import reference_outputs
from bufferize_tools.printing import PrintIRPass
from bufferize_transforms.passes import (
    CanonicalizePass,
    InlinerPass,
    LoopInvariantCodeMotionPass,
    SymbolDCEPass,
)
from core.tests.passes.rewriting import apply, body

# No loop is known to run, and nothing that mlir-opt moves may be out of bounds. Here, other than there,
# what may be leaves only loops that surely run, as everything else does that is unsafe to execute.
LOOP = """
func.func @loop(%m: memref<4xf32>, %n: index, %x: index, %y: index, %t: tensor<4xf32>, %c: i1,
                %e: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    affine.for %j = 0 to %n {
      %a = arith.addi %x, %y : index
      %b = arith.muli %a, %i : index
      %d = arith.divui %x, %y : index
      %d2 = arith.ceildivsi %x, %c1 : index
      %l = memref.load %m[%x] : memref<4xf32>
      %ex = tensor.extract %t[%c1] : tensor<4xf32>
      %em = tensor.empty() : tensor<4xf32>
      %dim = tensor.dim %t, %x : tensor<4xf32>
      %dim2 = tensor.dim %t, %c0 : tensor<4xf32>
      %al = memref.alloc() : memref<4xf32>
      %if = scf.if %c -> index {
         %q = arith.addi %x, %x : index
         scf.yield %q : index
      } else {
         scf.yield %y : index
      }
      %if2 = scf.if %c -> index {
         %q = arith.addi %x, %j : index
         scf.yield %q : index
      } else {
         scf.yield %y : index
      }
      %if3 = scf.if %c -> index {
         %q = arith.divsi %x, %y : index
         scf.yield %q : index
      } else {
         scf.yield %y : index
      }
      %for = scf.for %k = %c0 to %x step %c1 iter_args(%z = %y) -> index {
         %q = arith.addi %z, %k : index
         scf.yield %q : index
      }
      %for2 = scf.for %k = %c0 to %x step %x iter_args(%z = %y) -> index {
         %q = arith.addi %z, %k : index
         scf.yield %q : index
      }
      %f0 = linalg.fill ins(%e : f32) outs(%em : tensor<4xf32>) -> tensor<4xf32>
      linalg.fill ins(%e : f32) outs(%m : memref<4xf32>)
      %v = vector.transfer_read %t[%c0], %e : tensor<4xf32>, vector<2xf32>
      %w = vector.transfer_read %m[%x], %e : memref<4xf32>, vector<2xf32>
      "test.use"(%a) : (index) -> ()
    }
  }
  return
}
"""
SYMBOLS = """
func.func private @used()
func.func private @dead()
func.func private @dead_as_well() { func.call @dead() : () -> () return }
func.func private @itself() { func.call @itself() : () -> () return }
func.func @public() { call @used() : () -> () return }
memref.global "private" constant @g : memref<2xf32> = dense<1.0>
memref.global "private" constant @h : memref<2xf32> = dense<1.0>
func.func @h_user() -> memref<2xf32> {
  %0 = memref.get_global @h : memref<2xf32>
  return %0 : memref<2xf32>
}
module @inner {
  func.func private @x()
  func.func nested @y()
  func.func nested @outside()
  func.func @z() { return }
}
module attributes {sym_visibility = "private", sym_name = "hidden"} {
  func.func @z() { return }
}
module @other attributes {sym_visibility = "private"} {
  func.func nested @x()
  func.func nested @k()
}
"test.x"() {f = [@other::@x, @inner::@outside]} : () -> ()
module {
  func.func private @zz()
  func.func nested @yy()
  func.func @qq() { return }
}
"""
CALLS = """
func.func private @load(%m: memref<4xf32>, %i: index) -> f32 {
  %v = memref.load %m[%i] : memref<4xf32>
  return %v : f32
}
func.func private @once(%i: index) -> index {
  %0 = arith.addi %i, %i : index
  return %0 : index
}
func.func private @region(%i: index) -> index {
  %0 = scf.execute_region -> index {
    cf.br ^x
  ^x:
    scf.yield %i : index
  }
  return %0 : index
}
func.func @blocks(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %m : memref<4xf32>
^b:
  %0 = memref.alloc() : memref<4xf32>
  return %0 : memref<4xf32>
}
func.func private @copy(%m: memref<4xf32>, %c: i1) -> (memref<4xf32>, i1) {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  %1 = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%0 : memref<4xf32>)
  return %0, %1 : memref<4xf32>, i1
}
func.func private @external(f32)
func.func private @unused_external()
func.func private @unused() { return }
func.func private @kept(%f: f32) -> f32 attributes {no_inline} { return %f : f32 }
func.func private @unregistered() { "unknown.x"() : () -> () return }
func.func private @value() { return }
func.func private @endless(%i: index) -> index {
  cf.br ^a
^a:
  cf.br ^a
}
func.func @caller(%c: i1, %m: memref<4xf32>, %i: index) -> (f32, memref<4xf32>, index) {
  %0 = call @load(%m, %i) : (memref<4xf32>, index) -> f32
  call @external(%0) : (f32) -> ()
  %q = call @kept(%0) : (f32) -> f32
  %1 = scf.if %c -> memref<4xf32> {
    %2 = func.call @blocks(%c, %m) : (i1, memref<4xf32>) -> memref<4xf32>
    scf.yield %2 : memref<4xf32>
  } else {
    scf.yield %m : memref<4xf32>
  }
  %3 = call @blocks(%c, %1) : (i1, memref<4xf32>) -> memref<4xf32>
  %4 = call @blocks(%c, %3) : (i1, memref<4xf32>) -> memref<4xf32>
  %f = call @load(%m, %i) {no_inline} : (memref<4xf32>, index) -> f32
  %k = call @once(%i) : (index) -> index
  %d:2 = call @copy(%4, %c) : (memref<4xf32>, i1) -> (memref<4xf32>, i1)
  %l = call @region(%k) : (index) -> index
  call @unregistered() : () -> ()
  %fn = constant @value : () -> ()
  call_indirect %fn() : () -> ()
  return %f, %d#0, %l : f32, memref<4xf32>, index
}
func.func @ends_never(%i: index) -> index {
  %0 = call @endless(%i) : (index) -> index
  return %0 : index
}
module {
  func.func private @in() { return }
  func.func @inner() {
    call @in() : () -> ()
    return
  }
}
"""


def ours(text: str, pipeline: str) -> str:
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse_module(text, context)
    pipeline_from_text(pipeline, context).run(module, context)
    return print_module(module)


@pytest.mark.reference
@pytest.mark.parametrize(
    ("text", "name"),
    [
        (LOOP, "loop-invariant-code-motion"),
        (SYMBOLS, "symbol-dce"),
        (CALLS, "inline{default-pipeline=}"),
        (CALLS, "inline{inlining-threshold=20 default-pipeline=}"),
    ],
)
def test_the_reference_gives_the_same(text: str, name: str) -> None:
    pipeline = f"builtin.module({name})"
    (theirs,) = reference_outputs([text], f"--pass-pipeline={pipeline}")
    assert theirs is not None
    assert ours(text, pipeline).strip() == theirs.strip()


@pytest.mark.reference
def test_symbols_of_a_nested_module_that_others_see() -> None:
    pipeline = "builtin.module(builtin.module(symbol-dce))"
    (theirs,) = reference_outputs([SYMBOLS], f"--pass-pipeline={pipeline}")
    assert theirs is not None
    assert ours(SYMBOLS, pipeline).strip() == theirs.strip()


def test_invariants_leave_all_loops_that_do_not_change_them() -> None:
    text = """
      func.func @f(%n: index, %x: i32) {
        %c1 = arith.constant 1 : index
        scf.for %i = %c1 to %n step %c1 {
          scf.for %j = %c1 to %n step %c1 {
            %a = arith.addi %x, %x : i32
            %b = arith.muli %a, %a : i32
            %c = arith.addi %i, %i : index
            "test.use"(%b, %c) : (i32, index) -> ()
          }
        }
        return
      }
    """
    lines = [line.split(" = ")[-1] for line in body(text, LoopInvariantCodeMotionPass())]
    assert lines == [
        "arith.constant 1 : index",
        "arith.addi %arg1, %arg1 : i32",
        "arith.muli %0, %0 : i32",
        "%c1 to %arg0 step %c1 {",
        "arith.addi %arg2, %arg2 : index",
        "%c1 to %arg0 step %c1 {",
        '"test.use"(%1, %2) : (i32, index) -> ()',
        "}",
        "}",
        "return",
    ]


def test_a_long_chain_of_private_functions_becomes_one() -> None:
    """Bodies that nobody else needs are moved: with copies this would take hours."""
    number = 3000
    text = "func.func private @f0(%x: i32) -> i32 {\n return %x : i32\n}\n"
    for i in range(1, number):
        text += (
            f"func.func private @f{i}(%x: i32) -> i32 {{\n %0 = call @f{i - 1}(%x) : (i32) -> i32\n"
            " %1 = arith.muli %0, %x : i32\n return %1 : i32\n}\n"
        )
    text += (
        f"func.func @top(%x: i32) -> i32 {{\n %0 = call @f{number - 1}(%x) : (i32) -> i32\n"
        " return %0 : i32\n}\n"
    )
    out = ours(text, "builtin.module(inline{default-pipeline=''})")
    assert out.count("func.func") == 1
    assert out.count("arith.muli") == number - 1


def test_functions_that_call_each_other_stay() -> None:
    text = """
      func.func private @a(%i: i32) -> i32 {
        %0 = call @b(%i) : (i32) -> i32
        return %0 : i32
      }
      func.func private @b(%i: i32) -> i32 {
        %0 = call @a(%i) : (i32) -> i32
        return %0 : i32
      }
      func.func @top(%i: i32) -> i32 {
        %0 = call @a(%i) : (i32) -> i32
        return %0 : i32
      }
    """
    assert apply(text, InlinerPass()).count("call") == 3


def test_a_function_that_returns_something_else_than_its_call_gives_stays() -> None:
    text = """
      async.func @g(%a: f32) -> (!async.token, !async.value<f32>) {
        return %a : f32
      }
      func.func @f(%a: f32) -> !async.value<f32> {
        %r:2 = async.call @g(%a) : (f32) -> (!async.token, !async.value<f32>)
        return %r#1 : !async.value<f32>
      }
    """
    assert "async.call @g" in ours(text, "builtin.module(inline)")


def test_what_is_inlined_is_simplified_as_asked() -> None:
    text = """
      func.func private @twice(%i: i32) -> i32 {
        %0 = arith.addi %i, %i : i32
        %1 = arith.addi %i, %i : i32
        %2 = arith.muli %0, %1 : i32
        return %2 : i32
      }
      func.func @top(%i: i32) -> i32 {
        %0 = call @twice(%i) : (i32) -> i32
        return %0 : i32
      }
    """
    assert apply(text, InlinerPass()).count("arith.addi") == 2
    assert apply(text, InlinerPass(default_pipeline=("canonicalize", "cse"))).count("addi") == 1
    assert apply(text, InlinerPass(op_pipelines=("func.func(cse)",))).count("addi") == 1
    with pytest.raises(OptionError, match="in a pipeline of 'inline': no pass is called 'nothing'"):
        apply(text, InlinerPass(default_pipeline=("nothing",)))


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (SymbolDCEPass(), "'func.func' op has no symbols of its own"),
        (InlinerPass(), "'func.func' op has no functions of its own to inline"),
    ],
)
def test_passes_on_symbols_need_some(step: SymbolDCEPass | InlinerPass, message: str) -> None:
    context = Context()
    module = parse_module("func.func @f() { return }", context)
    (function,) = module.regions[0].blocks[0].ops
    with pytest.raises(PassError, match=message):
        step.run(function, context)


def test_an_unknown_region_may_use_any_symbol() -> None:
    text = 'func.func private @g()\n"test.x"() ({ "test.y"() {a = @g} : () -> () }) : () -> ()'
    with pytest.raises(PassError, match="'test.x' may have symbols of its own"):
        apply(text, SymbolDCEPass())


def test_a_program_is_printed_on_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    text = "func.func @f() {\n  return\n}\n"
    apply(text, PrintIRPass(label="before"), PrintIRPass())
    module = "module {\n  func.func @f() {\n    return\n  }\n}\n"
    dumps = (" before", "")
    expected = "".join(f"// -----// IR Dump{name} //----- //\n{module}" for name in dumps)
    assert capsys.readouterr().err == expected


COPY_AND_CHOICE = """
  func.func @f(%m: memref<4xf32>, %c: i1) -> memref<4xf32> {
    memref.copy %m, %m : memref<4xf32> to memref<4xf32>
    %0 = scf.if %c -> memref<4xf32> {
      "test.x"() : () -> ()
      scf.yield %m : memref<4xf32>
    } else {
      scf.yield %m : memref<4xf32>
    }
    return %0 : memref<4xf32>
  }
"""


@pytest.mark.parametrize(
    ("step", "copies", "yields"),
    [
        (CanonicalizePass(), 0, 0),
        (CanonicalizePass(disable_patterns=("memref.copy",)), 1, 0),
        (CanonicalizePass(enable_patterns=("memref.copy",)), 0, 2),
        (CanonicalizePass(enable_patterns=("scf.if",), disable_patterns=("scf.if",)), 1, 2),
    ],
)
def test_canonical_forms_that_are_left_out(
    step: CanonicalizePass, copies: int, yields: int
) -> None:
    out = apply(COPY_AND_CHOICE, step)
    assert (out.count("memref.copy"), out.count("scf.yield")) == (copies, yields)


@pytest.mark.parametrize("label", ["FoldSelfCopy", "memref.get_global", "a.b"])
def test_a_canonical_form_that_there_is_not(label: str) -> None:
    with pytest.warns(UserWarning, match=f"canonicalize has no pattern called '{label}'"):
        apply(COPY_AND_CHOICE, CanonicalizePass(enable_patterns=(label,)))
