"""Dialect conversion, and the older, pattern-based bufferization built on it."""

from __future__ import annotations

from bufferize_conversion.bufferize_patterns import BranchOpConverter as BranchOpConverter
from bufferize_conversion.bufferize_patterns import (
    BufferizeCallOpConverter as BufferizeCallOpConverter,
)
from bufferize_conversion.bufferize_patterns import (
    BufferizeFuncOpConverter as BufferizeFuncOpConverter,
)
from bufferize_conversion.bufferize_patterns import (
    BufferizeReturnOpConverter as BufferizeReturnOpConverter,
)
from bufferize_conversion.bufferize_patterns import bufferize_op_legality as bufferize_op_legality
from bufferize_conversion.bufferize_patterns import memref_copy as memref_copy
from bufferize_conversion.bufferize_patterns import (
    populate_bufferize_materialization_legality as populate_bufferize_materialization_legality,
)
from bufferize_conversion.bufferize_patterns import (
    populate_eliminate_bufferize_materializations_patterns as populate_eliminate_bufferize_materializations_patterns,
)
from bufferize_conversion.bufferize_patterns import (
    populate_with_bufferize_op_conversion_patterns as populate_with_bufferize_op_conversion_patterns,
)
from bufferize_conversion.bufferize_types import BufferizeTypeConverter as BufferizeTypeConverter
from bufferize_conversion.conversion import apply_full_conversion as apply_full_conversion
from bufferize_conversion.conversion import apply_partial_conversion as apply_partial_conversion
from bufferize_conversion.partial import PartialBufferizePass as PartialBufferizePass
from bufferize_conversion.partial import partial_options as partial_options
from bufferize_conversion.patterns import ConversionPattern as ConversionPattern
from bufferize_conversion.patterns import FunctionPattern as FunctionPattern
from bufferize_conversion.patterns import OpAdaptor as OpAdaptor
from bufferize_conversion.patterns import RewritePatternSet as RewritePatternSet
from bufferize_conversion.rewriter import ConversionPatternRewriter as ConversionPatternRewriter
from bufferize_conversion.target import ConversionTarget as ConversionTarget
from bufferize_conversion.types import ResultConversionKind as ResultConversionKind
from bufferize_conversion.types import SignatureConversion as SignatureConversion
from bufferize_conversion.types import TypeConverter as TypeConverter
