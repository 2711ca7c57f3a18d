"""Reads an exposition in OpenMetrics with the parser of prometheus_client, and prints its samples with exemplars as JSON."""

import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families

families = list(text_string_to_metric_families(sys.stdin.read()))
samples = [sample for family in families for sample in family.samples]
print(
    json.dumps(
        {
            "types": {family.name: family.type for family in families},
            "samples": len(samples),
            "exemplars": [
                {"name": sample.name, "process": sample.labels.get("process"), "labels": sample.exemplar.labels}
                for sample in samples
                if sample.exemplar
            ],
        }
    )
)
