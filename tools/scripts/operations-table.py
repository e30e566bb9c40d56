#!/usr/bin/env python3
# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the kernels of test/Operations and tells what Ember makes of them.

    operations-table.py                 prints the page docs/Operations/Table.md
    operations-table.py --write         writes it
    operations-table.py --test KERNEL   verifies a kernel at every opt level, and
                                        that its row of the page is right
    operations-table.py --test          verifies the rest of the page

The comment in which a kernel begins has lines `// Key: value`:

    Operation:  the name of what it computes; its page is that of the folder
    Front end:  what gives such kernels
    Data:       arguments of ember-sim; several such lines are several runs, of
                which the first is the one that the page tells of
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
KERNELS = os.path.join(ROOT, "test", "Operations")
PAGE = os.path.join(ROOT, "docs", "Operations", "Table.md")
LEVELS = (0, 1, 2, 3)

HEADER = """\
# What Ember makes of each operation

Written by `tools/scripts/operations-table.py --write` from the kernels in `test/Operations`, each run by `ember-sim` on the first of the arguments that it names.
The test of a kernel compares its row with what it gives, so the table is never older than the code.

- **decoupled**: the access unit runs the nest. **vectorised**: and it sends vectors. `1 of 2`: so many of the kernel's nests.
- The number is the share of all loaded elements that the access unit loads.
- The last column says what stays on the core or scalar, by the compiler's remarks, and the line of the kernel.
"""


class Kernel:
    def __init__(self, path):
        self.path = path
        self.name = os.path.splitext(os.path.relpath(path, KERNELS))[0]
        with open(path) as file:
            comment = re.match(r"(//.*\n)*", file.read()).group()
        keys = re.findall(r"^// (Operation|Front end|Data): (.*)$", comment, re.M)
        get = lambda name: [value for key, value in keys if key == name]
        if not all(map(get, ("Operation", "Front end", "Data"))):
            raise SystemExit(f"{path}: expects the lines 'Operation:', 'Front end:' and 'Data:'")
        self.operation, self.front_end = get("Operation")[0], get("Front end")[0]
        self.data = get("Data")


def find_kernels():
    found = []
    for folder, folders, files in os.walk(KERNELS):
        folders[:] = sorted(name for name in folders if name != "Inputs")
        found += [Kernel(os.path.join(folder, name)) for name in files if name.endswith(".mlir")]
    return sorted(found, key=lambda kernel: (kernel.operation, kernel.name))


def simulate(sim, kernel, data, level, options=()):
    """The statistics of a run."""
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats.json")
        command = [sim, kernel.path, f"--opt-level={level}", f"--stats={stats}", *options]
        command += ["--", *data.split()]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(
                f"{kernel.name} at level {level}: status {done.returncode}\n"
                f"{' '.join(command)}\n{done.stdout}{done.stderr}"
            )
        with open(stats) as file:
            return json.load(file)


def tell_level(stats):
    """What became of the nests, and the share of the loads."""
    found, decoupled, vectorised, fallback = (
        stats["nests"][key] for key in ("found", "decoupled", "vectorised", "fallback")
    )
    if not decoupled:
        return "no"
    count = lambda n: "" if n == found else f"{n} of {found} "
    text = count(decoupled) + "decoupled"
    if vectorised:
        text = count(vectorised) + "vectorised"
        if vectorised < decoupled:
            text = count(decoupled) + "decoupled, " + text
    loads = stats["loads"]
    total = loads["access"] + loads["execute"]
    if total:
        text += f", {100 * loads['access'] / total:.0f} %"
    return text + (f", {fallback} fallbacks" if fallback else "")


def tell_reasons(stats):
    """What is not as the best case, with the reasons, by line; the levels, when
    it is not so at all of them."""
    texts = {
        "NestNotDecoupled": "not decoupled",
        "LoopNotOffloaded": "loop on the core",
        "LoadNotOffloaded": "load on the core",
        "NotVectorised": "scalar",
    }
    places = {}
    for level, run in zip(LEVELS, stats):
        nests = run["nests"]
        for remark in run["remarks"]:
            name = remark["name"]
            if name not in texts:
                continue
            if name == "NotVectorised" and nests["vectorised"] == nests["decoupled"]:
                continue
            # The file is known.
            reason = re.sub(r"[^ ]*\.mlir:(\d+):\d+", r"line \1", remark["reason"])
            reason = re.sub(r"(writes its memory): .*", r"\1", reason)
            line = int(remark["location"].rsplit(":", 2)[1])
            places.setdefault((name, reason), {}).setdefault(line, set()).add(level)
    parts = []
    for (name, reason), lines in places.items():
        levels = sorted(set().union(*lines.values()))
        usual = [level for level in LEVELS if level > 0 or name != "NotVectorised"]
        where = "" if levels == usual else f" at level {', '.join(map(str, levels))}"
        numbers = ", ".join(map(str, sorted(lines)))
        parts.append(f"line {numbers} {texts[name]}{where}: {reason}")
    return "; ".join(parts).replace("|", "\\|")


def make_row(sim, kernel, options=()):
    """The row of a kernel. Further data are run for the sake of `options`."""
    stats = [simulate(sim, kernel, kernel.data[0], level, options) for level in LEVELS]
    if options:
        for data in kernel.data[1:]:
            for level in LEVELS:
                simulate(sim, kernel, data, level, options)
    link = f"[{os.path.basename(kernel.name)}](../../test/Operations/{kernel.name}.mlir)"
    cells = [link, kernel.front_end, *map(tell_level, stats), tell_reasons(stats)]
    return f"| {' | '.join(cells)} |"


def make_page(kernels, rows):
    """The page, of which `rows` are the rows of the kernels."""
    page, operation = HEADER, None
    for kernel, row in zip(kernels, rows):
        if kernel.operation != operation:
            operation = kernel.operation
            title = operation[0].upper() + operation[1:]
            page += f"\n## [{title}]({os.path.dirname(kernel.name)}.md)\n\n| kernel | front end | "
            page += " | ".join(f"level {level}" for level in LEVELS) + " | what stays |\n"
            page += "|---" * (len(LEVELS) + 3) + "|\n"
        page += row + "\n"
    return page


def get_row(page, kernel):
    match = re.search(rf"^\| \[[^]]*\]\(\S*/{re.escape(kernel.name)}\.mlir\) \|.*$", page, re.M)
    return match.group() if match else "(no row)"


def test(sim, paths):
    with open(PAGE) as file:
        page = file.read()
    hint = "if that is as it should be, run tools/scripts/operations-table.py --write"
    for kernel in map(Kernel, map(os.path.abspath, paths)):
        row, expected = make_row(sim, kernel, ["--check"]), get_row(page, kernel)
        if row != expected:
            raise SystemExit(f"gives  {row}\nbut {PAGE} has\n       {expected}\n{hint}")
    if not paths:
        kernels = find_kernels()
        if page != make_page(kernels, [get_row(page, kernel) for kernel in kernels]):
            raise SystemExit(f"the kernels or their order are not those of {PAGE}; {hint}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sim", default=os.path.join(ROOT, "build", "bin", "ember-sim"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--test", action="store_true")
    parser.add_argument("kernels", nargs="*")
    options = parser.parse_args()
    if options.test:
        return test(options.sim, options.kernels)
    kernels = find_kernels()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda kernel: make_row(options.sim, kernel), kernels))
    page = make_page(kernels, rows)
    if not options.write:
        sys.stdout.write(page)
        return
    os.makedirs(os.path.dirname(PAGE), exist_ok=True)
    with open(PAGE, "w") as file:
        file.write(page)


if __name__ == "__main__":
    main()
