"""Declarative assembly formats: MLIR's ODS format strings, compiled to a parser and a printer.

`grammar` reads a format into `elements`, `slots` says what their variables stand for, and `format`
compiles them. All of this declares syntax. `bufferize.syntax` reads and prints programs by the
compiled formats, which call it through the protocols of `bufferize.define.asm`.
"""
