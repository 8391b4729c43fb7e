"""Real modules give the same result through xDSL's pass as through bufferize itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from xdsl.utils.exceptions import ParseError

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize_xdsl import BufferizationFailed, pass_class
from plugins.xdsl.tests.modules import (
    MEMOIZED,
    context,
    corpus_files,
    generic,
    read,
    xdsl_context,
    xdsl_text,
)

FILES = [path for path in corpus_files() if path.name.endswith(".ok.mlir")]


def _text(module: Operation) -> str:
    """Return the text without attributes that follow from the op, with unknown ones as xDSL prints
    them."""
    for op in module.walk():
        op.attributes.pop(MEMOIZED, None)
    return re.sub(r"\s+", " ", generic(module))


def _by_bufferize(module: Operation) -> str | None:
    """Return the result, or None if the program is refused."""
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    try:
        bufferize.one_shot_bufferize(module, options, context())
    except DiagnosticError:
        return None
    return _text(module)


def _by_xdsl(text: str) -> str | None:
    """Return the result of the pass as xDSL prints it, or None if the program is refused."""
    module = read(text)
    one_shot: Any = pass_class("one-shot-bufferize")
    try:
        one_shot(bufferize_function_boundaries=True).apply(xdsl_context(), module)
    except BufferizationFailed:
        return None
    return _text(bufferize.parse(xdsl_text(module), context()))


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="BUFFERIZE_CORPUS names no folder of programs")
def test_the_pass_of_xdsl_gives_what_bufferize_gives() -> None:
    unread, differing = [], []
    for path in FILES:
        module = bufferize.parse(path.read_text(), context())
        text = generic(module)
        try:
            same = _by_xdsl(text) == _by_bufferize(module)
        except ParseError:  # only programs that xDSL can read are compared
            unread.append(path.name)
            continue
        if not same:
            differing.append(path.name)
    assert len(unread) < len(FILES) / 20
    assert not differing
