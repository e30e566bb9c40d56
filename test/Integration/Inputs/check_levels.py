# Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels under --check at every opt level and number of lanes.

    check_levels.py EMBER_SIM CHECK...

A check is the name of a function `check_...` below.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

# Level 0 has no vectors.
CONFIGURATIONS = [(0, 8)] + [(level, vlen) for level in (1, 2, 3) for vlen in (4, 8, 16, 32)]

WIDTHS = (1, 3, 7, 31, 32, 33, 64, 100, 128, 1024)

problems = []


def run(name, kernel, arguments, configurations=CONFIGURATIONS, options=(), vectorised=None, since=1):
    """Runs a kernel; returns the statistics of each configuration that ran.

    Arguments are texts or arrays. `vectorised` is the number of nests that must
    be so from level 1 on, or from level `since` on.
    """
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        with open(path("kernel.mlir"), "w") as file:
            file.write(kernel)
        texts = []
        for i, argument in enumerate(arguments):
            if not isinstance(argument, str):
                np.save(path(f"{i}.npy"), argument)
                argument = path(f"{i}.npy")
            texts.append(argument)
        for level, vlen in configurations:
            command = [ember_sim, path("kernel.mlir"), "--check", *options]
            command += [f"--opt-level={level}", f"--vlen={vlen}"]
            command += [f"--stats={path('stats.json')}", "--", *texts]
            result = subprocess.run(command, capture_output=True, text=True)
            where = f"{name}, level {level}, {vlen} lanes"
            if result.returncode:
                problems.append(
                    f"{where}: status {result.returncode}: {result.stderr}\n{kernel}"
                )
                continue
            with open(path("stats.json")) as file:
                stats = json.load(file)
            found[level, vlen] = stats
            if not get(stats, "nests", "decoupled"):
                problems.append(f"{where}: no nest is decoupled")
            if vectorised is not None:
                expect(f"{where}: vectorised nests", get(stats, "nests", "vectorised"),
                       vectorised if level >= since else 0)
    return found


def get(stats, *names):
    for name in names:
        stats = stats[name]
    return stats


def expect(what, got, wanted):
    if got != wanted:
        problems.append(f"{what}: {got}, expects {wanted}")


def add(type):
    return "arith.addf" if type[0] in "fb" else "arith.addi"


def values(type, *shape, seed=1):
    text = f"uniform:{'x'.join(map(str, shape))}x{type},seed={seed}"
    return text if type[0] in "fb" else text + ",max=100"


# What loops are made of.

CONSTANTS = "".join(f"  %c{i} = arith.constant {i} : index\n" for i in range(9))


def function(signature, body, result=""):
    return f"func.func @kernel({signature}){result} {{\n{CONSTANTS}{body}}}\n"


def bag_nest(table, out, type, table_type, lower="%c0", step="%c1"):
    """An embedding bag over %offsets and %indices, which adds to %out."""
    return f"""
  scf.for %b = %c0 to %bags step %c1 {{
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {{
      %row = memref.load %indices[%p] : memref<?xindex>
      %width = memref.dim {out}, %c1 : memref<?x?x{type}>
      scf.for %e = {lower} to %width step {step} {{
        %acc = memref.load {out}[%b, %e] : memref<?x?x{type}>
        %v = memref.load {table}[%row, %e] : {table_type}
        %sum = {add(type)} %acc, %v : {type}
        memref.store %sum, {out}[%b, %e] : memref<?x?x{type}>
      }}
    }}
  }}
"""


BAGS = "%bags: index, %offsets: memref<?xindex>, %indices: memref<?xindex>"
# Empty bags at the beginning, in the middle and at the end; repeated rows.
OFFSETS = np.array([0, 0, 3, 3, 3, 4, 9, 9])
INDICES = np.array([5, 0, 5, 6, 1, 1, 2, 6, 0])
BAG_ARGUMENTS = [str(len(OFFSETS) - 1), OFFSETS, INDICES]
ROWS = 7


