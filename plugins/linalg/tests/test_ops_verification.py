"""Invalid operations: the message, and the line that it names."""

from __future__ import annotations

import pytest

from bufferize import Context
from bufferize_testing import first_error


def op(text: str, **types: str) -> str:
    """A function with one operation whose operands have these types."""
    arguments = ", ".join(f"%{name}: {type}" for name, type in types.items())
    return f"func.func @f({arguments}) {{\n  {text}\n  return\n}}\n"


def problem(text: str, context: Context) -> tuple[int, str]:
    """The line and the text of the first error."""
    error = first_error(text, context)
    assert error is not None, "no error"
    return (error.position.line if error.position else 0), error.message


ID = "affine_map<(i) -> (i)>"


def generic(
    maps: str = f"{ID}, {ID}",
    iterators: str = '"parallel"',
    source: str = "tensor<4xf32>",
    target: str = "tensor<4xf32>",
    arguments: str = "%x: f32, %y: f32",
    body: str = "linalg.yield %x : f32",
    results: str = "-> tensor<4xf32>",
) -> str:
    """A function with one `linalg.generic`, right but for what is given."""
    return (
        f"func.func @f(%a: {source}, %b: {target}) {{\n"
        f"  linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
        f"ins(%a : {source}) outs(%b : {target}) {{\n"
        f"  ^bb0({arguments}):\n"
        f"    {body}\n"
        f"  }} {results}\n"
        "  return\n"
        "}\n"
    )


T4 = "tensor<4xf32>"
T48 = "tensor<4x8xf32>"
T84 = "tensor<8x4xf32>"
GENERIC_ERRORS = [
    (
        generic(maps=ID),
        "'linalg.generic' op expected the number of indexing_map (1) to be equal to the number of "
        "input/output operands (2)",
    ),
    (
        generic(maps=f"affine_map<(i) -> (i, i)>, {ID}"),
        "'linalg.generic' op expected operand #0 rank (1) to match the result rank of "
        "indexing_map (2)",
    ),
    (
        generic(maps=f"{ID}, affine_map<(i, j) -> (i)>"),
        "'linalg.generic' op invalid indexing maps are non-invertible: ((d0, d1) -> (d0, d0))",
    ),
    (
        generic(maps=f"affine_map<(i)[s] -> (i)>, {ID}"),
        "'linalg.generic' op unexpected symbols in indexing_map #0",
    ),
    (
        generic(iterators='"parallel", "reduction"'),
        "'linalg.generic' op expected indexing_map #0 to have 2 dim(s) to match the number of loops",
    ),
    (
        generic(arguments="%x: f32"),
        "'linalg.generic' op expected as many non-induction variable region arguments as the "
        "number of input/output operands",
    ),
    (
        generic(arguments="%x: f32, %y: f64"),
        "'linalg.generic' op expected type of bb argument #1 ('f64') to match element or self type "
        "of the corresponding operand ('f32')",
    ),
    (
        generic(source="tensor<5xf32>"),
        "'linalg.generic' op inferred input/output operand #1 has shape's dimension #0 to be 5, "
        "but found 4",
    ),
    (
        generic(maps=f"affine_map<(i) -> (i + 2)>, {ID}"),
        "'linalg.generic' op inferred input/output operand #0 has shape's dimension #0 to be "
        "greater than or equal to 6, but found 4",
    ),
    (
        generic(maps=f"affine_map<(i) -> (-i)>, {ID}"),
        "'linalg.generic' op unexpected result less than 0 at expression #0 in (d0) -> (-d0)",
    ),
    (
        generic(target="memref<4xf32>", results=""),
        "'linalg.generic' op expected to have pure tensor or buffer semantics",
    ),
    (
        generic(results=""),
        "'linalg.generic' op expected the number of tensor results (0) to be equal to the number "
        "of output tensors (1)",
    ),
    (
        generic(results="-> tensor<?xf32>"),
        "'linalg.generic' op expected type of operand #1 ('tensor<4xf32>') to match type of "
        "corresponding result ('tensor<?xf32>')",
    ),
]


