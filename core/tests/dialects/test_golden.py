"""The core's dialects: syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize.define import DialectContext
from bufferize.dialects import bufferization, builtin, memref
from bufferize_testing import DialectTests

DIALECTS = {d.name: d for d in (builtin.DIALECT, memref.DIALECT, bufferization.DIALECT)}


class CoreTests(DialectTests):
    @classmethod
    def make_context(cls) -> DialectContext:
        return DialectContext(DIALECTS, allow_unregistered_dialects=True)


class TestBuiltin(CoreTests):
    dialect = builtin.DIALECT
    golden = "golden/builtin"


class TestMemref(CoreTests):
    dialect = memref.DIALECT
    golden = "golden/memref"


class TestBufferization(CoreTests):
    dialect = bufferization.DIALECT
    golden = "golden/bufferization"
