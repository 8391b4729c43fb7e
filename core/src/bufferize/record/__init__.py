"""Records of analysis and driver: decisions with reasons, copies, buffers and their places.

Nothing here decides, rewrites or prints; `bufferize-explain` prints the records.
"""

from __future__ import annotations

from bufferize.record.buffer_log import NO_BUFFER_LOG as NO_BUFFER_LOG
from bufferize.record.buffer_log import BufferAction as BufferAction
from bufferize.record.buffer_log import BufferLog as BufferLog
from bufferize.record.buffer_log import BufferRemark as BufferRemark
from bufferize.record.copies import PARTIES as PARTIES
from bufferize.record.copies import Help as Help
from bufferize.record.copies import TensorCopy as TensorCopy
from bufferize.record.copies import label_of as label_of
from bufferize.record.copies import labels_of as labels_of
from bufferize.record.copies import loop_text as loop_text
from bufferize.record.copies import plural as plural
from bufferize.record.copies import size_text as size_text
from bufferize.record.copies import texts_of as texts_of
from bufferize.record.in_place import IN_PLACE as IN_PLACE
from bufferize.record.in_place import in_place_errors as in_place_errors
from bufferize.record.reasons import RULES as RULES
from bufferize.record.reasons import Decision as Decision
from bufferize.record.reasons import Loop as Loop
from bufferize.record.reasons import Place as Place
from bufferize.record.reasons import PlaceKind as PlaceKind
from bufferize.record.reasons import Reason as Reason
from bufferize.record.reasons import Rule as Rule
from bufferize.record.reasons import place_of as place_of