@pytest.mark.parametrize(("text", "message"), GENERIC_ERRORS)
def test_generic(text: str, message: str, context: Context) -> None:
    assert problem(text, context) == (2, message)


def test_iterator_types_are_checked_where_they_stand(context: Context) -> None:
    assert problem(generic(iterators='"window"'), context) == (
        2,
        "unexpected iterator_type (window)",
    )


def test_yield(context: Context) -> None:
    assert problem(generic(body="linalg.yield %x, %x : f32, f32"), context) == (
        4,
        "'linalg.yield' op expected number of yield values (2) to match the number of inits / outs "
        "operands of the enclosing LinalgOp (1)",
    )
    text = generic(
        source="tensor<4xf64>", arguments="%x: f64, %y: f32", body="linalg.yield %x : f64"
    )
    assert problem(text, context) == (
        4,
        "'linalg.yield' op type of yield operand 1 ('f64') doesn't match the element type of the "
        "enclosing linalg.generic op ('f32')",
    )
    assert problem(op("linalg.yield"), context)[1].startswith(
        "'linalg.yield' op must be the last operation in the parent block"
    )


def test_index(context: Context) -> None:
    assert problem(generic(body="%i = linalg.index 1 : index linalg.yield %x : f32"), context) == (
        4,
        "'linalg.index' op expected dim (1) to be lower than the number of loops (1) of the "
        "enclosing LinalgOp",
    )
    assert problem(op("%i = linalg.index 0 : index"), context) == (
        2,
        "'linalg.index' op expected parent op with LinalgOp interface",
    )


def matmul(lhs_map: str, lhs: str) -> str:
    """A matmul with a map for its left operand."""
    return op(
        f"linalg.matmul indexing_maps = [affine_map<(m, n, k) -> ({lhs_map})>, "
        "affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] "
        f"ins(%a, %b : {lhs}, memref<2x2xf32>) outs(%b : memref<2x2xf32>)",
        a=lhs,
        b="memref<2x2xf32>",
    )


def batch(op_name: str, maps: str, lhs: str, out: str) -> str:
    """A batched matmul with its maps."""
    names = maps.split()
    listed = ", ".join(f"affine_map<(b, m, n, k) -> ({', '.join(m)})>" for m in names)
    return op(
        f"linalg.{op_name} indexing_maps = [{listed}] ins(%a, %b : {lhs}, memref<2x2x2xf32>) "
        f"outs(%c : {out})",
        a=lhs,
        b="memref<2x2x2xf32>",
        c=out,
    )


def contract(*maps: str) -> str:
    """A contraction of two matrices."""
    return op(
        f"linalg.contract indexing_maps = [{', '.join(maps)}] "
        "ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>) outs(%a : memref<2x2xf32>)",
        a="memref<2x2xf32>",
    )


