"""The bufferization models of the tensor dialect."""

from __future__ import annotations

from bufferize.driver import Model
from bufferize_tensor.models_fills import (
    ConcatModel,
    EmptyModel,
    FromElementsModel,
    GenerateModel,
    PadModel,
    SplatModel,
)
from bufferize_tensor.models_updates import (
    ExtractModel,
    InsertModel,
    InsertSliceModel,
    ParallelInsertSliceModel,
)
from bufferize_tensor.models_views import (
    CastModel,
    CollapseShapeModel,
    DimModel,
    ExpandShapeModel,
    ExtractSliceModel,
    RankModel,
    ReshapeModel,
)

MODELS: dict[str, Model] = {
    "tensor.cast": CastModel(),
    "tensor.collapse_shape": CollapseShapeModel(),
    "tensor.concat": ConcatModel(),
    "tensor.dim": DimModel(),
    "tensor.empty": EmptyModel(),
    "tensor.expand_shape": ExpandShapeModel(),
    "tensor.extract": ExtractModel(),
    "tensor.extract_slice": ExtractSliceModel(),
    "tensor.from_elements": FromElementsModel(),
    "tensor.generate": GenerateModel(),
    "tensor.insert": InsertModel(),
    "tensor.insert_slice": InsertSliceModel(),
    "tensor.pad": PadModel(),
    "tensor.parallel_insert_slice": ParallelInsertSliceModel(),
    "tensor.rank": RankModel(),
    "tensor.reshape": ReshapeModel(),
    "tensor.splat": SplatModel(),
}
