"""The enumerations of the llvm dialect: attributes, and integers that are written as keywords."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.dialect import LLVM


@LLVM.attribute("linkage")
class LinkageAttr(d.EnumAttr):
    """`#llvm.linkage<internal>`: a symbol's visibility, and how linkers merge symbols."""

    cases: ClassVar = {
        "external": 0,
        "available_externally": 1,
        "linkonce": 2,
        "linkonce_odr": 3,
        "weak": 4,
        "weak_odr": 5,
        "appending": 6,
        "internal": 7,
        "private": 8,
        "extern_weak": 9,
        "common": 10,
    }
    cpp_name: ClassVar = "::mlir::LLVM::linkage::Linkage"


@LLVM.attribute("cconv")
class CConvAttr(d.EnumAttr):
    """`#llvm.cconv<fastcc>`: the calling convention."""

    cases: ClassVar = {
        "ccc": 0,
        "fastcc": 8,
        "coldcc": 9,
        "cc_10": 10,
        "cc_11": 11,
        "anyregcc": 13,
        "preserve_mostcc": 14,
        "preserve_allcc": 15,
        "swiftcc": 16,
        "cxx_fast_tlscc": 17,
        "tailcc": 18,
        "cfguard_checkcc": 19,
        "swifttailcc": 20,
        "x86_stdcallcc": 64,
        "x86_fastcallcc": 65,
        "arm_apcscc": 66,
        "arm_aapcscc": 67,
        "arm_aapcs_vfpcc": 68,
        "msp430_intrcc": 69,
        "x86_thiscallcc": 70,
        "ptx_kernelcc": 71,
        "ptx_devicecc": 72,
        "spir_funccc": 75,
        "spir_kernelcc": 76,
        "intel_ocl_bicc": 77,
        "x86_64_sysvcc": 78,
        "win64cc": 79,
        "x86_vectorcallcc": 80,
        "hhvmcc": 81,
        "hhvm_ccc": 82,
        "x86_intrcc": 83,
        "avr_intrcc": 84,
        "avr_builtincc": 86,
        "amdgpu_vscc": 87,
        "amdgpu_gscc": 88,
        "amdgpu_cscc": 90,
        "amdgpu_kernelcc": 91,
        "x86_regcallcc": 92,
        "amdgpu_hscc": 93,
        "msp430_builtincc": 94,
        "amdgpu_lscc": 95,
        "amdgpu_escc": 96,
        "aarch64_vectorcallcc": 97,
        "aarch64_sve_vectorcallcc": 98,
        "wasm_emscripten_invokecc": 99,
        "amdgpu_gfxcc": 100,
        "m68k_intrcc": 101,
    }
    cpp_name: ClassVar = "::mlir::LLVM::cconv::CConv"


@LLVM.attribute("comdat")
class ComdatAttr(d.EnumAttr):
    """`#llvm<comdat any>`: which of several groups of the same name a linker keeps."""

    cases: ClassVar = {
        "any": 0,
        "exactmatch": 1,
        "largest": 2,
        "nodeduplicate": 3,
        "samesize": 4,
    }
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::LLVM::comdat::Comdat"


@LLVM.attribute("framePointerKind")
class FramePointerKindAttr(d.EnumAttr):
    """`#llvm.framePointerKind<all>`: which functions keep a frame pointer."""

    cases: ClassVar = {
        "none": 0,
        "non-leaf": 1,
        "all": 2,
        "reserved": 3,
        "non-leaf-no-reserve": 4,
    }
    cpp_name: ClassVar = "::mlir::LLVM::framePointerKind::FramePointerKind"


@LLVM.attribute("tailcallkind")
class TailCallKindAttr(d.EnumAttr):
    """`#llvm.tailcallkind<musttail>`: whether a call may or must reuse its caller's frame."""

    cases: ClassVar = {"none": 0, "notail": 3, "musttail": 2, "tail": 1}
    cpp_name: ClassVar = "::mlir::LLVM::tailcallkind::TailCallKind"


