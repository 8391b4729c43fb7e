"""Real modules give the same through xDSL's pass as through bufferize itself."""

from __future__ import annotations

from typing import Any

import pytest
from xdsl.parser import Parser

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize_xdsl import BufferizationFailed, pass_class, to_bufferize
from plugins.xdsl.tests.modules import context, corpus_files, generic, xdsl_context

FILES = [path for path in corpus_files() if path.name.endswith(".ok.mlir")]


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="BUFFERIZE_CORPUS names no folder of programs")
def test_the_pass_of_xdsl_gives_what_bufferize_gives() -> None:
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    one_shot: Any = pass_class("one-shot-bufferize")
    tried, differing = 0, []
    for path in FILES:
        text = generic(bufferize.parse(path.read_text(), context()))
        try:
            theirs = Parser(xdsl_context(), text).parse_module()
        except Exception:  # what xDSL cannot read is not for us to bufferize
            continue
        tried += 1
        ours = to_bufferize(theirs, context())
        refused = False
        try:
            bufferize.one_shot_bufferize(ours, options, context())
        except DiagnosticError:
            refused = True
        try:
            one_shot(bufferize_function_boundaries=True).apply(xdsl_context(), theirs)
            same = not refused and generic(to_bufferize(theirs, context())) == generic(ours)
        except BufferizationFailed:
            same = refused
        if not same:
            differing.append(path.name)
    assert tried
    assert not differing
