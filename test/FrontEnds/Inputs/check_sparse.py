# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the kernels of sparse-tensors.mlir, whatever form they are in.

A sparse tensor is given as its positions and coordinates, level by level, its
values, and the sizes of its levels and of these arrays. The arrays are longer than
that, as those of a growing tensor are.
"""

import numpy as np

from harness import Case, main

ROWS, COLUMNS, WIDTH = 6, 8, 5
random = np.random.default_rng(4)

# Whole numbers: sums are exact in any order. Two rows and a column are empty.
matrix = random.integers(1, 9, (ROWS, COLUMNS)) * (random.random((ROWS, COLUMNS)) < 0.4)
matrix[[2, 5]] = 0
matrix[:, 3] = 0


def compress(dense, dtypes=("<i8", "<i8")):
    """Positions, coordinates and values of the rows of a matrix."""
    rows, columns = np.nonzero(dense)
    positions = np.searchsorted(rows, np.arange(len(dense) + 1))
    return (
        positions.astype(dtypes[0]),
        columns.astype(dtypes[1]),
        dense[rows, columns],
    )


def storage(levels, arrays, element):
    """The arguments of a sparse tensor."""
    *indices, values = arrays
    values = values.astype(element).reshape(-1)
    sizes = [*levels, *map(len, indices), len(values)]
    arguments = [np.append(array, np.full(7, 99, array.dtype)) for array in indices]
    arguments.append(np.append(values, np.full(7, np.nan, element)))
    return [*arguments, "struct:" + ",".join(map(str, sizes))]


def doubly_compressed():
    rows = np.flatnonzero(matrix.any(1))
    positions, columns, values = compress(matrix[rows])
    return np.array([0, len(rows)]), rows, positions, columns, values


def coordinates():
    rows, columns = np.nonzero(matrix)
    return np.array([0, len(rows)]), rows, columns, matrix[rows, columns]


def blocks():
    tiles = matrix.reshape(ROWS // 2, 2, COLUMNS // 2, 2).transpose(0, 2, 1, 3)
    rows, columns = np.nonzero(tiles.any((2, 3)))
    positions = np.searchsorted(rows, np.arange(ROWS // 2 + 1))
    return positions, columns, tiles[rows, columns]


def loosely_compressed():
    """The rows in another order, with gaps: each has its begin and end."""
    bounds, columns, values = [0] * (2 * ROWS), [], []
    for row in reversed(range(ROWS)):
        bounds[2 * row] = len(columns)
        columns += list(np.flatnonzero(matrix[row]))
        values += list(matrix[row, np.flatnonzero(matrix[row])])
        bounds[2 * row + 1] = len(columns)
        columns.append(99)
        values.append(99)
    return np.array(bounds), np.array(columns), np.array(values)


# Two of each four columns.
halves = random.permuted(np.tile(np.arange(4), (ROWS * COLUMNS // 4, 1)), axis=1)
halves = np.sort(halves[:, :2])
half_values = random.integers(1, 9, halves.shape)
half = np.zeros((ROWS * COLUMNS // 4, 4), int)
np.put_along_axis(half, halves, half_values, 1)
half = half.reshape(ROWS, COLUMNS)

b = random.integers(-4, 5, (COLUMNS, WIDTH)).astype("<f8")
c = random.integers(-4, 5, (ROWS, WIDTH)).astype("<f8")


def spmm(name, levels, arrays, dense=matrix, **options):
    return Case(
        f"spmm_{name}",
        [*storage(levels, arrays, "<f8"), b, c],
        {"ret0": c + dense @ b},
        **options,
    )


FLAT = (ROWS, COLUMNS)
x = random.integers(-4, 5, COLUMNS).astype("<f4")
y = random.integers(-4, 5, ROWS).astype("<f4")
left = random.integers(-4, 5, (ROWS, 3)).astype("<f4")
right = random.integers(-4, 5, (3, COLUMNS)).astype("<f4")
dense = random.integers(-4, 5, FLAT).astype("<f4")


def vector(row):
    columns = np.flatnonzero(matrix[row])
    arrays = (np.array([0, len(columns)]), columns, matrix[row, columns])
    return storage([COLUMNS], arrays, "<f4")


main(
    [
        spmm("csr", FLAT, compress(matrix)),
        spmm("csr32", FLAT, compress(matrix, ("<i4", "<i4"))),
        spmm("csr8", FLAT, compress(matrix, ("<i2", "|i1"))),
        spmm("csc", (COLUMNS, ROWS), compress(matrix.T)),
        spmm("dcsr", FLAT, doubly_compressed()),
        # The segments of equal rows are found by while loops; the sums in them
        # are nests of their own.
        spmm("coo", FLAT, coordinates(), found=2),
        spmm("bsr", (ROWS // 2, COLUMNS // 2, 2, 2), blocks()),
        spmm("loose", FLAT, loosely_compressed()),
        spmm("nm", (ROWS, COLUMNS // 4, 4), (halves.reshape(-1), half_values), half),
        Case(
            "spmv_csr",
            [*storage(FLAT, compress(matrix), "<f4"), x, y],
            {"ret0": y + matrix.astype("<f4") @ x},
        ),
        Case(
            "sddmm_csr",
            [*storage(FLAT, compress(matrix), "<f4"), left, right, dense],
            {"ret0": dense + matrix.astype("<f4") * (left @ right)},
        ),
        Case(
            "dot",
            [*vector(0), *vector(1), np.array(2, "<f4")],
            {"ret0": np.array(2 + matrix[0] @ matrix[1], "<f4")},
            decoupled=0,
        ),
        Case(
            "inserts",
            [*storage(FLAT, compress(matrix), "<f4"), np.array(3, "<f4")],
            {"ret0": np.array(3 + 4 * matrix.sum(), "<f4")},
            decoupled=None,
        ),
    ]
)
