"""mlir-opt and mlir-runner: where they are, and what they make of a program on buffers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from bufferize.diagnostics import DiagnosticError, error

VERSION: Final = 22
"""The version of LLVM whose tools are asked for; others read another syntax."""

LOWERING: Final = ",".join(
    (
        "func.func(convert-linalg-to-loops,lower-vector-mask)",
        "expand-realloc",
        "convert-vector-to-scf",
        "scf-forall-to-for",
        "lower-affine",
        "convert-scf-to-cf",
        "convert-bufferization-to-memref",
        "memref-expand",
        "arith-expand",
        "convert-vector-to-llvm",
        "expand-strided-metadata",
        "lower-affine",
        "convert-complex-to-libm",
        "convert-complex-to-standard",
        "convert-math-to-llvm",
        "convert-math-to-libm",
        "convert-to-llvm",
        "reconcile-unrealized-casts",
    )
)
"""The passes of mlir-opt that take a program on buffers to the dialect llvm."""


class NativeError(DiagnosticError):
    """A program could not be run natively."""


def lower_to_llvm(text: str, *, timeout: float | None = None) -> str:
    """A program on buffers in the dialect llvm, as mlir-opt lowers it.

    Raises NativeError where the tool is missing, does not know how to lower the program, or takes
    longer than `timeout` seconds.
    """
    command = [
        _tool("mlir-opt"),
        "-",
        "--allow-unregistered-dialect",
        "--mlir-disable-threading",
        f"--pass-pipeline=builtin.module({LOWERING})",
    ]
    done = _process(command, text, timeout)
    if done.returncode:
        raise _failure("mlir-opt cannot lower the program", done.stderr)
    return done.stdout


def execute(lowered: str, entry: str, *, timeout: float | None = None) -> str:
    """Runs the function `entry` of a program in the dialect llvm; what it prints.

    New and freed memory is overwritten, so that it shows where something reads it. Raises
    NativeError where the tool is missing, the program is stopped, or takes longer than `timeout`
    seconds.
    """
    runner = _tool("mlir-runner")
    command = [runner, "-e", entry, "-entry-point-result=void"]
    folder = Path(runner).resolve().parent.parent / "lib"
    # Without them only a few programs lack something: memref.copy of strided buffers, prints.
    libraries = [
        library
        for name in ("libmlir_c_runner_utils.so", "libmlir_runner_utils.so")
        for library in sorted(folder.glob(f"{name}*"))[:1]
    ]
    if libraries:
        command.append(f"-shared-libs={','.join(map(str, libraries))}")
    done = _process(command, lowered, timeout)
    if done.returncode:
        raise _failure(f"the program ended with status {done.returncode}", done.stderr)
    return done.stdout


@cache
def _tool(name: str) -> str:
    """The path of a tool of this version, under its own name or with the version behind it."""
    versioned = shutil.which(f"{name}-{VERSION}")
    if versioned is not None:
        return versioned
    plain = shutil.which(name)
    found = "it is not on PATH"
    if plain is not None:
        said = subprocess.run([plain, "--version"], capture_output=True, text=True, check=False)
        version = re.search(r"version (\d+)", said.stdout)
        if version is not None and int(version[1]) == VERSION:
            return plain
        found = f"{plain} is of version {version[1]}" if version else f"{plain} says no version"
    problem = error(f"{name} {VERSION} is needed to run programs natively, and {found}")
    raise NativeError(problem.note(f"on Debian, `apt-get install mlir-{VERSION}-tools` brings it"))


def _process(
    command: list[str], given: str, timeout: float | None
) -> subprocess.CompletedProcess[str]:
    environment = {"MALLOC_PERTURB_": "165", "LLVM_DISABLE_SYMBOLIZATION": "1"}
    try:
        return subprocess.run(
            command,
            input=given,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        name = Path(command[0]).name
        raise NativeError(f"{name} did not come to an end within {timeout} seconds") from None


def _failure(message: str, said: str) -> NativeError:
    problem = error(message)
    lines = [line for line in said.splitlines() if line.strip()]
    wanted = [line for line in lines if "error:" in line] or lines[:5]
    for line in wanted:
        problem.note(line)
    return NativeError(problem)
