"""Memory spaces and layouts through every operation, under combinations of the options.

Each program is made of a tensor in some memory space and one operation on it. A buffer never changes
its memory space by a cast: where two meet, contents are copied or the program is refused.
"""

from __future__ import annotations

import itertools
import re

import pytest

import bufferize
from bufferize import Context
from bufferize.diagnostics import DiagnosticError
from bufferize.ir.verifier import verify
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass
from bufferize_testing.reference import reference_outputs

# T is the tensor's type, E its encoding with a comma before it; %r is what is looked at in the end.
BODIES = {
    "insert": "%r = tensor.insert %f into %t[%i] : T",
    "conflict": "%x = tensor.insert %f into %t[%i] : T\n"
    "%y = tensor.extract %t[%i] : T\n"
    "%r = tensor.insert %y into %x[%i] : T",
    "copy": "%x = bufferization.alloc_tensor() copy(%t) : T\n%r = tensor.insert %f into %x[%i] : T",
    "copy elsewhere": "%x = bufferization.alloc_tensor() copy(%t) {memory_space = 9 : i64} : T\n"
    "%r = tensor.insert %f into %x[%i] : T",
    "for": "%r = scf.for %k = %i to %i step %i iter_args(%a = %t) -> (T) {\n"
    "  %x = tensor.insert %f into %a[%k] : T\n  scf.yield %x : T\n}",
    "for, new": "%r = scf.for %k = %i to %i step %i iter_args(%a = %t) -> (T) {\n"
    "  %x = bufferization.alloc_tensor() {memory_space = 3 : i64} : T\n"
    "  %y = tensor.insert %f into %x[%k] : T\n  scf.yield %y : T\n}",
    "while": "%r = scf.while (%a = %t) : (T) -> T {\n  scf.condition(%c) %a : T\n} do {\n"
    "^bb0(%b: T):\n  %x = tensor.insert %f into %b[%i] : T\n  scf.yield %x : T\n}",
    "if": "%r = scf.if %c -> (T) {\n  scf.yield %t : T\n} else {\n  scf.yield %u : T\n}",
    "index_switch": "%r = scf.index_switch %i -> T\ncase 1 {\n  scf.yield %t : T\n}\n"
    "default {\n  scf.yield %u : T\n}",
    "execute_region": "%r = scf.execute_region -> T {\n  scf.yield %t : T\n}",
    "forall": "%r = scf.forall (%k) in (%i) shared_outs(%o = %t) -> (T) {\n"
    "  %x = tensor.extract_slice %o[%k] [1] [1] : T to tensor<1xf32E>\n"
    "  %y = tensor.insert %f into %x[%i] : tensor<1xf32E>\n"
    "  scf.forall.in_parallel {\n"
    "    tensor.parallel_insert_slice %y into %o[%k] [1] [1] : tensor<1xf32E> into T\n  }\n}",
    "select": "%r = arith.select %c, %t, %u : T",
    "cast": "%x = tensor.cast %t : T to tensor<?xf32E>\n%r = tensor.cast %x : tensor<?xf32E> to T",
    "unranked cast": "%x = tensor.cast %t : T to tensor<*xf32>\n%r = tensor.cast %x : tensor<*xf32> to T",
    "reshapes": "%x = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : T into tensor<2x3xf32E>\n"
    "%r = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32E> into T",
    "collapse of a slice": "%w = tensor.expand_shape %t [[0, 1]] output_shape [2, 3] : T into tensor<2x3xf32E>\n"
    "%x = tensor.extract_slice %w[0, 0] [2, 2] [1, 1] : tensor<2x3xf32E> to tensor<2x2xf32E>\n"
    "%y = tensor.collapse_shape %x [[0, 1]] : tensor<2x2xf32E> into tensor<4xf32E>\n"
    "%z = tensor.extract %y[%i] : tensor<4xf32E>\n%r = tensor.insert %z into %t[%i] : T",
    "slices": "%x = tensor.extract_slice %t[%i] [2] [1] : T to tensor<2xf32E>\n"
    "%y = tensor.insert %f into %x[%i] : tensor<2xf32E>\n"
    "%r = tensor.insert_slice %y into %t[1] [2] [2] : tensor<2xf32E> into T",
    "pad": "%x = tensor.pad %t low[1] high[1] {\n^bb0(%k: index):\n  tensor.yield %f : f32\n}"
    " : T to tensor<8xf32E>\n%r = tensor.extract_slice %x[1] [6] [1] : tensor<8xf32E> to T",
    "concat": "%x = tensor.extract_slice %t[0] [3] [1] : T to tensor<3xf32E>\n"
    "%r = tensor.concat dim(0) %x, %x : (tensor<3xf32E>, tensor<3xf32E>) -> T",
    "generate": "%r = tensor.generate {\n^bb0(%k: index):\n  tensor.yield %f : f32\n} : T",
    "from_elements": "%r = tensor.from_elements %f, %f, %f, %f, %f, %f : T",
    "splat": "%r = tensor.splat %f : T",
    "empty": "%e = tensor.empty() : T\n%r = tensor.insert %f into %e[%i] : T",
    "constant": "%e = arith.constant dense<1.0> : T\n%r = tensor.insert %f into %e[%i] : T",
    "transfers": "%v = vector.transfer_read %t[%i], %f : T, vector<2xf32>\n"
    "%r = vector.transfer_write %v, %u[%i] : vector<2xf32>, T",
    "fill": "%r = linalg.fill ins(%f : f32) outs(%t : T) -> T",
    "copy op": "%r = linalg.copy ins(%t : T) outs(%u : T) -> T",
    "materialize": "%r = bufferization.materialize_in_destination %t in %u : (T, T) -> T",
    "unknown": '%x = "test.unknown"(%t) : (T) -> T\n%r = tensor.insert %f into %x[%i] : T',
}
SOURCES = {
    "argument": "%t = bufferization.to_tensor %m restrict writable : memref<6xf32> to T",
    "strided": "%t = bufferization.to_tensor %s restrict writable"
    " : memref<6xf32, strided<[?], offset: ?>, 5> to T",
    "allocated": "%t = bufferization.alloc_tensor() {memory_space = 3 : i64} : T",
}
ENCODINGS = ("", ', "a"')
ONLY_OURS = ("concat", "generate", "splat")
"""Programs that mlir-opt 22 does not implement for tensors whose encoding is a memory space."""
OPTIONS = [
    "",
    "must-infer-memory-space",
    "must-infer-memory-space copy-before-write unknown-type-conversion=identity-layout-map",
    "use-encoding-for-memory-space buffer-alignment=0",
    "use-encoding-for-memory-space copy-before-write",
    "use-encoding-for-memory-space allow-return-allocs-from-loops buffer-alignment=256 "
    "unknown-type-conversion=identity-layout-map",
]


