"""A tester for op models: what they declare, against what their ops do on real buffers."""

from __future__ import annotations

from bufferize_interpreter.model_tests.problems import Kind as Kind
from bufferize_interpreter.model_tests.problems import Problem as Problem
from bufferize_interpreter.model_tests.tester import check_op_model as check_op_model
