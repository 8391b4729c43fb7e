"""All ops of the tm_tensor dialect."""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir
from bufferize_tm_tensor.dialect import (
    TM_TENSOR,
    TMTensorOp,
    TMTensorOpWithBody,
    are_compatible,
    element_type,
    is_signless,
    shape_of,
)


@TM_TENSOR.op("scan")
class ScanOp(TMTensorOpWithBody):
    """The running combination of the elements along a dimension, such as a cumulative sum.

    With `inclusive(true)`, the first element of the output is the first one of the input, and
    `output[i] = body(output[i - 1], input[i])`. With `inclusive(false)`, the first element is that of
    the accumulator, and `output[i] = body(output[i - 1], input[i - 1])`. The accumulator becomes the
    last element that the body computed; it stays as it is where there is none.

    ```mlir
    %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%in : tensor<8xf32>)
        outs(%out, %acc : tensor<8xf32>, tensor<f32>) {
    ^bb0(%so_far: f32, %next: f32):
      %sum = arith.addf %so_far, %next : f32
      tm_tensor.yield %sum : f32
    } -> tensor<8xf32>, tensor<f32>
    ```
    """

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    inclusive: d.Attr[ir.IntegerAttr, bool] = d.attr(d.BOOL_ATTR)
    results_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="results")
    region: d.Region = d.region()
    assembly_format = """
        `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
        `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outputs `:` type($outputs) `)`
        $region (`->` type($results)^)?
    """

    @property
    def is_inclusive(self) -> bool:
        """Whether an element of the input is part of the output's element at its index."""
        return bool(self.inclusive.value)

    @property
    def misfit(self) -> str | None:
        element = element_type(self.inputs[0])
        types = [argument.type for argument in self.body.arguments]
        if types != [element, element]:
            return f"the body takes other arguments than two elements of type '{element}'"
        if [value.type for value in self.yielded] != [element]:
            return f"the body yields something else than one element of type '{element}'"
        return None

    def verify_op(self) -> None:
        if len(self.inputs) != 1:
            raise self.error("expected one input operands")
        if len(self.outputs) != 2:
            raise self.error("expected two output operands")
        source, (output, accumulator) = self.inputs[0], self.outputs
        shape, kept = shape_of(source), list(shape_of(source))
        if element_type(accumulator) is not element_type(source):
            raise self.error("expected input/accumulator element types to be identical")
        if len(shape_of(accumulator)) != len(shape) - 1:
            raise self.error("expected accumulator rank to be equal to input rank - 1")
        if not 0 <= self.dimension.value < len(shape):
            raise self.error("dimension exceeds rank")
        del kept[self.dimension.value]
        if not are_compatible(kept, shape_of(accumulator)):
            raise self.error("incompatible input/accumulator shapes")
        if element_type(output) is not element_type(source):
            raise self.error("expected input/output element types to be identical")
        if len(shape_of(output)) != len(shape):
            raise self.error("expected input/output to have identical ranks")
        if not are_compatible(shape, shape_of(output)):
            raise self.error("incompatible input/output shapes")
        self.verify_body()


