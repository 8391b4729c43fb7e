from .bufferize_patterns import BranchOpConverter as BranchOpConverter
from .bufferize_patterns import BufferizeCallOpConverter as BufferizeCallOpConverter
from .bufferize_patterns import BufferizeFuncOpConverter as BufferizeFuncOpConverter
from .bufferize_patterns import BufferizeReturnOpConverter as BufferizeReturnOpConverter
from .bufferize_patterns import bufferize_op_legality as bufferize_op_legality
from .bufferize_patterns import memref_copy as memref_copy
from .bufferize_patterns import (
    populate_bufferize_materialization_legality as populate_bufferize_materialization_legality,
)
from .bufferize_patterns import (
    populate_eliminate_bufferize_materializations_patterns as populate_eliminate_bufferize_materializations_patterns,
)
from .bufferize_patterns import (
    populate_with_bufferize_op_conversion_patterns as populate_with_bufferize_op_conversion_patterns,
)
from .bufferize_types import BufferizeTypeConverter as BufferizeTypeConverter
from .conversion import apply_full_conversion as apply_full_conversion
from .conversion import apply_partial_conversion as apply_partial_conversion
from .partial import PartialBufferizePass as PartialBufferizePass
from .partial import partial_options as partial_options
from .patterns import ConversionPattern as ConversionPattern
from .patterns import FunctionPattern as FunctionPattern
from .patterns import OpAdaptor as OpAdaptor
from .patterns import RewritePatternSet as RewritePatternSet
from .rewriter import ConversionPatternRewriter as ConversionPatternRewriter
from .target import ConversionTarget as ConversionTarget
from .types import ResultConversionKind as ResultConversionKind
from .types import SignatureConversion as SignatureConversion
from .types import TypeConverter as TypeConverter
