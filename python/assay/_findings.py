"""The records of a finding, as `assay.check/1` has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from assay._records import raw_field

Severity = Literal["error", "warning", "note"]
Verdict = Literal["pass", "conditional", "not_evaluated", "fail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """One step of the way from the root layer to an opinion."""

    kind: str  # root, sublayer, variant, reference, payload, inherit, specialize or relocate
    layer: str  # that the step leads to, relative to the asset's folder
    path: str  # of the spec that the step leads to, such as /Root{PhysX=Enabled}
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """The line that a site points at, cut to a readable width."""

    text: str
    caret: int  # position of what the site points at [characters, from 0]
    length: int  # of what the site points at [characters]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where something is authored."""

    layer: str  # relative to the asset's folder; a member of a package as pack.usdz[member.usda]
    prim: str  # path of the spec in that layer; empty when the layer itself is meant
    property: str  # empty when the prim itself is meant
    line: int | None  # counted from 1; None when the layer is not text
    column: int | None  # counted from 1 [characters]; None when the layer is not text
    arcs: tuple[Arc, ...]  # from the asset's root layer to the opinion, in order
    excerpt: Excerpt | None = None
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A statement to write into a prim's body."""

    name: str
    text: str  # in .usda form
    is_prim: bool
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change of one layer; which of the last fields are used depends on the operation."""

    layer: str
    spec: str  # path in that layer; / for the layer's own metadata
    operation: str
    keys: tuple[str, ...] = ()  # metadata field, then keys into its dictionary; variant set; list
    name: str | None = None  # list item or property to remove
    value: str | None = None  # text to set
    items: tuple[str, ...] = ()  # schemas to apply
    statements: tuple[Statement, ...] = ()
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """One way to set a finding right: edits that are made together."""

    title: str
    safety: Literal["safe", "suggested"]
    edits: tuple[Edit, ...]
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class SilencedBy:
    """What silences a finding."""

    reason: str
    source: str  # the baseline, or the settings file with the line of the entry
    raw: Mapping[str, Any] = raw_field()


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fact about the asset that a rule reports."""

    rule: str
    severity: Severity
    requirements: tuple[str, ...]  # published requirements that it judges, such as RV.011
    selections: tuple[str, ...]  # it appears under; empty when it is about the asset's structure
    variants: tuple[str, ...]  # further options needed to see it, such as /Root{Formulation=Loop}
    runtimes: tuple[str, ...]  # it matters to; empty when it is tied to none
    prim: str | None  # path on the composed stage
    property: str | None
    subject: str | None  # schema, attribute, variant set or other thing concerned
    message: str
    remedy: str | None
    values: Mapping[str, Any] = field(hash=False)  # that the message names
    site: Site
    related: tuple[Site, ...]
    caused_by: str | None  # fingerprint of the finding that explains this one
    fixes: tuple[Fix, ...]
    fingerprint: str  # identity over runs
    silenced_by: SilencedBy | None = None
    raw: Mapping[str, Any] = raw_field()
