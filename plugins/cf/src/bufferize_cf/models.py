"""The bufferization models of the cf dialect."""

from __future__ import annotations

from bufferize.driver import Model
from bufferize.models import Branch
from bufferize_cf.ops import BranchOp, CondBranchOp


class BranchModel(Branch[BranchOp | CondBranchOp]):
    """Model of branches, which pass buffers to block arguments."""


MODELS: dict[str, Model] = {
    "cf.br": BranchModel(),
    "cf.cond_br": BranchModel(),
}