@TM_TENSOR.op("scatter")
class ScatterOp(TMTensorOpWithBody):
    """Updates of elements, or of slices, whose indices are given.

    The inputs are the updates and their indices. Row `i` of the indices has the position of update
    `i` along the dimensions in `dimension_map`; the body combines an element of the update with the
    element at its place, which the output has afterwards. Updates are applied in order.

    ```mlir
    %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true)
        ins(%updates, %indices : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
    ^bb0(%update: f32, %old: f32):
      tm_tensor.yield %update : f32
    } -> tensor<8xf32>
    ```
    """

    inputs: d.VariadicOperand = d.variadic_operand(d.TENSOR_OR_MEMREF)
    outputs: d.VariadicOperand = d.variadic_operand(d.TENSOR_OR_MEMREF)
    dimension_map: d.Attr[ir.DenseArrayAttr, d.Ints] = d.attr(d.DENSE_I64_ARRAY)
    unique_indices: d.Attr[ir.IntegerAttr, bool] = d.default_attr(
        d.BOOL_ATTR, ir.IntegerAttr(1, ir.I1)
    )
    results_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="results")
    region: d.Region = d.region()
    assembly_format = """
        attr-dict `unique_indices` `(` $unique_indices `)`
        (`ins` `(` $inputs^ `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)`
        $region (`->` type($results)^)?
    """

    @property
    def misfit(self) -> str | None:
        type = element_type(self.inputs[1])
        return None if is_signless(type) else f"the indices are of type '{type}', which has a sign"

    def verify_op(self) -> None:
        if len(self.inputs) != 2:
            raise self.error("expected two input operands")
        if len(self.outputs) != 1:
            raise self.error("expected one output operand")
        self._verify_indices()
        self._verify_extents()
        self._verify_types()

    def _verify_indices(self) -> None:
        indices, rank = self.inputs[1], len(shape_of(self.outputs[0]))
        if len(shape_of(indices)) != 2 or not isinstance(element_type(indices), ir.IntegerType):
            raise self.error("expected indices to be of rank 2 of integer element type")
        depth, dims = shape_of(indices)[1], self.dimension_map.values
        if depth == ir.DYNAMIC:
            raise self.error("expected index depth is static")
        if len(dims) != depth:
            raise self.error("invalid number of dimension map entries")
        if depth > rank or len(set(dims)) != depth or any(not 0 <= dim < rank for dim in dims):
            raise self.error("dimension map is invalid")

    def _verify_extents(self) -> None:
        update, indices = map(shape_of, self.inputs)
        original, depth = shape_of(self.outputs[0]), indices[1]
        if not update:
            raise self.error("expected update value to be at least rank 1")
        if indices[0] != update[0]:
            raise self.error("mismatch in shape of indices and update value at dim#0")
        if len(update) - 1 > len(original):
            raise self.error("update value rank exceeds the rank of the original value")
        if len(original) > depth + len(update) - 1:
            raise self.error("index depth and update value does not cover rank of original value")
        # Both shapes end with the same dimensions.
        offset = len(original) - len(update)
        for dim in [*range(depth, len(original)), *range(offset + 1, depth)]:
            if original[dim] == ir.DYNAMIC or update[dim - offset] <= original[dim]:
                continue
            place = f"dim#{dim - offset} exceeds original value at dim#{dim}"
            if dim >= depth:
                raise self.error(f"shape of update value {place}")
            raise self.error(
                f"indexed shape of update value {place} {update[dim - offset]} {original[dim]}"
            )

    def _verify_types(self) -> None:
        self.verify_body()
        arguments = self.body.arguments
        if len(arguments) != 2:
            raise self.error("expected region to have two arguments")
        types = [argument.type for argument in arguments]
        if not all(isinstance(_part(type), ir.IntegerType | ir.FloatType) for type in types):
            raise self.error("expected region to have scalar argument of integer or float types")
        for number, (value, kind) in enumerate(
            ((self.inputs[0], "update"), (self.outputs[0], "original"))
        ):
            if types[number] is not element_type(value):
                raise self.error(
                    f"mismatch in argument {number} of region '{types[number]}' and element type of "
                    f"{kind} value '{element_type(value)}'"
                )
        if types[0] is not types[1]:
            raise self.error(f"mismatch in region argument types '{types[0]}' and '{types[1]}'")
        end = self.body.terminator
        if len(end.operands) != 1:
            raise end.error("expected region to yield a single value")
        if end.operand(0).type is not types[0]:
            raise end.error(
                f"mismatch in type of yielded value '{end.operand(0).type}' and argument of the "
                f"region '{types[0]}'"
            )


def _part(type: ir.Type) -> ir.Type:
    """Return the type of the parts of a complex number; other types unchanged."""
    return type.element_type if isinstance(type, ir.ComplexType) else type


