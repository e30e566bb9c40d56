# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_ladder.py LADDER.json LEVELS WORKLOAD...

Fails unless a file of `ember-bench ladder --json` has the levels (`0,1,2`) of
the workloads, in their order, and each object its keys in order and consistent
numbers.
"""

import json
import sys

KEYS = [
    "workload",
    "level",
    "cycles",
    "speedup",
    "checked",
    "lookups",
    "rows",
    "width",
    "tokens_per_lookup",
    "queue_bytes_per_lookup",
    "statistics",
]


def main(path, levels, *workloads):
    with open(path) as file:
        rungs = json.load(file)
    expected = [(name, int(n)) for name in workloads for n in levels.split(",")]
    assert [(r["workload"], r["level"]) for r in rungs] == expected, expected
    reference = {r["workload"]: r["cycles"] for r in rungs if r["level"] == 0}
    for rung in rungs:
        assert list(rung) == KEYS, list(rung)
        statistics = rung["statistics"]
        queues = statistics["queues"]
        queue_bytes = queues["control_bytes"] + queues["data_bytes"]
        assert rung["cycles"] == statistics["cycles"], rung
        assert rung["tokens_per_lookup"] * rung["lookups"] == queues["tokens"], rung
        assert rung["queue_bytes_per_lookup"] * rung["lookups"] == queue_bytes, rung
        if rung["workload"] in reference:
            assert rung["speedup"] == reference[rung["workload"]] / rung["cycles"], rung


main(*sys.argv[1:])
