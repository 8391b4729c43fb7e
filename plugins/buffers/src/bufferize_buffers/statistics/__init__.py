"""The memory that a program on buffers allocates and copies, and how much is in use at once."""

from __future__ import annotations

from bufferize_buffers.statistics.in_use import Usage as Usage
from bufferize_buffers.statistics.module import BufferStatistics as BufferStatistics
from bufferize_buffers.statistics.module import buffer_statistics as buffer_statistics
from bufferize_buffers.statistics.quantity import Quantity as Quantity
from bufferize_buffers.statistics.walk import FunctionUsage as FunctionUsage
