"""Small programs around an op: in a loop, in both arms of a choice, on views, …"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeGuard

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize.interfaces import CallOpInterface, FunctionOpInterface
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module

_NEEDED = ("arith", "func", "scf", "tensor")


@dataclass(frozen=True)
class InContext:
    """A program that computes the same as a sample, in a context."""

    context: str
    """The context in words."""
    module: ir.Operation
    function: str
    has_views: bool = False
    """Whether the op is executed on parts of larger tensors."""


def programs_around(
    module: ir.Operation, function: FunctionOpInterface, context: Context
) -> Iterator[InContext]:
    """Yield the sample's function in each context that its signature and the dialects allow."""
    yield from _programs(module, function, context, _CONTEXTS)


def places_around(
    module: ir.Operation, function: FunctionOpInterface, context: Context
) -> Iterator[InContext]:
    """Yield programs in which a model's answers about the op have to be the same as alone.

    The sample's function stands under other ops there, or is on tensors of other shapes, which may
    not be those that it computes with.
    """
    yield from _programs(module, function, context, (*_CONTEXTS, *_PLACES))
    text = print_module(module)
    for words, change in _SHAPES:
        other = _EXTENTS.sub(change, text)
        if other == text:
            continue
        try:
            made = parse_module(other, context, "<context>")
        except DiagnosticError:
            continue
        if not ir.verify(made):
            yield InContext(words, made, function.symbol_name)


def missing_for_contexts(context: Context) -> list[str]:
    """Return the dialects that the programs need and no plugin has, and how to get them."""
    missing = [name for name in _NEEDED if context.dialect(name) is None]
    ways = ((name, context.way_to_get("dialect", name)) for name in missing)
    return [f"the dialect '{name}'" + (f" ({way})" if way else "") for name, way in ways]


def _programs(
    module: ir.Operation,
    function: FunctionOpInterface,
    context: Context,
    contexts: tuple[tuple[str, _Write, bool], ...],
) -> Iterator[InContext]:
    if missing_for_contexts(context):
        return
    for words, write, inlines in contexts:
        text = write(function)
        if text is None:
            continue
        copy = ir.clone(module)
        called = ir.SymbolTable(copy).lookup(function.symbol_name)
        assert isinstance(called, FunctionOpInterface)
        try:
            outer = parse_module(_declared(function) + text, context, "<context>")
        except DiagnosticError:
            continue
        (around,) = (
            op
            for op in outer.regions[0].entry.ops
            if isinstance(op, FunctionOpInterface) and op.symbol_name == "context"
        )
        around.detach()
        copy.regions[0].entry.append(around)
        if inlines and not _inline(around, called):
            continue
        if not ir.verify(copy):
            yield InContext(words, copy, "context", write in _VIEWS)


def _declared(function: FunctionOpInterface) -> str:
    inputs = ", ".join(map(str, function.signature.inputs))
    return f"func.func private @{function.symbol_name}({inputs}) -> ({_results(function)})\n"


def _results(function: FunctionOpInterface) -> str:
    return ", ".join(map(str, function.signature.results))


def _parameters(function: FunctionOpInterface) -> list[str]:
    return [f"%a{i}: {type}" for i, type in enumerate(function.signature.inputs)]


def _call(function: FunctionOpInterface, arguments: list[str], result: str = "%r") -> str:
    inputs = ", ".join(map(str, function.signature.inputs))
    results = function.signature.results
    left = f"{result}:{len(results)} = " if results else ""
    name = function.symbol_name
    return f"{left}func.call @{name}({', '.join(arguments)}) : ({inputs}) -> ({_results(function)})"


def _function(
    function: FunctionOpInterface, body: list[str], values: list[tuple[str, str]], more: str = ""
) -> str:
    """Return a function with the same parameters, and maybe one more, that returns `values`."""
    parameters = ", ".join([*_parameters(function), *([more] if more else [])])
    types = ", ".join(type for _, type in values)
    names = ", ".join(name for name, _ in values)
    end = f"func.return {names} : {types}" if values else "func.return"
    lines = "\n".join(body)
    return f"func.func @context({parameters}) -> ({types}) {{\n{lines}\n{end}\n}}\n"


