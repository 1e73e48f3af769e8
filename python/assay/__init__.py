"""Assay: tells whether the physics of an OpenUSD asset is right in every runtime that will load it.

Everything runs in a native executable; no OpenUSD is loaded into this process.
"""

from assay._check import (Asset, BaselineFile, CheckReport, ErrorRecord, Limits, NotEvaluated, Readiness, Selection,
                          SettingsFile, Silencing, SilencingNote, Summary, Work, check)
from assay._dump import dump
from assay._findings import Arc, Edit, Excerpt, Finding, Fix, Severity, SilencedBy, Site, Statement, Verdict
from assay._inspect import (Actuator, Body, Box, Extents, Inspection, Instancer, Joint, Mimic, Prototype, ReferenceSite,
                            Residual, Role, Tendon, Totals, Wheel, inspect)
from assay._rules import Rule, explain, rules, version
from assay.errors import (AssayError, CancelledError, CrashedError, InternalError, LimitError, NotFoundError,
                          UnreadableError, UsageError)

__all__ = [
    "Actuator", "Arc", "AssayError", "Asset", "BaselineFile", "Body", "Box", "CancelledError", "CheckReport",
    "CrashedError", "Edit", "ErrorRecord", "Excerpt", "Extents", "Finding", "Fix", "Inspection", "Instancer",
    "InternalError", "Joint", "LimitError", "Limits", "Mimic", "NotEvaluated", "NotFoundError", "Prototype",
    "Readiness", "ReferenceSite", "Residual", "Role", "Rule", "Selection", "SettingsFile", "Severity", "SilencedBy",
    "Silencing", "SilencingNote", "Site", "Statement", "Summary", "Tendon", "Totals", "UnreadableError", "UsageError",
    "Verdict", "Wheel", "Work", "check", "dump", "explain", "inspect", "rules", "version",
]
