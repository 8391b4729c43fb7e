"""Copies that bufferization makes, and what passes do with buffers: where, at what cost, and why."""

from __future__ import annotations

from bufferize_explain.aliases import AliasSet as AliasSet
from bufferize_explain.aliases import alias_sets as alias_sets
from bufferize_explain.baseline import Baseline as Baseline
from bufferize.record.buffer_log import NO_BUFFER_LOG as NO_BUFFER_LOG
from bufferize.record.buffer_log import BufferAction as BufferAction
from bufferize.record.buffer_log import BufferLog as BufferLog
from bufferize.record.buffer_log import BufferRemark as BufferRemark
from bufferize_explain.explanation import Explanation as Explanation
from bufferize_explain.formats.json import as_json as as_json
from bufferize_explain.forms import by_cost as by_cost
from bufferize_explain.forms import explain_copy as explain_copy
from bufferize_explain.forms import explain_group as explain_group
from bufferize_explain.forms import explain_remark as explain_remark
from bufferize_explain.forms import own_copies_text as own_copies_text
from bufferize_explain.forms import summary as summary
from bufferize_explain.groups import Group as Group
from bufferize_explain.groups import OwnCopies as OwnCopies
from bufferize_explain.groups import Selection as Selection
from bufferize_explain.groups import groups_of as groups_of
from bufferize.record.help import Help as Help
from bufferize.record.help import size_text as size_text
from bufferize.record.in_place import IN_PLACE as IN_PLACE
from bufferize.record.in_place import in_place_errors as in_place_errors
from bufferize.record.labels import labels_of as labels_of
from bufferize.record.places import Loop as Loop
from bufferize.record.places import Place as Place
from bufferize.record.places import PlaceKind as PlaceKind
from bufferize.record.copies import TensorCopy as TensorCopy
from bufferize_explain.written_in_place import WrittenInPlace as WrittenInPlace
from bufferize_explain.written_in_place import written_in_place as written_in_place
