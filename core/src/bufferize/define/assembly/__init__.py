"""Declarative assembly formats: MLIR's ODS format strings, compiled to a parser and a printer."""
