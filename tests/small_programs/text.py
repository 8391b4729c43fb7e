"""Small programs as MLIR: a function each, with the functions that they call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.small_programs.programs import MATRIX, PART, READ_ONLY, STARTS, WHOLE, Program, Step

SEE = "func.func private @see(i32)"
"""The function that a program calls with each number that it reads."""

CALLED = f"""
func.func private @reads(%t: {WHOLE}) {{
  %c0 = arith.constant 0 : index
  %e = tensor.extract %t[%c0] : {WHOLE}
  call @see(%e) : (i32) -> ()
  return
}}
func.func private @writes(%t: {WHOLE}, %x: i32) -> {WHOLE} {{
  %c0 = arith.constant 0 : index
  %w = tensor.insert %x into %t[%c0] : {WHOLE}
  return %w : {WHOLE}
}}
func.func private @loses(%t: {WHOLE}, %x: i32) {{
  %c0 = arith.constant 0 : index
  %w = tensor.insert %x into %t[%c0] : {WHOLE}
  %e = tensor.extract %w[%c0] : {WHOLE}
  call @see(%e) : (i32) -> ()
  return
}}
func.func private @passes(%t: {WHOLE}) -> {WHOLE} {{
  return %t : {WHOLE}
}}
func.func private @picks(%c: i1, %t: {WHOLE}, %u: {WHOLE}) -> {WHOLE} {{
  %s = arith.select %c, %t, %u : {WHOLE}
  return %s : {WHOLE}
}}
func.func private @reads_after_write(%t: {WHOLE}, %u: {WHOLE}, %x: i32) -> {WHOLE} {{
  %c0 = arith.constant 0 : index
  %w = tensor.insert %x into %u[%c0] : {WHOLE}
  %e = tensor.extract %t[%c0] : {WHOLE}
  call @see(%e) : (i32) -> ()
  return %w : {WHOLE}
}}
"""
"""Private functions that read, write and return. None needs a copy in it."""

DECLARATIONS = f"{SEE}\n{CALLED}"

_GENERIC = """%{result} = linalg.generic {{indexing_maps = [affine_map<(i) -> ({read})>, \
affine_map<(i) -> (i)>], iterator_types = ["parallel"]}} ins(%{a} : {type}) outs(%{b} : {type}) {{
^bb0(%p: i32, %q: i32):
  {computed}linalg.yield %{yielded} : i32
}} -> {type}"""
_WRITES = (
    "insert",
    "transfer_write",
    "fill",
    "call writes",
    "call loses",
    "call reads_after_write",
)


def module_text(programs: Sequence[Program]) -> str:
    """Return a module with a function for each program: @f0, @f1, and so on."""
    called = any(step.kind.name.startswith("call") for p in programs for step in p.steps)
    functions = [function_text(program, f"f{n}") for n, program in enumerate(programs)]
    return "\n".join([SEE, *([CALLED] if called else []), *functions])


def function_text(program: Program, name: str) -> str:
    """Return a program as a function of two tensors, a condition, and a number of iterations."""
    parameters = [f"%{n}: {type}" for n, type in enumerate(STARTS)]
    parameters[READ_ONLY] += " {bufferization.writable = false}"
    results = ", ".join(program.types[value] for value in program.returns)
    lines = [
        f"func.func @{name}({', '.join(parameters)}, %c: i1, %n: index) -> ({results}) {{",
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        "%hundred = arith.constant 100 : i32",
        *_Writer(program).lines(),
        f"return {_typed(program, program.returns)}".rstrip(),
        "}",
    ]
    return "\n".join(lines)


class _Writer:
    """Writes the operations of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def lines(self) -> Iterator[str]:
        yield from getattr(self, f"_{self.program.shape}")()

    def _straight(self) -> Iterator[str]:
        yield from self._segment(0)

    def _if(self) -> Iterator[str]:
        yield from self._segment(0)
        yield f"%{self.program.defined[0]} = scf.if %c -> ({WHOLE}) {{"
        yield from self._segment(1)
        yield f"scf.yield {self._choice(0)}"
        yield "} else {"
        yield from self._segment(2)
        yield f"scf.yield {self._choice(1)}"
        yield "}"
        yield from self._segment(3)

    def _diamond(self) -> Iterator[str]:
        yield from self._segment(0)
        yield "cf.cond_br %c, ^left, ^right"
        for number, label in enumerate(("left", "right")):
            yield f"^{label}:"
            yield from self._segment(1 + number)
            yield f"cf.br ^join({self._choice(number)})"
        yield f"^join(%{self.program.defined[0]}: {WHOLE}):"
        yield from self._segment(3)

    def _index_switch(self) -> Iterator[str]:
        yield from self._segment(0)
        yield f"%{self.program.defined[0]} = scf.index_switch %n -> {WHOLE}"
        for branch, label in ((1, "case 0"), (2, "case 1"), (0, "default")):
            yield f"{label} {{"
            yield from self._segment(1 + branch)
            yield f"scf.yield {self._choice(branch)}"
            yield "}"
        yield from self._segment(4)

    def _forall(self) -> Iterator[str]:
        argument, result = self.program.defined
        init, contributed = self.program.choices
        yield from self._segment(0)
        yield (
            f"%{result} = scf.forall (%i) in (2) shared_outs(%{argument} = %{init}) -> ({WHOLE}) {{"
        )
        yield from self._segment(1, "%i")
        yield "scf.forall.in_parallel {"
        into = f"%{argument}[%i] [1] [1] : {PART} into {WHOLE}"
        yield f"tensor.parallel_insert_slice %{contributed} into {into}"
        yield "}"
        yield "}"
        yield from self._segment(2)

    def _for(self) -> Iterator[str]:
        defined, choices = self.program.defined, self.program.choices
        count = len(choices) // 2
        arguments = zip(defined[:count], choices[:count], strict=True)
        inits = ", ".join(f"%{argument} = %{init}" for argument, init in arguments)
        results = ", ".join(f"%{result}" for result in defined[count:])
        types = ", ".join([WHOLE] * count)
        yield from self._segment(0)
        yield f"{results} = scf.for %i = %c0 to %n step %c1 iter_args({inits}) -> ({types}) {{"
        yield from self._segment(1, "%i")
        yield f"scf.yield {', '.join(f'%{value}' for value in choices[count:])} : {types}"
        yield "}"
        yield from self._segment(2)

    _two_carried = _for

    def _while(self) -> Iterator[str]:
        before, after, result = self.program.defined
        init, passed, yielded = self.program.choices
        yield from self._segment(0)
        yield (
            f"%{result}, %count = scf.while (%{before} = %{init}, %i = %c0) "
            f": ({WHOLE}, index) -> ({WHOLE}, index) {{"
        )
        yield from self._segment(1, "%i")
        yield "%goes_on = arith.cmpi slt, %i, %n : index"
        yield f"scf.condition(%goes_on) %{passed}, %i : {WHOLE}, index"
        yield "} do {"
        yield f"^bb0(%{after}: {WHOLE}, %j: index):"
        yield from self._segment(2, "%j")
        yield "%next = arith.addi %j, %c1 : index"
        yield f"scf.yield %{yielded}, %next : {WHOLE}, index"
        yield "}"
        yield from self._segment(3)

    def _blocks(self) -> Iterator[str]:
        init, passed = self.program.choices
        yield from self._segment(0)
        yield f"cf.br ^head(%{init}, %c0 : {WHOLE}, index)"
        yield f"^head(%{self.program.defined[0]}: {WHOLE}, %i: index):"
        yield from self._segment(1, "%i")
        yield "%goes_on = arith.cmpi slt, %i, %n : index"
        yield "cf.cond_br %goes_on, ^body, ^exit"
        yield "^body:"
        yield from self._segment(2, "%i")
        yield "%next = arith.addi %i, %c1 : index"
        yield f"cf.br ^head(%{passed}, %next : {WHOLE}, index)"
        yield "^exit:"
        yield from self._segment(3)

    def _choice(self, number: int) -> str:
        return f"%{self.program.choices[number]} : {WHOLE}"

    def _segment(self, number: int, iteration: str = "") -> Iterator[str]:
        for step in self.program.segments[number]:
            if step.kind.name in _WRITES:
                yield from _number(step, iteration)
            yield self._step(step, iteration or "%c0")

    def _step(self, step: Step, iteration: str) -> str:
        result, number = step.result, step.number
        operands = [f"%{operand}" for operand in step.operands]
        types = step.kind.operands
        typed = [f"{operand} : {type}" for operand, type in zip(operands, types, strict=True)]
        element = "%c0, %c0" if MATRIX in types else "%c0"
        slice = f"[{step.place}] [1] [1]"
        if MATRIX in types:
            slice = f"[0, {step.place}] [1, 1] [1, 1]"
        match step.kind.name:
            case "extract":
                return (
                    f"%e{number} = tensor.extract {operands[0]}[{element}] : {types[0]}\n"
                    f"func.call @see(%e{number}) : (i32) -> ()"
                )
            case "insert":
                into = f"{operands[0]}[{element}] : {types[0]}"
                return f"%{result} = tensor.insert %x{number} into {into}"
            case "transfer_read":
                return (
                    f"%v{number} = vector.transfer_read {operands[0]}[%c{step.place}], %hundred "
                    f"{{in_bounds = [true]}} : {types[0]}, vector<1xi32>\n"
                    f"%e{number} = vector.extract %v{number}[0] : i32 from vector<1xi32>\n"
                    f"func.call @see(%e{number}) : (i32) -> ()"
                )
            case "transfer_write":
                return (
                    f"%v{number} = vector.broadcast %x{number} : i32 to vector<1xi32>\n"
                    f"%{result} = vector.transfer_write %v{number}, {operands[0]}[%c{step.place}] "
                    f"{{in_bounds = [true]}} : vector<1xi32>, {types[0]}"
                )
            case "empty":
                return f"%{result} = tensor.empty() : {WHOLE}"
            case "fill":
                return f"%{result} = linalg.fill ins(%x{number} : i32) outs({typed[0]}) -> {WHOLE}"
            case "add" | "reverse" as name:
                return self._generic(step, adds=name == "add")
            case "select":
                return f"%{result} = arith.select %c, {', '.join(operands)} : {WHOLE}"
            case "own_slice":
                source = f"{operands[0]}[{iteration}] [1] [1] : {WHOLE} to {PART}"
                return f"%{result} = tensor.extract_slice {source}"
            case "extract_slice":
                source = f"{operands[0]}{slice} : {types[0]} to {step.kind.result}"
                return f"%{result} = tensor.extract_slice {source}"
            case "insert_slice":
                into = f"{operands[1]}{slice} : {types[0]} into {types[1]}"
                return f"%{result} = tensor.insert_slice {operands[0]} into {into}"
            case "expand_shape":
                shape = f"[[0, 1]] output_shape [1, 2] : {WHOLE} into {MATRIX}"
                return f"%{result} = tensor.expand_shape {operands[0]} {shape}"
            case "collapse_shape":
                shape = f"[[0, 1]] : {MATRIX} into {WHOLE}"
                return f"%{result} = tensor.collapse_shape {operands[0]} {shape}"
            case "cast":
                return f"%{result} = tensor.cast {typed[0]} to {step.kind.result}"
            case name:
                return self._call(name.removeprefix("call "), step, operands)

    def _generic(self, step: Step, *, adds: bool) -> str:
        a, b = step.operands
        return _GENERIC.format(
            result=step.result,
            read="i" if adds else "1 - i",
            a=a,
            b=b,
            type=WHOLE,
            computed="%z = arith.addi %p, %q : i32\n  " if adds else "",
            yielded="z" if adds else "p",
        )

    def _call(self, callee: str, step: Step, operands: list[str]) -> str:
        types = list(step.kind.operands)
        if callee == "picks":
            operands, types = ["%c", *operands], ["i1", *types]
        if step.kind.name in _WRITES:
            operands, types = [*operands, f"%x{step.number}"], [*types, "i32"]
        defines = "" if step.result < 0 else f"%{step.result} = "
        results = step.kind.result or "()"
        signature = f"({', '.join(types)}) -> {results}"
        return f"{defines}func.call @{callee}({', '.join(operands)}) : {signature}"


def _number(step: Step, iteration: str) -> Iterator[str]:
    """Yield operations that compute the number that a step writes."""
    number = step.number
    if not iteration:
        yield f"%x{number} = arith.constant {step.written(0)} : i32"
        return
    yield f"%base{number} = arith.constant {step.written(0)} : i32"
    yield f"%it{number} = arith.index_cast {iteration} : index to i32"
    yield f"%more{number} = arith.muli %it{number}, %hundred : i32"
    yield f"%x{number} = arith.addi %base{number}, %more{number} : i32"


def _typed(program: Program, values: Sequence[int]) -> str:
    if not values:
        return ""
    names = ", ".join(f"%{value}" for value in values)
    return f"{names} : {', '.join(program.types[value] for value in values)}"
