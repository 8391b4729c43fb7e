"""Reports on the copies of bufferization and on later changes of buffers: place, cost, reason."""

from __future__ import annotations

from bufferize_explain.aliases import AliasSet as AliasSet
from bufferize_explain.aliases import alias_sets as alias_sets
from bufferize_explain.baseline import Baseline as Baseline
from bufferize_explain.explanation import Explanation as Explanation
from bufferize_explain.explanation import Group as Group
from bufferize_explain.explanation import OwnCopies as OwnCopies
from bufferize_explain.explanation import Selection as Selection
from bufferize_explain.explanation import WrittenInPlace as WrittenInPlace
from bufferize_explain.explanation import groups_of as groups_of
from bufferize_explain.explanation import written_in_place as written_in_place
from bufferize_explain.fixes import Advice as Advice
from bufferize_explain.fixes import Budget as Budget
from bufferize_explain.fixes import advise as advise
from bufferize_explain.fixes import fix as fix
from bufferize_explain.formats.json import as_json as as_json
from bufferize_explain.forms import by_cost as by_cost
from bufferize_explain.forms import explain_copy as explain_copy
from bufferize_explain.forms import explain_group as explain_group
from bufferize_explain.forms import explain_remark as explain_remark
from bufferize_explain.forms import own_copies_text as own_copies_text
from bufferize_explain.forms import summary as summary
