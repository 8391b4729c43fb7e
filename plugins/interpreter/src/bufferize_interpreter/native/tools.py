"""The tools mlir-opt and mlir-runner: where they are, and how they are run."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

from bufferize.diagnostics import Diagnostic, DiagnosticError, error
from bufferize_interpreter.processes import (
    DEFAULT_PROCESS_LIMITS,
    LimitExceeded,
    ProcessLimits,
    run_process,
)

VERSION: Final = 22
"""The version of LLVM whose tools are needed; other versions have another syntax."""

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

# mlir-opt marks address computations as unsigned, which negative strides are not.
_UNSIGNED = re.compile(r"(?<=getelementptr inbounds)\|nuw|(?<= overflow<nsw), nuw(?=>)")

_ENVIRONMENT: Final = {"MALLOC_PERTURB_": "165", "LLVM_DISABLE_SYMBOLIZATION": "1"}

_LOWERED_BYTES: Final = 2**30
"""The number of bytes that a lowered program may have."""

_GENERIC_FUNCTIONS: Final = "finalize-memref-to-llvm{use-generic-functions=true}"


class NativeError(DiagnosticError):
    """The error that a program could not be run natively."""


class NativeStop(NativeError):
    """The error that a program was killed by a signal or exceeded a limit."""

    def __init__(self, problem: Diagnostic, printed: str) -> None:
        super().__init__(problem)
        self.printed = printed
        """The text that the program had printed."""


def lower_to_llvm(
    text: str,
    *,
    use_generic_functions: bool = False,
    limits: ProcessLimits = DEFAULT_PROCESS_LIMITS,
) -> str:
    """Lower a program on buffers to the llvm dialect by mlir-opt, with strides of any sign.

    With `use_generic_functions` the program takes its memory from `@_mlir_memref_to_llvm_alloc` and
    the like, which the caller must provide. Raises NativeError if the tool is missing, cannot lower
    the program, or exceeds a limit.
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
        limits = limits._replace(output=_LOWERED_BYTES)  # the output is no program's own
        done = run_process(command, text, limits, _ENVIRONMENT)
    except LimitExceeded as late:
        raise NativeError(f"mlir-opt {late.problem}") from None
    if done.status:
        what = "cannot lower" if done.status > 0 else "crashes on"
        raise NativeError(_problem(f"mlir-opt {what} the program", done.stderr))
    return _UNSIGNED.sub("", done.stdout)


def execute(lowered: str, entry: str, *, limits: ProcessLimits = DEFAULT_PROCESS_LIMITS) -> str:
    """Run the function `entry` of a program in the llvm dialect; return its output.

    New and freed memory is overwritten, so that reading it is noticed. Raises NativeStop if the
    program is killed or exceeds a limit, NativeError if the tool is missing or cannot run it.
    """
    try:
        done = run_process(_runner_command(entry), lowered, limits, _ENVIRONMENT)
    except LimitExceeded as late:
        raise NativeStop(error(f"the program {late.problem}"), late.stdout) from None
    if done.status > 0:
        raise NativeError(_problem("mlir-runner cannot run the program", done.stderr))
    if done.status:
        problem = _problem(f"the program ended with {_reason(-done.status)}", done.stderr)
        raise NativeStop(problem, done.stdout)
    return done.stdout


def _runner_command(entry: str) -> list[str]:
    runner = _tool("mlir-runner")
    command = [runner, "-e", entry, "-entry-point-result=void"]
    # Line buffering keeps what a program prints before it is killed.
    command[:0] = ["stdbuf", "-oL"] if shutil.which("stdbuf") else []
    folder = Path(runner).resolve().parent.parent / "lib"
    # Few programs need them: memref.copy of strided buffers, prints.
    libraries = [
        library
        for name in ("libmlir_c_runner_utils.so", "libmlir_runner_utils.so")
        for library in sorted(folder.glob(f"{name}*"))[:1]
    ]
    if libraries:
        command.append(f"-shared-libs={','.join(map(str, libraries))}")
    return command


def _reason(number: int) -> str:
    """Return the name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@cache
def _tool(name: str) -> str:
    """Return the path of a tool of this version, called by its name, possibly with the version."""
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


def _problem(message: str, said: str) -> Diagnostic:
    problem = error(message)
    own, _, _ = said.partition("PLEASE submit a bug report")  # printed if the tool itself crashed
    lines = [line for line in own.splitlines() if line.strip()]
    wanted = [line for line in lines if "error:" in line] or lines[:5]
    for line in wanted:
        problem.note(line)
    return problem
