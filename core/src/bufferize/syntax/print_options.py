"""How operations are written: the flags of mlir-opt about printing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PrintOptions:
    """How the printer writes; the names in quotes are those of mlir-opt's flags."""

    generic: bool = False
    """Every operation in generic form ("mlir-print-op-generic")."""
    local_scope: bool = False
    """Everything in place, without aliases ("mlir-print-local-scope")."""
    debuginfo: bool = False
    """With locations ("mlir-print-debuginfo")."""
    pretty_debuginfo: bool = False
    """Locations, where they are written, in a form for people ("mlir-pretty-debuginfo"). It cannot
    be read back."""
    unique_ssa_ids: bool = False
    """No number twice, even where it could not be confused ("mlir-print-unique-ssa-ids")."""
    nameloc_as_prefix: bool = False
    """Values are called after the names in their locations ("mlir-use-nameloc-as-prefix")."""
    value_users: bool = False
    """A comment at each value that says who uses it ("mlir-print-value-users")."""
    skip_regions: bool = False
    """`{...}` for every region ("mlir-print-skip-regions")."""
    elide_elements_if_larger: int | None = None
    """Leave out the data of larger elements attributes ("mlir-elide-elementsattrs-if-larger")."""
    elide_resources_if_larger: int | None = None
    """Leave out resources whose text is longer ("mlir-elide-resource-strings-if-larger")."""
    hex_elements_if_larger: int = 100
    """Write larger elements attributes in hexadecimal, -1 for none
    ("mlir-print-elementsattrs-with-hex-if-larger")."""