def check_bags(type):
    """Rows of all widths, in one run."""
    signature, body, arguments = BAGS, "", list(BAG_ARGUMENTS)
    dense = f"memref<?x?x{type}>"
    for i, width in enumerate(WIDTHS):
        signature += f", %t{i}: {dense}, %o{i}: {dense}"
        body += bag_nest(f"%t{i}", f"%o{i}", type, dense)
        arguments += [values(type, ROWS, width), f"zeros:{len(OFFSETS) - 1}x{width}x{type}"]
    run(f"bags of {type}", function(signature, body + "  return\n"), arguments,
        vectorised=len(WIDTHS))


def check_bounds():
    """Lower bounds other than 0, steps other than 1, and bounds that are loaded."""
    for width in (1, 5, 6, 33, 100):
        for lower, step in (("%c5", "%c3"), ("%c1", "%c1"), ("%c0", "%c2")):
            kernel = function(
                f"{BAGS}, %t: memref<?x?xf32>, %o: memref<?x?xf32>",
                bag_nest("%t", "%o", "f32", "memref<?x?xf32>", lower, step) + "  return\n")
            run(f"width {width}, from {lower} by {step}", kernel,
                BAG_ARGUMENTS + [values("f32", ROWS, width),
                                 f"zeros:{len(OFFSETS) - 1}x{width}xf32"],
                [(0, 8), (1, 4), (2, 8), (3, 4), (3, 16)], vectorised=1)


def check_layouts():
    """Tables that are views, with a stride, or by columns."""
    layout = "memref<?x?xf32, strided<[?, ?], offset: ?>>"
    kernel = function(f"{BAGS}, %t: {layout}, %o: memref<?x?xf32>, %m: memref<?xf32>",
                      bag_nest("%t", "%o", "f32", layout) + "  return\n")
    for name, view in (("strided", "view:5,offset=3,shape=7x33,strides=80x2"),
                       ("by columns", "view:5,offset=0,shape=7x33,strides=1x7"),
                       ("backwards", "view:5,offset=40,shape=7x33,strides=80x-1"),
                       ("dense", "view:5,shape=7x33")):
        run(name, kernel, BAG_ARGUMENTS + [view, "zeros:7x33xf32", values("f32", 600)],
            vectorised=1)


ROW = "%a: memref<?x?xf32>, %o: memref<?x?xf32>"


def rows(body, carried="", result=""):
    return f"""
  %rows = memref.dim %a, %c0 : memref<?x?xf32>
  %width = memref.dim %a, %c1 : memref<?x?xf32>
  %z = arith.constant 0.0 : f32
  scf.for %b = %c0 to %rows step %c1 {{
    {result}scf.for %e = %c0 to %width step %c1 {carried}{{
      %v = memref.load %a[%b, %e] : memref<?x?xf32>
{body}
    }}
  }}
  return
"""


def check_order():
    """What depends on the order of iterations."""
    prefix = function(ROW, rows("""
      %s = arith.addf %acc, %v : f32
      memref.store %s, %o[%b, %e] : memref<?x?xf32>
      scf.yield %s : f32""", "iter_args(%acc = %z) -> (f32) ", "%r = "))
    in_memory = function(ROW, rows("""
      %old = memref.load %o[%b, %c0] : memref<?x?xf32>
      %s = arith.addf %old, %v : f32
      memref.store %s, %o[%b, %c0] : memref<?x?xf32>"""))
    swapped = function(ROW, rows("""
      %s = arith.subf %v, %acc : f32
      memref.store %s, %o[%b, %e] : memref<?x?xf32>
      scf.yield %v, %other : f32, f32""",
        "iter_args(%other = %z, %acc = %z) -> (f32, f32) ", "%r:2 = "))
    for width in (1, 7, 33, 100):
        arguments = [values("f32", 5, width), f"zeros:5x{width}xf32"]
        run(f"prefix sum of {width}", prefix, arguments, vectorised=1, since=2)
        run(f"sum in memory of {width}", in_memory, arguments, vectorised=1, since=2)
        run(f"values that change places, {width}", swapped, arguments,
            [(0, 8), (1, 8), (2, 8), (3, 8)])


