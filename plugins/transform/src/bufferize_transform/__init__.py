"""The transform dialect for bufferize, and the base classes for other plugins' transforms."""

from __future__ import annotations

from bufferize_transform.interface import ConsumesOperands as ConsumesOperands
from bufferize_transform.interface import DefiniteFailure as DefiniteFailure
from bufferize_transform.interface import MatchOpInterface as MatchOpInterface
from bufferize_transform.interface import (
    PatternDescriptorOpInterface as PatternDescriptorOpInterface,
)
from bufferize_transform.interface import Payload as Payload
from bufferize_transform.interface import PayloadAccess as PayloadAccess
from bufferize_transform.interface import ReportsTrackingFailures as ReportsTrackingFailures
from bufferize_transform.interface import SilenceableFailure as SilenceableFailure
from bufferize_transform.interface import TransformEachOpInterface as TransformEachOpInterface
from bufferize_transform.interface import TransformOpInterface as TransformOpInterface
from bufferize_transform.interface import definite as definite
from bufferize_transform.interface import silenceable as silenceable
from bufferize_transform.interpreter import Interpreter as Interpreter
from bufferize_transform.passes import run_named_sequence as run_named_sequence
from bufferize_transform.state import TransformState as TransformState
from bufferize_transform.types import ANY_HANDLE as ANY_HANDLE
from bufferize_transform.types import ANY_HANDLE_OR_PARAMETER as ANY_HANDLE_OR_PARAMETER
from bufferize_transform.types import OPERATION_HANDLE as OPERATION_HANDLE
from bufferize_transform.types import PARAMETER as PARAMETER
from bufferize_transform.types import VALUE_HANDLE as VALUE_HANDLE
from bufferize_transform.types import OperationHandleType as OperationHandleType
from bufferize_transform.types import ParameterType as ParameterType
from bufferize_transform.types import ValueHandleType as ValueHandleType
