from __future__ import annotations

import pytest

from bufferize import Context, parse
from bufferize.diagnostics import OptionError
from bufferize_buffers.placement.promotion import PromotionOptions, promote


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (PromotionOptions(max_alloc_size_in_bytes=-1), "max-alloc-size-in-bytes"),
        (PromotionOptions(max_rank_of_allocated_memref=-1), "max-rank-of-allocated-memref"),
        (PromotionOptions(assumed_max_extent=-1), "assumed-max-extent"),
    ],
)
def test_no_option_is_negative(options: PromotionOptions, name: str) -> None:
    with pytest.raises(OptionError, match=f"'{name}' must not be negative: -1"):
        promote(parse("", Context()), options)
