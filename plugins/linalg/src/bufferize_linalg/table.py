"""The named structured operations as a table: names, loops, operands and bodies.

https://mlir.llvm.org/docs/Dialects/Linalg/ describes each. Operations whose indexing maps may be
given in the text (`matmul` and similar ops) are classes in `ops_contraction`.

Iteration spaces and indexing maps are written with a letter for each loop. `loops` has one letter
per loop, in order: a lower-case one for a parallel loop, an upper-case one for a reduction. An
operand is the letters of its indices; a letter followed by its upper-case twin is the position
`h * stride + H * dilation` of a sliding window. `.` is an operand without indices. A
two-dimensional convolution of NHWC images is `nhwfHWC` with operands `nhHwWC HWCf nhwf`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from bufferize import ir

PARALLEL: Final = "parallel"
REDUCTION: Final = "reduction"


@cache
def iterator_types(loops: str) -> tuple[str, ...]:
    """Return the type of each loop."""
    return tuple(PARALLEL if letter.islower() else REDUCTION for letter in loops)


def num_windows(operands: str) -> int:
    """Return the number of sliding windows of the operands, so of strides and of dilations."""
    first = operands.split()[0]
    return sum(first[i + 1 : i + 2] == letter.upper() for i, letter in enumerate(_lower(first)))


def _lower(text: str) -> str:
    """Replace each upper-case letter by a space, which has no upper-case twin."""
    return "".join(letter if letter.islower() else " " for letter in text)


@lru_cache(maxsize=512)
def indexing_maps(
    loops: str,
    operands: str,
    strides: tuple[int, ...] = (),
    dilations: tuple[int, ...] = (),
) -> tuple[ir.AffineMap, ...]:
    """Return the indexing map of each operand; strides and dilations are 1 by default."""
    return tuple(
        ir.AffineMap(len(loops), 0, tuple(_indices(loops, letters, strides, dilations)))
        for letters in operands.split()
    )


def _indices(
    loops: str, letters: str, strides: tuple[int, ...], dilations: tuple[int, ...]
) -> list[ir.AffineExpr]:
    indices: list[ir.AffineExpr] = []
    window = 0
    position = 0
    letters = letters.strip(".")
    while position < len(letters):
        letter = letters[position]
        index: ir.AffineExpr = ir.AffineDimExpr(loops.index(letter))
        position += 1
        if letter.islower() and letters[position : position + 1] == letter.upper():
            inside: ir.AffineExpr = ir.AffineDimExpr(loops.index(letter.upper()))
            stride = strides[window] if strides else 1
            dilation = dilations[window] if dilations else 1
            index = index * stride + inside * dilation
            window += 1
            position += 1
        indices.append(index)
    return indices


UNARY: Final = [
    "exp",
    "log",
    "abs",
    "ceil",
    "floor",
    "negf",
    "reciprocal",
    "round",
    "sqrt",
    "rsqrt",
    "square",
    "tanh",
    "erf",
]
"""The kinds of elementwise operations on one operand, in the order of the enum."""

BINARY: Final = [
    "add",
    "sub",
    "mul",
    "div",
    "div_unsigned",
    "max_signed",
    "min_signed",
    "max_unsigned",
    "min_unsigned",
    "powf",
]
"""The kinds of elementwise operations on two operands."""

TERNARY: Final = ["select"]
"""The kinds of elementwise operations on three operands."""


@dataclass(frozen=True)
class NamedOpSpec:
    """One named operation."""

    mnemonic: str
    body: str
    """The name of the body in `bodies.BODIES`."""
    num_inputs: int
    loops: str = ""
    """The loops, in the notation above; if empty, one parallel loop per output dimension."""
    operands: str = ""
    """The indices of each operand, in the same notation."""
    has_cast: bool = False
    """Whether the attribute `cast` determines how an input element becomes an output element."""

    @property
    def num_windows(self) -> int:
        """The length of the attributes `strides` and `dilations`; 0 without these attributes."""
        has_attributes = bool(self.operands) and self.mnemonic not in _UNIT_CONVOLUTIONS
        return num_windows(self.operands) if has_attributes else 0

    @property
    def is_contraction(self) -> bool:
        """Whether the op is verified as a contraction."""
        return self.mnemonic in _CONTRACTIONS

    @property
    def is_convolution(self) -> bool:
        """Whether the op is verified as a convolution."""
        return bool(self.operands) and num_windows(self.operands) > 0


_UNIT_CONVOLUTIONS = frozenset(["conv_1d", "conv_2d", "conv_3d"])
_CONTRACTIONS = frozenset(
    ["mmt4d", "batch_mmt4d", "matvec", "vecmat", "batch_matvec", "batch_vecmat", "dot"]
)

# mnemonic, body, loops, operands
_STRUCTURED = """
quantized_matmul              quantized_multiply_add mnK       mK Kn . . mn
mmt4d                         multiply_add           mnKpqR    mKpR nKqR mnpq
batch_mmt4d                   multiply_add           bmnKpqR   bmKpR bnKqR bmnpq
quantized_batch_matmul        quantized_multiply_add bmnK      bmK bKn . . bmn
matvec                        multiply_add           mK        mK K m
vecmat                        multiply_add           nK        K Kn n
batch_matvec                  multiply_add           bmK       bmK bK bm
batch_vecmat                  multiply_add           bnK       bK bKn bn
dot                           multiply_add           K         K K .
conv_1d                       multiply_add           wW        wW W w
conv_2d                       multiply_add           hwHW      hHwW HW hw
conv_3d                       multiply_add           dhwDHW    dDhHwW DHW dhw
conv_1d_nwc_wcf               multiply_add           nwfWC     nwWC WCf nwf
conv_1d_ncw_fcw               multiply_add           nfwCW     nCwW fCW nfw
conv_2d_nhwc_hwcf             multiply_add           nhwfHWC   nhHwWC HWCf nhwf
conv_2d_nhwc_fhwc             multiply_add           nhwfHWC   nhHwWC fHWC nhwf
conv_2d_nhwc_hwcf_q           quantized_multiply_add nhwfHWC   nhHwWC HWCf . . nhwf
conv_2d_nhwc_fhwc_q           quantized_multiply_add nhwfHWC   nhHwWC fHWC . . nhwf
conv_2d_nchw_fchw_q           quantized_multiply_add nfhwCHW   nChHwW fCHW . . nfhw
conv_2d_nchw_fchw             multiply_add           nfhwCHW   nChHwW fCHW nfhw
conv_2d_ngchw_fgchw           multiply_add           ngfhwCHW  ngChHwW fgCHW ngfhw
conv_2d_ngchw_gfchw           multiply_add           ngfhwCHW  ngChHwW gfCHW ngfhw
conv_2d_nhwgc_gfhwc           multiply_add           nhwgfHWC  nhHwWgC gfHWC nhwgf
conv_2d_nhwgc_gfhwc_q         quantized_multiply_add nhwgfHWC  nhHwWgC gfHWC . . nhwgf
conv_2d_ngchw_gfchw_q         quantized_multiply_add ngfhwCHW  ngChHwW gfCHW . . ngfhw
conv_3d_ndhwc_dhwcf           multiply_add           ndhwfDHWC ndDhHwWC DHWCf ndhwf
conv_3d_ndhwc_dhwcf_q         quantized_multiply_add ndhwfDHWC ndDhHwWC DHWCf . . ndhwf
conv_3d_ncdhw_fcdhw           multiply_add           nfdhwCDHW nCdDhHwW fCDHW nfdhw
depthwise_conv_1d_nwc_wc      multiply_add           nwcW      nwWc Wc nwc
depthwise_conv_1d_ncw_cw      multiply_add           nwcW      ncwW cW ncw
depthwise_conv_1d_nwc_wcm     multiply_add           nwcmW     nwWc Wcm nwcm
depthwise_conv_2d_nhwc_hwc    multiply_add           nhwcHW    nhHwWc HWc nhwc
depthwise_conv_2d_nchw_chw    multiply_add           nhwcHW    nchHwW cHW nchw
depthwise_conv_2d_nhwc_hwc_q  quantized_multiply_add nhwcHW    nhHwWc HWc . . nhwc
depthwise_conv_2d_nhwc_hwcm   multiply_add           nhwcmHW   nhHwWc HWcm nhwcm
depthwise_conv_2d_nhwc_hwcm_q quantized_multiply_add nhwcmHW   nhHwWc HWcm . . nhwcm
depthwise_conv_3d_ndhwc_dhwc  multiply_add           ndhwDHWc  ndDhHwWc DHWc ndhwc
depthwise_conv_3d_ncdhw_cdhw  multiply_add           ndhwDHWc  ncdDhHwW cDHW ncdhw
depthwise_conv_3d_ndhwc_dhwcm multiply_add           ndhwmDHWc ndDhHwWc DHWcm ndhwcm
pooling_nhwc_sum              pool_add               nhwcHW    nhHwWc HW nhwc
pooling_nchw_sum              pool_add               nchwHW    nchHwW HW nchw
pooling_nhwc_max              pool_max_signed        nhwcHW    nhHwWc HW nhwc
pooling_nhwc_max_unsigned     pool_max_unsigned      nhwcHW    nhHwWc HW nhwc
pooling_nchw_max              pool_max_signed        nchwHW    nchHwW HW nchw
pooling_nhwc_min              pool_min_signed        nhwcHW    nhHwWc HW nhwc
pooling_nhwc_min_unsigned     pool_min_unsigned      nhwcHW    nhHwWc HW nhwc
pooling_nwc_sum               pool_add               nwcW      nwWc W nwc
pooling_ncw_sum               pool_add               ncwW      ncwW W ncw
pooling_nwc_max               pool_max_signed        nwcW      nwWc W nwc
pooling_nwc_max_unsigned      pool_max_unsigned      nwcW      nwWc W nwc
pooling_ncw_max               pool_max_signed        ncwW      ncwW W ncw
pooling_nwc_min               pool_min_signed        nwcW      nwWc W nwc
pooling_nwc_min_unsigned      pool_min_unsigned      nwcW      nwWc W nwc
pooling_ndhwc_sum             pool_add               ndhwcDHW  ndDhHwWc DHW ndhwc
pooling_ndhwc_max             pool_max_signed        ndhwcDHW  ndDhHwWc DHW ndhwc
pooling_ndhwc_min             pool_min_signed        ndhwcDHW  ndDhHwWc DHW ndhwc
"""

_ELEMENTWISE = {
    **{kind: (kind, 1) for kind in UNARY},
    **{kind: (kind, 2) for kind in ("add", "sub", "mul", "div", "div_unsigned", "powf")},
    "max": ("max_signed", 2),
    "min": ("min_signed", 2),
    "select": ("select", 3),
    "fill": ("first", 1),
}


def _specs() -> dict[str, NamedOpSpec]:
    specs = {
        mnemonic: NamedOpSpec(mnemonic, body, num_inputs)
        for mnemonic, (body, num_inputs) in _ELEMENTWISE.items()
    }
    specs["copy"] = NamedOpSpec("copy", "cast", 1, has_cast=True)
    specs["fill_rng_2d"] = NamedOpSpec("fill_rng_2d", "random", 3, "ij", ". . . ij")
    for line in _STRUCTURED.strip().splitlines():
        mnemonic, body, loops, operands = line.split(None, 3)
        specs[mnemonic] = NamedOpSpec(mnemonic, body, len(operands.split()) - 1, loops, operands)
    return specs


SPECS: Final = _specs()
"""The named operations by mnemonic."""
