"""The part of lowered deallocations that is not compared with mlir-opt."""

from __future__ import annotations

import re

_HELPER = re.compile(r"^( *)func\.func private @dealloc_helper.*?^\1}\n", flags=re.M | re.S)


def without_helpers(text: str) -> str:
    """Return a program without the functions that decide which of several buffers are freed.

    Those of mlir-opt do not free a buffer that is also listed before with a false condition; see
    `plugins/buffers/tests/deallocation/test_lowering.py`.
    """
    return _HELPER.sub("", text)
