"""The harness, which reads arguments from a file, calls a function, and writes results.

Everything is stored row by row, one value after another. A harness is made for one function and the
extents of its arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bufferize import ir
from bufferize_interpreter.memory import layout_for, span_of

ENTRY: Final = "__native_main"
"""The name of the harness's function."""
MAX_RANK: Final = 8
"""The largest possible rank of an unranked result."""

_DECLARATIONS = f"""
llvm.mlir.global private constant @{ENTRY}_read("rb\\00")
llvm.mlir.global private constant @{ENTRY}_write("wb\\00")
llvm.func @fopen(!llvm.ptr, !llvm.ptr) -> !llvm.ptr
llvm.func @fread(!llvm.ptr, i64, i64, !llvm.ptr) -> i64
llvm.func @fwrite(!llvm.ptr, i64, i64, !llvm.ptr) -> i64
llvm.func @fclose(!llvm.ptr) -> i32
"""


def harness(
    function: str,
    inputs: Sequence[tuple[ir.Type, Sequence[int]]],
    results: Sequence[ir.Type],
    sizes: Mapping[ir.Type, int],
    source: Path,
    target: Path,
) -> str:
    """Return the text of a harness, which reads `source` and writes `target`.

    `inputs` has the type of each argument and its extents (none for a number), `sizes` the bytes of
    an element of each type. It writes the buffers among the arguments as they are after the call,
    then the results: the rank of an unranked buffer, the extents of each buffer (i64), and the
    elements.
    """
    writer = _Writer(sizes)
    file = writer.open("source", "read")
    arguments = [writer.read(file, type, extents) for type, extents in inputs]
    writer.close(file)
    types = [type for type, _ in inputs]
    changed = [
        writer.ranked(type, extents, name)
        for (type, extents), name in zip(inputs, arguments, strict=True)
        if isinstance(type, ir.MemRefType | ir.UnrankedMemRefType)
    ]
    left = [f"%r{number}" for number in range(len(results))]
    writer.lines.append(
        f"{', '.join(left)}{' = ' if left else ''}func.call @{function}({', '.join(arguments)}) : "
        f"({', '.join(map(str, types))}) -> ({', '.join(map(str, results))})"
    )
    file = writer.open("target", "write")
    for type, name in (*changed, *zip(results, left, strict=True)):
        writer.write(file, type, name)
    writer.close(file)
    return "\n".join(
        (
            _DECLARATIONS,
            f'llvm.mlir.global private constant @{ENTRY}_source("{_escaped(source)}\\00")',
            f'llvm.mlir.global private constant @{ENTRY}_target("{_escaped(target)}\\00")',
            f"func.func @{ENTRY}() {{",
            *writer.lines,
            "return",
            "}",
        )
    )