def check_duplicates():
    """A scatter whose columns occur more than once in one vector."""
    kernel = function(
        "%n: index, %j: memref<?xindex>, %v: memref<?xf32>, %o: memref<?xf32>", """
  scf.for %i = %c0 to %n step %c1 {
    %c = memref.load %j[%i] : memref<?xindex>
    %x = memref.load %v[%i] : memref<?xf32>
    %old = memref.load %o[%c] : memref<?xf32>
    %s = arith.addf %old, %x : f32
    memref.store %s, %o[%c] : memref<?xf32>
  }
  return
""")
    run("duplicate columns", kernel,
        ["100", "uniform:100xindex,max=5,seed=2", values("f32", 100), "zeros:5xf32"],
        vectorised=1, since=2)
    # A sampled product of dense matrices whose samples repeat.
    sampled = function(
        "%rows: index, %ptr: memref<?xindex>, %j: memref<?xindex>, %x: memref<?x?xf32>, "
        "%y: memref<?x?xf32>, %o: memref<?x?xf32>", """
  %depth = memref.dim %x, %c1 : memref<?x?xf32>
  scf.for %r = %c0 to %rows step %c1 {
    %begin = memref.load %ptr[%r] : memref<?xindex>
    %r1 = arith.addi %r, %c1 : index
    %end = memref.load %ptr[%r1] : memref<?xindex>
    scf.for %k = %c0 to %depth step %c1 {
      %a = memref.load %x[%r, %k] : memref<?x?xf32>
      scf.for %p = %begin to %end step %c1 {
        %c = memref.load %j[%p] : memref<?xindex>
        %b = memref.load %y[%k, %c] : memref<?x?xf32>
        %old = memref.load %o[%r, %c] : memref<?x?xf32>
        %m = arith.mulf %a, %b : f32
        %s = arith.addf %old, %m : f32
        memref.store %s, %o[%r, %c] : memref<?x?xf32>
      }
    }
  }
  return
""")
    offsets = np.array([0, 0, 1, 12, 45, 45])
    columns = np.resize(np.array([3, 3, 0, 3, 1, 1, 1, 1, 0]), 45)
    run("sampled product with duplicate columns", sampled,
        ["5", offsets, columns, values("f32", 5, 7), values("f32", 7, 4), "zeros:5x4xf32"],
        vectorised=1, since=2)


def check_overlap():
    """Arguments that overlap: the original loops run."""
    for offset in (0, 1, 7, 33):
        found = run(f"views that overlap by all but {offset}", function(
            "%a: memref<?xf32>, %o: memref<?xf32>, %n: index, %m: memref<?xf32>", """
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %o[%i] : memref<?xf32>
  }
  return
"""), ["view:3,shape=100", f"view:3,offset={offset},shape=100", "100", values("f32", 200)])
        for configuration, stats in found.items():
            expect(f"fallbacks at {configuration}", get(stats, "nests", "fallback"), 1)


def check_division():
    """Lanes that are no iteration do not divide."""
    kernel = function("%a: memref<?xi32>, %d: memref<?xi32>, %o: memref<?xi32>", """
  %n = memref.dim %a, %c0 : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi32>
    %w = memref.load %d[%i] : memref<?xi32>
    %q = arith.divsi %v, %w : i32
    memref.store %q, %o[%i] : memref<?xi32>
  }
  return
""")
    divisors = np.array([3, -7, 1, -1, 100] * 6 + [9, 11, -13], np.int32)
    run("division", kernel, [values("i32", 33), divisors, "zeros:33xi32"], vectorised=1)


