"""mlir-opt 16, which has the older bufferization: translation of programs, and its outputs.

The translation covers what both versions can represent; only the syntax of a few operations
differs.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

from bufferize import Context, parse, print_module
from bufferize.diagnostics import DiagnosticError
from bufferize.dialects.bufferization import ToBufferOp, ToTensorOp
from bufferize.interfaces import is_memory_effect_free
from bufferize.ir import Block, IsTerminator, Operation
from bufferize_testing import OLDER_REFERENCE_TOOL, run_reference

_SEPARATOR = "// -----\n"
_TOGETHER = 25
"""The number of programs that the tool gets at once."""
_SECONDS = 60
"""The time limit in seconds: the canonicalizer does not terminate for some programs."""
_SPELLINGS = (
    # The types of a memref and of a tensor follow from one another.
    (r"bufferization\.to_buffer (%\S+)(?: read_only)? : .* to ", r"bufferization.to_memref \1 : "),
    (r"(bufferization\.to_tensor %\S+)(?: restrict| writable)* : (.*) to tensor.*", r"\1 : \2"),
    # The sizes are not stated, and the body of a map has no argument for the old value.
    (r" output_shape \[[^\]]*\]", ""),
    (r"(linalg\.map outs\(.*\)\n *)\(%\w+: \S+\) \{", r"\1() {"),
)


def in_older_syntax(text: str) -> str:
    """Translate a program, as printed by this project, to the syntax of mlir-opt 16."""
    for ours, theirs in _SPELLINGS:
        text = re.sub(rf"{ours}$" if theirs.endswith(": \\2") else ours, theirs, text, flags=re.M)
    return text


def older_outputs(texts: Sequence[str], *flags: str) -> list[str | None]:
    """Return the outputs of mlir-opt 16 for programs in its own syntax.

    None for a program that it refuses, crashes on or never finishes. Raises FileNotFoundError
    without the tool.
    """
    found: list[str | None] = []
    for start in range(0, len(texts), _TOGETHER):
        found += _outputs(texts[start : start + _TOGETHER], flags)
    return found


def _outputs(texts: Sequence[str], flags: Sequence[str]) -> list[str | None]:
    text = f"\n{_SEPARATOR}".join(texts)
    try:
        done = run_reference(
            text, "--split-input-file", *flags, tool=OLDER_REFERENCE_TOOL, timeout=_SECONDS
        )
        parts = done.stdout.split(_SEPARATOR)
        if done.returncode in (0, 1) and len(parts) == len(texts):
            return [part if part.strip() else None for part in parts]
    except subprocess.TimeoutExpired:
        pass
    if len(texts) == 1:
        return [None]
    half = len(texts) // 2
    return [*_outputs(texts[:half], flags), *_outputs(texts[half:], flags)]


def comparable(text: str, context: Context) -> str:
    """Return an output of mlir-opt 16 with operations without effects in a canonical order.

    They are moved before their first use, in the order of operands. Where operations are does not
    matter otherwise. A text that cannot be parsed is returned as it is.
    """
    try:
        module = parse(text, context)
    except DiagnosticError:
        return text
    for op in list(module.walk()):
        source = op.operand(0).defining_op if isinstance(op, ToTensorOp) else None
        if isinstance(source, ToBufferOp) and source.tensor.type is op.result_types[0]:
            op.replace_all_uses_with([source.tensor])
    for op in reversed(list(module.walk())):
        if isinstance(op, ToTensorOp | ToBufferOp) and not op.has_uses():
            op.erase()
    for op in list(module.walk()):
        for region in op.regions:
            for block in region.blocks:
                _put_before_uses(block)
    return print_module(module)


def _put_before_uses(block: Block) -> None:
    ops = list(block.ops)  # the last one is never free
    free = {op for op in ops if isinstance(op, ToTensorOp) or _is_free(op)}
    placed: set[Operation] = set()

    def place(op: Operation) -> None:
        if op in placed:
            return
        placed.add(op)
        for nested in op.walk():
            for value in nested.operands:
                if value.defining_op in free:
                    place(value.defining_op)
        op.detach()
        block.append(op)

    for op in ops:
        if op not in free:
            place(op)
    for op in ops:
        if op not in placed:  # only other blocks use it
            op.move_before(ops[-1])


def _is_free(op: Operation) -> bool:
    return not op.regions and not op.has_trait(IsTerminator) and is_memory_effect_free(op)
