"""Ops that return the addresses of globals, functions and blocks."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.attributes import (
    BlockAddressAttr,
    BlockTagAttr,
)
from bufferize_llvm.constraints import POINTER
from bufferize_llvm.dialect import LLVM
from bufferize_llvm.ops_function import (
    LLVMFuncOp,
)
from bufferize_llvm.ops_globals import AliasOp, GlobalOp, IFuncOp
from bufferize_llvm.types import (
    PointerType,
)


@LLVM.op("mlir.addressof")
class AddressOfOp(d.Operation):
    """The address of a global, an alias or a function."""

    global_name: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    res: d.Result = d.result(POINTER)
    traits = (d.Pure(), d.ConstantLike())
    assembly_format = "$global_name attr-dict `:` qualified(type($res))"

    def fold(self) -> list[ir.Value | ir.Attribute]:
        return [self.global_name]

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol exists and is in this address space."""
        found = tables.lookup(self, self.global_name)
        if not isinstance(found, GlobalOp | LLVMFuncOp | AliasOp | IFuncOp):
            raise self.error(
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or "
                "'llvm.func' or 'llvm.mlir.ifunc'"
            )
        assert isinstance(self.res.type, PointerType)
        if isinstance(found, GlobalOp) and found.addr_space.value != self.res.type.address_space:
            raise self.error(
                "pointer address space must match address space of the referenced global or alias"
            )


@LLVM.op("dso_local_equivalent")
class DSOLocalEquivalentOp(d.Operation):
    """The address of an equivalent function in this linkage unit."""

    function_name: d.Attr[ir.SymbolRefAttr, str] = d.attr(d.FLAT_SYMBOL_REF)
    res: d.Result = d.result(POINTER)
    traits = (d.Pure(), d.ConstantLike())
    assembly_format = "$function_name attr-dict `:` qualified(type($res))"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a function."""
        found = tables.lookup(self, self.function_name)
        if not isinstance(found, LLVMFuncOp | AliasOp):
            raise self.error("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'")
        if found.linkage.keyword == "extern_weak":
            raise self.error("target function with 'extern_weak' linkage not allowed")


@LLVM.op("blocktag")
class BlockTagOp(d.Operation):
    """A tag that marks the enclosing block."""

    tag: d.Attr[BlockTagAttr, BlockTagAttr] = d.attr(BlockTagAttr)
    assembly_format = "$tag attr-dict"


@LLVM.op("blockaddress")
class BlockAddressOp(d.Operation):
    """The address of a marked block."""

    block_addr: d.Attr[BlockAddressAttr, BlockAddressAttr] = d.attr(BlockAddressAttr)
    res: d.Result = d.result(POINTER)
    traits = (d.Pure(), d.ConstantLike())
    assembly_format = "$block_addr attr-dict `:` qualified(type($res))"

    def verify_symbol_uses(self, tables: ir.SymbolTables) -> None:
        """Check that the symbol is a function with a block of this tag."""
        found = tables.lookup(self, self.block_addr.function)
        if not isinstance(found, LLVMFuncOp):
            raise self.error("must reference a function defined by 'llvm.func'")
        tags = [op.tag for op in found.walk() if isinstance(op, BlockTagOp)]
        if self.block_addr.tag not in tags:
            raise self.error("expects an existing block label target in the referenced function")