def check_execute():
    """Loops of the core: no load in them is the access unit's."""
    kernel = lambda type, zero: function(
        f"%bags: index, %offsets: memref<?xindex>, %t: memref<?x{type}>, "
        f"%o: memref<?x?x{type}>, %m: memref<?x{type}>", f"""
  %width = memref.dim %o, %c1 : memref<?x?x{type}>
  %zero = arith.constant {zero} : {type}
  scf.for %b = %c0 to %bags step %c1 {{
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %e = %c0 to %width step %c1 {{
      %i = arith.index_cast %e : index to i32
      %f = {"arith.sitofp %i : i32 to f32" if type == "f32" else "arith.trunci %i : i32 to i8"}
      memref.store %f, %o[%b, %e] : memref<?x?x{type}>
    }}
    scf.for %p = %begin to %end step %c1 {{
      %v = memref.load %t[%p] : memref<?x{type}>
      scf.for %e = %p to %width step %c1 {{
        %old = memref.load %o[%b, %e] : memref<?x?x{type}>
        %new = {add(type)} %old, %v : {type}
        memref.store %new, %o[%b, %e] : memref<?x?x{type}>
      }}
    }}
    %max = scf.for %e = %begin to %width step %c1 iter_args(%acc = %zero) -> ({type}) {{
      %v = memref.load %o[%b, %e] : memref<?x?x{type}>
      %s = {"arith.maximumf" if type == "f32" else "arith.maxsi"} %acc, %v : {type}
      scf.yield %s : {type}
    }}
    %sum = scf.for %e = %c1 to %width step %c1 iter_args(%acc = %max) -> ({type}) {{
      %v = memref.load %o[%b, %e] : memref<?x?x{type}>
      %s = {add(type)} %acc, %v : {type}
      scf.yield %s : {type}
    }}
    memref.store %sum, %m[%b] : memref<?x{type}>
  }}
  return
""")
    for type, zero, widths in (("f32", "0.0", (1, 32, 100)), ("i8", "0", (33,))):
        for width in widths:
            bags = len(OFFSETS) - 1
            run(f"loops of the core over {width} of {type}", kernel(type, zero),
                [str(bags), OFFSETS, values(type, 9), f"zeros:{bags}x{width}x{type}",
                 f"zeros:{bags}x{type}"],
                [(0, 8), (1, 4), (1, 32), (2, 8), (3, 16)], vectorised=1)


def check_conditions():
    """Asserts and conditions, the same for all lanes and another in each."""
    kernel = function(
        "%n: index, %t: memref<?xi32>, %d: memref<?xi32>, %o: memref<?xi32>, %row: memref<?xi32>, "
        "%p: i1", """
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %t[%i] : memref<?xi32>
    %w = memref.load %d[%i] : memref<?xi32>
    %in = arith.cmpi sle, %c0, %n : index
    cf.assert %in, "expects a size"
    %c = arith.cmpi ne, %w, %zero : i32
    %r = scf.if %c -> i32 {
      %q = arith.divsi %v, %w : i32
      %big = arith.cmpi sgt, %q, %seven : i32
      scf.if %big {
        %old = memref.load %o[%i] : memref<?xi32>
        %new = arith.addi %old, %q : i32
        memref.store %new, %o[%i] : memref<?xi32>
      }
      scf.yield %q : i32
    } else {
      %head = memref.load %row[%c0] : memref<?xi32>
      scf.yield %head : i32
    }
    %s = scf.if %p -> i32 {
      %old = memref.load %o[%i] : memref<?xi32>
      %x = arith.xori %old, %r : i32
      scf.yield %x : i32
    } else {
      scf.yield %seven : i32
    }
    memref.store %s, %o[%i] : memref<?xi32>
  }
  return
""")
    for n in (7, 33):
        divisors = np.resize(np.array([3, 0, 0, -7, 0, 100, 1], np.int32), n)
        for condition in "01":
            run(f"conditions on {n}", kernel,
                [str(n), values("i32", n), divisors, f"zeros:{n}xi32", values("i32", 1), condition],
                [(0, 8), (1, 4), (1, 32), (2, 8), (3, 16)], vectorised=1)
    # No lane takes the branch that would read behind the end.
    run("a branch that no lane takes", kernel,
        ["33", values("i32", 33), np.ones(33, np.int32), "zeros:33xi32", "zeros:0xi32", "1"],
        [(0, 8), (1, 8), (2, 8), (3, 8)], vectorised=1)


