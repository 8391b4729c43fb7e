"""The keywords and flags among the parameters of debug information."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from bufferize import define as d
from bufferize_llvm import dwarf

Tag: TypeAlias = Annotated[str, d.Word(dwarf.TAGS, "invalid debug info debug info tag name: ")]
Language: TypeAlias = Annotated[
    str, d.Word(dwarf.LANGUAGES, "invalid debug info debug info language name: ")
]
Encoding: TypeAlias = Annotated[
    str, d.Word(dwarf.ENCODINGS, "invalid debug info debug info encoding name: ")
]
Convention: TypeAlias = Annotated[
    str,
    d.Word(dwarf.CALLING_CONVENTIONS, "invalid debug info debug info calling convention name: "),
]
EmissionKind: TypeAlias = Annotated[
    str,
    d.Word(
        ("None", "Full", "LineTablesOnly", "DebugDirectivesOnly"),
        "expected ::mlir::LLVM::DIEmissionKind to be one of: ",
        names_cases=True,
    ),
]
NameTableKind: TypeAlias = Annotated[
    str,
    d.Word(
        ("Default", "GNU", "None", "Apple"),
        "expected ::mlir::LLVM::DINameTableKind to be one of: ",
        names_cases=True,
    ),
]
NO_TAG = "DW_TAG_null"

DIFlags: TypeAlias = Annotated[
    int,
    d.Flags(
        "::mlir::LLVM::DIFlags",
        {
            "Zero": 0,
            "Bit0": 1,
            "Bit1": 2,
            "Private": 1,
            "Protected": 2,
            "Public": 3,
            "FwdDecl": 1 << 2,
            "AppleBlock": 1 << 3,
            "ReservedBit4": 1 << 4,
            "Virtual": 1 << 5,
            "Artificial": 1 << 6,
            "Explicit": 1 << 7,
            "Prototyped": 1 << 8,
            "ObjcClassComplete": 1 << 9,
            "ObjectPointer": 1 << 10,
            "Vector": 1 << 11,
            "StaticMember": 1 << 12,
            "LValueReference": 1 << 13,
            "RValueReference": 1 << 14,
            "ExportSymbols": 1 << 15,
            "SingleInheritance": 1 << 16,
            "MultipleInheritance": 1 << 16,
            "VirtualInheritance": 1 << 16,
            "IntroducedVirtual": 1 << 18,
            "BitField": 1 << 19,
            "NoReturn": 1 << 20,
            "TypePassByValue": 1 << 22,
            "TypePassByReference": 1 << 23,
            "EnumClass": 1 << 24,
            "Thunk": 1 << 25,
            "NonTrivial": 1 << 26,
            "BigEndian": 1 << 27,
            "LittleEndian": 1 << 28,
            "AllCallsDescribed": 1 << 29,
        },
    ),
]
DISubprogramFlags: TypeAlias = Annotated[
    int,
    d.Flags(
        "::mlir::LLVM::DISubprogramFlags",
        {
            "Virtual": 1 << 0,
            "PureVirtual": 1 << 1,
            "LocalToUnit": 1 << 2,
            "Definition": 1 << 3,
            "Optimized": 1 << 4,
            "Pure": 1 << 5,
            "Elemental": 1 << 6,
            "Recursive": 1 << 7,
            "MainSubprogram": 1 << 8,
            "Deleted": 1 << 9,
            "ObjCDirect": 1 << 11,
        },
    ),
]
