#!/usr/bin/env python3
# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs operations on real data sets, at every opt level, and verifies them.

    real-data.py [--sim=EMBER_SIM] [--print] FOLDER

FOLDER holds the data sets that docs/Operations/RealData.md describes. Each run is
compared by `ember-sim --check` with the original, and its result here with that
of NumPy. --print prints the cycles, as that page has them.
"""

import argparse
import json
import os
import shlex
import subprocess
import tempfile

import numpy as np

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
LEVELS = (0, 1, 2, 3)


def segments(offsets):
    return [range(begin, end) for begin, end in zip(offsets, offsets[1:])]


def add_rows(offsets, get_row, width):
    """Sums of rows by segment, in the order and with the rounding of the kernels."""
    out = np.zeros((len(offsets) - 1, width), np.float32)
    for i, segment in enumerate(segments(offsets)):
        for p in segment:
            out[i] += get_row(i, p)
    return out


def sum_of_neighbours(positions, neighbours, x):
    return add_rows(positions, lambda i, p: x[neighbours[p]], x.shape[1])


def fused(positions, neighbours, x):
    def message(i, p):
        row = x[neighbours[p]]
        return row / (1 + np.exp(-np.dot(x[i], row)))

    return add_rows(positions, message, x.shape[1])


def spmm(positions, columns, values, b):
    return add_rows(positions, lambda i, p: values[p] * b[columns[p]], b.shape[1])


def spmv(positions, columns, values, x):
    products = values * x[columns]
    # `accumulate` adds in order, unlike `sum`.
    return np.array(
        [np.add.accumulate(products[s.start : s.stop])[-1] if s else 0 for s in segments(positions)],
        np.float32,
    )


def scores(positions, blocks, queries, keys):
    split = lambda x: x.reshape(-1, 16, x.shape[1])
    return np.array([
        split(queries)[i] @ split(keys)[blocks[p]].T
        for i, segment in enumerate(segments(positions)) for p in segment
    ])  # fmt: skip


def make_bags_kernel(count):
    """A function with an embedding bag for each of several tables."""
    table = "memref<?x?xf32>"
    signature = ", ".join(
        f"%offsets{t}: memref<?xi64>, %indices{t}: memref<?xi64>, %table{t}: {table}, "
        f"%out{t}: {table}"
        for t in range(count)
    )
    nests = "".join(
        f"""
  %bags{t} = memref.dim %out{t}, %c0 : {table}
  %width{t} = memref.dim %out{t}, %c1 : {table}
  scf.for %b = %c0 to %bags{t} step %c1 {{
    %first = memref.load %offsets{t}[%b] : memref<?xi64>
    %begin = arith.index_cast %first : i64 to index
    %b1 = arith.addi %b, %c1 : index
    %last = memref.load %offsets{t}[%b1] : memref<?xi64>
    %end = arith.index_cast %last : i64 to index
    scf.for %p = %begin to %end step %c1 {{
      %i = memref.load %indices{t}[%p] : memref<?xi64>
      %row = arith.index_cast %i : i64 to index
      scf.for %e = %c0 to %width{t} step %c1 {{
        %v = memref.load %table{t}[%row, %e] : {table}
        %a = memref.load %out{t}[%b, %e] : {table}
        %s = arith.addf %a, %v : f32
        memref.store %s, %out{t}[%b, %e] : {table}
      }}
    }}
  }}"""
        for t in range(count)
    )
    return f"""func.func @bags({signature}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index{nests}
  return
}}
"""


def make_runs(folder, scratch):
    """Tuples of a title, a kernel, arguments of ember-sim, and for each result
    its number among them, the function that computes it, the numbers of that
    one's arguments, and the tolerance: 0 where NumPy adds in the same order."""
    kernel = lambda name: os.path.join("test", "Operations", name + ".mlir")
    data = lambda *names: [os.path.join(folder, name + ".npy") for name in names]

    cora = data("cora/positions", "cora/coordinates")
    cora += ["uniform:2708x32xf32,seed=1", "zeros:2708x32xf32"]
    yield "cora: sum of the neighbours", kernel("MessagePassing/sum"), cora, [
        (3, sum_of_neighbours, (0, 1, 2), 0)
    ]
    yield "cora: fused dot product, sigmoid, sum", kernel("MessagePassing/fused-sigmoid"), cora, [
        (3, fused, (0, 1, 2), 1e-5)
    ]

    with open(os.path.join(folder, "criteo", "rows.json")) as file:
        rows = json.load(file)
    bags = os.path.join(scratch, "bags.mlir")
    with open(bags, "w") as file:
        file.write(make_bags_kernel(len(rows)))
    arguments, results = [], []
    for t, (name, count) in enumerate(rows.items()):
        arguments += data(f"criteo/{name}_offsets", f"criteo/{name}_indices")
        arguments += [f"uniform:{count}x32xf32,seed={t}", "zeros:200x32xf32"]
        results.append((4 * t + 3, sum_of_neighbours, range(4 * t, 4 * t + 3), 0))
    yield f"criteo: bags of {len(rows)} tables", bags, arguments, results

    matrix = data("jagmesh7/positions", "jagmesh7/coordinates", "jagmesh7/values")
    matrix += ["struct:1138,1138,1139,7450,7450", "uniform:1138x32xf32,seed=1", "zeros:1138x32xf32"]
    yield "jagmesh7: SpMM", kernel("SpMM/csr"), matrix, [(5, spmm, (0, 1, 2, 4), 0)]
    matrix = data("bcsstk13/positions", "bcsstk13/coordinates", "bcsstk13/values")
    matrix += ["struct:2003,2003,2004,83883,83883", "uniform:2003xf32,seed=1", "zeros:2003xf32"]
    yield "bcsstk13: SpMV", kernel("SpMV/csr"), matrix, [(5, spmv, (0, 1, 2, 4), 0)]

    layout = data("bigbird_8blocks/positions", "bigbird_8blocks/coordinates")
    layout += ["16", "uniform:128x32xf32,seed=1", "uniform:128x32xf32,seed=2", "zeros:41x16x16xf32"]
    yield "bigbird_8blocks: scores", kernel("BlockSparseAttention/scores"), layout, [
        (5, scores, (0, 1, 3, 4), 1e-5)
    ]


