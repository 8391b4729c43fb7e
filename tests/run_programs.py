"""Programs on buffers, lowered by mlir-opt and run: what do they print?

New and freed memory is overwritten, so that it shows where something reads it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from bufferize.testing.reference import run_reference

RUNNER = "mlir-runner-22"
TIMEOUT = 20
LOWERING = (
    "--expand-realloc",
    "--scf-forall-to-for",
    "--convert-linalg-to-loops",
    "--lower-affine",
    "--convert-vector-to-scf",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-vector-to-llvm",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-ub-to-llvm",
    "--convert-index-to-llvm",
    "--reconcile-unrealized-casts",
)


def runner_command() -> list[str]:
    """Runs `main` of a lowered program that is read from stdin.

    Raises FileNotFoundError where the runner is not installed.
    """
    runner = shutil.which(RUNNER)
    if runner is None:
        raise FileNotFoundError(f"{RUNNER} is not on PATH")
    folder = Path(runner).resolve().parent.parent / "lib"
    library = next(iter(sorted(folder.glob("libmlir_c_runner_utils.so*"))))
    return [runner, "-e", "main", "-entry-point-result=void", f"-shared-libs={library}"]


def printed(text: str) -> list[str]:
    """What a program on buffers prints, line by line, as far as it comes.

    Raises ValueError where it cannot be lowered, FileNotFoundError where a tool is not installed,
    subprocess.TimeoutExpired where a tool or the program does not come to an end.
    """
    lowered = run_reference(text, *LOWERING, timeout=TIMEOUT)
    if lowered.returncode:
        raise ValueError(lowered.stderr)
    # Wrong code may write to read-only memory, and is stopped then.
    done = subprocess.run(
        runner_command(),
        input=lowered.stdout,
        env={**os.environ, "MALLOC_PERTURB_": "165"},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    return done.stdout.split()
