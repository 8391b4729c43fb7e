"""Passes of bufferize as passes of xDSL."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from xdsl.context import Context as XdslContext
from xdsl.dialects.bufferization import ToBufferOp, ToTensorOp
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func
from xdsl.dialects.tensor import Tensor
from xdsl.parser import Parser
from xdsl.passes import PassPipeline, get_pass_option_infos
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.test_value import create_ssa_value

import bufferize
from bufferize.diagnostics import OptionError
from bufferize_xdsl import BufferizationFailed, conversions, pass_class, to_bufferize
from bufferize_xdsl.universe import PASSES, UNIVERSE, passes_beside
from plugins.xdsl.tests.downstream import ACCEL, ScaleOp
from plugins.xdsl.tests.modules import ROOT, context, generic, xdsl_context, xdsl_text
from plugins.xdsl.tests.test_attributes import Secret

PROGRAM = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8xf32>, index, f32) -> (tensor<8xf32>, f32), sym_name = "f"}> ({
  ^bb0(%t: tensor<8xf32>, %i: index, %v: f32):
    %sum = "arith.addf"(%v, %v) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %0 = "tensor.insert"(%sum, %t, %i) : (f32, tensor<8xf32>, index) -> tensor<8xf32>
    %1 = "tensor.extract"(%t, %i) : (tensor<8xf32>, index) -> f32
    "func.return"(%0, %1) : (tensor<8xf32>, f32) -> ()
  }) : () -> ()
}) : () -> ()
"""


def module_of(text: str = PROGRAM) -> tuple[XdslContext, ModuleOp]:
    """Return a program in a context with the downstream dialect."""
    found = xdsl_context().clone()
    found.load_dialect(ACCEL)
    return found, Parser(found, text).parse_module()


def run(pipeline: str, text: str = PROGRAM) -> ModuleOp:
    """Return a program after passes."""
    theirs, module = module_of(text)
    PassPipeline.parse_spec(UNIVERSE.all_passes, pipeline).apply(theirs, module)
    module.verify()
    return module


def test_the_result_is_that_of_bufferize_opt() -> None:
    found = run("one-shot-bufferize{bufferize-function-boundaries}")
    module = bufferize.parse(PROGRAM, context())
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    bufferize.one_shot_bufferize(module, options, context())
    assert generic(to_bufferize(found, context())) == generic(module)


def test_several_passes() -> None:
    text = xdsl_text(
        run(
            "one-shot-bufferize{bufferize-function-boundaries=true},"
            "drop-equivalent-buffer-results,"
            "buffer-results-to-out-params{modify-public-functions hoist-static-allocs=1},buffer-deallocation-pipeline"
        )
    )
    assert "memref<8xf32>) -> f32, sym_name" in text
    assert "memref.alloc" not in text
    assert "bufferization." not in text


@pytest.mark.parametrize("name", PASSES)
def test_every_pass_runs_and_has_the_options_of_bufferize_opt(name: str) -> None:
    found = UNIVERSE.all_passes[name]()
    assert found.name == name
    assert found.__doc__
    names = {info.name for info in get_pass_option_infos(found)}
    ours = context().pass_class(name)
    assert ours is not None
    made = found()
    assert made.pipeline_pass_spec().parameters == {}
    assert {n.replace("-", "_") for n in ours.from_options({}).to_options()} <= names
    if name != "finalizing-bufferize":  # which finds tensors
        run(f"{name}{{bufferize-function-boundaries}}" if name == "one-shot-bufferize" else name)


@pytest.mark.parametrize(
    "options",
    [
        "bufferize-function-boundaries",
        "bufferize-function-boundaries=1",
        "bufferize-function-boundaries=true",
        'function-boundary-type-conversion="identity-layout-map" allow-unknown-ops',
        "function-boundary-type-conversion=identity-layout-map allow-unknown-ops",
        "dialect-filter=tensor,bufferization",
        "buffer-alignment=16 no-analysis-func-filter=f",
    ],
)
def test_options_are_spelled_as_in_mlir_opt(options: str) -> None:
    (made,) = PassPipeline.parse_spec(
        UNIVERSE.all_passes, f"one-shot-bufferize{{{options}}}"
    ).passes
    # As text, in the form that xDSL gives it, and back.
    (again,) = PassPipeline.parse_spec(UNIVERSE.all_passes, str(made)).passes
    assert made == again != pass_class("one-shot-bufferize")()


def test_options_in_python() -> None:
    one_shot: Any = pass_class("one-shot-bufferize")
    theirs, module = module_of()
    one_shot(bufferize_function_boundaries=True, buffer_alignment=16).apply(theirs, module)
    assert "alignment = 16" in xdsl_text(module)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("bufferize-function-boundarie", "has no option 'bufferize-function-boundarie'"),
        ("buffer-alignment=x", "option 'buffer-alignment' takes an integer, not 'x'"),
        ("function-boundary-type-conversion=a", "takes one of infer-layout-map, "),
    ],
)
def test_wrong_options(options: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        PassPipeline.parse_spec(UNIVERSE.all_passes, f"one-shot-bufferize{{{options}}}")


def test_a_pass_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="no pass is called 'one-shot'; there are: "):
        pass_class("one-shot")