M1, M2, M3 = "memref<2xf32>", "memref<2x2xf32>", "memref<2x2x2xf32>"
MK, KN, MN = (f"affine_map<(m, n, k) -> ({dims})>" for dims in ("m, k", "k, n", "m, n"))
OTHER_ERRORS = [
    (matmul("m", M1), "'linalg.matmul' op Invalid broadcast requested, should be (d2)."),
    (matmul("k, n", M2), "'linalg.matmul' op Unexpected dim expression in map result."),
    (matmul("m + k, k", M2), "'linalg.matmul' op Unexpected dim expression in map result."),
    (matmul("k, k", M2), "expected indexing maps to be projected permutations"),
    (
        batch("batch_matmul", "mkb bkn bmn", M3, M3),
        "'linalg.batch_matmul' op Invalid batch dimension expression.",
    ),
    (
        batch("batch_matmul", "km bkn bmn", M2, M3),
        "'linalg.batch_matmul' op Invalid broadcast requested.",
    ),
    (
        batch("batch_matmul", "bmn bkn bmn", M3, M3),
        "'linalg.batch_matmul' op Unexpected result dim expression (outside the set of default "
        "result dims).",
    ),
    (
        batch("batch_matmul", "bmk bkn mbn", M3, M3),
        "'linalg.batch_matmul' op Invalid output map result dimension.",
    ),
    (
        batch("batch_matmul", "bmk bkn bm", M3, M2),
        "'linalg.batch_matmul' op expects 3 dims, but got (2).",
    ),
    (
        batch("batch_reduce_matmul", "bmk bkn nm", M3, M2),
        "'linalg.batch_reduce_matmul' op Invalid output map result dimension.",
    ),
    (
        contract("affine_map<(m, n, k, l) -> (m, k)>", KN, MN),
        "iteration spaces of provided affine_maps differ",
    ),
    (
        contract(MK, KN, "affine_map<(m, n, k) -> (m + n, n)>"),
        "provided affine_map is not a projected permutation",
    ),
    (
        contract(MK, MN, MN),
        "iteration space dim at index 2 is neither a contracting dim nor of parallel iteration type",
    ),
    (
        contract(*["affine_map<(m, n) -> (m, n)>"] * 3),
        "'indexing_maps' do not specify a contracting dimension",
    ),
    (
        op(f"linalg.fill ins(%a : {T4}) outs(%a : {T4}) -> {T4}", a=T4),
        "expected op with scalar input",
    ),
    (
        op(
            '"linalg.fill"(%x, %x, %m) <{operandSegmentSizes = array<i32: 2, 1>}> ({\n'
            "^bb0(%a: f32, %b: f32, %c: f32):\n    linalg.yield %a : f32\n  "
            "}) : (f32, f32, memref<4xf32>) -> ()",
            x="f32",
            m="memref<4xf32>",
        ),
        "expected op with 1 input and 1 output",
    ),
    (
        op(
            f'%0 = "linalg.elementwise"(%a, %a, %a) <{{indexing_maps = [{ID}, {ID}, {ID}], '
            "kind = #linalg.elementwise_kind<exp>, operandSegmentSizes = array<i32: 2, 1>}> "
            "({ ^bb0(%x: f32, %y: f32, %z: f32): linalg.yield %x : f32 }) : "
            "(tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>",
            a=T4,
        ),
        "expected op with 1 input and 1 output",
    ),
    (
        op("linalg.fill ins(%v : i32) outs(%a : memref<4xf32>)", v="i32", a="memref<4xf32>"),
        "'linalg.fill' op expected fill value type ('i32') to match output element type ('f32')",
    ),
    (
        op(f"linalg.add ins(%a : {T4}) outs(%a : {T4}) -> {T4}", a=T4),
        "'linalg.add' takes 2 inputs and 1 output, got 1 and 1",
    ),
    (
        op("linalg.exp ins(%a : memref<4xi32>) outs(%a : memref<4xi32>)", a="memref<4xi32>"),
        "'exp' is not defined for elements of type i32",
    ),
    (
        op(
            '%0 = "linalg.erf"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> '
            "({ ^bb0(%x: i32, %y: i32): linalg.yield %x : i32 }) : "
            "(tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>",
            a="tensor<4xi32>",
        ),
        "'erf' is not defined for elements of type i32",
    ),
    (
        op(
            '%0 = "linalg.powf"(%a, %a, %a) <{operandSegmentSizes = array<i32: 2, 1>}> '
            "({ ^bb0(%x: i32, %y: i32, %z: i32): linalg.yield %x : i32 }) : "
            "(tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>",
            a="tensor<4xi32>",
        ),
        "'powf' is not defined for elements of type i32",
    ),
    (
        op(
            "linalg.div_unsigned ins(%a, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)",
            a="memref<4xf32>",
        ),
        "'div_unsigned' is not defined for elements of type f32",
    ),
    (
        op(
            "linalg.add ins(%a, %b : memref<4xf32>, memref<4xi32>) outs(%a : memref<4xf32>)",
            a="memref<4xf32>",
            b="memref<4xi32>",
        ),
        "'add' is not defined for elements of types f32, i32",
    ),
    (
        op(
            "linalg.conv_1d_nwc_wcf {strides = dense<1> : tensor<2xi64>} ins(%a, %a : "
            f"{M3}, {M3}) outs(%a : {M3})",
            a=M3,
        ),
        "'linalg.conv_1d_nwc_wcf' op attribute 'strides' failed to satisfy constraint: 64-bit "
        "signless int elements attribute of shape [1]",
    ),
    (
        op(
            "linalg.conv_1d_nwc_wcf {strides = dense<0> : tensor<1xi64>} ins(%a, %a : "
            f"{M3}, {M3}) outs(%a : {M3})",
            a=M3,
        ),
        "unexpected loop dimension for convolution op",
    ),
    (
        op(f"linalg.map {{arith.addf}} ins(%a, %b : {T48}, {T84}) outs(%a : {T48})", a=T48, b=T84),
        "'linalg.map' op expected shape of input (8, 4) to match shape of output (4, 8)",
    ),
    (
        op(
            f"linalg.map ins(%a : {T48}) outs(%a : {T48}) (%x: f32) {{ linalg.yield %x : f32 }}",
            a=T48,
        ),
        "'linalg.map' op expects number of operands to match the arity of mapper, but got: 2 and 1",
    ),
    (
        op(
            f"linalg.map ins(%a : {T48}) outs(%a : {T48}) (%x: f64, %y: f32) {{ linalg.yield %y : f32 }}",
            a=T48,
        ),
        "'linalg.map' op expected element type of input 'f32' to match bbArg type 'f64'",
    ),
    (
        op(
            f"linalg.reduce {{arith.addf}} ins(%a : {T48}) outs(%b : {T4}) dimensions = [0]",
            a=T48,
            b=T4,
        ),
        "'linalg.reduce' op init dimensions [4] doesn't match input dimensions after reduction [8]",
    ),
    (
        op(
            f"linalg.reduce {{arith.addf}} ins(%a : {T48}) outs(%b : {T4}) dimensions = [2]",
            a=T48,
            b=T4,
        ),
        "'linalg.reduce' op dimensions for reduction should be in the range [0, 1].",
    ),
    (
        op(
            f"linalg.reduce {{arith.addf}} ins(%a : {T48}) outs(%b : {T4}) dimensions = [0, 1]",
            a=T48,
            b=T4,
        ),
        "'linalg.reduce' op number of dimensions after reduction 0 doesn't match the init rank 1",
    ),
    (
        op(
            f"linalg.reduce {{arith.addf}} ins(%a : {T48}) outs(%b : {T4}) dimensions = [1, 0]",
            a=T48,
            b=T4,
        ),
        "'linalg.reduce' op attribute 'dimensions' failed to satisfy constraint: i64 dense array "
        "attribute should be in increasing order",
    ),
    (
        op(f"linalg.transpose ins(%a : {T48}) outs(%b : {T84}) permutation = [1, 1]", a=T48, b=T84),
        "'linalg.transpose' op permutation is not valid",
    ),
    (
        op(f"linalg.transpose ins(%a : {T48}) outs(%a : {T48}) permutation = [1, 0]", a=T48),
        "'linalg.transpose' op dim(result, 0) = 4 doesn't match dim(input, permutation[0]) = 8",
    ),
    (
        op(f"linalg.broadcast ins(%a : {T4}) outs(%b : {T48}) dimensions = [0]", a=T4, b=T48),
        "'linalg.broadcast' op input dim 0 should match init dim 1. input: 4, init: 8",
    ),
    (
        op(f"linalg.broadcast ins(%a : {T4}) outs(%b : {T48}) dimensions = [2]", a=T4, b=T48),
        "'linalg.broadcast' op dimension 0 is out of range. expected range: [0, 1], got: 2",
    ),
    (
        op(f"linalg.softmax dimension(2) ins(%a : {T48}) outs(%a : {T48}) -> {T48}", a=T48),
        "'linalg.softmax' op incorrect dimension specified",
    ),
    (
        op(f"linalg.softmax dimension(1) ins(%a : {T48}) outs(%b : {T84}) -> {T84}", a=T48, b=T84),
        "'linalg.softmax' op incompatible output shape",
    ),
]


