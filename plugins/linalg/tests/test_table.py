from __future__ import annotations

import pytest

from bufferize.ir import AffineMap
from bufferize_linalg import table
from bufferize_linalg.bodies import BODIES
from bufferize_linalg.ops import LINALG
from bufferize_linalg.ops_named import NamedOp
from bufferize_linalg.table import SPECS


def maps(mnemonic: str, *window: tuple[int, ...]) -> list[str]:
    spec = SPECS[mnemonic]
    return [str(m) for m in table.indexing_maps(spec.loops, spec.operands, *window)]


def test_maps_of_a_matmul() -> None:
    assert maps("vecmat") == ["(d0, d1) -> (d1)", "(d0, d1) -> (d1, d0)", "(d0, d1) -> (d0)"]


def test_maps_of_a_convolution() -> None:
    domain = "(d0, d1, d2, d3, d4, d5, d6)"
    assert maps("conv_2d_nhwc_hwcf_q", (2, 3), (1, 4)) == [
        f"{domain} -> (d0, d1 * 2 + d4, d2 * 3 + d5 * 4, d6)",
        f"{domain} -> (d4, d5, d6, d3)",
        f"{domain} -> ()",
        f"{domain} -> ()",
        f"{domain} -> (d0, d1, d2, d3)",
    ]


def test_windows_are_numbered_in_the_order_of_the_image() -> None:
    image = maps("pooling_nchw_max", (5, 7), (11, 13))[0]
    assert image == "(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 5 + d4 * 11, d3 * 7 + d5 * 13)"


def test_iterators() -> None:
    assert table.iterator_types("nwC") == ("parallel", "parallel", "reduction")


@pytest.mark.parametrize("mnemonic", SPECS)
def test_entry_is_consistent(mnemonic: str) -> None:
    spec = SPECS[mnemonic]
    assert spec.body in BODIES
    if not spec.loops:
        assert not spec.operands
        return
    assert len(set(spec.loops)) == len(spec.loops)
    assert set(spec.operands) - {" ", "."} == set(spec.loops)
    operands = spec.operands.split()
    assert len(operands) == spec.num_inputs + 1
    output = operands[-1]
    assert set(output) - {"."} == {letter for letter in spec.loops if letter.islower()}


def test_only_windows_with_attributes_count() -> None:
    assert SPECS["conv_2d"].num_windows == 0
    assert SPECS["conv_2d"].is_convolution
    assert SPECS["pooling_ndhwc_sum"].num_windows == 3
    assert SPECS["matvec"].num_windows == 0


def test_classes_are_made_once() -> None:
    first = LINALG.op_class("mmt4d")
    assert first is LINALG.op_class("mmt4d")
    assert first is not None
    assert issubclass(first, NamedOp)
    assert first.name == "linalg.mmt4d"
    assert first.__name__ == "Mmt4dOp"


def test_every_declaration_holds() -> None:
    LINALG.check()


def test_elementwise_maps_treat_rank_zero_as_scalar() -> None:
    identity = AffineMap.identity(2)
    assert table.indexing_maps("ij", ". ij") == (AffineMap(2, 0, ()), identity)