class _Writer:
    """A writer of operations, line by line; its methods return the name of the new value."""

    def __init__(self, sizes: Mapping[ir.Type, int]) -> None:
        self.lines: list[str] = []
        self._sizes = sizes

    def op(self, text: str) -> str:
        """Write an operation with a result."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def open(self, name: str, mode: str) -> str:
        path = self.op(f"llvm.mlir.addressof @{ENTRY}_{name} : !llvm.ptr")
        how = self.op(f"llvm.mlir.addressof @{ENTRY}_{mode} : !llvm.ptr")
        return self.op(f"llvm.call @fopen({path}, {how}) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr")

    def close(self, file: str) -> None:
        self.op(f"llvm.call @fclose({file}) : (!llvm.ptr) -> i32")

    def read(self, file: str, type: ir.Type, extents: Sequence[int]) -> str:
        if not isinstance(type, ir.MemRefType | ir.UnrankedMemRefType):
            cell = ir.MemRefType((), type)
            buffer = self.op(f"memref.alloc() : {cell}")
            self._transfer("fread", file, cell, buffer)
            return self.op(f"memref.load {buffer}[] : {cell}")
        plain = ir.MemRefType(tuple(extents), type.element_type, None, type.memory_space)
        buffer = self.op(f"memref.alloc() : {plain}")
        self._transfer("fread", file, plain, buffer)
        if isinstance(type, ir.MemRefType) and type.layout is not None:
            return self._strided(type, plain, buffer)
        return buffer if plain is type else self.op(f"memref.cast {buffer} : {plain} to {type}")

    def ranked(self, type: ir.Type, extents: Sequence[int], buffer: str) -> tuple[ir.Type, str]:
        """Cast a buffer to a ranked type; also return that type."""
        if not isinstance(type, ir.UnrankedMemRefType):
            return type, buffer
        plain = ir.MemRefType(tuple(extents), type.element_type, None, type.memory_space)
        return plain, self.op(f"memref.cast {buffer} : {type} to {plain}")

    def _strided(self, type: ir.MemRefType, plain: ir.MemRefType, buffer: str) -> str:
        """Copy a buffer to one with a layout that `type` allows."""
        strides, offset = layout_for(type, plain.shape)
        _, length = span_of(offset, plain.shape, strides)
        flat = ir.MemRefType((max(length, offset, 1),), type.element_type, None, type.memory_space)
        memory = self.op(f"memref.alloc() : {flat}")
        shape = "x".join((*map(str, plain.shape), str(type.element_type)))
        space = "" if type.memory_space is None else f", {type.memory_space}"
        exact = f"memref<{shape}, strided<{strides}, offset: {offset}>{space}>"
        view = self.op(
            f"memref.reinterpret_cast {memory} to offset: [{offset}], "
            f"sizes: {list(plain.shape)}, strides: {strides} : {flat} to {exact}"
        )
        self.lines.append(f"linalg.copy ins({buffer} : {plain}) outs({view} : {exact})")
        return self.op(f"memref.cast {view} : {exact} to {type}")

    def write(self, file: str, type: ir.Type, value: str) -> None:
        if isinstance(type, ir.UnrankedMemRefType):
            self._write_unranked(file, type, value)
            return
        if not isinstance(type, ir.MemRefType):
            cell = ir.MemRefType((), type)
            buffer = self.op(f"memref.alloc() : {cell}")
            self.lines.append(f"memref.store {value}, {buffer}[] : {cell}")
            self._transfer("fwrite", file, cell, buffer)
            return
        extents = self._extents(type, value)
        for extent in extents:
            self.write(file, ir.IndexType(), extent)
        plain = ir.MemRefType((ir.DYNAMIC,) * len(extents), type.element_type)
        buffer = self.op(f"memref.alloc({', '.join(extents)}) : {plain}")
        self.lines.append(f"linalg.copy ins({value} : {type}) outs({buffer} : {plain})")
        self._transfer("fwrite", file, plain, buffer)

    def _write_unranked(self, file: str, type: ir.UnrankedMemRefType, value: str) -> None:
        """Write the rank of a buffer and, up to rank `MAX_RANK`, its extents and elements."""
        rank = self.op(f"memref.rank {value} : {type}")
        self.write(file, ir.IndexType(), rank)
        self.lines.append(f"scf.index_switch {rank}")
        for number in range(MAX_RANK + 1):
            layout = ir.StridedLayoutAttr(ir.DYNAMIC, (ir.DYNAMIC,) * number)
            ranked = ir.MemRefType(
                (ir.DYNAMIC,) * number, type.element_type, layout, type.memory_space
            )
            self.lines.append(f"case {number} {{")
            self.write(file, ranked, self.op(f"memref.cast {value} : {type} to {ranked}"))
            self.lines.append("scf.yield\n}")
        self.lines.append("default {\n}")

    def _transfer(self, how: str, file: str, type: ir.MemRefType, buffer: str) -> None:
        """Read or write all elements of a buffer with the identity layout."""
        number = self.op("arith.constant 1 : index")
        for extent in self._extents(type, buffer):
            number = self.op(f"arith.muli {number}, {extent} : index")
        number = self.op(f"arith.index_cast {number} : index to i64")
        address = self.op(f"memref.extract_aligned_pointer_as_index {buffer} : {type} -> index")
        address = self.op(f"arith.index_cast {address} : index to i64")
        pointer = self.op(f"llvm.inttoptr {address} : i64 to !llvm.ptr")
        size = self.op(f"arith.constant {self._sizes[type.element_type]} : i64")
        self.op(
            f"llvm.call @{how}({pointer}, {size}, {number}, {file}) : "
            "(!llvm.ptr, i64, i64, !llvm.ptr) -> i64"
        )

    def _extents(self, type: ir.MemRefType, buffer: str) -> list[str]:
        return [
            self.op(f"memref.dim {buffer}, {self.op(f'arith.constant {dim} : index')} : {type}")
            for dim in range(len(type.shape))
        ]


def _escaped(path: Path) -> str:
    return "".join(
        chr(byte)
        if chr(byte) in "/._-" or (chr(byte).isalnum() and byte < 128)
        else f"\\{byte:02X}"
        for byte in str(path).encode()
    )
