# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the kernels of torch.mlir."""

import numpy as np

from harness import Case, main

random = np.random.default_rng(7)
weight = random.standard_normal((20, 5)).astype("<f4")
rows = random.integers(0, 20, (3, 4))
images = random.standard_normal((4, 5, 6))
numbers = random.integers(-9, 9, (6, 4)).astype("<i4")
picks = random.integers(0, 6, (3, 4))


def bag(name, weight, indices, offsets, more=(), **options):
    sums = np.zeros((len(offsets), weight.shape[1]), "<f4")
    ends = [*offsets[1:], len(indices)]
    for sum, begin, end in zip(sums, offsets, ends):
        for index in indices[max(begin, 0) : max(end, 0)]:
            sum += weight[index]
    results = {"ret0": sums, **dict(more)}
    return Case(name, [weight, indices, np.array(offsets)], results, **options)


def reads(stats, lookups, width):
    """What a bag reads of its table and indices is in proportion to its lookups."""
    total = stats["loads"]["access"] + stats["loads"]["execute"]
    limit = (3 * width + 2) * lookups + 100
    return None if total <= limit else f"{total} loads, not {limit} at most"


indices = random.integers(0, 20, 30)
sizes = {"ret1": np.zeros(0, "<i8"), "ret2": np.zeros(5, "<i8")}
table = random.standard_normal((50, 16)).astype("<f4")
lookups = random.integers(0, 50, 40)
# An index of no bag need not be in the table.
stray = np.append([-1, 99], indices[:5])

main(
    [
        Case("embedding", [weight, rows], {"ret0": weight[rows]}),
        Case("index_select", [images, np.array([3, 0])], {"ret0": images[:, [3, 0]]}),
        Case("gather", [numbers, picks], {"ret0": np.take_along_axis(numbers, picks, 0)}),
        bag("embedding_bag", weight, indices, [0, 3, 3, 10, 29], sizes,
            stats=lambda stats: reads(stats, 30, 5)),
        bag("embedding_bag", weight, indices, [30, 0, -4, 50, 7], sizes),
        bag("embedding_bag", weight, indices[:0], [0, 0, 0, 0, 0], sizes),
        bag("embedding_bag", weight[:, :0], indices, [0, 3, 3, 10, 29], sizes),
        bag("embedding_bag", weight, stray, [2, 3, 3, 5, 6], sizes),
        bag("static_bag", table, lookups, [0, 3, 3, 10, 20, 31, 38, 39],
            stats=lambda stats: reads(stats, 40, 16)),
    ]
)
