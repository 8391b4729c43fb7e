"""Records of analysis and driver: decisions with reasons, copies, buffers and their places.

Nothing here decides, rewrites or prints; `bufferize-explain` prints the records.
"""

from __future__ import annotations

from bufferize.record.buffer_log import *
from bufferize.record.copies import *
from bufferize.record.in_place import *
from bufferize.record.reasons import *
