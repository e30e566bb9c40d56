// Nests of every shape in one function: values that loops carry and swap,
// sibling loops, code before and behind inner loops, bounds and rows that
// depend on loads and on integers of the access unit, asserts, loops that stay
// on the core, empty ones, and one behind a run-time check.
func.func @patterns(%n: index, %offsets: memref<?xindex>, %indices: memref<?xi32>,
                    %table: memref<?x?xf32>, %out: memref<?xf32>)
    -> (f32, index, index, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %i1 = arith.constant 1 : i32
  %half = arith.constant 0.5 : f32
  %width = memref.dim %table, %c1 : memref<?x?xf32>

  // Carried values, siblings, begin and end.
  %sums:2 = scf.for %b = %c0 to %n step %c1 iter_args(%x = %half, %count = %c0) -> (f32, index) {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %next = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%next] : memref<?xindex>
    %ordered = arith.cmpi sle, %begin, %end : index
    cf.assert %ordered, "expects offsets that grow"
    %q:2 = scf.for %p = %begin to %end step %c1 iter_args(%y = %x, %before = %half) -> (f32, f32) {
      %i = memref.load %indices[%p] : memref<?xi32>
      %row = arith.index_cast %i : i32 to index
      %e = scf.for %k = %c0 to %width step %c1 iter_args(%u = %y) -> f32 {
        %v = memref.load %table[%row, %k] : memref<?x?xf32>
        %s = arith.addf %u, %v : f32
        scf.yield %s : f32
      }
      %m = arith.mulf %e, %before : f32
      scf.yield %m, %y : f32, f32
    }
    %e2 = scf.for %p = %begin to %end step %c1 iter_args(%y = %q#1) -> f32 {
      %i = memref.load %indices[%p] : memref<?xi32>
      %row = arith.index_cast %i : i32 to index
      %v = memref.load %table[%row, %c0] : memref<?x?xf32>
      %s = arith.subf %y, %v : f32
      scf.yield %s : f32
    }
    %total = arith.addf %e2, %q#0 : f32
    memref.store %total, %out[%b] : memref<?xf32>
    %more = arith.addi %count, %end : index
    scf.yield %total, %more : f32, index
  }

  // Swapped values, and one that is an element itself.
  %swapped:3 = scf.for %b = %c0 to %n step %c1 iter_args(%x = %c1, %y = %c5, %last = %c0) -> (index, index, index) {
    %v = memref.load %offsets[%b] : memref<?xindex>
    scf.yield %y, %x, %v : index, index, index
  }

  // Integers of the access unit: select, division, comparison, a stepped loop.
  %mixed = scf.for %b = %c0 to %n step %c3 iter_args(%x = %i1) -> i32 {
    %at = memref.load %offsets[%b] : memref<?xindex>
    %odd = arith.remui %at, %c3 : index
    %isOdd = arith.cmpi ne, %odd, %c0 : index
    %lower = arith.select %isOdd, %c1, %odd : index
    %inner = scf.for %k = %lower to %c3 step %c1 iter_args(%y = %x) -> i32 {
      %at2 = arith.divui %b, %c3 : index
      %i = memref.load %indices[%at2] : memref<?xi32>
      %wrapped = arith.muli %i, %y : i32
      %z = arith.addi %wrapped, %i1 : i32
      scf.yield %z : i32
    }
    scf.yield %inner : i32
  }

  // An inner loop with a bound that the core computes.
  %bounded = scf.for %b = %c0 to %n step %c1 iter_args(%x = %c1) -> index {
    %grown = scf.for %k = %c0 to %x step %c1 iter_args(%s = %x) -> index {
      %v = memref.load %offsets[%k] : memref<?xindex>
      %t = arith.addi %s, %v : index
      scf.yield %t : index
    }
    %v = memref.load %offsets[%b] : memref<?xindex>
    %both = arith.addi %grown, %v : index
    %small = arith.minui %both, %n : index
    scf.yield %small : index
  }

  // A nest that never runs, and one that has nothing but a callback behind.
  scf.for %b = %n to %c0 step %c1 {
    %i = memref.load %indices[%b] : memref<?xi32>
    %v = arith.sitofp %i : i32 to f32
    memref.store %v, %out[%b] : memref<?xf32>
  }
  scf.for %b = %c0 to %n step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    scf.for %p = %begin to %begin step %c1 {
      %i = memref.load %indices[%p] : memref<?xi32>
      %v = arith.sitofp %i : i32 to f32
      memref.store %v, %out[%b] : memref<?xf32>
    }
    %o = memref.load %out[%b] : memref<?xf32>
    %f = arith.addf %o, %half : f32
    memref.store %f, %out[%b] : memref<?xf32>
  }
  return %sums#0, %swapped#2, %bounded, %mixed : f32, index, index, i32
}