def _own(function: FunctionOpInterface) -> list[tuple[str, str]]:
    """Return the function's tensor arguments, which are read once more at the end."""
    return [
        (f"%a{i}", str(type))
        for i, type in enumerate(function.signature.inputs)
        if isinstance(type, ir.RankedTensorType)
    ]


def _made(function: FunctionOpInterface, result: str = "%r") -> list[tuple[str, str]]:
    return [(f"{result}#{i}", str(t)) for i, t in enumerate(function.signature.results)]


def _names(function: FunctionOpInterface) -> list[str]:
    return [f"%a{i}" for i in range(len(function.signature.inputs))]


def _called(function: FunctionOpInterface) -> str:
    body = [_call(function, _names(function))]
    return _function(function, body, [*_made(function), *_own(function)])


def _twice(function: FunctionOpInterface) -> str:
    body = [_call(function, _names(function), "%q"), _call(function, _names(function))]
    return _function(function, body, [*_made(function, "%q"), *_made(function), *_own(function)])


def _can_be_set(type: ir.Type) -> TypeGuard[ir.RankedTensorType]:
    return (
        isinstance(type, ir.RankedTensorType)
        and isinstance(type.element_type, ir.FloatType)
        and type.encoding is None
        and type.has_static_shape()
        and 0 not in type.shape
    )


def _written_afterwards(function: FunctionOpInterface) -> str | None:
    """Return a program that writes to each result afterwards, possibly in place."""
    body = [_call(function, _names(function)), "%z = arith.constant 0 : index"]
    written = []
    for number, type in enumerate(function.signature.results):
        if _can_be_set(type):
            place = ", ".join("%z" for _ in type.shape)
            body.append(f"%v{number} = arith.constant 7.0 : {type.element_type}")
            body.append(f"%w{number} = tensor.insert %v{number} into %r#{number}[{place}] : {type}")
            written.append((f"%w{number}", str(type)))
    if not written:
        return None
    return _function(function, body, [*_own(function), *_made(function), *written])


def _written_before(function: FunctionOpInterface) -> str | None:
    """Return a program that writes to each operand before the op may read it."""
    body: list[str] = []
    written: list[tuple[str, str]] = []
    for name, type in zip(_names(function), function.signature.inputs, strict=True):
        if _can_be_set(type):
            value, new = f"%v{len(written)}", f"%w{len(written)}"
            whole = f"{[0] * len(type.shape)} {list(type.shape)} {[1] * len(type.shape)}"
            body.append(f"{value} = arith.constant dense<7.0> : {type}")
            into = f"into {name}{whole} : {type} into {type}"
            body.append(f"{new} = tensor.insert_slice {value} {into}")
            written.append((new, str(type)))
    if not written:
        return None
    body.append(_call(function, _names(function)))
    return _function(function, body, [*_made(function), *written])


def _in_both_arms(function: FunctionOpInterface) -> str | None:
    return _in_arms(function, "scf.if %c -> ({}) {{", "}} else {{", "%c: i1")


def _in_a_case(function: FunctionOpInterface) -> str | None:
    return _in_arms(function, "scf.index_switch %n -> {}\ncase 1 {{", "}}\ndefault {{", "%n: index")


def _in_a_region(function: FunctionOpInterface) -> str | None:
    return _in_arms(function, "scf.execute_region -> ({}) {{", "", "")


def _in_arms(function: FunctionOpInterface, head: str, other: str, parameter: str) -> str | None:
    """Return a program that executes the op in each of one or two regions, which yield the results."""
    results = function.signature.results
    if not results:
        return None
    types = _results(function)
    made = ", ".join(name for name, _ in _made(function, "%s"))
    arm = [_call(function, _names(function), "%s"), f"scf.yield {made} : {types}"]
    body = [f"%r:{len(results)} = {head.format(types)}", *arm]
    if other:
        body += [other.format(), *arm]
    return _function(function, [*body, "}"], [*_made(function), *_own(function)], parameter)


