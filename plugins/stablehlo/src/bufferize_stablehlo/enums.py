"""The enumerations of the stablehlo dialect.

See https://openxla.org/stablehlo/spec.
"""

from __future__ import annotations

from typing import ClassVar

from bufferize.define import EnumAttr
from bufferize.define.constraint import instance_of
from bufferize.define.enums import int_enum
from bufferize.ir import I32
from bufferize_stablehlo.base import STABLEHLO


@STABLEHLO.attribute("precision")
class PrecisionAttr(EnumAttr):
    """`#stablehlo<precision HIGHEST>`: how exactly an operand is taken."""

    cases: ClassVar = {"DEFAULT": 0, "HIGH": 1, "HIGHEST": 2}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::Precision"


@STABLEHLO.attribute("result_accuracy_mode")
class ResultAccuracyModeAttr(EnumAttr):
    """`#stablehlo.result_accuracy_mode<TOLERANCE>`: how the wanted accuracy is given."""

    cases: ClassVar = {"DEFAULT": 0, "HIGHEST": 1, "TOLERANCE": 2}
    cpp_name: ClassVar = "::mlir::stablehlo::ResultAccuracyMode"


@STABLEHLO.attribute("fft_type")
class FftTypeAttr(EnumAttr):
    """`#stablehlo<fft_type RFFT>`: a kind of Fourier transform."""

    cases: ClassVar = {"FFT": 0, "IFFT": 1, "RFFT": 2, "IRFFT": 3}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::FftType"


@STABLEHLO.attribute("comparison_direction")
class ComparisonDirectionAttr(EnumAttr):
    """`#stablehlo<comparison_direction EQ>`: what is asked of two numbers."""

    cases: ClassVar = {"EQ": 0, "NE": 1, "GE": 2, "GT": 3, "LE": 4, "LT": 5}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::ComparisonDirection"


@STABLEHLO.attribute("comparison_type")
class ComparisonTypeAttr(EnumAttr):
    """`#stablehlo<comparison_type FLOAT>`: as what numbers are compared."""

    cases: ClassVar = {"NOTYPE": 0, "FLOAT": 1, "TOTALORDER": 2, "SIGNED": 3, "UNSIGNED": 4}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::ComparisonType"


@STABLEHLO.attribute("transpose")
class TransposeAttr(EnumAttr):
    """`#stablehlo<transpose ADJOINT>`: whether a matrix is transposed."""

    cases: ClassVar = {"TRANSPOSE_INVALID": 0, "NO_TRANSPOSE": 1, "TRANSPOSE": 2, "ADJOINT": 3}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::Transpose"


@STABLEHLO.attribute("rng_distribution")
class RngDistributionAttr(EnumAttr):
    """`#stablehlo<rng_distribution NORMAL>`: how random numbers are distributed."""

    cases: ClassVar = {"UNIFORM": 1, "NORMAL": 2}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::RngDistribution"


@STABLEHLO.attribute("rng_algorithm")
class RngAlgorithmAttr(EnumAttr):
    """`#stablehlo<rng_algorithm PHILOX>`: how random numbers are made."""

    cases: ClassVar = {"DEFAULT": 0, "THREE_FRY": 1, "PHILOX": 2}
    angle_brackets: ClassVar = False
    cpp_name: ClassVar = "::mlir::stablehlo::RngAlgorithm"


FFT_TYPE = instance_of(FftTypeAttr, "XLA fast fourier transform type.")
COMPARISON_DIRECTION = instance_of(
    ComparisonDirectionAttr, "Which comparison operation to perform."
)
COMPARISON_TYPE = instance_of(ComparisonTypeAttr, "Which comparison type to use.")
TRANSPOSE = instance_of(TransposeAttr, "Transpose options")
RNG_DISTRIBUTION = instance_of(RngDistributionAttr, "XLA PRNG distribution to be used.")
RNG_ALGORITHM = instance_of(RngAlgorithmAttr, "XLA PRNG algorithm to be used.")
API_VERSION = int_enum(
    "api_version",
    I32,
    {
        "API_VERSION_UNSPECIFIED": 0,
        "API_VERSION_ORIGINAL": 1,
        "API_VERSION_STATUS_RETURNING": 2,
        "API_VERSION_STATUS_RETURNING_UNIFIED": 3,
        "API_VERSION_TYPED_FFI": 4,
    },
    "Custom call API version",
)
