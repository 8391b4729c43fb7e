"""Ops for the linker: constructors and destructors, comdat groups, options, flags."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.attributes import (
    ZeroAttr,
)
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.enums import (
    COMDAT,
)
from bufferize_llvm.module_flags import ModuleFlagAttr
from bufferize_llvm.ops_function import (
    LLVMFuncOp,
)


class _Functions(d.Operation):
    """Base of the lists of functions that run before or after the program."""

    priorities: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.I32_ARRAY)
    data: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.ARRAY_ATTR)

    def verify_lists(self, functions: ir.ArrayAttr, word: str) -> None:
        """Check the lengths of the lists, and the kinds of data."""
        count = len(functions.elements)
        if not count == len(self.priorities.elements) == len(self.data.elements):
            raise self.error(f"{word}, priorities, and data must have the same number of elements")
        for entry in self.data.elements:
            if not isinstance(entry, ZeroAttr | ir.SymbolRefAttr):
                raise self.error("data element must be symbol or #llvm.zero")

    def verify_names(self, functions: ir.ArrayAttr, tables: ir.SymbolTables) -> None:
        """Check that the symbols are functions."""
        for entry in functions.elements:
            assert isinstance(entry, ir.SymbolRefAttr)
            if not isinstance(tables.lookup(self, entry), LLVMFuncOp):
                raise self.error(f"'{entry.root}' does not reference a valid LLVM function")


@LLVM.op("mlir.global_ctors")
class GlobalCtorsOp(_Functions):
    """Functions that run when the program is loaded, by priority."""

    ctors: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.FLAT_SYMBOL_REF_ARRAY)
    assembly_format = """
        `ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict
    """

    def verify_op(self) -> None:
        self.verify_lists(self.ctors, "ctors")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        self.verify_names(self.ctors, tables)


@LLVM.op("mlir.global_dtors")
class GlobalDtorsOp(_Functions):
    """Functions that run when the program ends, by priority."""

    dtors: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.FLAT_SYMBOL_REF_ARRAY)
    assembly_format = """
        `dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict
    """

    def verify_op(self) -> None:
        self.verify_lists(self.dtors, "dtors")

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        self.verify_names(self.dtors, tables)


# Groups.


@LLVM.op("comdat_selector")
class ComdatSelectorOp(d.Operation):
    """A group of symbols that a linker keeps or drops as one."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    comdat: d.Attr[ir.IntegerAttr, str] = d.attr(COMDAT)
    traits = (d.SymbolTrait(),)
    assembly_format = "$sym_name $comdat attr-dict"


@LLVM.op("comdat")
class ComdatOp(d.Operation):
    """The groups of a module."""

    sym_name: d.Attr[ir.StringAttr, str] = d.attr(d.SYMBOL_NAME)
    body: d.Region = d.region(1)
    traits = (d.NoTerminator(), d.NoRegionArguments(), d.SymbolTableTrait(), d.SymbolTrait())
    assembly_format = "$sym_name $body attr-dict"

    def verify_op(self) -> None:
        for op in self.body.blocks[0].ops:
            if not isinstance(op, ComdatSelectorOp):
                raise op.error("only comdat selector symbols can appear in a comdat region")


# Options and flags.


@LLVM.op("linker_options")
class LinkerOptionsOp(d.Operation):
    """Options for the linker."""

    options: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.STR_ARRAY)
    assembly_format = "$options attr-dict"

    def verify_op(self) -> None:
        parent = self.parent_op
        if parent is not None and parent.parent_op is not None:
            raise self.error("must appear at the module level")


@LLVM.op("module_flags")
class ModuleFlagsOp(d.Operation):
    """Properties of the module."""

    flags: d.Attr[ir.ArrayAttr, d.Items] = d.attr(d.ARRAY_ATTR)
    assembly_format = "$flags attr-dict"

    def verify_op(self) -> None:
        parent = self.parent_op
        if parent is not None and parent.parent_op is not None:
            raise self.error("must appear at the module level")
        if not all(isinstance(flag, ModuleFlagAttr) for flag in self.flags.elements):
            raise self.error("expected a module flag attribute")