def test_what_is_still_there_is_the_same_object() -> None:
    theirs, module = module_of()
    (function,) = module.ops
    before = {op.name: op for op in module.walk()}
    total = before["arith.addf"].results[0]
    one_shot: Any = pass_class("one-shot-bufferize")
    one_shot(bufferize_function_boundaries=True).apply(theirs, module)
    module.verify()
    after = {op.name: op for op in module.walk()}
    for name in ("builtin.module", "func.func", "arith.addf"):
        assert after[name] is before[name]
    (again,) = module.ops
    assert again is function
    assert after["arith.addf"].results[0] is total
    assert total.name_hint == "sum"
    # No erased operation uses a value that still exists.
    used = {use.operation for op in module.walk() for result in op.results for use in result.uses}
    assert used <= set(module.walk())


def _failing(text: str, **options: Any) -> str:
    """Return why a program is refused, and check that it is unchanged."""
    theirs, module = module_of(text)
    return _refused(theirs, module, **options)


def _refused(theirs: XdslContext, module: ModuleOp, **options: Any) -> str:
    objects = list(module.walk())
    uses = [[list(result.uses) for result in op.results] for op in objects]
    one_shot: Any = pass_class("one-shot-bufferize")
    with pytest.raises(BufferizationFailed) as caught:
        one_shot(**options).apply(theirs, module)
    assert list(module.walk()) == objects
    assert [[list(result.uses) for result in op.results] for op in objects] == uses
    assert all(diagnostic.op in objects for diagnostic in caught.value.diagnostics)
    return str(caught.value)


def test_an_op_without_a_model() -> None:
    text = PROGRAM.replace("tensor.extract", "some.op")
    assert _failing(text, bufferize_function_boundaries=True).startswith(
        "@f/some.op#2: error: op was not bufferized\nnote: 'some.op' has no bufferization model"
    )


def test_an_op_of_a_dialect_that_only_xdsl_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BUFFERIZE_BLOCK_PLUGINS", "tensor")
    problem = _failing(PROGRAM, bufferize_function_boundaries=True)
    assert problem.startswith("@f/tensor.insert#1: error: op was not bufferized\n")
    assert problem.endswith(
        "note: no installed plugin has the dialect 'tensor': do not block the plugin 'tensor'"
    )


def test_locations_of_xdsl_are_in_the_messages() -> None:
    old = "(tensor<8xf32>, index) -> f32"
    text = PROGRAM.replace("tensor.extract", "some.op").replace(old, f'{old} loc("file":7:3)')
    assert _failing(text, bufferize_function_boundaries=True).startswith(
        "file:7:3: error: op was not bufferized\nnote: 'some.op' has no bufferization model"
    )


LAYOUTS = (
    "unknown-type-conversion=identity-layout-map "
    "function-boundary-type-conversion=identity-layout-map"
)
"""Options for buffers with the layout that xDSL's own conversions require."""

