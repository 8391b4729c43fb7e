from .costs import Cost as Cost
from .costs import Total as Total
from .dearest_first import dearest_first as dearest_first
from .fewest_bytes import FunctionDecisions as FunctionDecisions
from .fewest_bytes import fewest_bytes as fewest_bytes
