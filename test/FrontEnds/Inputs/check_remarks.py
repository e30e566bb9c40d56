# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no loop of a kernel is passed over in silence.

    check_remarks.py EMBER_OPT FOLDER...

Of each file with kernels in the folders: all loops that `--convert-scf-to-slc`
gets are either loops of a nest that it says it decoupled, or have a remark that
says why not.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def find_kernels(folders):
    for folder in folders:
        for path, _, names in os.walk(folder):
            yield from (os.path.join(path, name) for name in names if name.endswith(".mlir"))


def check(ember_opt, path):
    """What is wrong, or None."""
    # Without checks there are no versions of a nest, of which one is the original.
    done = subprocess.run(
        [ember_opt, path, "--ember-pipeline=until=slc alias-checks=assume-none",
         "--mlir-print-ir-before=convert-scf-to-slc", "--mlir-disable-threading",
         "--mlir-print-op-generic", "--remarks-filter=decouple", "-o", os.devnull],
        capture_output=True, text=True,
    )
    if done.returncode:
        return f"{path}: {done.stderr}"
    # The code is in the generic form, the source beside the remarks is not.
    loops = len(re.findall(r'"scf\.(?:for|while|parallel|forall)"\(', done.stderr))
    remarks = re.findall(r"remark: \[\w+\] (\w+) (.*)", done.stderr)
    decoupled = sum(int(re.search(r"Loops=(\d+)", text)[1])
                    for name, text in remarks if name == "NestDecoupled")
    refused = sum(name in ("NestNotDecoupled", "LoopNotOffloaded") for name, _ in remarks)
    if loops != decoupled + refused:
        return f"{path}: of {loops} loops, {decoupled} are decoupled and {refused} have a reason"
    return None


def main():
    ember_opt, folders = sys.argv[1], sys.argv[2:]
    kernels = sorted(find_kernels(folders))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = [fault for fault in pool.map(lambda path: check(ember_opt, path), kernels) if fault]
    if faults or not kernels:
        raise SystemExit("\n".join(faults) or "no kernels")


main()
