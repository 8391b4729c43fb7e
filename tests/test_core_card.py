"""The core is what its card says: the IR, the analysis and the driver, and no guest of theirs."""

from __future__ import annotations

import re
import subprocess
import sys

import bufferize
from bufferize import Context, OneShotOptions
from tests.distributions import CORE, PLUGINS, dependencies

SOURCES = sorted((CORE / "src").rglob("*.py"))
MAX_LINES = 33_000
MAX_MODULES = 130
"""How many modules of bufferize may be loaded to bufferize a small module."""

BUILD_AND_BUFFERIZE = """
import sys

import bufferize
from bufferize.dialects.bufferization import AllocTensorOp, MaterializeInDestinationOp
from bufferize.dialects.builtin import ModuleOp
from bufferize.ir import F32, Builder, InsertionPoint, MemRefType, RankedTensorType, UnregisteredOp

module = ModuleOp.empty()
builder = Builder(InsertionPoint.at_end(module.block))
made = UnregisteredOp.named("other.buffer", result_types=[MemRefType((4,), F32)])
buffer = builder.insert(made).results[0]
type = RankedTensorType((4,), F32)
tensor = builder.insert(AllocTensorOp(dynamic_sizes=[], result=type)).result
builder.insert(
    MaterializeInDestinationOp(source=tensor, dest=buffer, restrict=True, writable=True)
)
context = bufferize.Context([])
context.allow_unregistered_dialects = True
bufferize.one_shot_bufferize(module, bufferize.OneShotOptions(), context)
assert [op.name for op in module.block.ops] == ["other.buffer", "memref.alloc", "memref.copy"]
for name in sys.modules:
    if name.partition(".")[0].startswith("bufferize"):
        print(name)
"""
GENERIC = """\
"builtin.module"() ({
  %m = "other.buffer"() : () -> memref<4xf32>
  %t = "bufferization.alloc_tensor"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> tensor<4xf32>
  "bufferization.materialize_in_destination"(%t, %m) <{restrict, writable}> : (tensor<4xf32>, memref<4xf32>) -> ()
}) : () -> ()
"""


def test_its_size() -> None:
    assert sum(len(path.read_text().splitlines()) for path in SOURCES) <= MAX_LINES


def test_its_dependencies() -> None:
    assert sorted(dependencies(CORE)) == [
        "importlib-metadata",
        "lark",
        "pluggy",
        "typing-extensions",
    ]


def test_it_names_no_first_party_plugin() -> None:
    names = "|".join(path.name for path in PLUGINS)
    guest = re.compile(rf"\bbufferize_({names})\b")
    named = [
        f"{path.relative_to(CORE)}:{number}: {line.strip()}"
        for path in SOURCES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if guest.search(line)
    ]
    assert not named


def test_what_it_loads_to_bufferize_a_module_built_in_python() -> None:
    command = [sys.executable, "-c", BUILD_AND_BUFFERIZE]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()
    assert len(loaded) <= MAX_MODULES
    assert {name.partition(".")[0] for name in loaded} == {"bufferize"}


def test_a_program_in_generic_form_is_bufferized_without_plugins() -> None:
    context = Context([])
    context.allow_unregistered_dialects = True
    module = bufferize.parse(GENERIC, context)
    bufferize.one_shot_bufferize(module, OneShotOptions(), context)
    text = bufferize.print_module(module)
    assert "memref.copy" in text
    assert "tensor<" not in text
