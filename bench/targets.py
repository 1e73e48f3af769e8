"""The speed and size that the design asks for, against what a run of the benchmark found.

Times are those of each process's fastest run: on a shared machine it is the one that was disturbed least.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from run import Report, Row

check_name = "assay check"
peer_name = "nvidia_usd_validate, 2 rules"
compose_name = "OpenUSD, open and compose"
parse_name = "OpenUSD, parse all layers"
stage_name = "Usd.Stage.Open"


def rows_of(report: Report, bodies: int, encoding: str) -> dict[str, Row]:
    """Return the rows of one asset by what was measured."""
    return {row.measurement: row for row in report.rows if (row.bodies, row.encoding) == (bodies, encoding)}


def line(what: str, found: str, wanted: str, holds: bool) -> str:
    """Return one line of the table."""
    return f"| {what} | {found} | {wanted} | {'yes' if holds else 'NO'} |"


def one_body_lines(rows: dict[str, Row], encoding: str) -> list[str]:
    """Return what is asked of the smallest asset."""
    lines = []
    check = rows[check_name].wall_min_s
    if compose_name in rows:
        above = 1000.0 * (check - rows[compose_name].wall_min_s)
        lines.append(line(f"1 body, {encoding}: above bare OpenUSD", f"{above:.0f} ms", "≤ 25 ms", above <= 25.0))
    if peer_name in rows:
        ratio = rows[peer_name].wall_min_s / check
        lines.append(line(f"1 body, {encoding}: peer / check", f"{ratio:.1f}", "≥ 15", ratio >= 15.0))
    return lines


def many_bodies_lines(rows: dict[str, Row], encoding: str) -> list[str]:
    """Return what is asked of the largest asset."""
    lines = []
    check = rows[check_name]
    if peer_name in rows:
        ratio = rows[peer_name].wall_min_s / check.wall_min_s
        lines.append(line(f"5,000 bodies, {encoding}: peer / check", f"{ratio:.1f}", "≥ 10, goal 15", ratio >= 10.0))
    if encoding == "usdc":
        lines.append(line("5,000 bodies, usdc", f"{check.wall_min_s:.2f} s", "≤ 0.6 s", check.wall_min_s <= 0.6))
    elif parse_name in rows:
        most = rows[parse_name].wall_min_s + 0.5
        lines.append(line("5,000 bodies, usda", f"{check.wall_min_s:.2f} s", f"≤ parse + 0.5 s = {most:.2f} s",
                          check.wall_min_s <= most))
    if stage_name in rows:
        ratio = check.peak_mb / rows[stage_name].peak_mb
        lines.append(line(f"5,000 bodies, {encoding}: memory / UsdStage", f"{ratio:.2f}", "≤ 1.5", ratio <= 1.5))
    return lines


def phase_lines(report: Report) -> list[str]:
    """Return what is asked of extracting the physics of all selections of the largest asset."""
    lines = []
    for row in report.phases:
        if row.bodies == 5000:
            ratio = row.added_ms / row.compose_ms
            what = f"5,000 bodies, {row.encoding}: what extracting all selections adds / composing all selections"
            lines.append(line(what, f"{ratio:.2f}", "≤ 1", ratio <= 1.0))
    return lines


def library_lines(report: Report) -> list[str]:
    """Return what is asked of libraries."""
    if len(report.library) < 2:
        return []
    smallest, largest = report.library[0], report.library[-1]
    rate = largest.assets / largest.wall_s
    growth = (largest.wall_s / smallest.wall_s) / (largest.assets / smallest.assets)
    return [
        line(f"library of {largest.assets}", f"{rate:.0f} assets/s", "≥ 60 assets/s", rate >= 60.0),
        line(f"time per asset, {largest.assets} over {smallest.assets}", f"{growth:.2f}", "linear: ≤ 1.1", growth <= 1.1),
    ]


def lines(report: Report) -> list[str]:
    """Return the table of targets that this run can speak of."""
    found = []
    for encoding in ("usda", "usdc"):
        if one := rows_of(report, 1, encoding):
            found += one_body_lines(one, encoding)
        if many := rows_of(report, 5000, encoding):
            found += many_bodies_lines(many, encoding)
    found += phase_lines(report) + library_lines(report)
    return ["", "| target | found | wanted | holds |", "|---|---:|---|---|", *found] if found else []