def _in_a_loop(function: FunctionOpInterface) -> str | None:
    """Return a loop that feeds results back as operands, as far as their types allow."""
    inputs, results = function.signature.inputs, function.signature.results
    arguments = _names(function)
    carried: list[tuple[int, int]] = []
    for number, type in enumerate(results):
        free = [i for i, t in enumerate(inputs) if t == type and i not in [a for a, _ in carried]]
        if free:
            carried.append((free[0], number))
    if not carried:
        return None
    for argument, _ in carried:
        arguments[argument] = f"%t{argument}"
    types = ", ".join(str(inputs[argument]) for argument, _ in carried)
    inits = ", ".join(f"%t{argument} = %a{argument}" for argument, _ in carried)
    yielded = ", ".join(f"%s#{result}" for _, result in carried)
    body = [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        "%c2 = arith.constant 2 : index",
        f"%r:{len(carried)} = scf.for %i = %c0 to %c2 step %c1 iter_args({inits}) -> ({types}) {{",
        _call(function, arguments, "%s"),
        f"scf.yield {yielded} : {types}",
        "}",
    ]
    made = [(f"%r#{i}", str(inputs[argument])) for i, (argument, _) in enumerate(carried)]
    return _function(function, body, [*made, *_own(function)])


def _on_views(function: FunctionOpInterface) -> str | None:
    """Return a program on slices of larger tensors, which are read once more at the end."""
    return _on_parts(function, "1", [], [], keeps_wholes=True)


def _on_moving_views(function: FunctionOpInterface) -> str | None:
    """Return a program on slices with offsets that are only known at run time.

    The larger tensors are not used afterwards, so that slices may be written to in place.
    """
    offset = [
        "%one = arith.constant 1 : index",
        "%two = arith.constant 2 : index",
        "%o = arith.select %c, %one, %two : index",
    ]
    return _on_parts(function, "%o", offset, ["%c: i1"], keeps_wholes=False)


def _on_every_other_element(function: FunctionOpInterface) -> str | None:
    """Return a program on slices with strides."""
    return _on_parts(function, "1", [], [], keeps_wholes=False, stride=2)


def _on_parts(
    function: FunctionOpInterface,
    offset: str,
    body: list[str],
    parameters: list[str],
    *,
    keeps_wholes: bool,
    stride: int = 1,
) -> str | None:
    """Return a program on slices of larger tensors, into which results are inserted.

    `offset` is that of each slice in each dimension, which `body` computes from `parameters`.
    """
    inputs = function.signature.inputs
    arguments = []
    larger: dict[int, tuple[str, str, str]] = {}
    for number, type in enumerate(inputs):
        is_part = isinstance(type, ir.RankedTensorType) and type.shape and type.has_static_shape()
        if not is_part or not isinstance(type, ir.RankedTensorType):
            parameters.append(f"%a{number}: {type}")
            arguments.append(f"%a{number}")
            continue
        shape = "x".join(str(extent * stride + 2) for extent in type.shape)
        whole = f"tensor<{shape}x{type.element_type}>"
        offsets = ", ".join(offset for _ in type.shape)
        part = f"[{offsets}] {list(type.shape)} {[stride] * len(type.shape)}"
        parameters.append(f"%a{number}: {whole}")
        body.append(f"%p{number} = tensor.extract_slice %a{number}{part} : {whole} to {type}")
        arguments.append(f"%p{number}")
        larger[number] = whole, part, str(type)
    if not larger:
        return None
    body.append(_call(function, arguments))
    values = _made(function)
    for name, type_text in _made(function):
        for number, (whole, part, part_type) in larger.items():
            if part_type == type_text:
                new = f"%w{len(values)}"
                line = f"{new} = tensor.insert_slice {name} into %a{number}{part} : "
                body.append(f"{line}{type_text} into {whole}")
                values.append((new, whole))
                break
    if keeps_wholes:
        values += [(f"%a{number}", whole) for number, (whole, _, _) in larger.items()]
    names = ", ".join(name for name, _ in values)
    types = ", ".join(type for _, type in values)
    lines = "\n".join(body)
    return (
        f"func.func @context({', '.join(parameters)}) -> ({types}) {{\n{lines}\n"
        f"func.return {names} : {types}\n}}\n"
    )


def _in_a_while(function: FunctionOpInterface) -> str | None:
    """Return a while loop with the op after its condition, whose results are not carried."""
    body = [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        "%l = scf.while (%i = %c0) : (index) -> index {",
        "%go = arith.cmpi slt, %i, %c1 : index",
        "scf.condition(%go) %i : index",
        "} do {",
        "^bb0(%i: index):",
        _call(function, _names(function), "%s"),
        "%n = arith.addi %i, %c1 : index",
        "scf.yield %n : index",
        "}",
    ]
    return _function(function, body, _own(function))