def simulate(sim, kernel, arguments, level, results, scratch):
    """Runs and verifies at one opt level; returns the statistics."""
    files = {i: os.path.join(scratch, f"{i}.npy") for _, _, inputs, _ in results for i in inputs}
    files |= {i: os.path.join(scratch, f"{i}.npy") for i, _, _, _ in results}
    stats = os.path.join(scratch, "stats.json")
    command = [sim, kernel, f"--opt-level={level}", "--check", f"--stats={stats}"]
    command += ["--baseline"] if level == 0 else []
    command += [f"--save={i}:{path}" for i, path in files.items()]
    done = subprocess.run([*command, "--", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{shlex.join(command)} -- {shlex.join(arguments)}\n{done.stderr}")
    arrays = {i: np.load(path) for i, path in files.items()}
    for number, reference, inputs, tolerance in results:
        expected = reference(*(arrays[i] for i in inputs))
        if not np.allclose(arrays[number], expected, rtol=tolerance, atol=tolerance):
            raise SystemExit(f"{kernel} at level {level}: argument {number} is not as NumPy has it")
    with open(stats) as file:
        return json.load(file)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sim", default=os.path.join(ROOT, "build", "bin", "ember-sim"))
    parser.add_argument("--print", action="store_true")
    parser.add_argument("folder")
    options = parser.parse_args()
    lines = ["| run | " + " | ".join(f"level {level}" for level in LEVELS) + " | original |"]
    lines += ["|---" * (len(LEVELS) + 2) + "|"]
    with tempfile.TemporaryDirectory() as scratch:
        for title, kernel, arguments, results in make_runs(
            os.path.abspath(options.folder), scratch
        ):
            runs = [
                simulate(options.sim, kernel, arguments, level, results, scratch)
                for level in LEVELS
            ]
            cycles = [run["cycles"] for run in runs] + [runs[0]["baseline_cycles"]]
            lines.append(f"| {title} | " + " | ".join(f"{n:,}" for n in cycles) + " |")
    if options.print:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
