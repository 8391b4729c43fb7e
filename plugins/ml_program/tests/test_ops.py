from __future__ import annotations

from bufferize import Context, parse
from bufferize.ir import F32, I32
from bufferize_ml_program.dialect import ExternAttr
from bufferize_ml_program.ops import FuncOp, GlobalLoadOp, SubgraphOp


def test_functions() -> None:
    module = parse(
        """
        ml_program.func @f(%arg0: i32) -> i32 { ml_program.return %arg0 : i32 }
        ml_program.subgraph private @g(f32)
        """,
        Context(),
    )
    function, graph = module.regions[0].blocks[0].ops
    assert isinstance(function, FuncOp)
    assert function.signature.inputs == (I32,)
    assert not function.is_external
    assert isinstance(graph, SubgraphOp)
    assert graph.signature.inputs == (F32,)
    assert graph.is_external


def test_loads_are_named_after_their_global() -> None:
    module = parse(
        """
        ml_program.global private mutable @counter : i32
        ml_program.func @f() {
          %0 = ml_program.global_load @counter : i32
          ml_program.return
        }
        """,
        Context(),
    )
    [load] = [op for op in module.walk() if isinstance(op, GlobalLoadOp)]
    assert load.result_names() == ["counter"]


def test_extern_text() -> None:
    assert str(ExternAttr(I32)) == "#ml_program.extern : i32"
    assert str(ExternAttr()) == "#ml_program.extern"
