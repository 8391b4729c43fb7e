"""Hints for the optimization of loops: `#llvm.loop_…`.

See https://llvm.org/docs/LangRef.html#llvm-loop.
"""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir
from bufferize_llvm.dialect import LLVM


@LLVM.attribute("loop_vectorize")
@ir.parameters
class LoopVectorizeAttr(d.StructAttr):
    """Hints for vectorization."""

    disable: bool | None = None
    predicate_enable: bool | None = None
    scalable_enable: bool | None = None
    width: ir.IntegerAttr | None = None
    followup_vectorized: LoopAnnotationAttr | None = None
    followup_epilogue: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_vectorize"


@LLVM.attribute("loop_interleave")
@ir.parameters
class LoopInterleaveAttr(d.StructAttr):
    """Hints for interleaving iterations."""

    count: ir.IntegerAttr
    alias_name: ClassVar = "loop_interleave"


@LLVM.attribute("loop_unroll")
@ir.parameters
class LoopUnrollAttr(d.StructAttr):
    """Hints for unrolling."""

    disable: bool | None = None
    count: ir.IntegerAttr | None = None
    runtime_disable: bool | None = None
    full: bool | None = None
    followup_unrolled: LoopAnnotationAttr | None = None
    followup_remainder: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_unroll"


@LLVM.attribute("loop_unroll_and_jam")
@ir.parameters
class LoopUnrollAndJamAttr(d.StructAttr):
    """Hints for unroll-and-jam, which unrolls an outer loop into the inner one."""

    disable: bool | None = None
    count: ir.IntegerAttr | None = None
    followup_outer: LoopAnnotationAttr | None = None
    followup_inner: LoopAnnotationAttr | None = None
    followup_remainder_outer: LoopAnnotationAttr | None = None
    followup_remainder_inner: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_unroll_and_jam"


@LLVM.attribute("loop_licm")
@ir.parameters
class LoopLICMAttr(d.StructAttr):
    """Hints for loop-invariant code motion."""

    disable: bool | None = None
    versioning_disable: bool | None = None
    alias_name: ClassVar = "loop_licm"


@LLVM.attribute("loop_distribute")
@ir.parameters
class LoopDistributeAttr(d.StructAttr):
    """Hints for splitting a loop into several."""

    disable: bool | None = None
    followup_coincident: LoopAnnotationAttr | None = None
    followup_sequential: LoopAnnotationAttr | None = None
    followup_fallback: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_distribute"


@LLVM.attribute("loop_pipeline")
@ir.parameters
class LoopPipelineAttr(d.StructAttr):
    """Hints for software pipelining."""

    disable: bool | None = None
    initiationinterval: ir.IntegerAttr | None = None
    alias_name: ClassVar = "loop_pipeline"


@LLVM.attribute("loop_peeled")
@ir.parameters
class LoopPeeledAttr(d.StructAttr):
    """The number of iterations that were peeled off."""

    count: ir.IntegerAttr | None = None
    alias_name: ClassVar = "loop_peeled"


@LLVM.attribute("loop_unswitch")
@ir.parameters
class LoopUnswitchAttr(d.StructAttr):
    """Hints for moving conditions out of the loop."""

    partial_disable: bool | None = None
    alias_name: ClassVar = "loop_unswitch"


@LLVM.attribute("access_group")
@ir.parameters
class AccessGroupAttr(d.StructAttr):
    """A group of memory accesses that a loop annotation refers to."""

    id: ir.DistinctAttr
    alias_name: ClassVar = "access_group"


@LLVM.attribute("loop_annotation")
@ir.parameters
class LoopAnnotationAttr(d.StructAttr):
    """All hints for a loop, attached to the branch of its latch."""

    disable_nonforced: bool | None = None
    vectorize: LoopVectorizeAttr | None = None
    interleave: LoopInterleaveAttr | None = None
    unroll: LoopUnrollAttr | None = None
    unroll_and_jam: LoopUnrollAndJamAttr | None = None
    licm: LoopLICMAttr | None = None
    distribute: LoopDistributeAttr | None = None
    pipeline: LoopPipelineAttr | None = None
    peeled: LoopPeeledAttr | None = None
    unswitch: LoopUnswitchAttr | None = None
    must_progress: bool | None = None
    is_vectorized: bool | None = None
    start_loc: ir.FusedLoc | None = None
    end_loc: ir.FusedLoc | None = None
    parallel_accesses: tuple[AccessGroupAttr, ...] = ()
    alias_name: ClassVar = "loop_annotation"
