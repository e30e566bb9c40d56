# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what kernels compute with floats with known answers, bit by bit.

    check_floats.py EMBER_SIM CHECK...

A check is the name of a function `check_...` below. Answers for the small types
are made of integers, or of float64 and one rounding by integers; any NaN is equal
to any NaN. Each kernel also runs under --check.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

LANES = 8
LEVELS = range(4)


class Format:
    """The layout of a float type, and how NumPy holds it."""

    def __init__(self, name, exponent, mantissa, dtype):
        self.name, self.dtype, self.mantissa = name, np.dtype(dtype), mantissa
        self.bits = np.dtype(f"u{self.dtype.itemsize}")
        self.infinity = ((1 << exponent) - 1) << mantissa
        self.sign = 1 << (exponent + mantissa)
        # The last bit of a denormal is worth 2^lowest.
        self.lowest = 2 - (1 << (exponent - 1)) - mantissa

    def is_nan(self, bits):
        return (bits & (self.sign - 1)) > self.infinity

    def split(self, bits):
        """Sign, integer and exponent of finite numbers."""
        bits = bits.astype(np.uint64)
        field = (bits & np.uint64(self.infinity)) >> np.uint64(self.mantissa)
        rest = bits & np.uint64((1 << self.mantissa) - 1)
        number = rest + (np.minimum(field, 1) << np.uint64(self.mantissa))
        exponent = np.maximum(field.astype(np.int64), 1) - 1 + self.lowest
        return (bits & np.uint64(self.sign)) != 0, number, exponent

    def round(self, negative, number, exponent):
        """The bits of number * 2^exponent; numbers are below 2^64."""
        number = number.astype(np.uint64)
        length = np.zeros(number.shape, np.int64)
        for bit in (32, 16, 8, 4, 2, 1):
            more = (number >> (length + bit).astype(np.uint64)) != 0
            length += np.where(more & (length + bit < 64), bit, 0)
        # The last bit of the result is worth 2^last.
        last = np.maximum(length + exponent - self.mantissa, self.lowest)
        shift = last - exponent
        left = np.clip(-shift, 0, 63).astype(np.uint64)
        right = np.clip(shift, 0, 63).astype(np.uint64)
        kept = np.where(shift < 0, number << left, number >> right)
        rest = np.where(shift < 0, 0, number - (number >> right << right))
        half = np.uint64(1) << np.maximum(right, 1) - np.uint64(1)
        up = (rest > half) | ((rest == half) & (kept & 1 == 1))
        up &= (shift > 0) & (shift < 64)
        kept = np.where(shift < 64, kept, 0) + up
        result = kept + ((last - self.lowest).astype(np.uint64) << self.mantissa)
        result = np.where(kept == 0, 0, np.minimum(result, self.infinity))
        sign = np.where(negative, np.uint64(self.sign), np.uint64(0))
        return (result.astype(np.uint64) + sign).astype(self.bits)

    def narrow(self, values):
        """Rounds float32 or float64."""
        wide = F32 if values.dtype == np.float32 else F64
        bits = values.view(wide.bits)
        result = self.round(*wide.split(bits))
        sign = np.where(bits & wide.sign, self.sign, 0)
        special = (bits & wide.infinity) == wide.infinity
        result = np.where(special, self.infinity + sign, result)
        return np.where(wide.is_nan(bits), self.infinity + 1, result).astype(self.bits)

    def values(self, bits):
        """Exact float64 of bits."""
        if self.name == "bf16":
            with np.errstate(invalid="ignore"):
                return (bits.astype(np.uint32) << 16).view(np.float32).astype(float)
        with np.errstate(invalid="ignore"):
            return bits.view(self.dtype).astype(float)

    def from_values(self, values):
        """Bits of float64, rounded."""
        if self is F64:
            return values.view(np.uint64)
        with np.errstate(over="ignore", invalid="ignore"):
            if self is F32:
                return values.astype(np.float32).view(np.uint32)
            return self.narrow(values)


F16 = Format("f16", 5, 10, "<f2")
BF16 = Format("bf16", 8, 7, "<u2")
F32 = Format("f32", 8, 23, "<f4")
F64 = Format("f64", 11, 52, "<f8")


# Running kernels.


def fail(message):
    print(message)
    sys.exit(1)


