"""A tester of op models: compares declarations with what the ops really do to buffers."""

from __future__ import annotations

from bufferize_interpreter.model_tests.problems import Kind as Kind
from bufferize_interpreter.model_tests.problems import Problem as Problem
from bufferize_interpreter.model_tests.tester import check_op_model as check_op_model
