// An embedding bag in CSR form: out[b] += table[indices[p]], for p from
// offsets[b] to offsets[b + 1].
func.func @bag(%offsets: memref<?xindex>, %indices: memref<?xindex>,
               %table: memref<?x?xf32>, %out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bags = memref.dim %out, %c0 : memref<?x?xf32>
  %width = memref.dim %out, %c1 : memref<?x?xf32>
  scf.for %b = %c0 to %bags step %c1 {
    %begin = memref.load %offsets[%b] : memref<?xindex>
    %next = arith.addi %b, %c1 : index
    %end = memref.load %offsets[%next] : memref<?xindex>
    scf.for %p = %begin to %end step %c1 {
      %row = memref.load %indices[%p] : memref<?xindex>
      scf.for %e = %c0 to %width step %c1 {
        %value = memref.load %table[%row, %e] : memref<?x?xf32>
        %sum = memref.load %out[%b, %e] : memref<?x?xf32>
        %new = arith.addf %sum, %value : f32
        memref.store %new, %out[%b, %e] : memref<?x?xf32>
      }
    }
  }
  return
}