def run(kernel, arguments, outputs, options=()):
    """Runs a kernel and returns the outputs, arguments by number, and the stats."""
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("kernel.mlir"), "w") as file:
            file.write(kernel)
        command = [ember_sim, path("kernel.mlir"), "--check", *options]
        command += [f"--stats={path('stats.json')}"]
        command += [f"--save={i}:{path(f'out{i}.npy')}" for i in outputs]
        for i, argument in enumerate(arguments):
            np.save(path(f"{i}.npy"), argument)
            command.append(path(f"{i}.npy"))
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            fail(f"{kernel}\nstatus {result.returncode}: {result.stderr}")
        with open(path("stats.json")) as file:
            stats = json.load(file)
        return [np.load(path(f"out{i}.npy")) for i in outputs], stats


def expect(what, format, got, wanted, inputs=()):
    """Fails unless bits are equal, or are those of NaN."""
    got, wanted = got.view(format.bits), wanted.view(format.bits)
    same = (got == wanted) | (format.is_nan(got) & format.is_nan(wanted))
    if got.shape != wanted.shape or not same.all():
        where = tuple(np.argwhere(~same)[0])
        given = ", ".join(f"{i[where[-1]]:#x}" for i in inputs)
        fail(f"{what} ({given}): {got[where]:#x}, expects {wanted[where]:#x}")


def kernel(signature, size_of, body, step=1):
    """A function with one loop over the elements of its first argument."""
    return f"""
func.func @kernel({signature}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant {step} : index
  %n = memref.dim %a0, %c0 : {size_of}
  scf.for %i = %c0 to %n step %step {{
{body}
  }}
  return
}}
"""


def load(name, argument, type, vector):
    if vector:
        return (
            f"    %{name} = vector.load %{argument}[%i]"
            f" : memref<?x{type}>, vector<{LANES}x{type}>\n"
        )
    return f"    %{name} = memref.load %{argument}[%i] : memref<?x{type}>\n"


def store(name, argument, type, vector, row=None):
    index, shape = (f"%r{row}, %i", "?x?x") if row is not None else ("%i", "?x")
    text = f"    %r{row} = arith.constant {row} : index\n" if row is not None else ""
    if vector:
        return text + (
            f"    vector.store %{name}, %{argument}[{index}]"
            f" : memref<{shape}{type}>, vector<{LANES}x{type}>\n"
        )
    return text + (
        f"    memref.store %{name}, %{argument}[{index}] : memref<{shape}{type}>\n"
    )


def shaped(type, vector):
    return f"vector<{LANES}x{type}>" if vector else type


# Inputs.


