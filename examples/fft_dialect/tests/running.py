"""Runs of programs with fft, linked with functions for its ops on data."""

from __future__ import annotations

import re
from typing import Any

import bufferize
from examples.fft_dialect.tests.programs import bufferized, parsed, replace_by_equivalents
from tests.run_programs import printed

ANY = "memref<?xf32, strided<[?], offset: ?>>"

# Of four points, whose roots of unity have the real parts 1, 0, -1, 0.
FUNCTIONS = f"""
func.func private @scale(%f: f32, %m: {ANY}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : {ANY}
  scf.for %i = %c0 to %n step %c1 {{
    %0 = memref.load %m[%i] : {ANY}
    %1 = arith.mulf %0, %f : f32
    memref.store %1, %m[%i] : {ANY}
  }}
  return
}}
func.func private @energy(%m: {ANY}) -> f32 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %m, %c0 : {ANY}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {{
    %0 = memref.load %m[%i] : {ANY}
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %sum, %1 : f32
    scf.yield %2 : f32
  }}
  return %r : f32
}}
func.func private @twiddle(%m: {ANY}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %minus = arith.constant -1.0 : f32
  memref.store %one, %m[%c0] : {ANY}
  memref.store %zero, %m[%c1] : {ANY}
  memref.store %minus, %m[%c2] : {ANY}
  memref.store %zero, %m[%c3] : {ANY}
  return
}}
func.func private @dft(%source: {ANY}, %twiddles: {ANY}, %into: {ANY}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %c4 step %c1 {{
    memref.store %zero, %into[%k] : {ANY}
    scf.for %j = %c0 to %c4 step %c1 {{
      %0 = arith.muli %j, %k : index
      %1 = arith.remui %0, %c4 : index
      %2 = memref.load %twiddles[%1] : {ANY}
      %3 = memref.load %source[%j] : {ANY}
      %4 = arith.mulf %2, %3 : f32
      %5 = memref.load %into[%k] : {ANY}
      %6 = arith.addf %4, %5 : f32
      memref.store %6, %into[%k] : {ANY}
    }}
  }}
  return
}}
"""
ON_BUFFERS = re.compile(
    r"^ *(?P<result>%\w+ = )?fft\.(?P<name>\w+) (?P<operands>[^:]*) : (?P<types>.*)$", re.M
)


def lowered(text: str) -> str:
    """Return a program on buffers that calls functions instead of the ops of fft on data."""
    count = 0

    def call(match: re.Match[str]) -> str:
        nonlocal count
        values = re.findall(r"%[\w#]+", match["operands"])
        types = re.findall(r"memref<.*?>(?=,? |$)", match["types"].replace(" into ", ", "))
        scalars = values[: len(values) - len(types)]
        lines, arguments = [], list(scalars)
        for value, type in zip(values[len(scalars) :], types, strict=True):
            count += 1
            arguments.append(f"%any{count}")
            lines.append(f"%any{count} = memref.cast {value} : {type} to {ANY}")
        signature = f"({', '.join(['f32'] * len(scalars) + [ANY] * len(types))})"
        results = "f32" if match["result"] else "()"
        callee = f"func.call @{match['name']}({', '.join(arguments)})"
        lines.append(f"{match['result'] or ''}{callee} : {signature} -> {results}")
        return "\n".join(lines)

    return ON_BUFFERS.sub(call, text).replace("module {", "module {" + FUNCTIONS, 1)


def results(text: str, **options: Any) -> list[str]:
    """Return what a program prints."""
    module = parsed(text)
    bufferized(module, **options)
    replace_by_equivalents(module)
    return printed(lowered(bufferize.print_module(module)))
