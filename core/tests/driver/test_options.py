from __future__ import annotations

import pytest

from bufferize import Context, pipeline_from_text
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.driver import LayoutMapOption, OneShotOptions
from bufferize.ir import (
    DYNAMIC,
    F32,
    I64,
    IntegerAttr,
    MemRefType,
    RankedTensorType,
    StridedLayoutAttr,
    UnrankedMemRefType,
    UnrankedTensorType,
)
from bufferize.passes.one_shot_bufferize import OneShotBufferizePass

TENSOR = RankedTensorType((4, 8), F32)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            OneShotOptions(must_infer_memory_space=True, use_encoding_for_memory_space=True),
            "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space'",
        ),
        (
            OneShotOptions(unknown_type_conversion=LayoutMapOption.INFER_LAYOUT_MAP),
            "'infer-layout-map' is not a valid value for 'unknown-type-conversion'",
        ),
        (
            OneShotOptions(copy_before_write=True, test_analysis_only=True),
            "'copy-before-write' skips the analysis",
        ),
        (OneShotOptions(print_conflicts=True), "'print-conflicts' requires"),
        (OneShotOptions(dump_alias_sets=True), "'dump-alias-sets' requires"),
        (
            OneShotOptions(no_analysis_func_filter=("f",)),
            "'no-analysis-func-filter' requires 'bufferize-function-boundaries'",
        ),
        (
            OneShotOptions(function_boundary_type_conversion="identity-layout-map"),  # type: ignore[arg-type]
            "'function_boundary_type_conversion' must be a member of LayoutMapOption, not 'identity",
        ),
        (
            OneShotOptions(dialect_filter="tensor"),  # type: ignore[arg-type]
            "'dialect_filter' must be a sequence of names, not 'tensor'",
        ),
        (
            OneShotOptions(bufferize_function_boundaries="no"),  # type: ignore[arg-type]
            "'bufferize_function_boundaries' must be of type bool, not 'no'",
        ),
        (
            OneShotOptions(buffer_alignment="64"),  # type: ignore[arg-type]
            "'buffer_alignment' must be of type int, not '64'",
        ),
        (
            OneShotOptions(analysis_heuristic="top-down"),
            "'analysis_heuristic' must be a member of AnalysisHeuristic, not 'top-down'",
        ),
        (
            OneShotOptions(analysis_heuristic=3),  # type: ignore[arg-type]
            "'analysis_heuristic' must be a member of AnalysisHeuristic, not 3",
        ),
        (OneShotOptions(analysis_seconds=-1), "'analysis-seconds' must not be negative: -1"),
        (OneShotOptions(buffer_alignment=3), "must be 0 or a power of two, not 3"),
        (OneShotOptions(buffer_alignment=-8), "must be 0 or a power of two, not -8"),
    ],
)
def test_invalid_options(options: OneShotOptions, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        options.validate()
    assert len(caught.value.diagnostics) == 1
    assert message in caught.value.diagnostics[0].message


def test_all_invalid_options_are_told_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        OneShotOptions(print_conflicts=True, dump_alias_sets=True).validate()
    assert len(caught.value.diagnostics) == 2


def test_defaults_are_valid() -> None:
    OneShotOptions().validate()
    OneShotOptions(buffer_alignment=0).validate()


def test_unknown_layouts() -> None:
    dynamic = OneShotOptions().unknown_buffer_type(TENSOR, None)
    assert dynamic == MemRefType((4, 8), F32, StridedLayoutAttr(DYNAMIC, (DYNAMIC, DYNAMIC)))
    identity = OneShotOptions(unknown_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP)
    assert identity.unknown_buffer_type(TENSOR, None) == MemRefType((4, 8), F32)
    unranked = UnrankedTensorType(F32)
    assert identity.unknown_buffer_type(unranked, None) == UnrankedMemRefType(F32)


def test_own_type_conversion() -> None:
    space = IntegerAttr(3, I64)
    own = MemRefType((4, 8), F32, StridedLayoutAttr(0, (8, 1)), space)
    options = OneShotOptions(unknown_type_conversion_fn=lambda t, s: own)
    assert options.unknown_buffer_type(TENSOR, space) == own


def test_memory_spaces() -> None:
    space = IntegerAttr(3, I64)
    encoded = RankedTensorType((4,), F32, space)
    assert OneShotOptions().memory_space_for(encoded, None) is None
    from_encoding = OneShotOptions(use_encoding_for_memory_space=True)
    assert from_encoding.memory_space_for(encoded, None) == space
    with pytest.raises(DiagnosticError, match="could not infer memory space"):
        from_encoding.memory_space_for(UnrankedTensorType(F32), None)
    with pytest.raises(DiagnosticError, match="could not infer memory space"):
        OneShotOptions(must_infer_memory_space=True).memory_space_for(encoded, None)
    own = OneShotOptions(default_memory_space_fn=lambda type: space)
    assert own.memory_space_for(TENSOR, None) == space


def test_names_that_options_once_had() -> None:
    context = Context()
    text = (
        "one-shot-bufferize{skip-analysis "
        "function-signature-type-conversion=identity-layout-map bufferize-function-boundaries}"
    )
    (made,) = pipeline_from_text(text, context).steps
    assert isinstance(made, OneShotBufferizePass)
    assert made.options.copy_before_write
    assert made.options.function_boundary_type_conversion is LayoutMapOption.IDENTITY_LAYOUT_MAP
    with pytest.raises(OptionError, match="option 'skip-analysis' takes true or false, not '4'"):
        pipeline_from_text("one-shot-bufferize{skip-analysis=4}", context)
