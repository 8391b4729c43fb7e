"""mlir-opt and mlir-runner: where they are, and what they make of a program on buffers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from bufferize.diagnostics import Diagnostic, DiagnosticError, error

VERSION: Final = 22
"""The version of LLVM whose tools are asked for; others read another syntax."""

_LOWERING: Final = (
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
)
"""The passes of mlir-opt before `convert-to-llvm`."""

# mlir-opt says of the places of elements that nothing in them is below zero, strides included.
_UNSIGNED = re.compile(r"(?<=getelementptr inbounds)\|nuw|(?<= overflow<nsw), nuw(?=>)")

_GENERIC_FUNCTIONS: Final = "finalize-memref-to-llvm{use-generic-functions=true}"


class NativeError(DiagnosticError):
    """A program could not be run natively."""


class NativeStop(NativeError):
    """A program was stopped: it ended by a signal, or did not end."""

    def __init__(self, problem: Diagnostic, printed: str) -> None:
        super().__init__(problem)
        self.printed = printed
        """What it had printed, line by line."""


def lower_to_llvm(
    text: str, *, use_generic_functions: bool = False, timeout: float | None = None
) -> str:
    """A program on buffers in the dialect llvm, as mlir-opt lowers it, but with strides of any sign.

    With `use_generic_functions` it has its memory from `@_mlir_memref_to_llvm_alloc` and the like,
    which whoever runs it brings. Raises NativeError where the tool is missing, does not know how to
    lower the program, or takes longer than `timeout` seconds.
    """
    generic = [_GENERIC_FUNCTIONS] if use_generic_functions else []
    passes = (*_LOWERING, *generic, "convert-to-llvm", "reconcile-unrealized-casts")
    command = [
        _tool("mlir-opt"),
        "-",
        "--allow-unregistered-dialect",
        "--mlir-disable-threading",
        f"--pass-pipeline=builtin.module({','.join(passes)})",
    ]
    try:
        done = _process(command, text, timeout)
    except subprocess.TimeoutExpired:
        raise NativeError(f"mlir-opt did not come to an end within {timeout} seconds") from None
    if done.returncode:
        what = "cannot lower" if done.returncode > 0 else "crashes on"
        raise NativeError(_problem(f"mlir-opt {what} the program", done.stderr))
    return _UNSIGNED.sub("", done.stdout)


def execute(lowered: str, entry: str, *, timeout: float | None = None) -> str:
    """Runs the function `entry` of a program in the dialect llvm; what it prints.

    New and freed memory is overwritten, so that it shows where something reads it. Raises
    NativeStop where the program is stopped or takes longer than `timeout` seconds, NativeError
    where the tool is missing or says that it cannot run it.
    """
    try:
        done = _process(_runner_command(entry), lowered, timeout)
    except subprocess.TimeoutExpired as late:
        printed = (late.stdout or b"").decode(errors="replace")
        message = f"the program did not come to an end within {timeout} seconds"
        raise NativeStop(error(message), printed) from None
    if done.returncode > 0:
        raise NativeError(_problem("mlir-runner cannot run the program", done.stderr))
    if done.returncode:
        problem = _problem(f"the program ended with {_reason(-done.returncode)}", done.stderr)
        raise NativeStop(problem, done.stdout)
    return done.stdout


def _runner_command(entry: str) -> list[str]:
    runner = _tool("mlir-runner")
    command = [runner, "-e", entry, "-entry-point-result=void"]
    # What a program prints before it is stopped is to be seen.
    command[:0] = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
    folder = Path(runner).resolve().parent.parent / "lib"
    # Without them only a few programs lack something: memref.copy of strided buffers, prints.
    libraries = [
        library
        for name in ("libmlir_c_runner_utils.so", "libmlir_runner_utils.so")
        for library in sorted(folder.glob(f"{name}*"))[:1]
    ]
    if libraries:
        command.append(f"-shared-libs={','.join(map(str, libraries))}")
    return command


def _reason(number: int) -> str:
    """The name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


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
    return subprocess.run(
        command,
        input=given,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=timeout,
    )


def _problem(message: str, said: str) -> Diagnostic:
    problem = error(message)
    own, _, _ = said.partition("PLEASE submit a bug report")  # of the tool, which was stopped, too
    lines = [line for line in own.splitlines() if line.strip()]
    wanted = [line for line in lines if "error:" in line] or lines[:5]
    for line in wanted:
        problem.note(line)
    return problem