SCALE = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8xf32>) -> tensor<8xf32>, sym_name = "f"}> ({
  ^bb0(%t: tensor<8xf32>):
    %0 = "accel.scale"(%t) {factor = 1 : i32} : (tensor<8xf32>) -> tensor<8xf32>
    "func.return"(%0) : (tensor<8xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""


@pytest.mark.parametrize("layouts", [LAYOUTS, ""])
def test_an_op_that_only_xdsl_knows_is_kept(layouts: str) -> None:
    module = run(
        f"one-shot-bufferize{{allow-unknown-ops bufferize-function-boundaries {layouts}}}", SCALE
    )
    assert isinstance(next(op for op in module.walk() if op.name == "accel.scale"), ScaleOp)
    module.verify()
    found = [op for op in module.walk() if isinstance(op, ToTensorOp | ToBufferOp)]
    assert [type(op) in (ToTensorOp, ToBufferOp) for op in found] == [bool(layouts)] * 2
    assert found[0].name == "bufferization.to_tensor"
    text = str(module)
    assert f"bufferization.to_tensor %t : memref<8xf32{'' if layouts else ', strided'}" in text
    expected = generic(to_bufferize(module, context()))
    assert generic(bufferize.parse(text, context())) == expected


@pytest.mark.parametrize(
    ("tensor", "buffer"),
    [
        ("tensor<4xf32>", "memref<8xf32, strided<[?]>>"),
        ("tensor<8xf64>", "memref<8xf32, strided<[?]>>"),
        ("tensor<*xf32>", "memref<8xf32, strided<[?]>>"),
        ("tensor<8xf32>", "memref<*xf32, 1>"),
        ("tensor<*xf64>", "memref<*xf32, 1>"),
    ],
)
def test_a_conversion_of_a_buffer_with_a_layout_is_verified(tensor: str, buffer: str) -> None:
    types = [Parser(xdsl_context(), text).parse_type() for text in (tensor, buffer)]
    of_tensor, of_buffer = (create_ssa_value(type) for type in types)
    ops = [
        conversions.ToTensorOp.create(operands=[of_buffer], result_types=types[:1]),
        conversions.ToBufferOp.create(operands=[of_tensor], result_types=types[1:]),
    ]
    for op in ops:
        with pytest.raises(VerifyException, match="does not hold a"):
            op.verify()


def test_a_verifier_of_xdsl_that_fails() -> None:
    message = _failing(SCALE.replace("factor = 1", "factor = 0"), allow_unknown_ops=True)
    assert message == "@f/accel.scale#0: error: 'accel.scale' op a factor is positive"


def test_an_attribute_that_cannot_be_said() -> None:
    theirs, module = module_of()
    next(op for op in module.walk() if op.name == "arith.addf").attributes["a"] = Secret(1)
    assert "@f/arith.addf#0: error: 'arith.addf' op has the attribute 'a'" in _refused(
        theirs, module
    )


@pytest.mark.parametrize(
    ("attribute", "problem"),
    [
        (3, "is no attribute of xDSL, but 3"),
        (None, "is no attribute of xDSL, but None"),
    ],
)
def test_what_is_hardly_an_attribute(attribute: Any, problem: str) -> None:
    for change in ("attributes", "properties", "type"):
        theirs, module = module_of()
        op = next(op for op in module.walk() if op.name == "arith.addf")
        if change == "type":
            op.results[0]._type = attribute
        else:
            getattr(op, change)["a"] = attribute
        message = _refused(theirs, module)
        assert message.startswith("@f/arith.addf#0: error: 'arith.addf' op has ")
        assert f"which cannot be said: it {problem}" in message


def test_an_op_that_a_pass_made_is_said_to_be_the_one_that_it_was_made_for() -> None:
    insert = '"tensor.insert"(%v, {}, %i) : (f32, tensor<8xf32>, index) -> tensor<8xf32>'
    text = f"""\
    %v = "arith.constant"() <{{value = 1.0 : f32}}> : () -> f32
    %i = "arith.constant"() <{{value = 1 : index}}> : () -> index
    %a = {insert.format("%b")}
    %b = {insert.format("%a")}
    """
    message = _failing(text)
    assert message.startswith(
        "tensor.insert#2: error: the buffer type of this value cannot be told"
    )


def test_a_dialect_that_xdsl_lacks_for_the_result() -> None:
    theirs = XdslContext()
    for dialect in (Builtin, Func, Tensor):
        theirs.load_dialect(dialect)
    text = "\n".join(line for line in PROGRAM.splitlines() if "arith" not in line)
    module = Parser(theirs, text.replace("%sum", "%v")).parse_module()
    one_shot: Any = pass_class("one-shot-bufferize")
    before = xdsl_text(module)
    with pytest.raises(BufferizationFailed, match=r"'memref.\w+' op is not known to xDSL"):
        one_shot(bufferize_function_boundaries=True).apply(theirs, module)
    assert xdsl_text(module) == before
    module.verify()


def test_values_in_a_cycle() -> None:
    text = PROGRAM.replace('"arith.addf"(%v, %v)', '"arith.addf"(%sum, %1)')
    message = _failing(text)
    assert message.startswith("@f/arith.addf#0: error: ")
    assert "does not dominate this use" in message


def test_a_module_in_a_failed_state() -> None:
    theirs, module = module_of()
    operation = next(op for op in module.walk() if op.name == "arith.addf")
    operation.results[0].erase(safe_erase=False)
    assert _refused(theirs, module) == (
        "@f/tensor.insert#1: error: 'tensor.insert' op "
        "operand #0 is defined outside of what is converted"
    )


def test_the_names_are_those_of_bufferize_without_those_of_xdsl() -> None:
    assert set(PASSES) <= set(context().pass_names())
    assert list(UNIVERSE.all_passes) == list(PASSES)


def test_ours_step_back_where_xdsl_has_a_pass_of_the_name() -> None:
    with pytest.warns(UserWarning, match="xDSL has passes of its own called one-shot-bufferize;"):
        found = passes_beside({"one-shot-bufferize", "cse"})
    assert list(found) == [name for name in PASSES if name != "one-shot-bufferize"]


def test_the_start_of_xdsl_loads_nothing_of_ours() -> None:
    code = (
        "import sys, bufferize_xdsl.universe as u; assert u.UNIVERSE.all_passes; "
        "found = [m for m in sys.modules if m.split('.')[0].startswith('bufferize')]; "
        "assert found == ['bufferize_xdsl', 'bufferize_xdsl.universe'], found"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_xdsl_opt(tmp_path: Path) -> None:
    line = 'bufferize = "bufferize_xdsl.universe:UNIVERSE"'
    assert line in (ROOT / "plugins" / "xdsl" / "pyproject.toml").read_text()
    if "bufferize" not in entry_points(group="xdsl.universe").names:
        pytest.skip("bufferize-xdsl is not installed")
    (tmp_path / "a.mlir").write_text(PROGRAM)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "xdsl.tools.xdsl_opt", str(tmp_path / "a.mlir")),
            *("-p", "one-shot-bufferize{bufferize-function-boundaries}"),
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "memref.store" in done.stdout
