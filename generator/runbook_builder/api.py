"""The JSON of each runbook: the same facts as the pages, for programs.

Keeps every field of the ``schemaVersion: 2`` JSON of public error indexes under its name; docs/guide/maintainers.md has
a table of where each comes from.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

from jax_runbooks.signature import Template
from runbook_builder.doctests import blocks
from runbook_builder.record import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runbook_builder.checks import Authored
    from runbook_builder.page import Row, Site


def runbook(one: Authored, site: Site, rows: Sequence[Row], analyzed_at: str | None) -> str:
    """Return the JSON of one runbook as text."""
    record = one.record
    excerpt = next(iter(site.excerpts(record)), None)
    signature = record.signatures[0]
    template = Template.parse(signature.message)
    code = {role: [block.text for block in one.blocks if block.role is role] for role in Role}
    first = record.causes[0] if record.causes else None
    lines = excerpt.code.splitlines() if excerpt else []
    data: dict[str, Any] = {
        "id": record.id,
        "repo": "jax-ml/jax",
        "slug": one.slug,
        "errorCode": None,
        "errorMessage": template.fill(tuple(f"{{{hole}}}" for hole in template.holes)),
        "messagePattern": "(.+?)".join(map(re.escape, template.literals)),
        "errorType": record.kind,
        "errorClass": signature.exception,
        "httpStatus": None,
        "severity": record.severity,
        "filePath": excerpt.file if excerpt else None,
        "lineNumber": excerpt.first if excerpt else None,
        "sourceCode": excerpt.code if excerpt else None,
        "sourceCodeStart": excerpt.last - len(lines) + 1 if excerpt else None,
        "sourceCodeEnd": excerpt.last if excerpt else None,
        "githubUrl": site.link(excerpt) if excerpt else None,
        "documentation": record.meaning,
        "triggerScenarios": record.triggers,
        "commonSituations": record.situations,
        "solutions": [f"{fix.title}: {fix.when}" for cause in record.causes for fix in cause.fixes],
        "exampleFix": first.fixes[0].code if first else None,
        "handlingStrategy": record.strategy,
        "validationCode": next(iter(code[Role.CHECK]), None),
        "typeGuard": None,
        "tryCatchPattern": next(iter(code[Role.CATCH]), None),
        "preventionTips": list(record.prevention),
        "tags": list(record.tags),
        "backgroundTag": one.area,
        "analyzedSha": site.commit,
        "analyzedAt": analyzed_at,
        "schemaVersion": 2,
        # Beyond the seeds: the proof.
        "status": record.status,
        "library": record.library,
        "aliases": list(record.aliases),
        "signatures": [each.model_dump() for each in record.signatures],
        "raisedIn": [each.model_dump() for each in record.raised_in],
        "alsoIn": [each.model_dump() for each in record.also_in],
        "summary": record.summary,
        "versions": record.versions.model_dump(),
        "requires": record.requires.model_dump(),
        "noCatch": record.no_catch,
        "noCheck": record.no_check,
        "blocks": [
            {"id": block.id, "role": block.role, "of": block.of, "code": block.text}
            for block in blocks(one.slug, record)
        ],
        "verdicts": [
            {
                "jax": row.page.jax,
                "python": row.page.python,
                "platform": row.page.platform,
                "outcomes": {each.doctest: each.outcome for each in row.page.verdicts},
            }
            for row in rows
        ],
        "related": [other.record.id for other in site.related(one)],
        "seenIn": list(record.seen_in),
    }
    content = {key: value for key, value in data.items() if key != "analyzedAt"}
    version = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
    return json.dumps({"record": data, "datasetVersion": version}, indent=1, ensure_ascii=False) + "\n"


def redirect(slug: str) -> str:
    """Return the short address ``/e/<id>/`` of a runbook: a page that leads to it, without any script."""
    target = f"../../errors/{slug}/"
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{slug}</title>\n'
        f'<meta http-equiv="refresh" content="0; url={target}"><link rel="canonical" href="{target}">\n'
        f'<p><a href="{target}">{slug}</a></p></html>\n'
    )
