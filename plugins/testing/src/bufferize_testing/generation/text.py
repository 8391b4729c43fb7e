"""The generator of random programs on tensors as text, with values and their types."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from bufferize_testing.generation.maker import ProgramMaker, Scope, Style, Vocabulary

I32 = "i32"
Shape = tuple[int, ...]


class Value(NamedTuple):
    """An SSA value: its name, its type, and known properties at run time."""

    name: str
    type: str
    shape: Shape = ()
    """The extents of a tensor or vector."""
    defined: bool = True
    """Whether all elements are defined; others must not be printed or affect control flow."""
    limit: int = 0
    """The exclusive upper bound of an index."""
    known: int | None = None
    """The constant value of a condition or parameter."""

    @property
    def is_tensor(self) -> bool:
        return self.type.startswith("tensor")

    @property
    def is_dynamic(self) -> bool:
        return "?" in self.type

    @property
    def element(self) -> str:
        return element_of(self.type)


def tensor_type(shape: Iterable[int | str], element: str = I32) -> str:
    """Return the type of a tensor; extents may be "?"."""
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element}>"


def vector_type(shape: Iterable[int | str], element: str = I32) -> str:
    """Return the type of a vector; extents may be "[n]"."""
    return f"vector<{''.join(f'{extent}x' for extent in shape)}{element}>"


def element_of(type: str) -> str:
    """Return the element type of a tensor or vector type."""
    inner = type[type.index("<") + 1 : -1]
    while inner[0] in "0123456789?[":
        inner = inner[inner.index("x") + 1 :]
    return inner


def extents_of(type: str) -> list[str]:
    """Return the extents of a tensor type as text."""
    inner, extents = type[type.index("<") + 1 : -1], []
    while inner[0] in "0123456789?":
        extent, inner = inner.split("x", 1)
        extents.append(extent)
    return extents


OPAQUE = {
    "%n0": Value("%n0", "index", limit=1, known=0),
    "%n1": Value("%n1", "index", limit=2, known=1),
    "%n2": Value("%n2", "index", limit=3, known=2),
    "%n4": Value("%n4", "index", limit=5, known=4),
    "%yes": Value("%yes", "i1", known=1),
    "%no": Value("%no", "i1", known=0),
    "%low": Value("%low", I32, known=-1),
}
"""Additional parameters with their values; a function has those that it uses first."""


@dataclass(frozen=True)
class TensorStyle(Style):
    """The parameters of a program on tensors."""

    shapes: tuple[Shape, ...] = ((2,),)
    dynamic: float = 0.0
    """The probability of dynamic extents of a new tensor."""
    opaque: float = 0.0
    """The probability that a number comes from a parameter."""
    new: float = 0.1
    """The probability of a new tensor where existing ones fit."""


class Values(Scope[Value]):
    """The values that are usable at a point of the text."""


@dataclass
class Function:
    """A function that may be called."""

    name: str
    parameters: tuple[Value, ...]
    results: tuple[Value, ...]
    counted: bool = False
    """Whether it is recursive, to the depth of its first parameter."""
    opaque: list[str] = field(default_factory=list)
    """The names in `OPAQUE` of its additional first parameters."""


@dataclass
class _Body:
    """The lines of a function under construction."""

    lines: list[str] = field(default_factory=list)
    constants: dict[str, str] = field(default_factory=dict)
    opaque: set[str] = field(default_factory=set)


class Maker(ProgramMaker[Value]):
    """A generator of the functions of one program on tensors, as text."""

    def __init__(
        self, rng: random.Random, style: TensorStyle, vocabulary: Vocabulary[Maker, Values]
    ) -> None:
        super().__init__(rng, style, vocabulary)
        self.style = style
        self.functions: list[Function] = []
        self.texts: list[str] = []
        self.globals: set[int] = set()
        self.helpers: set[str] = set()
        """Functions besides the planned ones, mostly declarations."""
        self.own_tensors: set[str] = set()
        """New tensors that may be freed."""
        self.body = _Body()
        self.callees: list[Function] = []
        """The functions that the current function may call."""
        self.counter = 0
        self.numbers = 10

    # Functions

    def open(self, function: Function) -> None:
        """Start a function."""
        self.body = _Body(opaque=set(function.opaque))
        before = self.functions
        if function in before:
            before = before[: before.index(function)]
        self.callees = [f for f in before if not (f.counted and function.counted)]

    def close(self, function: Function) -> None:
        """End the current function."""
        function.opaque = sorted(self.body.opaque)
        given = [*(OPAQUE[name] for name in function.opaque), *function.parameters]
        inputs = ", ".join(f"{value.name}: {value.type}" for value in given)
        results = ", ".join(value.type for value in function.results)
        private = "" if function.name == "main" else "private "
        constants = [f"{name} = {line}" for line, name in self.body.constants.items()]
        head = f"func.func {private}@{function.name}({inputs}) -> ({results}) {{"
        self.texts.append("\n".join([head, *constants, *self.body.lines, "}"]))

    # Writing

    def emit(self, line: str) -> None:
        """Add a line."""
        self.body.lines.append(line)

    def cut(self, start: int) -> list[str]:
        """Remove and return the lines from number `start` on."""
        lines = self.body.lines[start:]
        del self.body.lines[start:]
        return lines

    def emit_shuffled(self, parts: list[list[str]]) -> None:
        """Add blocks in random order."""
        self.rng.shuffle(parts)
        self.body.lines += [line for part in parts for line in part]

    def name(self, letter: str = "v") -> str:
        self.counter += 1
        return f"%{letter}{self.counter}"

    def new(
        self, line: str, scope: Values, type: str, shape: Shape = (), defined: bool = True
    ) -> Value:
        """Add an operation with one result, and the result to the scope; return it."""
        value = Value(self.name(), type, shape, defined)
        self.emit(f"{value.name} = {line}")
        return scope.add(value)

    def constant(self, number: int | str, type: str = "index") -> str:
        """Return the name of a constant, defined at the start of the function."""
        line = f"arith.constant {number} : {type}"
        if type == "i1":
            line = f"arith.constant {'true' if number else 'false'}"
        letter = {"index": "c", I32: "k"}.get(type, "d")
        names = self.body.constants
        if line not in names:
            names[line] = f"%{letter}{number}" if letter != "d" else self.name("d")
            names[line] = names[line].replace("-", "m")
        return names[line]

    def opaque(self, name: str) -> Value:
        """Return an additional parameter of the function."""
        self.body.opaque.add(name)
        return OPAQUE[name]

    # Choosing

    def number(self) -> str:
        """Return a new, unique constant."""
        self.numbers += 1
        return self.constant(self.numbers, I32)

    def scalar(self, scope: Values) -> str:
        known = self.pick(scope, lambda v: v.type == I32 and v.defined)
        if known is None or self.chance(0.7):
            return self.number()
        return known.name

    def truth(self) -> Value:
        """Return a condition with a known value."""
        known = self.rng.randrange(2)
        if self.chance(max(self.style.opaque, 0.5)):
            name = self.opaque("%yes" if known else "%no").name
        else:
            name = self.constant(known, "i1")
        return Value(name, "i1", known=known)

    def comparison(self, scope: Values) -> Value:
        """Return a condition that depends on elements."""
        condition = Value(self.name(), "i1")
        left, right = self.scalar(scope), self.scalar(scope)
        self.emit(f"{condition.name} = arith.cmpi ult, {left}, {right} : i32")
        return condition

    def weighed(self, scope: Values, condition: str) -> str:
        """Return a condition, possibly data-dependent; at most as likely to hold."""
        if not self.chance(0.3):
            return condition
        both, other = self.name(), self.comparison(scope)
        self.emit(f"{both} = arith.andi {condition}, {other.name} : i1")
        return both

    def size(self, number: int) -> str:
        """Return the name of an extent or bound."""
        if number in (0, 1, 2, 4) and self.chance(self.style.opaque):
            return self.opaque(f"%n{number}").name
        return self.constant(number)

    def index(self, scope: Values, limit: int) -> tuple[str, int]:
        """Return an index below `limit`, preferably not constant, and its known bound."""
        known = self.pick(scope, lambda v: v.type == "index" and 0 < v.limit <= limit)
        if known is not None and self.chance(0.65):
            return known.name, known.limit
        number = self.rng.randrange(limit)
        if number < 2 and self.chance(self.style.opaque):
            return self.opaque(f"%n{number}").name, number + 1
        return self.constant(number), number + 1

    def indices(self, scope: Values, shape: Shape) -> str:
        return ", ".join(self.index(scope, extent)[0] for extent in shape)

    def shape(self) -> Shape:
        return self.rng.choice(self.style.shapes)

    def type(self, shape: Shape) -> str:
        """Return a tensor type for the shape, maybe with dynamic extents."""
        return tensor_type(["?" if self.chance(self.style.dynamic) else e for e in shape])

    # Tensors

    def tensor(
        self,
        scope: Values,
        *,
        type: str | None = None,
        shape: Shape | None = None,
        rank: int | None = None,
        defined: bool = False,
        static: bool = False,
    ) -> Value:
        """Return a tensor of numbers, known or new."""

        def fits(value: Value) -> bool:
            return (
                value.is_tensor
                and value.element == I32
                and (type is None or value.type == type)
                and (shape is None or value.shape == shape)
                and (rank is None or len(value.shape) == rank)
                and (value.defined or not defined)
                and not (static and value.is_dynamic)
                and (rank == 0 or len(value.shape) > 0)
            )

        known = self.pick(scope, fits)
        if known is not None and not self.chance(self.style.new):
            return known
        if type is not None and shape is None:
            known_extents = extents_of(type)
            shape = tuple(self.rng.choice((1, 2, 4)) if e == "?" else int(e) for e in known_extents)
        if shape is None:
            shapes = [s for s in self.style.shapes if rank is None or len(s) == rank]
            shape = self.rng.choice(shapes or [(2,) * (rank or 1)])
        if type is None:
            type = tensor_type(shape) if static else self.type(shape)
        return self.fresh(scope, type, shape, defined)

    def fresh(self, scope: Values, type: str, shape: Shape, defined: bool) -> Value:
        """Return a new tensor."""
        kind = self.rng.choice(["empty", "fill", "init", "init", "init", "elements"])
        if "empties" in self.style.weights and self.chance(0.3):
            kind = "empty"
        if kind == "empty" and defined:
            kind = "fill"
        if kind in ("empty", "fill"):
            empty = self.empty(scope, type, shape)
            return self.fill(scope, empty) if kind == "fill" else empty
        static = tensor_type(shape)
        if kind == "elements" or not shape:
            names = ", ".join(self.scalar(scope) for _ in range(prod(shape)))
            made = self.new(f"tensor.from_elements {names} : {static}", scope, static, shape)
        else:
            made = self.dense(scope, shape)
            if not self.chance(0.1):
                line = f"bufferization.alloc_tensor() copy({made.name}) : {static}"
                if not self.chance(0.1):
                    scope.remove(made)
                made = self.new(line, scope, static, shape)
        if type != static:
            line = f"tensor.cast {made.name} : {static} to {type}"
            made = self.new(line, scope, type, shape)
        return made

    def dense(self, scope: Values, shape: Shape) -> Value:
        """Return a constant tensor."""
        elements = []
        for _ in range(prod(shape)):
            self.numbers += 1
            elements.append(str(self.numbers))
        for extent in reversed(shape):
            elements = [
                f"[{', '.join(elements[i : i + extent])}]" for i in range(0, len(elements), extent)
            ]
        type = tensor_type(shape)
        return self.new(f"arith.constant dense<{elements[0]}> : {type}", scope, type, shape)

    def empty(self, scope: Values, type: str, shape: Shape) -> Value:
        extents = zip(extents_of(type), shape, strict=True)
        sizes = ", ".join(self.size(number) for extent, number in extents if extent == "?")
        return self.new(f"tensor.empty({sizes}) : {type}", scope, type, shape, False)

    def fill(self, scope: Values, dest: Value) -> Value:
        line = (
            f"linalg.fill ins({self.scalar(scope)} : i32) outs({dest.name} : {dest.type}) "
            f"-> {dest.type}"
        )
        return self.new(line, scope, dest.type, dest.shape)

    def like(self, scope: Values, value: Value) -> Value:
        """Return a tensor of the same type and shape, defined if `value` is."""
        return self.tensor(scope, type=value.type, shape=value.shape, defined=value.defined)

    # Printing

    def print(self, scope: Values, tensor: Value) -> None:
        """Print all elements of a tensor, or some."""
        if not tensor.shape or self.chance(0.3):
            at = self.indices(scope, tensor.shape)
            line = f"tensor.extract {tensor.name}[{at}] : {tensor.type}"
            element = self.new(line, scope, tensor.element)
            self.emit(f"vector.print {element.name} : {element.type}")
            return
        vector = vector_type(tensor.shape)
        zeros = ", ".join(self.constant(0) for _ in tensor.shape)
        bounds = ", ".join("true" for _ in tensor.shape)
        name = self.name()
        self.emit(
            f"{name} = vector.transfer_read {tensor.name}[{zeros}], {self.constant(0, I32)} "
            f"{{in_bounds = [{bounds}]}} : {tensor.type}, {vector}"
        )
        self.emit(f"vector.print {name} : {vector}")

    # Blocks

    def global_type(self, number: int) -> str:
        """Return the type of the global of this number, which is added."""
        self.globals.add(number)
        return tensor_type(self.style.shapes[0])

    def operands(self, values: Sequence[Value]) -> str:
        """Return values with types, in the form of terminators and branches."""
        if not values:
            return ""
        names = ", ".join(value.name for value in values)
        return f"{names} : {', '.join(value.type for value in values)}"

    def results(self, line: str, types: Sequence[str]) -> list[str]:
        """Add the start of an operation with results; return their names."""
        if not types:
            self.emit(line)
            return []
        name = self.name()
        self.emit(f"{name}:{len(types)} = {line}")
        return [f"{name}#{number}" for number in range(len(types))]


TENSORS: Vocabulary[Maker, Values] = Vocabulary()
"""The steps on tensors of 32-bit integers, with ops of all dialects."""