@pytest.mark.parametrize(("text", "message"), OTHER_ERRORS)
def test_others(text: str, message: str, context: Context) -> None:
    assert problem(text, context) == (2, message)


SYNTAX_ERRORS = [
    (
        op(
            "linalg.contract ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>) outs(%a : memref<2x2xf32>)",
            a=M2,
        ),
        "expected 'indexing_maps' attribute",
    ),
    (
        op('linalg.matmul indexing_maps = ["a"] ins(%a : memref<2x2xf32>)', a=M2),
        "element of indexing_maps array is not an affine_map",
    ),
    (
        op("linalg.matmul indexing_maps = [] ins(%a : memref<2x2xf32>)", a=M2),
        "expected a map for each operand",
    ),
    (
        op(
            f"linalg.matmul indexing_maps = [{MK}, {KN}, {MN}] {{indexing_maps = []}} "
            "ins(%a : memref<2x2xf32>)",
            a=M2,
        ),
        "attribute 'indexing_maps' occurs more than once in the attribute list",
    ),
    (
        op("linalg.exp ins(%a : memref<2x2xf32>, f32) outs(%a : memref<2x2xf32>)", a=M2),
        "'ins' has 1 operands and 2 types",
    ),
    (
        op("linalg.map {addf} ins(%a : memref<2x2xf32>) outs(%a : memref<2x2xf32>)", a=M2),
        "expected the name of an op with its dialect, got 'addf'",
    ),
    (
        op("linalg.map {mine.op} ins(%a : memref<2x2xf32>) outs(%a : memref<2x2xf32>)", a=M2),
        "no dialect declares the op 'mine.op'",
    ),
]


