"""The attributes of arguments and results of functions of LLVM.

See https://llvm.org/docs/LangRef.html#parameter-attributes.
"""

from __future__ import annotations

from bufferize import ir
from bufferize.interfaces import FunctionOpInterface
from bufferize_llvm.types import PointerType, VoidType, is_compatible

_UNITS = frozenset(
    [
        "allocalign",
        "allocptr",
        "inreg",
        "nest",
        "noalias",
        "nocapture",
        "nofree",
        "nonnull",
        "noundef",
        "readnone",
        "readonly",
        "returned",
        "signext",
        "writeonly",
        "zeroext",
    ]
)
_INTEGERS = frozenset(("align", "alignstack", "dereferenceable", "dereferenceable_or_null"))
_TYPES = frozenset(("byref", "byval", "elementtype", "inalloca", "preallocated", "sret"))
_ON_POINTERS = frozenset(
    [
        "align",
        "allocptr",
        "byref",
        "byval",
        "dereferenceable",
        "dereferenceable_or_null",
        "elementtype",
        "inalloca",
        "nest",
        "noalias",
        "nocapture",
        "nofree",
        "nonnull",
        "preallocated",
        "readnone",
        "readonly",
        "sret",
        "writeonly",
    ]
)
_ON_INTEGERS = frozenset(("allocalign", "signext", "zeroext"))
_NOT_OF_RESULTS = frozenset(
    [
        "allocalign",
        "allocptr",
        "byref",
        "byval",
        "inalloca",
        "nest",
        "nocapture",
        "nofree",
        "preallocated",
        "readnone",
        "readonly",
        "returned",
        "sret",
        "alignstack",
        "writeonly",
        "elementtype",
    ]
)


def verify_arguments(function: FunctionOpInterface) -> None:
    """Check the attributes of all arguments and results. Raises VerifyError."""
    signature = function.signature
    for index, type in enumerate(signature.inputs):
        for name, value in function.get_arg_attrs(index).items():
            problem = _problem(name, value, type)
            if problem is not None:
                raise function.error(problem)
    for index, type in enumerate(signature.results):
        for name, value in function.get_result_attrs(index).items():
            word = name.removeprefix("llvm.")
            problem = _problem(name, value, type)
            if word in _NOT_OF_RESULTS and name.startswith("llvm."):
                problem = f'"{name}" is not a valid result attribute'
            if problem is not None:
                raise function.error(problem)


def _problem(name: str, value: ir.Attribute, type: ir.Type) -> str | None:
    """Return the problem with one attribute of an argument of that type."""
    if not name.startswith("llvm."):
        return None
    word = name.removeprefix("llvm.")
    if word in _UNITS and not isinstance(value, ir.UnitAttr):
        return f'"{name}" should be a unit attribute'
    if word in _INTEGERS and not isinstance(value, ir.IntegerAttr):
        return f'"{name}" should be an integer attribute'
    if word in _TYPES and not isinstance(value, ir.TypeAttr):
        return f'"{name}" should be a type attribute'
    if not is_compatible(type) or isinstance(type, VoidType):
        return None
    if word in _ON_POINTERS and not isinstance(type, PointerType):
        return f'"{name}" attribute attached to non-pointer LLVM type'
    if word in _ON_INTEGERS and not isinstance(type, ir.IntegerType):
        return f'"{name}" attribute attached to non-integer LLVM type'
    return None
