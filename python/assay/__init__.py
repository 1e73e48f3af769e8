"""Assay: tells whether the physics of an OpenUSD asset is right in every runtime that will load it.

Everything runs in a native executable; no OpenUSD is loaded into this process.
"""

from assay._check import (Asset, BaselineFile, CheckReport, ErrorRecord, Limits, NotEvaluated, Readiness, Selection,
                          SettingsFile, Silencing, SilencingNote, Summary, Work, check)
from assay._dump import dump
from assay._findings import Arc, Edit, Excerpt, Finding, Fix, Severity, SilencedBy, Site, Statement, Verdict
from assay._inspect import Body, Inspection, Joint, Residual, Totals, inspect
from assay._rules import Rule, explain, rules, version
from assay.errors import (AssayError, CancelledError, CrashedError, InternalError, LimitError, NotFoundError,
                          UnreadableError, UsageError)

__all__ = [
    "Arc", "AssayError", "Asset", "BaselineFile", "Body", "CancelledError", "CheckReport", "CrashedError", "Edit",
    "ErrorRecord", "Excerpt", "Finding", "Fix", "Inspection", "InternalError", "Joint", "LimitError", "Limits",
    "NotEvaluated", "NotFoundError", "Readiness", "Residual", "Rule", "Selection", "SettingsFile", "Severity",
    "SilencedBy", "Silencing", "SilencingNote", "Site", "Statement", "Summary", "Totals", "UnreadableError",
    "UsageError", "Verdict", "Work", "check", "dump", "explain", "inspect", "rules", "version",
]