@TM_TENSOR.op("sort")
class SortOp(TMTensorOpWithBody):
    """Tensors whose elements are sorted along a dimension, all by the same comparison.

    The body takes two elements of each output and returns whether they are in order. What is sorted
    is defined by the steps of a bubble sort, for comparisons that are no order, too: as often as
    there are elements in a line, neighbors that are not in order are exchanged, from the first pair
    to the last.

    ```mlir
    %0 = tm_tensor.sort dimension(0) outs(%t : tensor<8xf32>) {
    ^bb0(%left: f32, %right: f32):
      %in_order = arith.cmpf oge, %left, %right : f32
      tm_tensor.yield %in_order : i1
    } -> tensor<8xf32>
    ```
    """

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    results_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="results")
    region: d.Region = d.region()
    assembly_format = """
        attr-dict `dimension` `(` $dimension `)`
        (`ins` `(` $inputs^ `:` type($inputs) `)`)? `outs` `(` $outputs `:` type($outputs) `)`
        $region (`->` type($results)^)?
    """

    @property
    def misfit(self) -> str | None:
        return None

    def verify_op(self) -> None:
        if self.inputs:
            raise self.error("does not expect to take any inputs")
        if not self.outputs:
            raise self.error("expected at least one `outs` operand")
        self.verify_body()
        arguments, shape = self.body.arguments, shape_of(self.outputs[0])
        if len(arguments) != 2 * len(self.outputs):
            raise self.error(f"region block should have {2 * len(self.outputs)} arguments")
        if not 0 <= self.dimension.value < len(shape):
            raise self.error(f"dimension must be within (0, {len(shape)}]")
        for number, output in enumerate(self.outputs):
            if len(shape_of(output)) != len(shape):
                raise self.error(
                    f"expected operand {number} to be rank {len(shape)}, same as other operands"
                )
            if shape_of(output) != shape:
                raise self.error(f"expected operand {number} to have same shape as other operands")
            element = element_type(output)
            for argument in arguments[2 * number : 2 * number + 2]:
                if argument.type is not element:
                    raise self.error(
                        f"region block argument #{argument.index} should be of type '{element}' but "
                        f"got '{argument.type}'"
                    )
        if len(self.yielded) != 1:
            raise self.error("should yield exactly one operand")
        if not _is_bit(self.yielded[0].type):
            raise self.error("should yield i1 type")


def _is_bit(type: ir.Type) -> bool:
    return isinstance(type, ir.IntegerType) and type.width == 1


@TM_TENSOR.op("attention")
class AttentionOp(TMTensorOp):
    """`softmax(scale * query * transposed(key) + mask) * value`, for each matrix of a batch.

    The inputs are the query, the key, the value and maybe a mask, which is added; a mask of i1 lets
    pass what is true. The scale is 1 / √d by default, for a query of `d` columns. A row in which the
    mask lets nothing pass becomes zeros.

    ```mlir
    %0 = tm_tensor.attention ins(%q, %k, %v : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>)
        outs(%out : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
    ```
    """

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    scale: d.OptionalAttr[ir.FloatAttr, float] = d.optional_attr(d.F64_ATTR)
    result_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="result")
    assembly_format = """
        attr-dict `ins` `(` $inputs `:` type($inputs) `)`
        `outs` `(` $outputs `:` type($outputs) `)` (`->` type($result)^)?
    """

    @property
    def mask(self) -> ir.Value | None:
        """The mask, which may be absent."""
        return self.inputs[3] if len(self.inputs) > 3 else None

    @property
    def misfit(self) -> str | None:
        element = element_type(self.inputs[0])
        if not isinstance(element, ir.FloatType):
            return f"the elements are of type '{element}', which is no float"
        for value in (*self.inputs, *self.outputs):
            is_mask_of_bits = value is self.mask and element_type(value) is ir.I1
            if element_type(value) is not element and not is_mask_of_bits:
                return f"there are elements of the types '{element}' and '{element_type(value)}'"
        rows, columns = shape_of(self.inputs[0])[:-1], shape_of(self.inputs[2])[-1]
        if not are_compatible((*rows, columns), shape_of(self.outputs[0])):
            return (
                "the output has another shape than the rows of the query and columns of the value"
            )
        return None

    def verify_op(self) -> None:
        if len(self.inputs) not in (3, 4):
            raise self.error("expected three or four input operands")
        if len(self.outputs) != 1:
            raise self.error("expected one output operand")
        query, key, value, *masks = map(shape_of, self.inputs)
        if len(query) < 2 or any(len(shape) != len(query) for shape in (key, value, *masks)):
            raise self.error("expected inputs of one rank, which is at least 2")
        if key[:-2] != query[:-2]:
            raise self.error("query and key batch mismatch")
        if key[-1] != query[-1]:
            raise self.error("query and key head dimension mismatch")
        if value[:-2] != query[:-2]:
            raise self.error("query and value batch dimension mismatch")
        if key[-2] != value[-2]:
            raise self.error("key and value sequence length dimension mismatch")
        for mask in masks:
            if mask[:-2] != query[:-2]:
                raise self.error("query and mask batch dimension mismatch")
            if mask[-2] != query[-2]:
                raise self.error("mask sequence length and query sequence length mismatch")
            if mask[-1] != key[-2]:
                raise self.error("mask sequence lengt and key sequence length mismatch")


