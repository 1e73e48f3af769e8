"""`assay.rules`, `assay.explain` and `assay.version`: what the executable says of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from assay._findings import Severity
from assay._process import answer
from assay._records import raw_field, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule, with the published requirements that it judges."""

    id: str
    severity: Severity
    requirements: tuple[str, ...]
    summary: str
    raw: Mapping[str, Any] = raw_field()


def rules() -> tuple[Rule, ...]:
    """All rules."""
    return tuple(read(Rule, rule, f"rule {index}") for index, rule in enumerate(json.loads(answer(["rules", "--json"]))))


def explain(id: str) -> str:
    """The page of a rule, or of the rules that judge a requirement, as text."""
    return answer(["explain", "--", id]).decode("utf-8")


def version() -> str:
    """Version of the executable and of the OpenUSD in it."""
    return answer(["--version"]).decode("utf-8").strip()