def _in_a_forall(function: FunctionOpInterface) -> str | None:
    """Return a parallel loop that makes its tensor of the first result of the op."""
    results = function.signature.results
    if not results or not _can_be_set(results[0]):
        return None
    type = results[0]
    part = f"{[0] * len(type.shape)} {list(type.shape)} {[1] * len(type.shape)}"
    body = [
        f"%e = tensor.empty() : {type}",
        f"%r = scf.forall (%i) in (1) shared_outs(%o = %e) -> ({type}) {{",
        _call(function, _names(function), "%s"),
        "scf.forall.in_parallel {",
        f"tensor.parallel_insert_slice %s#0 into %o{part} : {type} into {type}",
        "}",
        "}",
    ]
    return _function(function, body, [("%r", str(type)), *_own(function)])


def _after_a_free(function: FunctionOpInterface) -> str | None:
    """Return a program that frees a tensor before the op."""
    own = [(name, type) for name, type in _own(function) if "?" not in type]
    if not own:
        return None
    body = [
        f"%f = bufferization.alloc_tensor() copy({own[0][0]}) : {own[0][1]}",
        f"bufferization.dealloc_tensor %f : {own[0][1]}",
        _call(function, _names(function)),
    ]
    return _function(function, body, [*_made(function), *_own(function)])


def _same_twice(function: FunctionOpInterface) -> str | None:
    """Return a program that gives one tensor for all arguments of its type."""
    first: dict[ir.Type, str] = {}
    names = [
        first.setdefault(type, name)
        for name, type in zip(_names(function), function.signature.inputs, strict=True)
    ]
    if names == _names(function):
        return None
    return _function(function, [_call(function, names)], [*_made(function), *_own(function)])


_Write = Callable[[FunctionOpInterface], "str | None"]
_CONTEXTS: tuple[tuple[str, _Write, bool], ...] = (
    ("and its operands are read afterwards", _called, True),
    ("and its results are written to afterwards", _written_afterwards, True),
    ("and its operands are written to before", _written_before, True),
    ("and it is executed twice", _twice, True),
    ("in both arms of a choice", _in_both_arms, True),
    ("in a loop", _in_a_loop, True),
    ("on views", _on_views, True),
    ("on views at offsets that are computed", _on_moving_views, True),
    ("through a call", _called, False),
)
_PLACES: tuple[tuple[str, _Write, bool], ...] = (
    ("in a region that is executed once", _in_a_region, True),
    ("in a case of a switch", _in_a_case, True),
    ("in a loop with a condition", _in_a_while, True),
    ("in a parallel loop", _in_a_forall, True),
    ("on every other element", _on_every_other_element, True),
    ("after a tensor is freed", _after_a_free, True),
    ("with one tensor as several operands", _same_twice, True),
)
_VIEWS = (_on_views, _on_moving_views, _on_every_other_element)

_EXTENTS = re.compile(r"(?<=tensor<)(\d+)x((?:\d+x)*)")
"""The extents in the text of a static tensor type: the first one, and the others."""
_SHAPES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    ("with extents that are not known", lambda extents: re.sub(r"\d+", "?", extents[0])),
    ("on tensors without elements", lambda extents: f"0x{extents[2]}"),
    ("on tensors without dimensions", lambda extents: ""),
    ("on larger tensors", lambda extents: f"{17 * int(extents[1])}x{extents[2]}"),
)
"""Other shapes, as replacements of the extents."""


def _inline(around: FunctionOpInterface, called: FunctionOpInterface) -> bool:
    """Replace each call by the function's body. Returns False if that has several blocks."""
    if len(called.function_body.blocks) != 1:
        return False
    entry = called.function_body.entry
    last = entry.terminator
    if not last.has_trait(d.ReturnLike):
        return False
    for call in list(around.walk()):
        if not isinstance(call, CallOpInterface) or call.parent is None:
            continue
        mapping = ir.IRMapping(dict(zip(entry.arguments, call.operands, strict=True)))
        for op in entry.ops:
            if op is not last:
                call.parent.insert_before(ir.clone(op, mapping), call)
        call.replace_all_uses_with([mapping.value(value) for value in last.operands])
        call.erase()
    return True
