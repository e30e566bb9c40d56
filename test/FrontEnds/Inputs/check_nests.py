# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the kernels of nests.mlir."""

import numpy as np

from harness import Case, main

random = np.random.default_rng(11)
values = random.standard_normal(8).astype("<f4")
rows = np.array([7, 0, 3, 3, 5])

gathered = values[rows]
gathered[0] *= 2
sums = np.add.accumulate(gathered, dtype="<f4")

numbers = np.array([3, -4, 5, 6, -7, 8, 9, -10], "<i4")
negative = np.array([1, 4, 7])
table = random.standard_normal((8, 4)).astype("<f4")
ended = np.array([7, 0, 3, -1, 99])
totals = np.zeros(5, "<f4")
for i, row in enumerate(ended[:3]):
    for x in table[row]:
        totals[i] += x
lengths = np.array([2, 0, 1, 9, 9], "<f4")
totals[:3] *= (4, 1, 2)

main(
    [
        Case(
            "several",
            [values, rows, np.zeros(5, "<f4")],
            {"2": sums, "ret0": sums[-1:].reshape(())},
            2,
            2,
        ),
        Case(
            "returns",
            [rows, numbers, np.zeros(5, "<i4"), "false"],
            {"2": numbers[rows], "ret0": np.array(numbers[rows].sum(), "<i4")},
            2,
        ),
        Case(
            "returns",
            [negative, numbers, np.ones(3, "<i4"), "false"],
            {"2": np.ones(3, "<i4"), "ret0": np.array(-21, "<i4")},
            2,
        ),
        Case(
            "returns",
            [rows, numbers, np.ones(5, "<i4"), "true"],
            {"2": np.ones(5, "<i4"), "ret0": np.array(-1, "<i4")},
            2,
        ),
        Case(
            "refused",
            [ended, table, lengths, np.zeros(5, "<f4")],
            {"3": totals},
            None,
            4,
        ),
        Case(
            "branch",
            [rows, values, -values, np.zeros(5, "<f4")],
            {"3": np.where(values[rows] > 0, -values[rows], np.float32(0))},
        ),
    ]
)
