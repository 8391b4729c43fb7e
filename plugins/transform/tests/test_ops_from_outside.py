"""Transforms that a plugin brings, right ones and wrong ones, and contexts that lack something."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, PassError
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context, adding
from bufferize.syntax import parse_module, print_module
from bufferize_transform import (
    OPERATION_HANDLE,
    DefiniteFailure,
    Interpreter,
    Payload,
    TransformEachOpInterface,
    TransformOpInterface,
    run_named_sequence,
    silenceable,
)
from bufferize_transform.ops_named import NamedSequenceOp

OURS = d.Dialect("transform")


@OURS.op("ours.rename")
class RenameOp(d.Operation, TransformEachOpInterface):
    """Puts `test.new` in the place of operations, or fails for those called `test.no`."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    made: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"

    def consumed_operands(self) -> Sequence[ir.OpOperand]:
        return self.op_operands

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        if target.name == "test.no":
            raise silenceable("not this one", target)
        target.attributes.update({"renamed": target.location})
        return [target]


@OURS.op("ours.too_many")
class TooManyOp(d.Operation, TransformEachOpInterface):
    """Says that there are two results."""

    target: d.Operand = d.operand(OPERATION_HANDLE)
    assembly_format = "$target attr-dict `:` type($target)"

    def apply_to_one(
        self, target: ir.Operation, interpreter: Interpreter
    ) -> Sequence[ir.Operation | ir.Value | None]:
        return [target, target]


@OURS.op("ours.none")
class NoneOp(d.Operation, TransformOpInterface):
    """Gives one result less than it has."""

    made: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = "attr-dict `:` type($made)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return ()


@OURS.op("ours.wrong_kind")
class WrongKindOp(d.Operation, TransformOpInterface):
    """Gives attributes where operations are wanted."""

    made: d.Result = d.result(OPERATION_HANDLE)
    assembly_format = "attr-dict `:` type($made)"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return [[ir.UNIT]]


@OURS.op("ours.surplus")
class SurplusOp(d.Operation, TransformOpInterface):
    """Gives more results than it has."""

    assembly_format = "attr-dict"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        return ((), ())


@OURS.op("ours.broken")
class BrokenOp(d.Operation, TransformOpInterface):
    """Raises what no transform should."""

    assembly_format = "attr-dict"

    def apply(self, interpreter: Interpreter) -> Sequence[Payload]:
        raise ZeroDivisionError("oh")


class Plugin:
    register_dialects = staticmethod(adding({"transform": OURS}))


def context_of(*left_out: str) -> Context:
    names = [p.name for p in Context().plugins if p.name not in ("core", *left_out)]
    context = Context([*names, Plugin()])
    context.allow_unregistered_dialects = True
    return context


def run(body: str, payload: str, context: Context | None = None) -> tuple[str, list[Diagnostic]]:
    """The program after its script, and the remarks."""
    context = context or context_of()
    remarks: list[Diagnostic] = []
    context.handlers.append(remarks.append)
    module = parse_module(
        "module attributes {transform.with_named_sequence} {\n"
        f"transform.named_sequence @__transform_main(%root: !transform.any_op) {{\n{body}\n"
        f"transform.yield }}\n{payload} }}",
        context,
    )
    pipeline_from_text("transform-interpreter", context).run(module, context)
    return print_module(module), remarks


MATCH = '%o = transform.structured.match ops{["test.yes", "test.no"]} in %root : (!transform.any_op) -> !transform.any_op\n'


def test_what_succeeded_is_given_on_when_the_rest_is_suppressed() -> None:
    body = """
      transform.sequence %o : !transform.any_op failures(suppress) {
      ^bb0(%p: !transform.any_op):
        %n = transform.ours.rename %p : (!transform.any_op) -> !transform.any_op
        transform.debug.emit_remark_at %n, "renamed" : !transform.any_op
      }"""
    _, remarks = run(MATCH + body, '"test.no"() : () -> ()\n"test.yes"() : () -> ()')
    assert [remark.message for remark in remarks] == ["renamed"]


def test_each_failure_is_reported() -> None:
    body = MATCH + "%n = transform.ours.rename %o : (!transform.any_op) -> !transform.any_op"
    with pytest.raises(PassError) as failure:
        run(body, '"test.no"() : () -> ()\n"test.no"() : () -> ()')
    assert [d.message for d in failure.value.diagnostics] == ["not this one"] * 2


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            f"{MATCH}transform.ours.too_many %o : !transform.any_op",
            "application of transform.ours.too_many expected to produce 0 results (actually "
            "produced 2).",
        ),
        (
            "%n = transform.ours.none : !transform.any_op",
            "'transform.ours.none' op gives 0 payloads for 1 results",
        ),
        (
            "%n = transform.ours.wrong_kind : !transform.any_op",
            "a handle of type !transform.any_op cannot stand for unit",
        ),
        ("transform.ours.surplus", "'transform.ours.surplus' op gives 2 payloads for 0 results"),
        (
            "transform.ours.broken",
            "'transform.ours.broken' op failed with an exception: ZeroDivisionError: oh",
        ),
    ],
)
def test_wrong_transforms_are_named(body: str, message: str) -> None:
    with pytest.raises(PassError) as failure:
        run(body, '"test.yes"() : () -> ()')
    assert failure.value.diagnostics[0].message == message
    assert failure.value.diagnostics[0].position is not None