@LLVM.attribute("uwtableKind")
class UWTableKindAttr(d.EnumAttr):
    """`#llvm.uwtableKind<sync>`: the tables for unwinding that a function has."""

    cases: ClassVar = {"none": 0, "sync": 1, "async": 2}
    cpp_name: ClassVar = "::mlir::LLVM::uwtable::UWTableKind"


@LLVM.attribute("fastmath")
class FastmathFlagsAttr(d.BitEnumAttr):
    """`#llvm.fastmath<nnan, contract>`: the assumptions allowed in optimizing float arithmetic."""

    cases: ClassVar = {
        "none": 0,
        "nnan": 1,
        "ninf": 2,
        "nsz": 4,
        "arcp": 8,
        "contract": 16,
        "afn": 32,
        "reassoc": 64,
        "fast": 127,
    }
    cpp_name: ClassVar = "::mlir::LLVM::FastmathFlags"
    separator: ClassVar = ", "


EXTERNAL = LinkageAttr.of("external")
CCC = CConvAttr.of("ccc")
NO_TAIL_CALL = TailCallKindAttr.of("none")
NO_FASTMATH = FastmathFlagsAttr(0)

ORDERING = d.int_enum(
    "ordering",
    ir.I64,
    {
        "not_atomic": 0,
        "unordered": 1,
        "monotonic": 2,
        "acquire": 4,
        "release": 5,
        "acq_rel": 6,
        "seq_cst": 7,
    },
)
NOT_ATOMIC = ORDERING.attr("not_atomic")
ATOMIC_BIN_OP = d.int_enum(
    "bin_op",
    ir.I64,
    {
        name: value
        for value, name in enumerate(
            [
                "xchg",
                "add",
                "sub",
                "_and",
                "nand",
                "_or",
                "_xor",
                "max",
                "min",
                "umax",
                "umin",
                "fadd",
                "fsub",
                "fmax",
                "fmin",
                "uinc_wrap",
                "udec_wrap",
                "usub_cond",
                "usub_sat",
                "fmaximum",
                "fminimum",
            ]
        )
    },
)
ICMP_PREDICATE = d.int_enum(
    "predicate",
    ir.I64,
    {
        n: v
        for v, n in enumerate(["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"])
    },
)
FCMP_PREDICATE = d.int_enum(
    "predicate",
    ir.I64,
    {
        name: value
        for value, name in enumerate(
            [
                "_false",
                "oeq",
                "ogt",
                "oge",
                "olt",
                "ole",
                "one",
                "ord",
                "ueq",
                "ugt",
                "uge",
                "ult",
                "ule",
                "une",
                "uno",
                "_true",
            ]
        )
    },
)
ASM_DIALECT = d.int_enum("asm_dialect", ir.I64, {"att": 0, "intel": 1})
COMDAT = d.int_enum("comdat", ir.I64, ComdatAttr.cases)
VISIBILITY = d.int_enum("visibility_", ir.I64, {"": 0, "hidden": 1, "protected": 2})
DEFAULT_VISIBILITY = VISIBILITY.attr("")
UNNAMED_ADDR = d.int_enum(
    "unnamed_addr", ir.I64, {"": 0, "local_unnamed_addr": 1, "unnamed_addr": 2}
)
NOT_UNNAMED = UNNAMED_ADDR.attr("")
ROUNDING_MODE = d.int_enum(
    "roundingmode",
    ir.I64,
    {
        "towardzero": 0,
        "tonearest": 1,
        "upward": 2,
        "downward": 3,
        "tonearestaway": 4,
        "dynamic": 7,
    },
)
FP_EXCEPTIONS = d.int_enum("fpExceptionBehavior", ir.I64, {"ignore": 0, "maytrap": 1, "strict": 2})

# Bit flags stored as an integer.