def check_strides():
    """Outputs whose inner stride is known at run time only, 1 or not."""
    layout = "memref<?x?xf32, strided<[?, ?], offset: ?>>"
    bag = function(f"{BAGS}, %t: {layout}, %o: {layout}, %m: memref<?xf32>, %n: memref<?xf32>",
                   bag_nest("%t", "%o", "f32", layout).replace("memref<?x?xf32>", layout)
                   + "  return\n")
    rows = len(OFFSETS) - 1
    for name, out in (("1", "offset=2,shape=7x33,strides=40x1"),
                      ("2", "offset=0,shape=7x33,strides=80x2"),
                      ("-1", "offset=40,shape=7x33,strides=80x-1"),
                      ("0", "offset=0,shape=7x33,strides=3x0")):
        run(f"output of stride {name}", bag,
            BAG_ARGUMENTS + ["view:5,offset=1,shape=7x33,strides=36x1", f"view:6,{out}",
                             values("f32", 300), values("f32", 600, seed=3)],
            [(0, 8), (1, 4), (2, 8), (3, 16)], vectorised=1)
    mean = function(f"%n: index, %d: memref<?xf32>, %o: {layout}, %m: memref<?xf32>", f"""
  %width = memref.dim %o, %c1 : {layout}
  scf.for %b = %c0 to %n step %c1 {{
    %v = memref.load %d[%b] : memref<?xf32>
    scf.for %e = %c0 to %width step %c1 {{
      %old = memref.load %o[%b, %e] : {layout}
      %new = arith.divf %old, %v : f32
      memref.store %new, %o[%b, %e] : {layout}
    }}
  }}
  return
""")
    for stride in (1, 2):
        run(f"mean over rows of stride {stride}", mean,
            ["7", values("f32", 7), f"view:3,offset=1,shape=7x33,strides=80x{stride}",
             values("f32", 600, seed=3)],
            [(0, 8), (1, 4), (2, 8), (3, 16)], vectorised=1)


def check_versions():
    """Outputs that may overlap, and strides that may be 0."""
    layout = "memref<?xf32, strided<[?], offset: ?>>"
    kernel = function(
        f"%a: memref<?xf32>, %o: {layout}, %p: {layout}, %n: index, %m: memref<?xf32>", f"""
  scf.for %i = %c0 to %n step %c1 {{
    %v = memref.load %a[%i] : memref<?xf32>
    %old = memref.load %o[%i] : {layout}
    %w = arith.addf %v, %old : f32
    memref.store %w, %o[%i] : {layout}
    %x = arith.mulf %w, %v : f32
    memref.store %x, %p[%i] : {layout}
  }}
  return
""")
    for name, one, other, fallbacks in (
            ("apart", "offset=0,shape=100,strides=1", "offset=100,shape=100,strides=1", 0),
            ("apart, with a stride", "offset=0,shape=100,strides=1", "offset=100,shape=100,strides=2", 0),
            ("one array", "offset=0,shape=100,strides=1", "offset=0,shape=100,strides=1", 1),
            ("shifted by one", "offset=1,shape=100,strides=1", "offset=0,shape=100,strides=1", 1),
            ("one element", "offset=0,shape=100,strides=0", "offset=100,shape=100,strides=1", 1)):
        found = run(f"outputs, {name}", kernel,
                    [values("f32", 100), f"view:4,{one}", f"view:4,{other}", "100",
                     values("f32", 300, seed=2)],
                    [(0, 8), (1, 8), (2, 4), (3, 16)], vectorised=1)
        for (level, _), stats in found.items():
            expect(f"{name}: fallbacks at level {level}", get(stats, "nests", "fallback"),
                   fallbacks if level else 0)


def check_accumulators():
    """Reductions in any order, handed through loops or read behind each."""
    for type, op, neutral in (("i32", "addi", 0), ("i8", "maxsi", -128), ("i64", "xori", 0),
                              ("f32", "minimumf", "0x7F800000")):
        kernel = function(
            f"%bags: index, %offsets: memref<?xindex>, %t: memref<?x{type}>, %o: memref<?x{type}>, "
            f"%z: {type}", f"""
  %n = arith.constant {neutral} : {type}
  %r:2 = scf.for %b = %c0 to %bags step %c1 iter_args(%x = %z, %y = %z) -> ({type}, {type}) {{
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    %through = scf.for %p = %begin to %end step %c1 iter_args(%acc = %x) -> {type} {{
      %v = memref.load %t[%p] : memref<?x{type}>
      %s = arith.{op} %acc, %v : {type}
      scf.yield %s : {type}
    }}
    %read = scf.for %p = %begin to %end step %c1 iter_args(%acc = %n) -> {type} {{
      %v = memref.load %t[%p] : memref<?x{type}>
      %s = arith.{op} %v, %acc : {type}
      scf.yield %s : {type}
    }}
    memref.store %read, %o[%b] : memref<?x{type}>
    %again = scf.for %p = %begin to %end step %c2 iter_args(%acc = %y) -> {type} {{
      %v = memref.load %t[%p] : memref<?x{type}>
      %s = arith.{op} %acc, %v : {type}
      scf.yield %s : {type}
    }}
    %mixed = arith.{op} %again, %read : {type}
    scf.yield %through, %mixed : {type}, {type}
  }}
  return %r#0, %r#1 : {type}, {type}
""", f" -> ({type}, {type})")
        offsets = np.array([0, 0, 1, 8, 41, 41, 105])
        run(f"accumulators of {type}", kernel,
            [str(len(offsets) - 1), offsets, values(type, 105), f"zeros:6x{type}", "3"],
            [(0, 8), (1, 4), (1, 32), (2, 8), (3, 16)], vectorised=1)


