"""The attributes that show decisions."""

from __future__ import annotations

from typing import Any

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_op
from bufferize.ir import ArrayAttr, Operation, StringAttr, UnitAttr

from .toy import ReadOp, ReturnOp, UpdateOp, finish, function, make, module
from .toy_models import ToyContext


def program() -> tuple[Operation, list[Operation]]:
    func = function(module(), "f", 1)
    body = func.entry_block
    update = make(body, UpdateOp, body.arguments[0])
    read = make(body, ReadOp, body.arguments[0], results=0)
    end = finish(body, update.result, cls=ReturnOp)
    return func, [update, read, end]


def analyzed(**options: Any) -> tuple[Operation, list[Operation]]:
    root, ops = program()
    all_options = AnalysisOptions(bufferize_function_boundaries=True, **options)
    analyze_op(root, OneShotAnalysisState(all_options, ToyContext(), root))
    return root, ops


def words(*items: str) -> ArrayAttr:
    return ArrayAttr(tuple(StringAttr(item) for item in items))


def test_nothing_is_written_unless_asked() -> None:
    root, _ = analyzed()
    assert all(not op.attributes for op in root.walk())


def test_decisions() -> None:
    _, (update, read, end) = analyzed(test_analysis_only=True)
    assert update.attributes == {"__inplace_operands_attr__": words("false")}
    assert read.attributes == {"__inplace_operands_attr__": words("true")}
    assert end.attributes == {"__inplace_operands_attr__": words("true")}


def test_conflicts() -> None:
    root, (update, read, _) = analyzed(print_conflicts=True)
    assert root.attributes == {"C_0[DEF: bbArg 0]": UnitAttr()}
    assert update.attributes == {"C_0[CONFL-WRITE: 0]": UnitAttr()}
    assert read.attributes == {"C_0[READ: 0]": UnitAttr()}


def test_non_writable_values() -> None:
    root, _ = program()
    root.attributes["non_writable0"] = UnitAttr()
    options = AnalysisOptions(bufferize_function_boundaries=True, print_conflicts=True)
    analyze_op(root, OneShotAnalysisState(options, ToyContext(), root))
    assert "W_0[NOT-WRITABLE: bbArg 0]" in root.attributes


def test_alias_sets() -> None:
    root, (update, _, _) = analyzed(dump_alias_sets=True)
    assert update.attributes == {"__opresult_alias_set_attr__": ArrayAttr((words("%0"),))}
    assert root.attributes == {
        "__bbarg_alias_set_attr__": ArrayAttr((ArrayAttr((ArrayAttr((words("%arg0"),)),)),))
    }
