"""The dlti dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

import bufferize
from bufferize.ir import StringAttr, TypeAttr
from bufferize.ir.types import I32
from bufferize_dlti.attributes import DLTI, MapAttr
from bufferize_testing import DialectTests


class TestDlti(DialectTests):
    dialect = DLTI


def test_entries_are_looked_up_by_key() -> None:
    text = 'module attributes {dlti.map = #dlti.map<"tile" = 4 : i32, i32 = "words">} {}'
    found = bufferize.parse(text, bufferize.Context()).attributes["dlti.map"]
    assert isinstance(found, MapAttr)
    assert str(found.lookup(StringAttr("tile"))) == "4 : i32"
    assert found.lookup(TypeAttr(I32)) is StringAttr("words")
    assert found.lookup(StringAttr("words")) is None