def _bits(
    name: str, cases: Mapping[str, int], separator: str, keyword: str = ""
) -> d.Constraint[ir.IntegerAttr]:
    """Return an i32 of named bits, written as `a|b` or, with a keyword, as `keyword<a, b>`.

    Flags of several bits are matched in the order of the cases.
    """

    def parse_optional(parser: d.AsmParser) -> ir.IntegerAttr | None:
        if keyword:
            if not parser.parse_optional_keyword(keyword):
                return None
            parser.parse_punctuation("<")
        word = parser.parse_optional_any_keyword(cases)
        if word is None and not keyword:
            return None
        value = 0
        while True:
            if word is None:
                raise parser.error(f"expected {name} to be one of: {', '.join(cases)}")
            value |= cases[word]
            if not parser.parse_optional_punctuation(separator.strip()):
                break
            word = parser.parse_optional_any_keyword(cases)
        if keyword:
            parser.parse_punctuation(">")
        return ir.IntegerAttr(value, ir.I32)

    def parse(parser: d.AsmParser) -> ir.IntegerAttr:
        attribute = parse_optional(parser)
        if attribute is None:
            raise parser.error(f"expected {name} to be one of: {', '.join(cases)}")
        return attribute

    def print_bits(printer: d.AsmPrinter, attribute: ir.IntegerAttr) -> None:
        rest, words = attribute.value, []
        for case, bits in cases.items():
            if bits and rest & bits == bits:
                words.append(case)
                rest &= ~bits
        text = separator.join(words) or "none"
        printer.write(f"{keyword}<{text}>" if keyword else text)

    known = 0
    for bits in cases.values():
        known |= bits
    return d.instance_of(
        ir.IntegerAttr,
        f"{name} as bits of an i32",
        also=lambda attribute: attribute.type is ir.I32 and not attribute.value & ~known,
        syntax=d.AttrSyntax(parse, print_bits, parse_optional),
        convert=lambda value: ir.IntegerAttr(value, ir.I32),
    )


OVERFLOW_FLAGS = _bits(
    "::mlir::LLVM::IntegerOverflowFlags", {"none": 0, "nsw": 1, "nuw": 2}, ", ", "overflow"
)
GEP_FLAGS = _bits(
    "::mlir::LLVM::GEPNoWrapFlags",
    {"none": 0, "inbounds": 3, "inbounds_flag": 1, "nusw": 2, "nuw": 4},
    "|",
)
NO_FLAGS = ir.IntegerAttr(0, ir.I32)

# Parameters of attributes that are written by their names.


class Word:
    """A parameter of a `StructAttr` that is one of some keywords, as `Annotated[str, Word(…)]`.

    `problem` is the error for any other word, with the word appended unless `names_cases`.
    """

    def __init__(self, cases: Collection[str], problem: str, names_cases: bool = False) -> None:
        self.cases = cases
        self.problem = f"{problem}{', '.join(cases)}" if names_cases else problem
        self.names_cases = names_cases

    def parse(self, parser: d.AsmParser) -> str:
        """Parse the keyword, which may be in quotes."""
        offset = parser.offset
        word = parser.parse_keyword_or_string()
        if word not in self.cases:
            raise parser.error(self.problem if self.names_cases else self.problem + word, offset)
        return word

    def print(self, printer: d.AsmPrinter, value: str) -> None:
        """Write the keyword."""
        printer.write(value)


class Flags:
    """A parameter of a `StructAttr`: bits that have names, as `Annotated[int, Flags(…)]`: `A` or `"A|B"`.

    Among cases of several bits, the first that match are written.
    """

    def __init__(self, name: str, cases: Mapping[str, int]) -> None:
        self.name = name
        self.cases = cases

    def parse(self, parser: d.AsmParser) -> int:
        """Parse the names of the bits."""
        offset = parser.offset
        bits = 0
        for word in parser.parse_keyword_or_string().split("|"):
            if word.strip() not in self.cases:
                raise parser.error(
                    f"expected {self.name} to be one of: {', '.join(self.cases)}", offset
                )
            bits |= self.cases[word.strip()]
        return bits

    def print(self, printer: d.AsmPrinter, value: int) -> None:
        """Write the names of the bits, in quotes if there are several."""
        rest, words = value, {}
        groups = sorted(self.cases.items(), key=lambda case: case[1].bit_count() < 2)
        for case, bits in groups:
            if bits and rest & bits == bits:
                words[case] = bits
                rest &= ~bits
        names = [case for case in self.cases if case in words]
        text = "|".join(names) or next((c for c, bits in self.cases.items() if not bits), "")
        printer.write(text if len(names) < 2 else f'"{text}"')
