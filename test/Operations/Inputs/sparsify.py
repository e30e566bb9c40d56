# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""sparsify.py [--write] MLIR_OPT

Runs MLIR's sparsifier on the kernels of this folder. Fails unless the kernels of
the folder above are what it gives, below the comment in which they begin; with
--write, makes them so.
"""

import os
import re
import subprocess
import sys

SPARSIFY = [
    "--linalg-generalize-named-ops",
    "--sparse-reinterpret-map",
    "--sparsification-and-bufferization",
]
# For all inputs but those that have a specifier in their names.
SPECIFIERS_TO_STRUCTS = ["--sparse-storage-specifier-to-llvm"]
CLEAN_UP = ["--canonicalize", "--cse"]
INPUTS = os.path.dirname(os.path.abspath(__file__))


def sparsify(mlir_opt, path, write):
    """Returns whether the kernel is what the sparsifier makes of an input."""
    keep = "specifier" in os.path.basename(path)
    passes = [*SPARSIFY, *([] if keep else SPECIFIERS_TO_STRUCTS), *CLEAN_UP]
    result = subprocess.run([mlir_opt, path, *passes], capture_output=True, text=True, check=True)
    kernel_path = os.path.join(os.path.dirname(INPUTS), os.path.relpath(path, INPUTS))
    with open(kernel_path) as file:
        kernel = file.read()
    wanted = re.match(r"(//.*\n)*\n", kernel).group() + result.stdout.rstrip() + "\n"
    if write:
        with open(kernel_path, "w") as file:
            file.write(wanted)
    elif kernel != wanted:
        print(f"{kernel_path} is not what the sparsifier makes of {path}")
        return False
    return True


def main(arguments):
    write = arguments[0] == "--write"
    paths = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(INPUTS)
        for name in sorted(names)
        if name.endswith(".mlir")
    ]
    return 0 if paths and all([sparsify(arguments[-1], path, write) for path in paths]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
