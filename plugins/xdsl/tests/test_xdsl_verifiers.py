"""docs/extend/xdsl.md lists what xDSL's verifiers refuse, but MLIR's do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from xdsl import irdl
from xdsl.irdl import IRDLOperation, OpDef
from xdsl.utils.exceptions import VerifyException

import bufferize
from bufferize.define import Operation
from bufferize.syntax import parse_module
from bufferize_xdsl import from_bufferize, pass_class
from plugins.xdsl.tests.modules import (
    ROOT,
    context,
    golden_files,
    programs,
    read,
    without_refused,
    xdsl_context,
)

PAGE = (ROOT / "docs" / "extend" / "xdsl.md").read_text()


def listed(heading: str) -> dict[str, list[str]]:
    """Return the properties, by operation, in the table under a heading."""
    section = PAGE.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    return {
        name: re.findall(r"`(\w+)`", names)
        for name, names in re.findall(r"^\| `([\w.]+)` \| (.*) \|$", section, re.M)
    }


def declared_by_both() -> Iterator[tuple[type[Operation], OpDef]]:
    """Return the ops that both sides know, with both declarations, sorted by name."""
    # A new context: one that programs were read with also knows the ops in them that only xDSL has.
    ours, theirs = bufferize.Context(), xdsl_context()
    for dialect in sorted(theirs.registered_dialect_names):
        if ours.dialect(dialect) is None:
            continue
        for cls in sorted(theirs.get_dialect(dialect).operations, key=lambda cls: cls.name):
            own = ours.op_class(cls.name)
            if own is not None and issubclass(cls, IRDLOperation):
                yield own, cls.get_irdl_definition()


def attributes_of(definition: OpDef) -> dict[str, Any]:
    """Return the properties and attributes that xDSL declares for an op."""
    return {**definition.properties, **definition.attributes}


def test_properties_that_xdsl_does_not_have() -> None:
    found = {
        own.definition.name: sorted(own.definition.inherent - attributes_of(theirs).keys())
        for own, theirs in declared_by_both()
    }
    assert len(found) > 200
    assert listed("Properties that xDSL does not have") == {k: v for k, v in found.items() if v}


def test_properties_that_xdsl_wants() -> None:
    found = {}
    for own, theirs in declared_by_both():
        given = {
            field.ir_name for field in own.definition.attributes if field.required or field.fill
        }
        given |= {o.attribute_name for o in theirs.options if isinstance(o, irdl.AttrSizedSegments)}
        wanted = [
            name
            for name, field in attributes_of(theirs).items()
            if not isinstance(field, irdl.OptPropertyDef | irdl.OptAttributeDef)
            and field.default_value is None
            and name not in given
        ]
        if wanted:
            found[own.definition.name] = sorted(wanted)
    assert listed("Properties that xDSL requires") == found


def test_properties_that_xdsl_does_not_have_are_attributes_there() -> None:
    refused, met = listed("Properties that xDSL does not have"), set()
    for program in programs(golden_files()):
        module = parse_module(without_refused(program), context())
        theirs = from_bufferize(module, xdsl_context())
        for op, other in zip(module.walk(), theirs.walk(), strict=True):
            if isinstance(other, IRDLOperation):
                assert other.properties.keys() <= other.get_irdl_definition().properties.keys()
            names = op.properties.keys() & set(refused.get(op.name, ()))
            assert names <= other.attributes.keys()
            met |= names
    assert {"fastmath", "alignment", "punctuation"} <= met


COPY = """
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4x?xf32>) -> tensor<?x?xf32>, sym_name = "f"}> ({
  ^bb0(%t: tensor<4x?xf32>):
    %0 = "tensor.concat"(%t, %t) <{dim = 1 : i64}> : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
    "func.return"(%0) : (tensor<?x?xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""
PAD = """
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<4xf32>, f32) -> tensor<6xf32>, sym_name = "f"}> ({
  ^bb0(%t: tensor<4xf32>, %v: f32):
    %0 = "tensor.pad"(%t) <{
      operandSegmentSizes = array<i32: 1, 0, 0>, static_low = array<i64: 1>, static_high = array<i64: 1>
    }> ({
    ^bb0(%i: index):
      %c = "arith.index_cast"(%i) : (index) -> i32
      %w = "arith.sitofp"(%c) : (i32) -> f32
      "tensor.yield"(%w) : (f32) -> ()
    }) : (tensor<4xf32>) -> tensor<6xf32>
    "func.return"(%0) : (tensor<6xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""


@pytest.mark.parametrize(
    ("program", "op", "message"),
    [
        (COPY, "memref.copy", "Expected source and destination to have the same shape"),
        (PAD, "linalg.index", "'linalg.index' expects parent op 'linalg.generic'"),
    ],
)
def test_operations_that_xdsl_refuses(program: str, op: str, message: str) -> None:
    assert f"- `{op}` " in PAGE
    module = read(program)
    module.verify()
    one_shot: Any = pass_class("one-shot-bufferize")
    one_shot(bufferize_function_boundaries=True).apply(xdsl_context(), module)
    with pytest.raises(VerifyException, match=message):
        module.verify()
