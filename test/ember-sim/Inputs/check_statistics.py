# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_statistics.py STATISTICS.json PAGE.md

Fails unless the table of statistics of a page lists the keys of a file of
statistics, in their order.
"""

import json
import re
import sys

with open(sys.argv[1]) as file:
    statistics = json.load(file)
written = []
for key, value in statistics.items():
    if isinstance(value, dict):
        written += [key + "." + name for name in value]
    else:
        written.append(key)
with open(sys.argv[2]) as file:
    section = file.read().split("## Statistics", 1)[1]
documented = re.findall(r"^\| `([\w.]+)` \|", section, re.MULTILINE)
if written != documented:
    sys.exit("written:    %s\ndocumented: %s" % (written, documented))
