"""IR that was built, and not read from a text: it is verified, and diagnostics name its operations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import SourceMap, VerifyError, render
from bufferize.driver import make_copies_explicit
from bufferize.ir import (
    F32,
    INDEX,
    Block,
    FunctionType,
    Operation,
    RankedTensorType,
    Region,
    StringAttr,
    TypeAttr,
    Value,
    index_attr,
)
from bufferize.passes import pipeline_from_text
from bufferize_transforms import (
    buffer_results_to_out_params,
    drop_equivalent_buffer_results,
    eliminate_empty_tensors,
    empty_tensor_to_alloc_tensor,
    finalize_bufferization,
    fold_loop_destinations,
)

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)
TENSOR = RankedTensorType((8,), F32)


@pytest.fixture
def context() -> Context:
    return Context()


def make(context: Context, name: str, *args: object, **kwargs: object) -> Operation:
    op_class = context.op_class(name)
    assert op_class is not None
    return op_class.create(*args, **kwargs)  # type: ignore[arg-type]


def module_of(context: Context, body: Block) -> Operation:
    properties = {
        "sym_name": StringAttr("fill"),
        "function_type": TypeAttr(FunctionType(tuple(a.type for a in body.arguments), (TENSOR,))),
    }
    function = make(context, "func.func", properties=properties, regions=[Region([body])])
    top = Block()
    top.append(function)
    return make(context, "builtin.module", regions=[Region([top])])


def insertions(context: Context) -> tuple[Block, list[Operation]]:
    """Two insertions, each into what the one before has made, and their function's body."""
    body = Block([TENSOR, F32])
    tensor: Value = body.arguments[0]
    ops = []
    for i in range(2):
        properties = {"value": index_attr(i)}
        constant = make(context, "arith.constant", (), [INDEX], properties)
        operands = (body.arguments[1], tensor, constant.result)
        ops += [constant, make(context, "tensor.insert", operands, [TENSOR])]
        tensor = ops[-1].result
    ops.append(make(context, "func.return", (tensor,)))
    return body, ops


def in_wrong_order(context: Context) -> tuple[Operation, Operation]:
    body, ops = insertions(context)
    for i in (0, 2, 3, 1, 4):
        body.append(ops[i])
    return module_of(context, body), ops[3]


def without_producer(context: Context) -> tuple[Operation, Operation]:
    body, ops = insertions(context)
    for i in (0, 2, 3, 4):
        body.append(ops[i])
    return module_of(context, body), ops[3]


def through_a_pipeline(module: Operation, context: Context) -> None:
    pipeline_from_text("one-shot-bufferize", context).run(module, context)


ENTRIES: list[Callable[[Operation, Context], object]] = [
    lambda module, context: bufferize.one_shot_bufferize(module, OPTIONS, context),
    lambda module, context: make_copies_explicit(module, OPTIONS, context),
    through_a_pipeline,
    eliminate_empty_tensors,
    lambda module, _: empty_tensor_to_alloc_tensor(module),
    lambda module, _: drop_equivalent_buffer_results(module),
    lambda module, _: buffer_results_to_out_params(module),
    finalize_bufferization,
    fold_loop_destinations,
]


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize(
    ("build", "message"),
    [
        (
            in_wrong_order,
            "@fill/tensor.insert#2: error: operand #1 does not dominate this use\n"
            "@fill/tensor.insert#3: note: operand defined here (op in the same block)",
        ),
        (
            without_producer,
            "@fill/tensor.insert#2: error: operation's operand is unlinked",
        ),
    ],
    ids=["order", "detached"],
)
def test_invalid_ir_is_refused(
    context: Context,
    build: Callable[[Context], tuple[Operation, Operation]],
    message: str,
    entry: Callable[[Operation, Context], object],
) -> None:
    module, wrong = build(context)
    with pytest.raises(VerifyError) as caught:
        entry(module, context)
    assert str(caught.value) == message
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.op is wrong
    assert render(diagnostic, SourceMap()) == message


def test_verification_can_be_left_out(context: Context) -> None:
    body, ops = insertions(context)
    for op in ops:
        body.append(op)
    module = module_of(context, body)
    module.attributes["func.unknown"] = StringAttr("")
    bufferize.one_shot_bufferize(module, OPTIONS, context, verify=False)
    assert "memref.store" in bufferize.print_module(module)


def test_attributes_of_dialects_are_verified(context: Context) -> None:
    body, ops = insertions(context)
    for op in ops:
        body.append(op)
    ops[1].attributes["bufferization.writable"] = StringAttr("yes")
    with pytest.raises(VerifyError) as caught:
        bufferize.one_shot_bufferize(module_of(context, body), OPTIONS, context)
    assert caught.value.diagnostics[0].op is ops[1]


def test_paths_lead_through_regions_and_blocks(context: Context) -> None:
    text = """
    func.func @f(%c: i1) {
      cf.br ^bb1
    ^bb1:
      scf.if %c {
      } else {
        "here"() : () -> ()
      }
      return
    }
    """
    context.allow_unregistered_dialects = True
    module = bufferize.parse(text, context)
    here = next(op for op in module.walk() if op.name == "here")
    assert here.path == "@f/^bb1/scf.if#0/region1/here#0"
    assert module.path == "builtin.module"
    here.detach()
    assert here.path == "here"
