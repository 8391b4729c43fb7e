"""Running one pass on a text."""

from __future__ import annotations

import shutil
import subprocess

from bufferize.passes import Pass, PassManager
from bufferize.plugins import Context
from bufferize.syntax import parse_module, print_module

REFERENCE = shutil.which("mlir-opt-22")


def apply(text: str, *passes: Pass) -> str:
    """The module that `text` becomes; it is verified before and after."""
    context = Context()
    context.allow_unregistered_dialects = True
    module = parse_module(text, context)
    PassManager(steps=list(passes)).run(module, context)
    return print_module(module)


def body(text: str, *passes: Pass) -> list[str]:
    """The lines of the only function in the module that the body of one becomes."""
    lines = apply(text, *passes).splitlines()
    return [line.strip() for line in lines[2:-2]]


def reference(text: str) -> str:
    """What mlir-opt's canonicalizer and CSE make of a text."""
    assert REFERENCE is not None
    command = [REFERENCE, "--allow-unregistered-dialect", "--canonicalize", "--cse"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout
