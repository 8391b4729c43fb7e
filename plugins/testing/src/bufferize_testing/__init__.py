"""Tests of dialects and models, for all distributions; a pytest plugin.

The plugin is not loaded automatically: name it in the `conftest.py` beside the tests (`pytest_plugins =
["bufferize_testing"]`) or on the command line (`-p bufferize_testing`). It adds the option
`--update-golden` and the marker `reference`.
"""

from __future__ import annotations

from bufferize_testing.dialect_tests import DialectTests as DialectTests
from bufferize_testing.hooks import pytest_addoption as pytest_addoption
from bufferize_testing.hooks import (
    pytest_collection_modifyitems as pytest_collection_modifyitems,
)
from bufferize_testing.hooks import pytest_configure as pytest_configure
from bufferize_testing.hooks import pytest_runtest_setup as pytest_runtest_setup
from bufferize_testing.hooks import update_golden as update_golden
from bufferize_testing.programs import GoldenPart as GoldenPart
from bufferize_testing.programs import bufferized as bufferized
from bufferize_testing.programs import check_round_trip as check_round_trip
from bufferize_testing.programs import first_error as first_error
from bufferize_testing.programs import fold_last as fold_last
from bufferize_testing.programs import function_ops as function_ops
from bufferize_testing.programs import generic_text as generic_text
from bufferize_testing.programs import golden_parts as golden_parts
from bufferize_testing.programs import parse_valid as parse_valid
from bufferize_testing.programs import uncovered_ops as uncovered_ops
from bufferize_testing.reference import OLDER_REFERENCE_TOOL as OLDER_REFERENCE_TOOL
from bufferize_testing.reference import REFERENCE_TOOL as REFERENCE_TOOL
from bufferize_testing.reference import reference_dialects as reference_dialects
from bufferize_testing.reference import reference_errors as reference_errors
from bufferize_testing.reference import reference_output as reference_output
from bufferize_testing.reference import reference_outputs as reference_outputs
from bufferize_testing.reference import run_reference as run_reference
