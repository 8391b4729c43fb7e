"""Programs on buffers, lowered by mlir-opt and run: what do they print?"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from bufferize.testing import reference_output

RUNNER = "mlir-runner-22"
LOWERING = (
    "--expand-realloc",
    "--lower-vector-mask",
    "--convert-linalg-to-loops",
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


def printed(text: str) -> list[str]:
    """What a program on buffers prints, line by line, as far as it comes.

    Raises ValueError where it cannot be lowered, FileNotFoundError where a tool is not installed.
    """
    runner = shutil.which(RUNNER)
    if runner is None:
        raise FileNotFoundError(f"{RUNNER} is not on PATH")
    folder = Path(runner).resolve().parent.parent / "lib"
    library = next(iter(sorted(folder.glob("libmlir_c_runner_utils.so*"))))
    command = [runner, "-e", "main", "-entry-point-result=void", f"-shared-libs={library}"]
    lowered = reference_output(text, *LOWERING)
    # Wrong code may write to read-only memory, and is stopped then.
    done = subprocess.run(command, input=lowered, capture_output=True, text=True, check=False)
    return done.stdout.split()
