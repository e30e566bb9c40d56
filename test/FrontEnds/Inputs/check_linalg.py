# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the kernels of linalg.mlir."""

import numpy as np

from harness import Case, main

random = np.random.default_rng(3)
whole = lambda *shape: random.integers(-4, 5, shape)

table = whole(9, 7).astype("<f4")
rows = np.array([8, 0, 3, 3], "<i4")
b = whole(7, 5).astype("<f4")
bytes = random.integers(-128, 128, (9, 4)).astype("|i1")
pads = np.array([2, -1, 8, -1], "<i8")
padded = np.where(pads[:, None] == -1, 0, bytes[pads]).astype("<i4")


def bits(numbers):
    """Whole numbers as bf16."""
    return (numbers.astype("<f4").view("<u4") >> 16).astype("<u2")


many = whole(40000, 3)
unsigned = np.array([39999, 0, 7], "<u2")
old = whole(3, 3)
a, x = whole(4, 6).astype("<f8"), whole(4).astype("<f8")
halves = whole(8, 6).astype("<f2")
grid = np.arange(6, dtype="<f4").reshape(2, 3)
product = grid * (grid + 1) + grid + 1
picks = np.array([7, 1, 2])

main(
    [
        # The gather and the product; the fill has nothing to read.
        Case("gather_matmul", [table, rows, b], {"ret0": table[rows] @ b}, 2, 3),
        Case("padded", [bytes, pads], {"ret0": padded}),
        Case(
            "in_place",
            [bits(many), unsigned, bits(old)],
            {"2": bits(old + many[unsigned])},
        ),
        Case("named", [a, x, np.full(6, np.nan)], {"2": a.T @ x}, 2, 3),
        Case("elementwise", [grid, grid + 1], {"ret0": product}, None),
        Case("slice", [halves, picks], {"ret0": halves[picks, 3:5]}, None),
        Case("call", [table[0], picks - 1], {"ret0": 2 * table[0][picks - 1]}, 1, 2),
    ]
)