def specials(format):
    one = -format.lowest - format.mantissa << format.mantissa
    smallest = 1 << format.mantissa
    positive = [0, 1, 2, 3, smallest - 1, smallest, smallest + 1, one - 1, one]
    positive += [one + 1, one + smallest, one + smallest * 3 // 2]
    positive += [format.infinity - 1, format.infinity - 2, format.infinity]
    positive += [format.infinity + 1, format.infinity + smallest // 2]
    return np.array(positive + [format.sign + bits for bits in positive], format.bits)


def operands(format, random):
    """Three arrays: all triples of special numbers, and random ones."""
    special = specials(format)
    triples = [part.ravel() for part in np.meshgrid(special, special, special[::3])]
    size = len(triples[0])
    count = 16384 + -size % LANES
    result = []
    for part in triples:
        bits = random.integers(0, 2 * format.sign - 1, count, format.bits, True)
        result.append(np.concatenate([part, bits]).astype(format.bits))
    return result


def ties(format, random):
    """Operands of a fused multiply-add whose product is often half-way."""
    one = -format.lowest - format.mantissa << format.mantissa
    size = 1 << format.mantissa
    x = np.repeat(one + np.arange(size), 32)
    y = np.tile(one + (np.arange(8) << (format.mantissa - 3)), size * 4)
    z = random.integers(0, one // 2, len(x)) | random.choice([0, format.sign], len(x))
    return [part.astype(format.bits) for part in (x, y, z)]


# Conversions.


def check_extensions():
    """All small floats, to f32, f64 and back."""
    bits = np.arange(65536, dtype=np.uint16)
    for format in (F16, BF16):
        for vector in (False, True):
            small, f32, f64 = (shaped(t, vector) for t in (format.name, "f32", "f64"))
            body = load("x", "a0", format.name, vector)
            body += f"    %y = arith.extf %x : {small} to {f32}\n"
            body += f"    %z = arith.extf %x : {small} to {f64}\n"
            body += f"    %t = arith.truncf %z : {f64} to {small}\n"
            body += store("y", "a1", "f32", vector) + store("z", "a2", "f64", vector)
            body += store("t", "a3", format.name, vector)
            signature = f"%a0: memref<?x{format.name}>, %a1: memref<?xf32>"
            signature += f", %a2: memref<?xf64>, %a3: memref<?x{format.name}>"
            text = kernel(
                signature, f"memref<?x{format.name}>", body, LANES if vector else 1
            )
            n = len(bits)
            (f32, f64, back), _ = run(
                text,
                [
                    bits.view(format.dtype),
                    np.zeros(n, "f4"),
                    np.zeros(n),
                    np.zeros(n, format.dtype),
                ],
                [1, 2, 3],
            )
            exact = format.values(bits)
            expect(f"extf {format.name}", F64, f64, exact, [bits])
            expect(f"extf {format.name}", F32, f32, F32.from_values(exact), [bits])
            expect(f"truncf {format.name}", format, back, bits, [bits])


def truncate(wide, values, vector):
    """Rounds `values` of the type `wide` to both small types."""
    source = shaped(wide, vector)
    op = {"f": "truncf", "i": "sitofp", "u": "uitofp"}[wide[0]]
    mlir_type = wide.replace("u", "i")
    source = shaped(mlir_type, vector)
    body = load("x", "a0", mlir_type, vector)
    signature = f"%a0: memref<?x{mlir_type}>"
    for i, format in enumerate((F16, BF16), 1):
        small = shaped(format.name, vector)
        body += f"    %y{i} = arith.{op} %x : {source} to {small}\n"
        body += store(f"y{i}", f"a{i}", format.name, vector)
        signature += f", %a{i}: memref<?x{format.name}>"
    text = kernel(signature, f"memref<?x{mlir_type}>", body, LANES if vector else 1)
    outputs = [np.zeros(len(values), format.dtype) for format in (F16, BF16)]
    return run(text, [values, *outputs], [1, 2])[0]


def check_truncations():
    """All upper halves of f32 with the lower halves that decide, and f64."""
    upper = np.arange(65536, dtype=np.uint32) << 16
    tails = [0, 1, 0x0FFF, 0x1000, 0x1001, 0x7FFF, 0x8000, 0x8001, 0xF000, 0xFFFF]
    bits = np.concatenate([upper + np.uint32(tail) for tail in tails])
    for vector in (False, True):
        results = truncate("f32", bits.view(np.float32), vector)
        for format, got in zip((F16, BF16), results):
            wanted = format.narrow(bits.view(np.float32))
            expect(f"truncf f32 to {format.name}", format, got, wanted, [bits])

    # Around all small floats, around what is half-way between two of them, and
    # where rounding to f32 first would make it half-way.
    halves = []
    for format in (F16, BF16):
        finite = format.values(np.arange(format.infinity, dtype=np.uint16))
        halves += [finite[:-1], (finite[:-1] + finite[1:]) / 2]
        halves += [np.array([finite[-1] + (finite[-1] - finite[-2]) / 2])]
    values = np.concatenate(halves).view(np.uint64)
    near = [0, 1, (1 << 64) - 1, 1 << 27, 1 << 28, 1 << 29, (1 << 64) - (1 << 28)]
    values = np.concatenate([values + np.uint64(distance) for distance in near])
    random = np.random.default_rng(1)
    exponents = random.integers(0, 2048, 16384, np.uint64) << np.uint64(52)
    values = np.concatenate(
        [values, exponents + random.integers(0, 1 << 52, 16384, np.uint64)]
    )
    values |= random.integers(0, 2, len(values), np.uint64) << np.uint64(63)
    values = np.concatenate([values, specials(F64)])
    values = values[: len(values) // LANES * LANES]
    for vector in (False, True):
        results = truncate("f64", values.view(float), vector)
        for format, got in zip((F16, BF16), results):
            wanted = format.narrow(values.view(float))
            expect(f"truncf f64 to {format.name}", format, got, wanted, [values])


def check_integers():
    """Integers to small floats, and back."""
    random = np.random.default_rng(2)
    for wide in ("i8", "u16", "i32", "u32", "i64", "u64"):
        width = int(wide[1:])
        bits = random.integers(0, 1 << 63, 4096, np.uint64) * np.uint64(2)
        bits >>= random.integers(0, 64, 4096, np.uint64)
        # Half-way numbers, and those beside them.
        powers = np.uint64(1) << np.arange(64, dtype=np.uint64)
        for spread in (1 << 8, 1 << 11, 1 << 9, 3 << 8, 3 << 11):
            for beside in (0, 1, (1 << 64) - 1):
                bits = np.concatenate(
                    [bits, powers * np.uint64(spread + 1) + np.uint64(beside)]
                )
                spreads = powers + powers // np.uint64(spread)
                bits = np.concatenate([bits, spreads + np.uint64(beside)])
        bits = bits[: len(bits) // LANES * LANES].astype(f"u{width // 8}")
        if wide[0] == "i":
            bits = np.concatenate([bits, (~bits) + bits.dtype.type(1)])
        values = bits.view(f"{wide[0]}{width // 8}")
        negative = values < 0
        number = np.where(negative, (~bits) + bits.dtype.type(1), bits)
        for vector in (False, True):
            results = truncate(wide, values, vector)
            for format, got in zip((F16, BF16), results):
                wanted = format.round(negative, number, np.zeros(len(bits), np.int64))
                expect(f"{wide} to {format.name}", format, got, wanted, [values])

    for format in (F16, BF16):
        bits = np.arange(65536, dtype=np.uint16)
        bits = bits[np.abs(format.values(bits)) < 2**31]
        text = kernel(
            f"%a0: memref<?x{format.name}>, %a1: memref<?xi32>, %a2: memref<?xi64>",
            f"memref<?x{format.name}>",
            load("x", "a0", format.name, False)
            + f"    %y = arith.fptosi %x : {format.name} to i32\n"
            + f"    %f = math.absf %x : {format.name}\n"
            + f"    %z = arith.fptoui %f : {format.name} to i64\n"
            + store("y", "a1", "i32", False)
            + store("z", "a2", "i64", False),
        )
        zeros = [np.zeros(len(bits), "i4"), np.zeros(len(bits), "i8")]
        (signed, unsigned), _ = run(text, [bits.view(format.dtype), *zeros], [1, 2])
        wanted = format.values(bits).astype(np.int64)
        if (signed != wanted).any() or (unsigned != np.abs(wanted)).any():
            fail(f"{format.name} to integers differs")


# Arithmetic.


def extremum(format, is_max, skips_nan, x, y):
    """Minimum or maximum of bits, with -0.0 < +0.0."""

    def order(bits):
        magnitude = (bits & (format.sign - 1)).astype(np.int64)
        return np.where(bits & format.sign != 0, -1 - magnitude, magnitude)

    first = order(x) >= order(y) if is_max else order(x) <= order(y)
    result = np.where(first, x, y)
    if skips_nan:
        result = np.where(format.is_nan(x), y, np.where(format.is_nan(y), x, result))
    else:
        result = np.where(format.is_nan(x), x, np.where(format.is_nan(y), y, result))
    return result.astype(format.bits)


def fused(format, x, y, z):
    """x * y + z, rounded once, by Python's integers."""
    with np.errstate(all="ignore"):
        values = format.values(x) * format.values(y) + format.values(z)
        special = format.from_values(values)
    finite = np.ones(len(x), bool)
    for part in (x, y, z):
        finite &= (part & format.infinity) != format.infinity
    split = []
    for part in (x, y, z):
        split += format.split(np.where(finite, part, 0).astype(format.bits))
    negative, numbers, exponents = [], [], []
    for sx, nx, ex, sy, ny, ey, sz, nz, ez in zip(*(part.tolist() for part in split)):
        exponent = min(ex + ey, ez)
        product = (nx * ny << (ex + ey - exponent)) * (-1 if sx != sy else 1)
        total = product + (nz << (ez - exponent)) * (-1 if sz else 1)
        negative.append(total < 0 or (total == 0 and sx != sy and sz))
        total = abs(total)
        # What 60 bits do not hold is marked in the last of them.
        extra = max(total.bit_length() - 60, 0)
        numbers.append(total >> extra | (total & ((1 << extra) - 1) != 0))
        exponents.append(exponent + extra)
    wanted = format.round(
        np.array(negative), np.array(numbers, np.uint64), np.array(exponents)
    )
    return np.where(finite, wanted, special).astype(format.bits)


def elementwise(format):
    """Name, MLIR on %x, %y and %z, and the answer by their bits."""

    def by_values(function):
        def answer(x, y, z):
            with np.errstate(all="ignore"):
                if format in (F16, BF16):
                    return format.from_values(function(*map(format.values, (x, y, z))))
                values = (part.view(format.dtype) for part in (x, y, z))
                return function(*values).view(format.bits)
        return answer

    sign = format.bits.type(format.sign)
    ops = {
        "addf": ("arith.addf %x, %y", by_values(lambda x, y, z: x + y)),
        "subf": ("arith.subf %x, %y", by_values(lambda x, y, z: x - y)),
        "mulf": ("arith.mulf %x, %y", by_values(lambda x, y, z: x * y)),
        "divf": ("arith.divf %x, %y", by_values(lambda x, y, z: x / y)),
        "negf": ("arith.negf %x", lambda x, y, z: x ^ sign),
        "sqrt": ("math.sqrt %x", by_values(lambda x, y, z: np.sqrt(x))),
        "floor": ("math.floor %x", by_values(lambda x, y, z: np.floor(x))),
        "absf": ("math.absf %x", lambda x, y, z: x & ~sign),
        "copysign": ("math.copysign %x, %y", lambda x, y, z: (x & ~sign) | (y & sign)),
    }
    for name, is_max in (("min", False), ("max", True)):
        for suffix, skips in (("imumf", False), ("numf", True)):
            ops[name + suffix] = (
                f"arith.{name}{suffix} %x, %y",
                lambda x, y, z, is_max=is_max, skips=skips: extremum(
                    format, is_max, skips, x, y
                ),
            )
    if format in (F16, BF16):
        ops["remf"] = ("arith.remf %x, %y", by_values(lambda x, y, z: np.fmod(x, y)))
    ops["fma"] = ("math.fma %x, %y, %z", lambda x, y, z: fused(format, x, y, z))
    return ops


def check_arithmetic():
    """All ops on scalars and on vectors; the sum of a product is not fused."""
    random = np.random.default_rng(3)
    for format in (F16, BF16, F32, F64):
        inputs = operands(format, random)
        if format in (F16, BF16):
            both = zip(inputs, ties(format, random))
            inputs = [np.concatenate(pair) for pair in both]
        assert len(inputs[0]) % LANES == 0
        ops = elementwise(format)
        wanted = {name: answer(*inputs) for name, (_, answer) in ops.items()}
        wanted["muladd"] = ops["addf"][1](wanted["mulf"], inputs[2], inputs[2])
        less = np.less(format.values(inputs[0]), format.values(inputs[1]))
        wanted["select"] = np.where(less, inputs[0], inputs[2])
        for vector in (False, True):
            type = shaped(format.name, vector)
            body = "".join(
                load(name, f"a{i}", format.name, vector)
                for i, name in enumerate("xyz")
            )
            for name, (op, _) in ops.items():
                op = op.replace("math.fma", "vector.fma") if vector else op
                body += f"    %{name} = {op} : {type}\n"
            body += f"    %muladd = arith.addf %mulf, %z : {type}\n"
            body += f"    %less = arith.cmpf olt, %x, %y : {type}\n"
            condition = shaped("i1", vector)
            chosen = f"{condition}, {type}" if vector else type
            body += f"    %select = arith.select %less, %x, %z : {chosen}\n"
            for row, name in enumerate(wanted):
                body += store(name, "a3", format.name, vector, row)
            memref = f"memref<?x{format.name}>"
            signature = f"%a0: {memref}, %a1: {memref}, %a2: {memref}"
            signature += f", %a3: memref<?x?x{format.name}>"
            text = kernel(signature, memref, body, LANES if vector else 1)
            out = np.zeros((len(wanted), len(inputs[0])), format.dtype)
            arguments = [part.view(format.dtype) for part in inputs]
            (got,), _ = run(text, [*arguments, out], [3])
            for row, (name, answer) in enumerate(wanted.items()):
                expect(f"{name} on {type}", format, got[row], answer, inputs)


def check_sums():
    """Sums and maxima of loops: nothing is reordered."""
    random = np.random.default_rng(6)
    for format in (F16, BF16, F32, F64):
        x = format.from_values(random.uniform(-2, 2, 1000))
        ops = elementwise(format)
        zero = np.zeros(1, format.bits)
        wanted = [zero, zero]
        for element in x:
            element = np.array([element], format.bits)
            wanted[0] = ops["addf"][1](wanted[0], element, element)
            wanted[1] = ops["maxnumf"][1](wanted[1], element, element)
        name = format.name
        text = f"""
func.func @sums(%x: memref<?x{name}>, %out: memref<2x{name}>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?x{name}>
  %zero = arith.constant 0.0 : {name}
  %sum, %max = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %zero, %b = %zero) -> ({name}, {name}) {{
    %v = memref.load %x[%i] : memref<?x{name}>
    %c = arith.addf %a, %v : {name}
    %d = arith.maxnumf %b, %v : {name}
    scf.yield %c, %d : {name}, {name}
  }}
  memref.store %sum, %out[%c0] : memref<2x{name}>
  memref.store %max, %out[%c1] : memref<2x{name}>
  return
}}
"""
        arguments = [x.view(format.dtype), np.zeros(2, format.dtype)]
        for level in LEVELS:
            (got,), _ = run(text, arguments, [1], [f"--opt-level={level}"])
            expect(f"sum and maximum of {name}", format, got, np.concatenate(wanted))


def check_reductions():
    """Reductions of vectors, in order, with and without accumulator and mask."""
    random = np.random.default_rng(4)
    for format in (F16, BF16, F32, F64):
        x = operands(format, random)[0]
        # Numbers that do not overflow, vectors of one special number, others.
        near = format.from_values(random.uniform(-2, 2, 4096))
        same = np.repeat(specials(format), LANES)
        mixed = random.choice(specials(format), 8192)
        x = np.concatenate([near, same, mixed, x[-4096:]])
        lanes = x.reshape(-1, LANES)
        acc = random.permutation(lanes[:, 0])
        acc[-256:] = lanes[-256:, 1]
        ops = elementwise(format)
        kinds = {"add": "addf", "mul": "mulf"}
        kinds.update({name: name for name in ("minimumf", "maximumf")})
        kinds.update({name: name for name in ("minnumf", "maxnumf")})
        type = f"vector<{LANES}x{format.name}>"
        wanted = []
        body = load("v", "a0", format.name, True)
        body += f"    %lanes = arith.constant {LANES} : index\n"
        body += "    %j = arith.divui %i, %lanes : index\n"
        body += f"    %acc = memref.load %a1[%j] : memref<?x{format.name}>\n"
        # Upstream's CSE takes a masked op and an equal one without mask for one
        # and the same, so they must not be equal.
        body += f"    %other = arith.negf %acc : {format.name}\n"
        kept = [0, 2, 3, 6]
        pattern = ", ".join("true" if i in kept else "false" for i in range(LANES))
        body += f"    %mask = arith.constant dense<[{pattern}]> : vector<{LANES}xi1>\n"
        for kind, op in kinds.items():
            step = lambda a, b: ops[op][1](a, b, b)
            for variant in ("", ", %acc", "masked"):
                row = len(wanted)
                masked = variant == "masked"
                columns = [lanes[:, i] for i in kept if masked]
                columns = columns or [lanes[:, i] for i in range(LANES)]
                if variant:
                    negated = acc ^ format.bits.type(format.sign)
                    columns.insert(0, negated if masked else acc)
                result = columns[0]
                for column in columns[1:]:
                    result = step(result, column)
                wanted.append((f"{kind} {variant}", result))
                reduction = f"vector.reduction <{kind}>, %v"
                reduction += ", %other" if masked else variant
                reduction += f" : {type} into {format.name}"
                if masked:
                    reduction = f"vector.mask %mask {{ {reduction} }}"
                    reduction += f" : vector<{LANES}xi1> -> {format.name}"
                body += f"    %y{row} = {reduction}\n"
                body += f"    %r{row} = arith.constant {row} : index\n"
                body += f"    memref.store %y{row}, %a2[%r{row}, %j]"
                body += f" : memref<?x?x{format.name}>\n"
        memref = f"memref<?x{format.name}>"
        signature = f"%a0: {memref}, %a1: {memref}, %a2: memref<?x?x{format.name}>"
        text = kernel(signature, memref, body, LANES)
        out = np.zeros((len(wanted), len(lanes)), format.dtype)
        arguments = [x.view(format.dtype), acc.view(format.dtype), out]
        (got,), _ = run(text, arguments, [2])
        for row, (name, answer) in enumerate(wanted):
            expect(f"{name} of {type}", format, got[row], answer)


def check_comparisons():
    """All predicates on special numbers."""
    less, equal, greater, unordered = 1, 2, 4, 8
    relations = {"eq": equal, "gt": greater, "ge": greater | equal, "lt": less}
    relations.update({"le": less | equal, "ne": less | greater})
    predicates = {"ord": less | equal | greater, "uno": unordered}
    for name, accepted in relations.items():
        predicates["o" + name] = accepted
        predicates["u" + name] = accepted | unordered
    for format in (F16, BF16):
        special = specials(format)
        x, y = (part.ravel() for part in np.meshgrid(special, special))
        a, b = format.values(x), format.values(y)
        relation = np.select([a < b, a == b, a > b], [less, equal, greater], unordered)
        body = load("x", "a0", format.name, False) + load("y", "a1", format.name, False)
        wanted = []
        for row, (name, accepted) in enumerate(predicates.items()):
            wanted.append(relation & accepted != 0)
            body += f"    %{name} = arith.cmpf {name}, %x, %y : {format.name}\n"
            body += store(name, "a2", "i1", False, row)
        memref = f"memref<?x{format.name}>"
        signature = f"%a0: {memref}, %a1: {memref}, %a2: memref<?x?xi1>"
        text = kernel(signature, memref, body)
        out = np.zeros((len(wanted), len(x)), bool)
        arguments = [x.view(format.dtype), y.view(format.dtype), out]
        (got,), _ = run(text, arguments, [2])
        if (got != np.array(wanted)).any():
            fail(f"cmpf on {format.name} differs")


# Kernels.


def check_bags():
    """Embedding bags: each step of a sum is rounded, denormals are not lost."""
    random = np.random.default_rng(5)
    offsets = np.array([0, 0, 7, 8, 40, 40, 100])
    indices = random.integers(0, 50, offsets[-1])
    width = 11
    for format in (F16, BF16, F32, F64):
        table = format.from_values(random.uniform(-3, 3, (50, width)))
        smallest = 1 << format.mantissa
        table[::7] = random.integers(0, smallest, width, format.bits)
        table[indices[7]] = format.sign + 1
        start = np.zeros((len(offsets) - 1, width), format.bits)
        step = elementwise(format)["addf"][1]
        wanted = start.copy()
        for bag in range(len(start)):
            for row in indices[offsets[bag] : offsets[bag + 1]]:
                wanted[bag] = step(wanted[bag], table[row], table[row])
        matrix = f"memref<?x?x{format.name}>"
        text = f"""
func.func @bag(%offsets: memref<?xindex>, %indices: memref<?xindex>,
               %table: {matrix}, %out: {matrix}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : {matrix}
  %width = memref.dim %out, %c1 : {matrix}
  scf.for %b = %c0 to %bags step %c1 {{
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {{
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %width step %c1 {{
        %acc = memref.load %out[%b, %e] : {matrix}
        %v = memref.load %table[%row, %e] : {matrix}
        %sum = arith.addf %acc, %v : {format.name}
        memref.store %sum, %out[%b, %e] : {matrix}
      }}
    }}
  }}
  return
}}
"""
        arrays = [table.view(format.dtype), start.view(format.dtype)]
        for level in LEVELS:
            options = [f"--opt-level={level}"]
            (got,), stats = run(text, [offsets, indices, *arrays], [3], options)
            expect(f"bag of {format.name}, level {level}", format, got, wanted)
            if stats["nests"]["decoupled"] != 1:
                fail(f"the bag of {format.name} is not decoupled")
            if level > 0 and stats["nests"]["vectorised"] != 1:
                fail(f"the bag of {format.name} is not vectorised")


ember_sim = sys.argv[1]
for check in sys.argv[2:]:
    globals()[f"check_{check}"]()