def test_a_consumed_handle_is_refused_without_the_checks_as_well() -> None:
    context = context_of()
    module = parse_module(
        """
        module attributes {transform.with_named_sequence} {
          transform.named_sequence @main(%root: !transform.any_op) {
            %f = transform.structured.match ops{["func.func"]} in %root
                : (!transform.any_op) -> !transform.any_op
            %g = transform.apply_registered_pass "cse" to %f
                : (!transform.any_op) -> !transform.any_op
            transform.debug.emit_remark_at %f, "used" : !transform.any_op
            transform.yield
          }
          func.func private @f()
        }""",
        context,
    )
    sequence = next(op for op in module.walk() if isinstance(op, NamedSequenceOp))
    with pytest.raises(DefiniteFailure, match="consumed"):
        run_named_sequence(sequence, module, context, expensive_checks=False)


@pytest.mark.parametrize(
    ("left_out", "body", "advice"),
    [
        (
            "buffers",
            "transform.bufferization.buffer_loop_hoisting %o : !transform.any_op",
            "buffers",
        ),
        (
            "linalg",
            '%b = transform.bufferization.one_shot_bufferize %root {memcpy_op = "linalg.copy"} '
            ": (!transform.any_op) -> !transform.any_op",
            "linalg",
        ),
        (
            "buffers",
            '%p = transform.apply_registered_pass "buffer-hoisting" to %root '
            ": (!transform.any_op) -> !transform.any_op",
            "buffers",
        ),
    ],
)
def test_what_is_missing_is_named(left_out: str, body: str, advice: str) -> None:
    with pytest.raises(PassError) as failure:
        run(MATCH + body, '"test.yes"() : () -> ()', context_of(left_out))
    notes = [note.message for note in failure.value.diagnostics[-1].notes]
    assert notes == [f"install bufferize-{advice}"]


def test_an_unknown_pass_with_a_name_like_one_that_is_there() -> None:
    body = (
        '%p = transform.apply_registered_pass "canonicalise" to %root '
        ": (!transform.any_op) -> !transform.any_op"
    )
    with pytest.raises(PassError, match="unknown pass or pass pipeline: canonicalise") as failure:
        run(body, "")
    assert failure.value.diagnostics[0].notes[0].message == "did you mean 'canonicalize'?"


def test_other_operations_are_refused_in_scripts() -> None:
    with pytest.raises(PassError) as failure:
        run('"test.op"() : () -> ()', "")
    assert failure.value.diagnostics[0].message == "'test.op' is no transform: it cannot be applied"


def test_patterns_that_are_not_known_are_refused() -> None:
    patterns = "{ transform.apply_patterns.tensor.fold_tensor_empty }"
    body = f"{MATCH}transform.apply_patterns to %o {patterns} : !transform.any_op"
    with pytest.raises(PassError, match="the patterns of '.*fold_tensor_empty' are not known"):
        run(body, '"test.yes"() ({}) : () -> ()')


def test_an_interface_that_is_not_known_is_refused() -> None:
    body = (
        "%o = transform.structured.match interface{TilingInterface} in %root "
        ": (!transform.any_op) -> !transform.any_op"
    )
    with pytest.raises(PassError) as failure:
        run(body, "")
    assert "mlir-opt-22" in failure.value.diagnostics[0].notes[0].message


def test_many_operations_are_tracked_in_little_time() -> None:
    body = """
      %f = transform.structured.match ops{["func.func"]} in %root
          : (!transform.any_op) -> !transform.any_op
      %c = transform.structured.match ops{["arith.addi"]} in %root
          : (!transform.any_op) -> !transform.any_op
      transform.apply_cse to %f : !transform.any_op
      %n = transform.num_associations %c : (!transform.any_op) -> !transform.any_param
      transform.debug.emit_param_as_remark %n : !transform.any_param"""
    additions = "\n".join(f"%{i} = arith.addi %a, %a : i32" for i in range(3000))
    uses = "\n".join(f'"test.use"(%{i}) : (i32) -> ()' for i in range(3000))
    text, remarks = run(body, f"func.func @f(%a: i32) {{\n{additions}\n{uses}\nreturn }}")
    assert text.count("arith.addi %arg0") == 1
    assert [remark.message for remark in remarks] == ["3000 : i64"]
