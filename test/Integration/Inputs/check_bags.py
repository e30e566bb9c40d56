# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks an embedding bag with many types and shapes.

    check_bags.py EMBER_SIM FOLDER KERNEL.mlir

KERNEL is the bag with indices of type index and floats of type f32; the others
are made of it. Every run is checked against the original at each run-ahead, must
have been decoupled, and must have loaded on the access unit what the shape says.
"""

import json
import os
import re
import subprocess
import struct
import sys
from concurrent.futures import ThreadPoolExecutor

# Name: lengths of the bags, rows of the table, row length.
SHAPES = {
    "none": ([], 5, 3),
    "one": ([4], 5, 1),
    "first empty": ([0, 2, 3], 5, 3),
    "middle empty": ([2, 0, 0, 3], 5, 32),
    "last empty": ([2, 3, 0], 5, 100),
    "all empty": ([0, 0, 0], 5, 3),
    "one row": ([3, 1], 1, 3),
    "ragged": ([1, 7, 0, 2, 5], 9, 1),
    "many": ([b * 7 % 5 for b in range(512)], 64, 3),
}


def make_kernel(text, index, element):
    """The kernel with other types; `index` is that of offsets and indices."""
    if index != "index":
        text = re.sub(
            r"(%\w+) = (memref\.load %(?:offsets|indices)\[.*\] : memref<\?x)index>",
            rf"\1_raw = \2{index}>\n%\1 = arith.index_cast \1_raw : {index} to index",
            text,
        ).replace("%%", "%")
        text = text.replace("memref<?xindex>", f"memref<?x{index}>")
    return text.replace("f32", element)


def write_array(path, values):
    header = "{'descr': '<i8', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(header)))
        file.write(header.encode() + struct.pack("<%dq" % len(values), *values))


def main(sim, folder, kernel):
    os.makedirs(folder, exist_ok=True)
    with open(kernel) as file:
        text = file.read()

    def check(case):
        index, element, name = case
        lengths, rows, width = SHAPES[name]
        stem = os.path.join(folder, "-".join(case).replace(" ", "_"))
        with open(f"{stem}.mlir", "w") as file:
            file.write(make_kernel(text, index, element))
        lookups = sum(lengths)
        write_array(
            f"{stem}.npy", [sum(lengths[:b]) for b in range(len(lengths) + 1)]
        )
        arguments = [
            f"{stem}.npy",
            f"uniform:{lookups}x{index},max={rows},seed=3",
            f"uniform:{rows}x{width}x{element},seed=1",
            f"uniform:{len(lengths)}x{width}x{element},seed=2",
        ]
        # --check adds the smallest and the largest.
        for run_ahead in ("1", "3") if case[:2] == ("index", "f32") else ("3",):
            command = [sim, f"{stem}.mlir", "--check", f"--run-ahead={run_ahead}"]
            command += [f"--stats={stem}.json", *arguments]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                return f"{' '.join(command)}\n  {done.stderr}"
            with open(f"{stem}.json") as file:
                statistics = json.load(file)
            if statistics["nests"] != {
                "found": 1,
                "decoupled": 1,
                "vectorised": statistics["nests"]["vectorised"],
                "fallback": 0,
            }:
                return f"{' '.join(command)}\n  {statistics['nests']}"
            # Two offsets a bag, an index and a row a lookup; the core reads
            # what it adds to.
            access = 2 * len(lengths) + lookups * (1 + width)
            loads = statistics["loads"]
            if loads["access"] != access or loads["execute"] > lookups * width:
                return f"{' '.join(command)}\n  expects {access}, got {loads}"
        return None

    cases = [
        (index, element, name)
        for index in ("index", "i64")
        for element in ("f32", "f64")
        for name in SHAPES
    ]
    with ThreadPoolExecutor(2) as pool:
        problems = list(filter(None, pool.map(check, cases)))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
