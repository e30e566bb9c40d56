# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes and prints small .npy files for tests, without NumPy.

npy.py write FILE DESCR SHAPE [--fortran] [--values V,V...] [--version N]
    Elements count from 0 when no values are given. DESCR and SHAPE go into the
    header as they are: '<f4' (3, 4).
npy.py print FILE
    Prints the header and the elements, in the order of the file.
"""

import argparse
import ast
import math
import struct

CODES = {
    "b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q",
    "u1": "B", "u2": "H", "u4": "I", "u8": "Q",
    "f2": "e", "f4": "f", "f8": "d",
}  # fmt: skip


def pack(descr, values):
    code = CODES.get(descr.lstrip("<>|="), "f")
    convert = float if code in "efd" else int
    order = ">" if descr.startswith(">") else "<"
    return b"".join(struct.pack(order + code, convert(v)) for v in values)


def write(args):
    shape = ast.literal_eval(args.shape)
    descr = args.descr if args.descr.startswith("[") else repr(args.descr)
    header = "{'descr': %s, 'fortran_order': %s, 'shape': %s, }" % (
        descr,
        args.fortran,
        args.shape,
    )
    size = 10 if args.version == 1 else 12
    header += " " * (-(size + len(header) + 1) % 64) + "\n"
    length = struct.pack("<H" if args.version == 1 else "<I", len(header))
    values = args.values.split(",") if args.values else None
    if values is None:
        count = math.prod(shape) if args.count is None else args.count
        values = range(max(count, 0))
    with open(args.file, "wb") as file:
        file.write(b"\x93NUMPY" + bytes([args.version, 0]) + length)
        file.write(header.encode("latin1") + pack(args.descr, values))


def show(args):
    with open(args.file, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    (length,) = struct.unpack("<H", data[8:10])
    header = ast.literal_eval(data[10 : 10 + length].decode("latin1"))
    code = CODES[header["descr"][1:]]
    count = math.prod(header["shape"])
    start = 10 + length
    assert start % 64 == 0
    assert len(data) == start + count * struct.calcsize("<" + code)
    values = struct.unpack("<%d%s" % (count, code), data[start:])
    print(header["descr"], header["fortran_order"], header["shape"])
    print(*values)


parser = argparse.ArgumentParser()
commands = parser.add_subparsers(required=True)
writer = commands.add_parser("write")
writer.add_argument("file")
writer.add_argument("descr")
writer.add_argument("shape")
writer.add_argument("--fortran", action="store_true")
writer.add_argument("--values")
writer.add_argument("--count", type=int)
writer.add_argument("--version", type=int, default=1)
writer.set_defaults(run=write)
printer = commands.add_parser("print")
printer.add_argument("file")
printer.set_defaults(run=show)
arguments = parser.parse_args()
arguments.run(arguments)
