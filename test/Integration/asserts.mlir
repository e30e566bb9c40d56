// Asserts on what the access unit computes, at every position of a nest: the
// first that fails is the one that ends the run.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s

// The assert of a position fails from the iteration on that its argument says.

// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 99 99 99 99 99
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 2 99 99 99 99
// FAULT: begin of a bag
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 99 7 99 99 99
// FAULT: begin of a row
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 99 99 8 99 99
// FAULT: an element
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 99 99 99 2 99
// FAULT: between siblings
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 99 99 99 99 2
// FAULT: end of a bag

// Two that fail: the first in program order wins, over a row that does not exist
// as well.

// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 2 99 99 1 2
// FAULT: between siblings
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:9x5xf32,seed=2 zeros:4x5xf32 2 5 99 99 1
// FAULT: begin of a row
// KERNEL: positions offsets:5xindex,length=3 uniform:12xindex,max=9,seed=1 uniform:0x5xf32,seed=2 zeros:4x5xf32 99 99 0 99 99
// FAULT: an element
func.func @positions(%offsets: memref<?xindex>, %idx: memref<?xindex>, %table: memref<?x?xf32>, %out: memref<?x?xf32>, %l0: index, %l1: index, %l2: index, %l3: index, %l4: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %b1 = arith.addi %b, %c1 : index
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %end = memref.load %offsets[%b1] : memref<?xindex>
    %ok0 = arith.cmpi ult, %b, %l0 : index
    cf.assert %ok0, "begin of a bag"
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %idx[%p] : memref<?xindex>
      %ok1 = arith.cmpi ult, %p, %l1 : index
      cf.assert %ok1, "begin of a row"
      scf.for %e = %c0 to %width step %c1 {
        %at = arith.addi %row, %e : index
        %ok2 = arith.cmpi ult, %at, %l2 : index
        cf.assert %ok2, "an element"
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %v : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
    %ok3 = arith.cmpi ult, %b, %l3 : index
    cf.assert %ok3, "between siblings"
    scf.for %e = %c0 to %width step %c1 {
      %v = memref.load %table[%b, %e] : memref<?x?xf32>
      %acc = memref.load %out[%b, %e] : memref<?x?xf32>
      %sum = arith.mulf %acc, %v : f32
      memref.store %sum, %out[%b, %e] : memref<?x?xf32>
    }
    %ok4 = arith.cmpi ult, %b, %l4 : index
    cf.assert %ok4, "end of a bag"
  }
  return
}
