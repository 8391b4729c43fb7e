"""Fixes: changes to programs and options that remove copies, tried before they are recommended."""

from __future__ import annotations

from bufferize_explain.fixes.advice import Advice as Advice
from bufferize_explain.fixes.advice import advise as advise
from bufferize_explain.fixes.base import Budget as Budget
from bufferize_explain.fixes.base import Fix as Fix
from bufferize_explain.fixes.base import Subject as Subject
from bufferize_explain.fixes.fixing import Fixed as Fixed
from bufferize_explain.fixes.fixing import fix as fix
from bufferize_explain.fixes.program import Program as Program
from bufferize_explain.fixes.refusals import Cure as Cure
from bufferize_explain.fixes.refusals import Refused as Refused
from bufferize_explain.fixes.savings import BufferAdvice as BufferAdvice
from bufferize_explain.fixes.savings import ExplainedBuffer as ExplainedBuffer
from bufferize_explain.fixes.savings import Saving as Saving
from bufferize_explain.fixes.savings import advise_on_buffers as advise_on_buffers