@pytest.mark.parametrize(("text", "message"), SYNTAX_ERRORS)
def test_syntax(text: str, message: str, context: Context) -> None:
    assert problem(text, context) == (2, message)


VECTORS = "tensor<3xvector<2xf32>>"


@pytest.mark.parametrize(
    "text",
    [
        op(
            f"linalg.fill ins(%v : vector<2xf32>) outs(%a : {VECTORS}) -> {VECTORS}",
            v="vector<2xf32>",
            a=VECTORS,
        ),
        generic(
            f"affine_map<(i) -> ()>, {ID}",
            source="vector<2xf32>",
            target=VECTORS,
            arguments="%x: vector<2xf32>, %y: vector<2xf32>",
            body="linalg.yield %x : vector<2xf32>",
            results=f"-> {VECTORS}",
        ),
    ],
    ids=["fill", "generic"],
)
def test_vectors_are_scalars(text: str, context: Context) -> None:
    assert first_error(text, context) is None


@pytest.mark.parametrize(
    ("maps", "message"),
    [
        (("k", "k", "m, n"), None),
        (
            ("k", "k", "m"),
            "iteration space dim at index 1 not used to access any operand",
        ),
        (
            ("m, k", "k", "n"),
            "iteration space dim at index 0 is neither a contracting dim nor of parallel "
            "iteration type",
        ),
        (("m", "n", "m, n"), "iteration space dim at index 2 not used to access any operand"),
    ],
)
def test_dimensions_of_a_contraction(
    maps: tuple[str, ...], message: str | None, context: Context
) -> None:
    types = ["memref<" + "2x" * (map.count(",") + 1) + "f32>" for map in maps]
    indexing = ", ".join(f"affine_map<(m, n, k) -> ({map})>" for map in maps)
    text = op(
        f"linalg.contract indexing_maps = [{indexing}] "
        f"ins(%a, %b : {types[0]}, {types[1]}) outs(%c : {types[2]})",
        **dict(zip("abc", types, strict=True)),
    )
    error = first_error(text, context)
    assert (error and error.message) == message


