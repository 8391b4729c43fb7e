"""What is known about loops, and what is to be done with them: `#llvm.loop_…`.

See https://llvm.org/docs/LangRef.html#llvm-loop.
"""

from __future__ import annotations

from typing import ClassVar

from bufferize.define import StructAttr
from bufferize.ir import DistinctAttr, FusedLoc, IntegerAttr, parameters
from bufferize_llvm.base import LLVM


@LLVM.attribute("loop_vectorize")
@parameters
class LoopVectorizeAttr(StructAttr):
    """About vectorization."""

    disable: bool | None = None
    predicate_enable: bool | None = None
    scalable_enable: bool | None = None
    width: IntegerAttr | None = None
    followup_vectorized: LoopAnnotationAttr | None = None
    followup_epilogue: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_vectorize"


@LLVM.attribute("loop_interleave")
@parameters
class LoopInterleaveAttr(StructAttr):
    """About interleaving iterations."""

    count: IntegerAttr
    alias_name: ClassVar = "loop_interleave"


@LLVM.attribute("loop_unroll")
@parameters
class LoopUnrollAttr(StructAttr):
    """About unrolling."""

    disable: bool | None = None
    count: IntegerAttr | None = None
    runtime_disable: bool | None = None
    full: bool | None = None
    followup_unrolled: LoopAnnotationAttr | None = None
    followup_remainder: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_unroll"


@LLVM.attribute("loop_unroll_and_jam")
@parameters
class LoopUnrollAndJamAttr(StructAttr):
    """About unrolling an outer loop into the inner one."""

    disable: bool | None = None
    count: IntegerAttr | None = None
    followup_outer: LoopAnnotationAttr | None = None
    followup_inner: LoopAnnotationAttr | None = None
    followup_remainder_outer: LoopAnnotationAttr | None = None
    followup_remainder_inner: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_unroll_and_jam"


@LLVM.attribute("loop_licm")
@parameters
class LoopLICMAttr(StructAttr):
    """About moving what is invariant out of the loop."""

    disable: bool | None = None
    versioning_disable: bool | None = None
    alias_name: ClassVar = "loop_licm"


@LLVM.attribute("loop_distribute")
@parameters
class LoopDistributeAttr(StructAttr):
    """About making several loops of one."""

    disable: bool | None = None
    followup_coincident: LoopAnnotationAttr | None = None
    followup_sequential: LoopAnnotationAttr | None = None
    followup_fallback: LoopAnnotationAttr | None = None
    followup_all: LoopAnnotationAttr | None = None
    alias_name: ClassVar = "loop_distribute"


@LLVM.attribute("loop_pipeline")
@parameters
class LoopPipelineAttr(StructAttr):
    """About software pipelining."""

    disable: bool | None = None
    initiationinterval: IntegerAttr | None = None
    alias_name: ClassVar = "loop_pipeline"


@LLVM.attribute("loop_peeled")
@parameters
class LoopPeeledAttr(StructAttr):
    """How many iterations were peeled off."""

    count: IntegerAttr | None = None
    alias_name: ClassVar = "loop_peeled"


@LLVM.attribute("loop_unswitch")
@parameters
class LoopUnswitchAttr(StructAttr):
    """About moving conditions out of the loop."""

    partial_disable: bool | None = None
    alias_name: ClassVar = "loop_unswitch"


@LLVM.attribute("access_group")
@parameters
class AccessGroupAttr(StructAttr):
    """Accesses to memory of which a loop says something."""

    id: DistinctAttr
    alias_name: ClassVar = "access_group"


@LLVM.attribute("loop_annotation")
@parameters
class LoopAnnotationAttr(StructAttr):
    """All of it, on the branch that closes the loop."""

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
    start_loc: FusedLoc | None = None
    end_loc: FusedLoc | None = None
    parallel_accesses: tuple[AccessGroupAttr, ...] = ()
    alias_name: ClassVar = "loop_annotation"
