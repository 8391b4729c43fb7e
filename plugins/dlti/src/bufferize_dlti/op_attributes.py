"""What is wrong with the attributes `dlti.…` on ops, and with the data layouts in them."""

from __future__ import annotations

from bufferize import ir
from bufferize.ir.dense import numbers
from bufferize_dlti.entries import (
    DataLayoutEntryAttr,
    DataLayoutSpecAttr,
    EntriesAttr,
    MapAttr,
    TargetSystemSpecAttr,
)

_CLASSES: dict[str, type[EntriesAttr]] = {
    cls.mnemonic: cls for cls in (DataLayoutSpecAttr, MapAttr, TargetSystemSpecAttr)
}
_ENDIANNESS = "dlti.endianness"
_KEYS = frozenset(
    (
        _ENDIANNESS,
        "dlti.default_memory_space",
        "dlti.alloca_memory_space",
        "dlti.program_memory_space",
        "dlti.global_memory_space",
        "dlti.stack_alignment",
        "dlti.function_pointer_alignment",
        "dlti.legal_int_widths",
        "dlti.mangling_mode",
    )
)


def op_attribute_problem(op: ir.Operation, name: str, value: ir.Attribute) -> str | None:
    """What is wrong with an attribute `dlti.name` of an op."""
    cls = _CLASSES.get(name.removeprefix("dlti."))
    if cls is None:
        return f"attribute '{name}' not supported by dialect"
    if not isinstance(value, cls):
        return f"'{name}' is expected to be a #dlti.{cls.mnemonic} attribute"
    if isinstance(value, DataLayoutSpecAttr):
        problems = map(_layout_problem, value.entries)
        return next((problem for problem in problems if problem is not None), None)
    return None


def _layout_problem(entry: DataLayoutEntryAttr) -> str | None:
    if isinstance(entry.key, ir.StringAttr):
        return _named_problem(entry.key.value, entry.value)
    if isinstance(entry.key, ir.TypeAttr):
        return _type_problem(entry.key.type, entry)
    return None


def _named_problem(key: str, value: ir.Attribute) -> str | None:
    if key == _ENDIANNESS and value not in (ir.StringAttr("big"), ir.StringAttr("little")):
        return f"'{key}' data layout entry is expected to be either 'big' or 'little'"
    if key.startswith("dlti.") and key not in _KEYS:
        return f"unknown data layout entry name: {key}"
    return None


def _type_problem(type: ir.Type, entry: DataLayoutEntryAttr) -> str | None:
    if isinstance(type, ir.IndexType):
        if not isinstance(entry.value, ir.IntegerAttr):
            return f"expected integer attribute in the data layout entry for '{type}'"
        return None
    if isinstance(type, ir.IntegerType | ir.FloatType):
        return _alignment_problem(entry)
    if type.dialect_name == "builtin" and not isinstance(type, ir.OpaqueType):
        return "unexpected data layout for a built-in type"
    return None


def _alignment_problem(entry: DataLayoutEntryAttr) -> str | None:
    """Of `type = dense<[abi, preferred]> : vector<2xi64>`, in bits; the second may be left out."""
    value = entry.value
    if not isinstance(value, ir.DenseElementsAttr) or value.type.element_type is not ir.I64:
        return f"expected a dense i64 elements attribute in the data layout entry {entry}"
    if value.type.num_elements() not in (1, 2):
        return f"expected 1 or 2 elements in the data layout entry {entry}"
    alignments = [n for n in numbers(value) if isinstance(n, int)]
    if alignments[0] > alignments[-1]:
        return (
            "preferred alignment is expected to be greater than or equal to the abi alignment "
            f"in data layout entry {entry}"
        )
    return None