def pack(inner: str, tiles: str, dest: str, more: str = "") -> str:
    """A pack of an 8x9 tensor."""
    return op(
        f"linalg.pack %a {more}inner_dims_pos = [{inner}] inner_tiles = [{tiles}] into %b : "
        f"tensor<8x9xf32> -> {dest}",
        a="tensor<8x9xf32>",
        b=dest,
        i="i32",
    )


PACKED = "tensor<4x3x2x3xf32>"
PACK_ERRORS = [
    (
        pack("0, 1", "3, 3", PACKED),
        "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type",
    ),
    (pack("0, 0", "2, 3", PACKED), "invalid inner_dims_pos vector"),
    (
        pack("0, 1", "2, 3", "memref<4x3x2x3xf32>").replace("%b = ", ""),
        "mixing tensor and buffer semantics is not allowed",
    ),
    (pack("0", "2, 3", PACKED), "tiling factors must equal the number of dimensions to tile"),
    (pack("0, 1", "0, 3", PACKED), "invalid zero tile factor"),
    (
        pack("0, 1", "2, 3", PACKED, "outer_dims_perm = [0, 0] "),
        "invalid outer_dims_perm vector",
    ),
    (
        pack("0, 1", "2, 3", PACKED, "outer_dims_perm = [0] "),
        "outer_dims_perm must be a permutation or empty",
    ),
    (
        pack("0, 1", "2, 3", "tensor<4x3x2xf32>"),
        "packed rank != (unpacked rank + num tiling factors), got 3 != 4",
    ),
    (
        pack("0, 1", "2, 3", "tensor<5x3x2x3xf32>"),
        "expected 'tensor<4x3x2x3xf32>' for the packed domain value, got 'tensor<5x3x2x3xf32>'",
    ),
    (
        pack("0, 1", "5, 3", "tensor<2x3x5x3xf32>"),
        "'linalg.pack' op invalid tile factor or output size provided. Only full tiles are "
        "supported when padding_value is not set",
    ),
    (
        pack("0, 1", "5, 3", "tensor<2x3x5x3xf32>", "padding_value(%i : i32) "),
        "'linalg.pack' op expected padding_value has 'f32' but got: 'i32'",
    ),
    (
        op(
            "linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b : "
            "tensor<8xf32> -> tensor<3x?xf32>",
            a="tensor<8xf32>",
            b="tensor<3x?xf32>",
            n="index",
        ),
        "'linalg.pack' op invalid tile factor or output size provided. Only full tiles are "
        "supported when padding_value is not set",
    ),
    (
        op(
            "%n = arith.constant 0 : index "
            "linalg.pack %a inner_dims_pos = [0] inner_tiles = [%n] into %b : "
            "tensor<8xf32> -> tensor<?x?xf32>",
            a="tensor<8xf32>",
            b="tensor<?x?xf32>",
        ),
        "invalid zero tile factor",
    ),
]


@pytest.mark.parametrize(("text", "message"), PACK_ERRORS)
def test_pack(text: str, message: str, context: Context) -> None:
    assert problem(text, context) == (2, message)


def test_winograd(context: Context) -> None:
    text = op(
        "%0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%a : tensor<2x3x3x5xf32>) "
        "outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>",
        a="tensor<2x3x3x5xf32>",
        b="tensor<6x6x5x2xf32>",
    )
    message = "'linalg.winograd_filter_transform' op the output shape is not expected"
    assert problem(text, context) == (2, message)
