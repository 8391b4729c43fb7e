"""The syntax and verification of pdl and pdl_interp, against golden files and against mlir-opt."""

from __future__ import annotations

from bufferize_pdl.ops import PDL
from bufferize_pdl.ops_interp import PDL_INTERP
from bufferize_testing import DialectTests


class TestPDL(DialectTests):
    dialect = PDL


class TestPDLInterp(DialectTests):
    dialect = PDL_INTERP
    golden = "golden/interp"
