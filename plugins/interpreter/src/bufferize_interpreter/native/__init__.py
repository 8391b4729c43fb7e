"""Native execution of programs on buffers: mlir-opt lowers them, mlir-runner executes them."""

from __future__ import annotations

from bufferize_interpreter.native.execution import run_native as run_native
from bufferize_interpreter.native.tools import NativeError as NativeError
from bufferize_interpreter.native.tools import NativeStop as NativeStop
from bufferize_interpreter.native.tools import execute as execute
from bufferize_interpreter.native.tools import lower_to_llvm as lower_to_llvm
