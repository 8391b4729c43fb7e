"""Copies that bufferization makes, and what passes do with buffers: where, at what cost, and why."""

from __future__ import annotations

from bufferize.explain.aliases import AliasSet as AliasSet
from bufferize.explain.aliases import alias_sets as alias_sets
from bufferize.explain.baseline import Baseline as Baseline
from bufferize.explain.buffer_log import NO_BUFFER_LOG as NO_BUFFER_LOG
from bufferize.explain.buffer_log import BufferAction as BufferAction
from bufferize.explain.buffer_log import BufferLog as BufferLog
from bufferize.explain.buffer_log import BufferRemark as BufferRemark
from bufferize.explain.explanation import Explanation as Explanation
from bufferize.explain.formats.json import as_json as as_json
from bufferize.explain.forms import by_cost as by_cost
from bufferize.explain.forms import explain_copy as explain_copy
from bufferize.explain.forms import explain_group as explain_group
from bufferize.explain.forms import explain_remark as explain_remark
from bufferize.explain.forms import own_copies_text as own_copies_text
from bufferize.explain.forms import summary as summary
from bufferize.explain.groups import Group as Group
from bufferize.explain.groups import OwnCopies as OwnCopies
from bufferize.explain.groups import Selection as Selection
from bufferize.explain.groups import groups_of as groups_of
from bufferize.explain.help import Help as Help
from bufferize.explain.help import size_text as size_text
from bufferize.explain.in_place import IN_PLACE as IN_PLACE
from bufferize.explain.in_place import in_place_errors as in_place_errors
from bufferize.explain.labels import labels_of as labels_of
from bufferize.explain.places import Loop as Loop
from bufferize.explain.places import Place as Place
from bufferize.explain.places import PlaceKind as PlaceKind
from bufferize.explain.tensor_copy import TensorCopy as TensorCopy
from bufferize.explain.written_in_place import WrittenInPlace as WrittenInPlace
from bufferize.explain.written_in_place import written_in_place as written_in_place
