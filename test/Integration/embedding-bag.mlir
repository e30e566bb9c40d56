// RUN: ember-opt %s --ember-pipeline="until=slc" | FileCheck %s
// RUN: ember-opt %s --ember-pipeline | mlir-translate --mlir-to-llvmir -o /dev/null

// An embedding bag in CSR form, as the MLIR sparsifier emits it: the rows
// indices[offsets[b]] .. indices[offsets[b+1] - 1] of the table are added up in
// row b of the output.

func.func @embedding_bag(%offsets: memref<?xindex>, %indices: memref<?xindex>,
                         %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  // CHECK-COUNT-3: slc.for
  // CHECK:         slc.callback
  scf.for %b = %c0 to %bags step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %b1 = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%b1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %width step %c1 {
        %acc = memref.load %out[%b, %e] : memref<?x?xf32>
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        %sum = arith.addf %acc, %v : f32
        memref.store %sum, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}
