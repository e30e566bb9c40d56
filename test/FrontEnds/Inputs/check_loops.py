# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the kernels of loops.mlir."""

import numpy as np

from harness import Case, main

random = np.random.default_rng(5)
table = random.standard_normal((12, 8)).astype("<f4")
rows = random.integers(0, 12, 6)
shifted = np.zeros((6, 8), "<f4")
shifted[:, :6] = table[rows, 2:]
zeros = np.zeros((6, 8), "<f4")

flat = table.reshape(-1)
picks = random.integers(0, flat.size, (5, 4))
total = np.float32(0)
for pick in picks.reshape(-1):
    total += flat[pick]

offsets = np.array([0, 3, 3, 6], "<i4")
bags = np.zeros((3, 8), "<f4")
for bag, begin, end in zip(bags, offsets[:-1], offsets[1:]):
    for row in rows[begin:end]:
        bag += table[row]

shorts = random.integers(-99, 99, 256).astype("<i2")
hundreds = np.zeros(256, "<i2")
hundreds[[0, 100, 200]] = shorts[[0, 100, 200]]
odd = np.zeros(256, "<i2")
odd[0:11:2] = shorts[0:11:2] + np.arange(-3, 8, 2)
ints = random.integers(-99, 99, 20).astype("<i4")

doubles = random.standard_normal(256)
halves = random.standard_normal(256).astype("<f2")
octets = np.array([255, 0, 128, 127, 1], "|u1")
many = random.integers(0, 256, 65536).astype("|u1")
words = np.array([65535, 0, 32768, 255], "<u2")

main(
    [
        Case("affine", [table, rows.astype("<i4"), zeros], {"2": shifted}),
        Case(
            "parallel",
            [flat, picks, "5"],
            {"ret0": np.array(total), "ret1": np.array(flat[picks].max())},
        ),
        Case("forall", [table, rows, zeros], {"2": table[rows]}),
        Case(
            "i32",
            [offsets, rows.astype("<i4"), table, np.zeros((3, 8), "<f4"), "3"],
            {"3": bags},
        ),
        Case(
            "u8",
            [shorts, np.zeros(256, "<i2"), "255"],
            {"1": hundreds, "ret0": np.array(hundreds.sum(), "<i2")},
        ),
        Case("i16", [shorts, np.zeros(256, "<i2"), "8"], {"1": odd}),
        Case("u64", [ints, rows, np.zeros(6, "<i4")], {"2": ints[rows]}),
        Case("u64_unknown", [ints, np.zeros(20, "<i4"), "20"], {"1": ints}, 0),
        Case("u8_rows", [doubles, octets, np.zeros(5)], {"2": doubles[octets]}),
        Case(
            "i8_rows",
            [halves, octets.view("|i1"), np.zeros(5, "<f2")],
            {"2": halves[octets.view("|i1").astype(int) + 128]},
        ),
        Case(
            "u16_rows",
            [many.view("|i1"), words, np.zeros(4, "<i4")],
            {"2": many[words].astype("<i4")},
        ),
    ]
)
