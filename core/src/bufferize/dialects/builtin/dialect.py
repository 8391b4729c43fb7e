"""Where plugins look for the dialect: with all its ops."""

from __future__ import annotations

from bufferize.dialects.builtin import DIALECT

__all__ = ["DIALECT"]
