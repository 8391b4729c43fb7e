"""For the tests of dialects and models, in any distribution; needs pytest.

`pip install bufferize-core[testing]` brings pytest. The package is a pytest plugin, which nothing
loads by itself: name it in the `conftest.py` beside the tests (`pytest_plugins =
["bufferize.testing"]`) or on the command line (`-p bufferize.testing`). It adds the option
`--update-golden` and the marker `reference`.
"""

from __future__ import annotations

from bufferize.testing.dialect_tests import DialectTests
from bufferize.testing.golden import GoldenPart, golden_parts
from bufferize.testing.hooks import pytest_addoption, pytest_configure, pytest_runtest_setup
from bufferize.testing.programs import (
    bufferized,
    check_round_trip,
    first_error,
    fold_last,
    function_ops,
    generic_text,
    parse_valid,
    uncovered_ops,
)
from bufferize.testing.reference import (
    REFERENCE_TOOL,
    reference_dialects,
    reference_errors,
    reference_output,
    reference_outputs,
    run_reference,
)

__all__ = [
    "REFERENCE_TOOL",
    "DialectTests",
    "GoldenPart",
    "bufferized",
    "check_round_trip",
    "first_error",
    "fold_last",
    "function_ops",
    "generic_text",
    "golden_parts",
    "parse_valid",
    "pytest_addoption",
    "pytest_configure",
    "pytest_runtest_setup",
    "reference_dialects",
    "reference_errors",
    "reference_output",
    "reference_outputs",
    "run_reference",
    "uncovered_ops",
]
