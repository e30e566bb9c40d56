// RUN: %operation %s
//
// Operation: message passing
// Front end: by hand
// Data: values:8xindex:0,0,3,3,3,4,9,9 values:9xindex:5,0,5,6,1,1,2,6,0 uniform:7x11xf64,seed=1 zeros:7x11xf64
//
// Fused, with a rectifier: an edge of negative weight adds nothing, which the
// core decides by an `scf.if`.

func.func @fused_relu(%positions: memref<?xindex>, %neighbours: memref<?xindex>,
                      %features: memref<?x?xf64>, %out: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %nodes = memref.dim %features, %c0 : memref<?x?xf64>
  %width = memref.dim %features, %c1 : memref<?x?xf64>
  scf.for %i = %c0 to %nodes step %c1 {
    %begin = memref.load %positions[%i] : memref<?xindex>
    %i1 = arith.addi %i, %c1 : index
    %end = memref.load %positions[%i1] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %j = memref.load %neighbours[%p] : memref<?xindex>
      %dot = scf.for %e = %c0 to %width step %c1 iter_args(%sum = %zero) -> (f64) {
        %x = memref.load %features[%i, %e] : memref<?x?xf64>
        %y = memref.load %features[%j, %e] : memref<?x?xf64>
        %m = arith.mulf %x, %y : f64
        %s = arith.addf %sum, %m : f64
        scf.yield %s : f64
      }
      %isPositive = arith.cmpf ogt, %dot, %zero : f64
      scf.if %isPositive {
        scf.for %e = %c0 to %width step %c1 {
          %v = memref.load %features[%j, %e] : memref<?x?xf64>
          %x = arith.mulf %v, %dot : f64
          %a = memref.load %out[%i, %e] : memref<?x?xf64>
          %s = arith.addf %a, %x : f64
          memref.store %s, %out[%i, %e] : memref<?x?xf64>
        }
      }
    }
  }
  return
}
