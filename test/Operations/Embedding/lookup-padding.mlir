// RUN: %operation %s
//
// Operation: embedding
// Front end: by hand
// Data: values:7xi64:5,2,5,6,2,2,0 2 uniform:7x11xf32,seed=1 uniform:7x11xf32,seed=2
//
// The row of the padding index is zero, whatever the table holds.

func.func @embedding_padding(%indices: memref<?xi64>, %padding: i64,
                             %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %indices, %c0 : memref<?xi64>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %n step %c1 {
    %i = memref.load %indices[%b] : memref<?xi64>
    %isPadding = arith.cmpi eq, %i, %padding : i64
    scf.if %isPadding {
      scf.for %e = %c0 to %width step %c1 {
        memref.store %zero, %out[%b, %e] : memref<?x?xf32>
      }
    } else {
      %row = arith.index_cast %i : i64 to index
      scf.for %e = %c0 to %width step %c1 {
        %v = memref.load %table[%row, %e] : memref<?x?xf32>
        memref.store %v, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}
