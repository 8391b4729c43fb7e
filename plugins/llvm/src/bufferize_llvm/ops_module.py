"""What is said to the linker: functions to run, groups of symbols, options."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import (
    NoRegionArguments,
    NoTerminator,
    Operation,
    SymbolTableTrait,
    SymbolTrait,
)
from bufferize.define.attr_constraints import (
    ARRAY_ATTR,
    FLAT_SYMBOL_REF_ARRAY,
    I32_ARRAY,
    STR_ARRAY,
    SYMBOL_NAME,
)
from bufferize.ir import (
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    SymbolTables,
)
from bufferize_llvm.attributes import (
    ZeroAttr,
)
from bufferize_llvm.base import LLVM
from bufferize_llvm.enums import (
    COMDAT,
)
from bufferize_llvm.module_flags import ModuleFlagAttr
from bufferize_llvm.ops_function import (
    LLVMFuncOp,
)


class _Functions(Operation):
    """Base of the lists of functions that run before and after the program."""

    __slots__ = ()

    priorities: d.Attr[ArrayAttr, d.Items] = d.attr(I32_ARRAY)
    data: d.Attr[ArrayAttr, d.Items] = d.attr(ARRAY_ATTR)

    def verify_lists(self, functions: ArrayAttr, word: str) -> None:
        """Checks that the lists are of one length, and what the data are."""
        count = len(functions.elements)
        if not count == len(self.priorities.elements) == len(self.data.elements):
            raise self.error(f"{word}, priorities, and data must have the same number of elements")
        for entry in self.data.elements:
            if not isinstance(entry, ZeroAttr | SymbolRefAttr):
                raise self.error("data element must be symbol or #llvm.zero")

    def verify_names(self, functions: ArrayAttr, tables: SymbolTables) -> None:
        """Checks that the symbols are functions."""
        for entry in functions.elements:
            assert isinstance(entry, SymbolRefAttr)
            if not isinstance(tables.lookup(self, entry), LLVMFuncOp):
                raise self.error(f"'{entry.root}' does not reference a valid LLVM function")


@LLVM.op("mlir.global_ctors")
class GlobalCtorsOp(_Functions):
    """Functions that run when the program is loaded, by priority."""

    __slots__ = ()

    ctors: d.Attr[ArrayAttr, d.Items] = d.attr(FLAT_SYMBOL_REF_ARRAY)
    assembly_format = """
        `ctors` `=` $ctors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict
    """

    def verify_op(self) -> None:
        self.verify_lists(self.ctors, "ctors")

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        self.verify_names(self.ctors, tables)


@LLVM.op("mlir.global_dtors")
class GlobalDtorsOp(_Functions):
    """Functions that run when the program ends, by priority."""

    __slots__ = ()

    dtors: d.Attr[ArrayAttr, d.Items] = d.attr(FLAT_SYMBOL_REF_ARRAY)
    assembly_format = """
        `dtors` `=` $dtors `,` `priorities` `=` $priorities `,` `data` `=` $data attr-dict
    """

    def verify_op(self) -> None:
        self.verify_lists(self.dtors, "dtors")

    def verify_symbol_uses(self, tables: SymbolTables) -> None:
        self.verify_names(self.dtors, tables)


# Groups.


@LLVM.op("comdat_selector")
class ComdatSelectorOp(Operation):
    """A group of symbols that a linker keeps or drops as one."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    comdat: d.Attr[IntegerAttr, str] = d.attr(COMDAT)
    traits = (SymbolTrait(),)
    assembly_format = "$sym_name $comdat attr-dict"


@LLVM.op("comdat")
class ComdatOp(Operation):
    """The groups of a module."""

    __slots__ = ()

    sym_name: d.Attr[StringAttr, str] = d.attr(SYMBOL_NAME)
    body: d.Region = d.region(1)
    traits = (NoTerminator(), NoRegionArguments(), SymbolTableTrait(), SymbolTrait())
    assembly_format = "$sym_name $body attr-dict"

    def verify_op(self) -> None:
        for op in self.body.blocks[0].ops:
            if not isinstance(op, ComdatSelectorOp):
                raise op.error("only comdat selector symbols can appear in a comdat region")


# For the linker.


@LLVM.op("linker_options")
class LinkerOptionsOp(Operation):
    """Options for the linker."""

    __slots__ = ()

    options: d.Attr[ArrayAttr, d.Items] = d.attr(STR_ARRAY)
    assembly_format = "$options attr-dict"

    def verify_op(self) -> None:
        parent = self.parent_op
        if parent is not None and parent.parent_op is not None:
            raise self.error("must appear at the module level")


@LLVM.op("module_flags")
class ModuleFlagsOp(Operation):
    """Properties of the module."""

    __slots__ = ()

    flags: d.Attr[ArrayAttr, d.Items] = d.attr(ARRAY_ATTR)
    assembly_format = "$flags attr-dict"

    def verify_op(self) -> None:
        parent = self.parent_op
        if parent is not None and parent.parent_op is not None:
            raise self.error("must appear at the module level")
        if not all(isinstance(flag, ModuleFlagAttr) for flag in self.flags.elements):
            raise self.error("expected a module flag attribute")
