"""The operations of MLIR's dialects that are read and printed only: those of the tables, as classes."""

from __future__ import annotations

from typing import Final

from bufferize import define as d
from bufferize_transform import absent, absent_others, absent_structured
from bufferize_transform import directives as directives  # the formats use them
from bufferize_transform.dialect import TRANSFORM

_TABLES: Final[tuple[tuple[type[d.Operation], dict[str, absent.AbsentOp]], ...]] = (
    (absent.AbsentTransformOp, absent_structured.TRANSFORMS),
    (absent.AbsentTransformOp, absent_others.TRANSFORMS),
    (absent.AbsentMatchOp, absent_structured.MATCHERS),
    (absent.AbsentPatternsOp, absent_others.PATTERNS),
    (absent.AbsentConversionPatternsOp, absent_others.CONVERSION_PATTERNS),
    (absent.AbsentTypeConverterOp, absent_others.TYPE_CONVERTERS),
)
_BASES: Final = {mnemonic: (base, table[mnemonic]) for base, table in _TABLES for mnemonic in table}
_MNEMONICS: Final = {
    "".join(word.capitalize() for word in mnemonic.replace(".", "_").split("_")) + "Op": mnemonic
    for mnemonic in _BASES
}
_CLASS_NAMES: Final = {mnemonic: name for name, mnemonic in _MNEMONICS.items()}


def _make(mnemonic: str) -> type[d.Operation]:
    base, declared = _BASES[mnemonic]
    members = {
        "__doc__": f"`transform.{mnemonic}`, which is read and printed only.",
        "__module__": __name__,
        **declared.members,
    }
    return TRANSFORM.op(mnemonic)(type(_CLASS_NAMES[mnemonic], (base,), members))


def __getattr__(name: str) -> type[d.Operation]:
    """Return the class of an operation, which is made on demand; pickles need that."""
    found = TRANSFORM.op_class(_MNEMONICS.get(name, ""))
    if found is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return found


TRANSFORM.lazy_ops(_BASES, _make)
