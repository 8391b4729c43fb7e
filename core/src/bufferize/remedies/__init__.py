"""What helps against copies: changes to programs and options, tried before they are recommended."""

from __future__ import annotations

from bufferize.remedies.advice import Advice as Advice
from bufferize.remedies.advice import Budget as Budget
from bufferize.remedies.advice import advise as advise
from bufferize.remedies.fixing import Fixed as Fixed
from bufferize.remedies.fixing import fix as fix
from bufferize.remedies.program import Program as Program
from bufferize.remedies.remedy import Remedy as Remedy
from bufferize.remedies.remedy import Subject as Subject
