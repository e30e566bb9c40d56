# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_faster.py LADDER.json

Fails unless, of each workload of a file of `ember-bench ladder --json`, there
are levels 0 to 3 at least, and each is faster than the one before.
"""

import collections
import json
import sys

with open(sys.argv[1]) as file:
    rungs = json.load(file)
ladders = collections.defaultdict(list)
for rung in rungs:
    assert rung["level"] == len(ladders[rung["workload"]]), rung["workload"]
    ladders[rung["workload"]].append(rung["cycles"])
for workload, cycles in ladders.items():
    print(workload, cycles)
    assert len(cycles) >= 4, workload
    assert all(a > b for a, b in zip(cycles, cycles[1:])), workload