def check_bits():
    """Bits, of which memory holds one in each byte."""
    kernel = function("%a: memref<?xi1>, %o: memref<?xi1>", """
  %n = memref.dim %a, %c0 : memref<?xi1>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xi1>
    %old = memref.load %o[%i] : memref<?xi1>
    %x = arith.xori %old, %v : i1
    memref.store %x, %o[%i] : memref<?xi1>
  }
  return
""")
    run("bits", kernel, [np.array([1, 0, 1, 1, 0, 0, 1] * 7, bool), "zeros:49xi1"], vectorised=1)


def check_specials():
    """NaN, zeros of both signs, infinities and denormals."""
    numbers = np.array([np.nan, -0.0, 0.0, np.inf, -np.inf, 1e-45, -1e-40, 1, -1] * 4, np.float32)
    halves = (numbers.view(np.uint32) >> 16).astype(np.uint16)
    halves[5::9], halves[6::9] = 0x0001, 0x8040
    for type, array in (("f32", numbers), ("bf16", halves)):
        for op in ("addf", "mulf", "maximumf", "minimumf"):
            kernel = function(
                f"%a: memref<?x{type}>, %o: memref<?x{type}>, %z: {type}", f"""
  %n = memref.dim %a, %c0 : memref<?x{type}>
  scf.for %i = %c0 to %n step %c1 {{
    %v = memref.load %a[%i] : memref<?x{type}>
    %old = memref.load %o[%i] : memref<?x{type}>
    %s = arith.{op} %old, %v : {type}
    memref.store %s, %o[%i] : memref<?x{type}>
  }}
  %r = scf.for %i = %c1 to %n step %c2 iter_args(%acc = %z) -> ({type}) {{
    %v = memref.load %a[%i] : memref<?x{type}>
    %s = arith.{op} %acc, %v : {type}
    scf.yield %s : {type}
  }}
  return %r : {type}
""", f" -> {type}")
            run(f"{op} of {type}", kernel, [array, np.roll(array, 4), "-0.0"],
                [(0, 8), (1, 4), (2, 8), (3, 16)], vectorised=2)


