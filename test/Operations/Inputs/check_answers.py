# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_answers.py EMBER_SIM FOLDER

Runs each kernel of test/Operations on its first data and compares the result, or
the last argument, with a reference in NumPy. Sums of floats may differ by their order; that
all opt levels give the same bits is tested elsewhere.
"""

import functools
import importlib.util
import os
import re
import subprocess
import sys

import numpy as np

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPT = os.path.join(TESTS, "..", "..", "tools", "scripts", "operations-table.py")
spec = importlib.util.spec_from_file_location("operations_table", SCRIPT)
table = importlib.util.module_from_spec(spec)
spec.loader.exec_module(table)

# The kernels of sparse matrices all have this one, but in other forms.
MATRIX = np.zeros((6, 8), np.float32)
MATRIX[1, [1, 4, 6]] = 0.5, -1.25, 2
MATRIX[3, [0, 1, 2, 4, 7]] = 1, -0.75, 3, 0.25, -2
MATRIX[4, 4] = -0.5


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def bag(offsets, rows, start, add):
    """Combines rows by segment; `start` holds what there is already."""
    out = start.copy()
    for b in range(len(offsets) - 1):
        for p in range(offsets[b], offsets[b + 1]):
            out[b] = add(out[b], rows[p])
    return out


def segments(offsets):
    return [range(a, b) for a, b in zip(offsets, offsets[1:])]


def semiring(multiply, add):
    def reference(*arguments):
        b, c = arguments[-2:]
        out = c.copy()
        for i, k in zip(*np.nonzero(MATRIX)):
            out[i] = add(out[i], multiply(MATRIX[i, k], b[k]))
        return out

    return reference


def message_passing(message):
    def reference(positions, neighbours, *arguments):
        out = arguments[-1].copy()
        for i, edges in enumerate(segments(positions)):
            for p in edges:
                out[i] += message(i, p, neighbours[p], *arguments[:-1])
        return out

    return reference


def attention(positions, neighbours, sources, targets, x, out):
    out = out.copy()
    for i, edges in enumerate(segments(positions)):
        scores = [sources[i] + targets[neighbours[p]] for p in edges]
        weights = np.array([np.exp(max(s, np.float32(0.2) * s)) for s in scores])
        for p, weight in zip(edges, weights / weights.sum()):
            out[i] += weight * x[neighbours[p]]
    return out


def mean(offsets, rows):
    sums = bag(offsets, rows, np.zeros((len(offsets) - 1, rows.shape[1]), rows.dtype), np.add)
    return sums / np.maximum(np.diff(offsets), 1)[:, None]


def without(padding, offsets, indices):
    """The bags without an index."""
    kept = np.concatenate([[0], np.cumsum(indices != padding)])
    return kept[offsets], indices[indices != padding]


def batched_tables(tables, columns, offsets, indices, weights, out):
    out = out.copy()
    for t, place in enumerate(tables):
        width = columns[t + 1] - columns[t]
        for b in range(len(out)):
            bag = t * len(out) + b
            for p in range(offsets[bag], offsets[bag + 1]):
                row = weights[place + indices[p] * width :][:width]
                out[b, columns[t] : columns[t + 1]] += row
    return out


def scores(positions, blocks, size, q, k, out):
    split = lambda x: x.reshape(-1, int(size), x.shape[1])
    return np.array([
        split(q)[block] @ split(k)[blocks[p]].T
        for block, pairs in enumerate(segments(positions)) for p in pairs
    ])  # fmt: skip


def weighted_values(positions, blocks, weights, values, out):
    out = out.copy()
    for block, pairs in enumerate(segments(positions)):
        for p in pairs:
            out[4 * block :][:4] += weights[p] @ values[4 * blocks[p] :][:4]
    return out


def scatter(update):
    def reference(indices, *arguments):
        out = arguments[-1].copy()
        for p, row in enumerate(indices):
            update(out, row, p, *arguments[:-1])
        return out

    return reference


def set_row(out, row, p, source):
    out[row] = source[p]


def add_row(out, row, p, source):
    out[row] += source[p]


def count(out, row, p):
    out[row] += 1


def max_row(out, row, p, sources, x):
    out[row] = np.maximum(out[row], x[sources[p]])


def add_elements(out, rows, p, source):
    np.add.at(out, (rows, np.arange(len(rows))), source[p])


spmm = lambda *arguments: arguments[-1] + MATRIX @ arguments[-2]
sddmm = lambda *arguments: arguments[-1] + MATRIX * (arguments[-3] @ arguments[-2])

REFERENCES = {
    "EmbeddingBag/affine": lambda i, t, out: out + t[i].sum(1),
    "EmbeddingBag/forall": lambda o, i, t, out: bag(o, t[i], out, np.add),
    "EmbeddingBag/integer-loops": lambda o, i, t, out: bag(o, t[i], out, np.add),
    "EmbeddingBag/parallel": lambda o, i, t, out: bag(o, t[i], out, np.add),
    "EmbeddingBag/torch-embedding-bag": lambda t, i, o: bag(
        np.append(o, len(i)), t[i], np.zeros((len(o), t.shape[1]), t.dtype), np.add),
    "EmbeddingBag/row-slices": lambda o, i, t, out: bag(o, t[i], out, np.add),
    "EmbeddingBag/row-views": lambda o, i, t, out: bag(o, t[i], out, np.add),
    "EmbeddingBag/sum": lambda o, i, t, out: bag(o, t[i], 0 * out, np.add),
    "EmbeddingBag/init-nest": lambda o, i, t, out: bag(o, t[i], 0 * out, np.add),
    "EmbeddingBag/mean": lambda o, i, t, out: mean(o, t[i]),
    "EmbeddingBag/max": lambda o, i, t, out: np.where(
        np.diff(o)[:, None] > 0, bag(o, t[i], np.full_like(out, -np.inf), np.maximum), 0),
    "EmbeddingBag/weighted": lambda o, i, w, t, out: bag(o, t[i] * w[:, None], out, np.add),
    "EmbeddingBag/padding": lambda o, i, p, t, out: bag(
        (k := without(p, o, i))[0], t[k[1]], 0 * out, np.add),
    "EmbeddingBag/padding-mean": lambda o, i, p, t, out: mean(
        (k := without(p, o, i))[0], t[k[1]]),
    "EmbeddingBag/two-dimensional": lambda i, t, out: t[i].sum(1),
    "EmbeddingBag/two-dimensional-by-column": lambda i, t, out: t[i].sum(1),
    "EmbeddingBag/many-tables": lambda *a: bag(a[6], a[8][a[7]], a[11], np.add),
    "EmbeddingBag/batched-tables": batched_tables,
    "EmbeddingBag/no-last-offset": lambda o, i, t, out: bag(
        np.append(o, len(i)), t[i], out, np.add),
    "EmbeddingBag/quantised-rows": lambda o, i, t, s, out: bag(
        o, t.view(np.uint8)[i] * s[i, :1] + s[i, 1:], out, np.add),
    "EmbeddingBag/bf16-table": lambda o, i, t, out: bag(
        o, (t.astype(np.uint32) << 16).view(np.float32)[i], out, np.add),
    "Embedding/linalg-memref": lambda t, i, out: t[i],
    "Embedding/torch-embedding": lambda t, i: t[i],
    "Embedding/torch-gather": lambda t, i: np.take_along_axis(t, i, 0),
    "Embedding/torch-index-select": lambda t, i: t[:, i],
    "Embedding/lookup": lambda i, t, out: t[i],
    "Embedding/lookup-padding": lambda i, p, t, out: np.where((i == p)[:, None], 0, t[i]),
    "Embedding/index-select": lambda i, t, out: t[i],
    "Embedding/index-select-columns": lambda i, t, out: t[:, i],
    "Embedding/index-select-assert": lambda i, t, out: t[i],
    "Embedding/assert-outside": lambda i, t, out: t[i],
    "Embedding/clamp": lambda i, t, out: t[i.clip(0, len(t) - 1)],
    "Embedding/forall-slices": lambda i, t, out: out * t[i],
    "Embedding/wrap": lambda i, t, out: t[i],
    "Embedding/gather-rows": lambda i, t, out: np.take_along_axis(t, i, 0),
    "Embedding/gather-columns": lambda i, t, out: np.take_along_axis(t, i, 1),
    "Scatter/scatter-add-rows": scatter(add_row),
    "Scatter/scatter-set": scatter(set_row),
    "Scatter/scatter-max": scatter(max_row),
    "Scatter/scatter-elements": scatter(add_elements),
    "Scatter/histogram": scatter(count),
    "KnowledgeGraph/transe-l1": lambda h, r, t, x, y, out: abs(x[h] + y[r] - x[t]).sum(1),
    "KnowledgeGraph/transe-l2": lambda h, r, t, x, y, out: np.sqrt(
        ((x[h] + y[r] - x[t]) ** 2).sum(1)),
    "KnowledgeGraph/distmult": lambda t, x, y, out: (
        x[t[:, 0]] * y[t[:, 1]] * x[t[:, 2]]).sum(1),
    "KnowledgeGraph/negative-tails": lambda h, r, t, x, y, out: (
        (x[h] * y[r])[:, None] * x[t]).sum(2),
    "MessagePassing/sum": message_passing(lambda i, p, j, x: x[j]),
    "MessagePassing/normalised": message_passing(lambda i, p, j, f, x: f[i] * f[j] * x[j]),
    "MessagePassing/fused-sigmoid": message_passing(
        lambda i, p, j, x: sigmoid(x[i] @ x[j]) * x[j]),
    "MessagePassing/fused-relu": message_passing(lambda i, p, j, x: max(x[i] @ x[j], 0) * x[j]),
    "MessagePassing/edge-features": message_passing(
        lambda i, p, j, x, e: np.maximum(x[j] + e[p], 0)),
    "MessagePassing/attention": attention,
    "BlockSparseAttention/scores": scores,
    "BlockSparseAttention/gather-keys": lambda b, k, out: k[b],
    "BlockSparseAttention/weighted-values": weighted_values,
    "SDDMM/csr-values": lambda o, c, a, b, out: np.array(
        [a[i] @ b[c[p]] for i, row in enumerate(segments(o)) for p in row]),
    "SDDMM/ell": lambda c, v, a, b, out: v * (a[:, None] * b[c]).sum(2),
    "Semiring/min-plus": semiring(np.add, np.minimum),
    "Semiring/max-plus": semiring(np.add, np.maximum),
    "Semiring/max-times": semiring(np.multiply, np.maximum),
    "Semiring/plus-first": semiring(lambda a, b: a, np.add),
    "Semiring/min-second": semiring(lambda a, b: b, np.minimum),
    "Semiring/plus-difference": semiring(lambda a, b: abs(a - b), np.add),
}  # fmt: skip


def get_reference(name):
    if name in REFERENCES:
        return REFERENCES[name]
    return {"SpMM": spmm, "SpMV": spmm, "SDDMM": sddmm}.get(name.split("/")[0])


@functools.cache
def load_argument(sim, text, folder):
    """An argument as an array, by a kernel that does nothing with it."""
    if ":" not in text:
        return int(text)
    path, kernel = os.path.join(folder, "in.npy"), os.path.join(folder, "nothing.mlir")
    type = text.split(":")[1].split(",")[0]
    with open(kernel, "w") as file:
        file.write(f"func.func @nothing(%a: memref<{type}>) {{ return }}\n")
    subprocess.run([sim, kernel, text, f"--save=0:{path}"], check=True, capture_output=True)
    return np.load(path)


def main(sim, folder):
    os.makedirs(folder, exist_ok=True)
    problems = []
    for kernel in table.find_kernels():
        reference = get_reference(kernel.name)
        if not reference:
            problems.append(f"{kernel.name}: there is no reference")
            continue
        data = kernel.data[0]
        path = os.path.join(folder, "out.npy")
        with open(kernel.path) as file:
            is_result = re.search(r"^func.func .*-> \(?tensor|^ +-> \(tensor", file.read(), re.M)
        output = "ret0" if is_result else len(data.split()) - 1
        table.simulate(sim, kernel, data, 0, [f"--save={output}:{path}"])
        with np.errstate(all="ignore"):
            expected = reference(
                *(
                    load_argument(sim, text, folder)
                    for text in data.split()
                    if not text.startswith("struct:")
                )
            )
        got = np.load(path)
        if got.shape != expected.shape or not np.allclose(got, expected, rtol=1e-5, atol=1e-6):
            problems.append(f"{kernel.name}:\n{got}\nexpects\n{expected}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