def program(body: str, source: str, encoding: str) -> str:
    lines = f"{source}\n{body}".replace("tensor<*xf32E>", "tensor<*xf32>")
    text = re.sub(r"\bT\b", f"tensor<6xf32{encoding}>", lines).replace("E>", f"{encoding}>")
    type = f"tensor<6xf32{encoding}>"
    return f"""func.func @f(%m: memref<6xf32>, %s: memref<6xf32, strided<[?], offset: ?>, 5>, %c: i1, %f: f32, %i: index) -> f32 {{
%u = bufferization.alloc_tensor() {{memory_space = 3 : i64}} : {type}
{text}
%z = tensor.extract %r[%i] : {type}
return %z : f32
}}
"""


CONTEXT = Context()


def bufferized(text: str, options: str) -> str:
    context = CONTEXT
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    words = (word.partition("=") for word in f"allow-unknown-ops {options}".split())
    given = {name: [value] if value else [] for name, _, value in words}
    OneShotBufferizePass.from_options(given).run(module, context)
    assert not verify(module)  # among other things, no cast to another memory space
    return bufferize.print_module(module)


PROGRAMS = {
    f"{name}, {source}{encoding}": program(body, text, encoding)
    for (name, body), (source, text), encoding in itertools.product(
        BODIES.items(), SOURCES.items(), ENCODINGS
    )
}


@pytest.mark.reference
@pytest.mark.parametrize("options", OPTIONS)
def test_as_the_reference(options: str) -> None:
    wanted = reference_outputs(
        list(PROGRAMS.values()), f"--one-shot-bufferize=allow-unknown-ops {options}"
    )
    both: list[tuple[str, str, str]] = []
    for (name, text), want in zip(PROGRAMS.items(), wanted, strict=True):
        if want is None and name.startswith(ONLY_OURS) and "use-encoding" in options:
            assert 'memref<6xf32, "a">' in bufferized(text, options), name
        elif want is None:
            with pytest.raises(DiagnosticError):
                bufferized(text, options)
        else:
            both.append((name, want, bufferized(text, options)))
    assert both
    normal = ("--canonicalize", "--cse")
    left = reference_outputs([want for _, want, _ in both], *normal)
    right = reference_outputs([found for _, _, found in both], *normal)
    assert None not in left
    for (name, _, _), a, b in zip(both, left, right, strict=True):
        assert a == b, name


CALL = """
func.func private @callee(%t: tensor<6xf32>{attributes}) -> f32
func.func @f(%f: f32, %i: index) -> f32 {{
  %a = bufferization.alloc_tensor() {{memory_space = 3 : i64}} : tensor<6xf32>
  %b = tensor.insert %f into %a[%i] : tensor<6xf32>
  %c = call @callee(%b) : (tensor<6xf32>) -> f32
  return %c : f32
}}
"""


@pytest.mark.parametrize("layout", ["infer", "identity", "fully-dynamic"])
def test_a_boundary_of_another_memory_space_takes_a_copy(layout: str) -> None:
    """With a dynamic layout mlir-opt makes an invalid allocation of that very layout."""
    text = bufferized(
        CALL.format(attributes=""),
        f"bufferize-function-boundaries function-boundary-type-conversion={layout}-layout-map",
    )
    assert "memref.alloc() {alignment = 64 : i64} : memref<6xf32>\n" in text
    assert "memref.copy %alloc, %alloc_0 : memref<6xf32, 3> to memref<6xf32>" in text
    assert ("memref.cast %alloc_0" in text) == (layout != "identity")


def test_strides_that_nothing_tells_are_refused() -> None:
    attribute = " {bufferization.buffer_layout = affine_map<(d0)[s0] -> (d0 * 2 + s0)>}"
    with pytest.raises(DiagnosticError, match="nothing tells the strides that a new buffer would"):
        bufferized(CALL.format(attributes=attribute), "bufferize-function-boundaries")