@TM_TENSOR.op("topk")
class TopkOp(TMTensorOpWithBody):
    """The first elements along a dimension by a comparison, such as the largest, and their indices.

    Each element of the input in turn is inserted into the outputs, which are sorted that way, before
    the first element that it is better than by the body; the last one drops out. The outputs are
    read: they start as elements that all others are better than. Equal elements are in the order of
    their indices. A second input has the indices to use; without one, they are counted.

    ```mlir
    %0:2 = tm_tensor.topk dimension(0) ins(%in : tensor<8xf32>)
        outs(%lowest, %zeros : tensor<3xf32>, tensor<3xi32>) {
    ^bb0(%next: f32, %kept: f32):
      %is_better = arith.cmpf ogt, %next, %kept : f32
      tm_tensor.yield %is_better : i1
    } -> tensor<3xf32>, tensor<3xi32>
    ```
    """

    inputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    outputs: d.VariadicOperand = d.variadic_operand(d.ANY_SHAPED)
    dimension: d.Attr[ir.IntegerAttr, int] = d.attr(d.I64_ATTR)
    results_: d.VariadicResult = d.variadic_result(d.RANKED_TENSOR, name="results")
    region: d.Region = d.region()
    assembly_format = """
        attr-dict `dimension` `(` $dimension `)`
        `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outputs `:` type($outputs) `)`
        $region (`->` type($results)^)?
    """

    @property
    def misfit(self) -> str | None:
        type = element_type(self.outputs[1])
        return None if is_signless(type) else f"the indices are of type '{type}', no integers"

    def verify_op(self) -> None:
        if len(self.inputs) not in (1, 2):
            raise self.error("expected one or two input operands")
        if len(self.outputs) != 2:
            raise self.error("expected two output operands")
        values, indices = self.inputs[0], self.inputs[1:]
        kept_values, kept_indices = self.outputs
        shape, kept = shape_of(values), shape_of(kept_values)
        if not 0 <= self.dimension.value < len(shape):
            raise self.error("dimension exceeds rank")
        if element_type(values) is not element_type(kept_values):
            raise self.error("expected input/output value types to be identical")
        if indices and {*map(element_type, (*indices, kept_indices))} != {ir.I32}:
            raise self.error("expected input/output indices types to be int32")
        if len(shape) != len(kept) or any(
            len(shape_of(value)) != len(shape_of(kept_indices)) for value in indices
        ):
            raise self.error("expected input/output to have the same rank")
        if not all(are_compatible(shape, shape_of(value)) for value in indices):
            raise self.error("input indices/values shape must match")
        if not are_compatible(kept, shape_of(kept_indices)):
            raise self.error("output indices/values shape must match")
        if not all(
            are_compatible([extent], [other])
            for dim, (extent, other) in enumerate(zip(shape, kept, strict=True))
            if dim != self.dimension.value
        ):
            raise self.error("incompatible input/output shapes")
        self._verify_types(element_type(values))

    def _verify_types(self, element: ir.Type) -> None:
        self.verify_body()
        types = [argument.type for argument in self.body.arguments]
        if len(types) != 2:
            raise self.error("region block should have 2 arguments")
        if any(type is not element for type in types):
            raise self.error("region block types must match input")
        if not self.yielded or not _is_bit(self.yielded[0].type):
            raise self.error("region block must end with a linalg_ext.yield i1!")


@TM_TENSOR.op("yield")
class YieldOp(d.Operation):
    """The end of the body of an operation, with its results."""

    values: d.VariadicOperand = d.variadic_operand(d.ANY_TYPE, name="operands")
    traits = (d.Pure(), d.ReturnLike(), d.IsTerminator())
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"