def check_log():
    """The order of callbacks in a nest of depth three, as they log it."""
    def log(tag, *loops):
        number = f"%k{tag}"
        text = f"    {number} = arith.constant {tag} : index\n"
        value = number
        for i, loop in enumerate(loops):
            text += f"    %h{tag}{i} = arith.muli {value}, %c7 : index\n"
            text += f"    %g{tag}{i} = arith.addi %h{tag}{i}, {loop} : index\n"
            value = f"%g{tag}{i}"
        text += f"    memref.store {value}, %log[%at{tag}] : memref<?xindex>\n"
        return text + f"    %next{tag} = arith.addi %at{tag}, %c1 : index\n"

    def at(tag, old):
        return f"    %at{tag} = arith.addi {old}, %c0 : index\n"

    carry = lambda at, old: f"iter_args({at} = {old}) -> (index)"
    kernel = function(
        "%ptr: memref<?xindex>, %n: index, %upper: index, %log: memref<?xindex>", f"""
  %end = scf.for %x = %c0 to %n step %c1 {carry("%p0", "%c0")} {{
{at(1, "%p0")}{log(1, "%x")}
    %lower = memref.load %ptr[%x] : memref<?xindex>
    %x1 = arith.addi %x, %c1 : index
    %last = memref.load %ptr[%x1] : memref<?xindex>
    %p1 = scf.for %y = %lower to %last step %c1 {carry("%p2", "%next1")} {{
{at(2, "%p2")}{log(2, "%x", "%y")}
      %p3 = scf.for %z = %c5 to %upper step %c3 {carry("%p4", "%next2")} {{
        %i = memref.load %ptr[%y] : memref<?xindex>
{at(3, "%p4")}{log(3, "%y", "%z", "%i")}
        scf.yield %next3 : index
      }}
{at(4, "%p3")}{log(4, "%y")}
      scf.yield %next4 : index
    }}
{at(5, "%p1")}{log(5, "%x")}
    %p5 = scf.for %y = %lower to %last step %c1 {carry("%p6", "%next5")} {{
{at(6, "%p6")}{log(6, "%x", "%y")}
      scf.yield %next6 : index
    }}
{at(7, "%p5")}{log(7, "%x")}
    scf.yield %next7 : index
  }}
  return %end : index
""", " -> index")
    for name, ends in (("first", [0, 0, 3, 5, 6]), ("middle", [0, 2, 2, 5, 6]),
                       ("last", [0, 2, 4, 6, 6]), ("all", [0, 0, 0, 0, 0])):
        for upper in (5, 6, 9, 60):
            run(f"log, inner loops empty for {name}, up to {upper}", kernel,
                [np.array(ends + [0] * 4), "4", str(upper), "zeros:2000xindex"],
                [(0, 8), (1, 8), (2, 8), (3, 8)])


def check_tokens():
    """What bufferising and alignment are for: rows of 64 with eight lanes."""
    kernel = function(
        f"{BAGS}, %t: memref<?x?xf32>, %o: memref<?x?xf32>",
        bag_nest("%t", "%o", "f32", "memref<?x?xf32>") + "  return\n")
    found = run("rows of 64", kernel,
                ["16", "offsets:17xindex,length=80,seed=1", "uniform:1280xindex,max=1000,seed=2",
                 values("f32", 1000, 64), "zeros:16x64xf32"],
                [(level, 8) for level in range(4)], vectorised=1)
    if problems:
        return
    tokens = [get(found[level, 8], "queues", "tokens") for level in range(4)]
    if tokens[2] > 0.13 * tokens[1]:
        problems.append(f"bufferising leaves {tokens[2]} of {tokens[1]} tokens")
    queues = found[3, 8]["queues"]
    expect("misaligned pops", queues["misaligned_vector_pops"], 0)
    expect("scalar operands", queues["scalar_operands"], 0)


def check_long():
    """A row that is longer than any queue, with the smallest that it can do with."""
    kernel = function("%a: memref<?xf32>, %o: memref<?xf32>", """
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<?xf32>
    %w = arith.addf %v, %v : f32
    memref.store %w, %o[%i] : memref<?xf32>
  }
  return
""")
    with tempfile.TemporaryDirectory() as folder:
        machine = os.path.join(folder, "machine.yaml")
        with open(os.path.join(folder, "kernel.mlir"), "w") as file:
            file.write(kernel)
        subprocess.run(
            [ember_sim, file.name, f"--write-machine={machine}", "--", "zeros:1xf32", "zeros:1xf32"],
            check=True, capture_output=True)
        with open(machine) as file:
            text = file.read()
        # One token, and one record of an index, a mask and eight floats.
        for key, bytes in (("control_bytes", 4), ("data_bytes", 48)):
            text = re.sub(f" {key}: .*", f" {key}: {bytes}", text)
        with open(machine, "w") as file:
            file.write(text)
        run("a long row", kernel, [values("f32", 1000000), "zeros:1000000xf32"],
            [(level, 8) for level in range(4)], [f"--machine={machine}"], vectorised=1)


if __name__ == "__main__":
    ember_sim = sys.argv[1]
    for check in sys.argv[2:]:
        name, _, argument = check.partition("=")
        globals()[f"check_{name}"](*([argument] if argument else []))
    print("\n".join(problems))
    sys.exit(1 if problems else 0)
