"""How `omp.map.info` writes its flags, the kind of capture, and the places of members."""

from __future__ import annotations

from bufferize.define import Operation
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import I64, ArrayAttr, IntegerAttr
from bufferize_omp.base import OMP, ClauseMapFlagsAttr, VariableCaptureKindAttr

# Each word and its bits, in the order in which they are written.
_MAP_WORDS = {
    word: ClauseMapFlagsAttr.of(*cases).value
    for word, cases in {
        "always": ("always",),
        "implicit": ("implicit",),
        "ompx_hold": ("ompx_hold",),
        "close": ("close",),
        "present": ("present",),
        "tofrom": ("to", "from"),
        "to": ("to",),
        "from": ("from",),
        "delete": ("del",),
        "return_param": ("return_param",),
        "storage": ("storage",),
        "private": ("priv",),
        "literal": ("literal",),
        "attach": ("attach",),
        "attach_always": ("attach_always",),
        "attach_none": ("attach_none",),
        "attach_auto": ("attach_auto",),
        "ref_ptr": ("ref_ptr",),
        "ref_ptee": ("ref_ptee",),
        "ref_ptr_ptee": ("ref_ptr_ptee",),
        "is_device_ptr": ("is_device_ptr",),
    }.items()
}


@OMP.custom_directive("MapClause")
class MapClause:
    """`always, tofrom`, or `none`."""

    @staticmethod
    def parse(parser: AsmParser) -> ClauseMapFlagsAttr:
        """The flags. A word that is none is an error; mlir-opt drops it."""
        bits = 0

        def word() -> None:
            nonlocal bits
            offset = parser.offset
            flag = parser.parse_any_keyword()
            if flag not in _MAP_WORDS and flag != "none":
                words = ", ".join(("none", *_MAP_WORDS))
                raise parser.error(f"'{flag}' is no map type; there are {words}", offset)
            bits |= _MAP_WORDS.get(flag, 0)

        parser.parse_comma_separated_list(None, word)
        return ClauseMapFlagsAttr(bits)

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, flags: ClauseMapFlagsAttr) -> None:
        rest = flags.value
        words = []
        for word, bits in _MAP_WORDS.items():
            if rest & bits == bits:
                words.append(word)
                rest &= ~bits
        printer.write(", ".join(words) or "none")


@OMP.custom_directive("CaptureType")
class CaptureType:
    """One word, such as `ByRef`."""

    @staticmethod
    def parse(parser: AsmParser) -> VariableCaptureKindAttr:
        """The kind of capture."""
        return VariableCaptureKindAttr.parse_case(parser)

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, kind: VariableCaptureKindAttr) -> None:
        kind.print_case(printer)


@OMP.custom_directive("MembersIndex")
class MembersIndex:
    """`[0], [1, 2]`: where the members are in what they are members of."""

    @staticmethod
    def parse(parser: AsmParser) -> ArrayAttr:
        """The path to each member."""

        def path() -> ArrayAttr:
            parser.parse_punctuation("[")
            found = parser.parse_comma_separated_list(None, parser.parse_integer)
            parser.parse_punctuation("]")
            return ArrayAttr(tuple(IntegerAttr(index, I64) for index in found))

        return ArrayAttr(tuple(parser.parse_comma_separated_list(None, path)))

    @staticmethod
    def print(printer: AsmPrinter, op: Operation, paths: ArrayAttr | None) -> None:
        for index, path in enumerate(paths.elements if paths is not None else ()):
            printer.write(", " if index else "")
            printer.print_attribute(path)
