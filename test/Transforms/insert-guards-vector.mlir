// RUN: ember-opt %s --ember-insert-guards --split-input-file | FileCheck %s
// RUN: ember-opt %s --ember-insert-guards --ember-lower-to-llvm --split-input-file -o /dev/null

// CHECK-LABEL: func.func @load(
// CHECK-SAME:    %[[M:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[J:.*]]: index)
func.func @load(%m: memref<?x?xf32>, %i: index, %j: index) {
  // CHECK:     %[[ROWS:.*]] = memref.dim %[[M]], %{{.*}}
  // CHECK:     %[[BEYOND:.*]] = arith.cmpi uge, %[[I]], %[[ROWS]]
  // CHECK:     scf.if %[[BEYOND]]
  // CHECK-DAG: %[[LANES:.*]] = arith.constant 8 : index
  // CHECK-DAG: %[[COLUMNS:.*]] = memref.dim %[[M]], %{{.*}}
  // CHECK:     %[[BEYOND:.*]] = arith.cmpi uge, %[[J]], %[[COLUMNS]]
  // CHECK:     %[[ROOM:.*]] = arith.subi %[[COLUMNS]], %[[J]]
  // CHECK:     %[[SHORT:.*]] = arith.cmpi ult, %[[ROOM]], %[[LANES]]
  // CHECK:     %[[FAULT:.*]] = arith.ori %[[BEYOND]], %[[SHORT]]
  // CHECK:     %[[FIRST:.*]] = arith.maxui %[[J]], %[[COLUMNS]]
  // CHECK:     scf.if %[[FAULT]]
  // CHECK:       %[[FIRST64:.*]] = arith.index_cast %[[FIRST]]
  // CHECK:       llvm.call @__ember_fault_index({{.*}}, %[[FIRST64]], %{{.*}})
  // CHECK:     vector.load
  %v = vector.load %m[%i, %j] : memref<?x?xf32>, vector<8xf32>
  // CHECK:     __ember_fault_index
  // CHECK:     vector.store
  vector.store %v, %m[%i, %j] : memref<?x?xf32>, vector<8xf32>
  return
}

// -----

// The vectors of a memref of vectors are its elements.
// CHECK-LABEL: func.func @vector_elements(
// CHECK-SAME:    %{{.*}}: memref<4xvector<8xf32>>, %[[I:.*]]: index)
func.func @vector_elements(%m: memref<4xvector<8xf32>>, %i: index) {
  // CHECK:     arith.cmpi uge, %[[I]]
  // CHECK-NOT: arith.cmpi
  // CHECK:     vector.load
  %v = vector.load %m[%i] : memref<4xvector<8xf32>>, vector<8xf32>
  return
}

// -----

// Only lanes that are on; the first that is out of bounds is named.
// CHECK-LABEL: func.func @masked(
// CHECK-SAME:    %[[M:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[MASK:.*]]: vector<8xi1>,
func.func @masked(%m: memref<?x?xf32>, %i: index, %j: index,
                  %mask: vector<8xi1>, %v: vector<8xf32>) {
  // CHECK:     %[[BEYOND:.*]] = arith.cmpi uge, %[[I]]
  // CHECK:     %[[SOME:.*]] = vector.reduction <or>, %[[MASK]]
  // CHECK:     %[[FAULT:.*]] = arith.andi %[[SOME]], %[[BEYOND]]
  // CHECK:     scf.if %[[FAULT]]
  // CHECK-DAG: %[[START:.*]] = vector.broadcast %[[J]]
  // CHECK-DAG: %[[STEP:.*]] = vector.step
  // CHECK:     %[[INDICES:.*]] = arith.addi %[[START]], %[[STEP]]
  // CHECK:     %[[BEYOND:.*]] = arith.cmpi uge, %[[INDICES]], %{{.*}} : vector<8xindex>
  // CHECK:     %[[FAULTS:.*]] = arith.andi %[[BEYOND]], %[[MASK]]
  // CHECK:     %[[FAULT:.*]] = vector.reduction <or>, %[[FAULTS]]
  // CHECK:     scf.if %[[FAULT]]
  // CHECK:       %[[NUMBERS:.*]] = arith.select %[[FAULTS]]
  // CHECK:       %[[LANE:.*]] = vector.reduction <minui>, %[[NUMBERS]]
  // CHECK:       vector.extract %[[INDICES]][%[[LANE]]]
  // CHECK:       llvm.call @__ember_fault_index
  // CHECK:     vector.maskedload
  %x = vector.maskedload %m[%i, %j], %mask, %v
      : memref<?x?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // CHECK:     llvm.call @__ember_fault_index
  // CHECK:     vector.maskedstore
  vector.maskedstore %m[%i, %j], %mask, %x
      : memref<?x?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @packed(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %[[I:.*]]: index, %[[MASK:.*]]: vector<8xi1>,
func.func @packed(%m: memref<?xf32>, %i: index, %mask: vector<8xi1>,
                  %v: vector<8xf32>) {
  // CHECK: %[[ONES:.*]] = arith.extui %[[MASK]]
  // CHECK: %[[COUNT:.*]] = vector.reduction <add>, %[[ONES]]
  // CHECK: %[[LANES:.*]] = arith.index_cast %[[COUNT]]
  // CHECK: arith.cmpi ult, %{{.*}}, %[[LANES]]
  // CHECK: vector.expandload
  %x = vector.expandload %m[%i], %mask, %v
      : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // CHECK: __ember_fault_index
  // CHECK: vector.compressstore
  vector.compressstore %m[%i], %mask, %v
      : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @indexed(
// CHECK-SAME:    %[[M:.*]]: memref<?xf32>, %[[N:.*]]: memref<?x?xf32>, %[[I:.*]]: index, %[[LANES:.*]]: vector<8xi32>, %[[MASK:.*]]: vector<8xi1>,
func.func @indexed(%m: memref<?xf32>, %n: memref<?x?xf32>, %i: index,
                   %lanes: vector<8xi32>, %mask: vector<8xi1>,
                   %v: vector<8xf32>) {
  // Indices are signed.
  // CHECK-DAG: %[[WIDE:.*]] = arith.index_cast %[[LANES]] : vector<8xi32> to vector<8xindex>
  // CHECK-DAG: %[[START:.*]] = vector.broadcast %[[I]]
  // CHECK:     %[[INDICES:.*]] = arith.addi %[[START]], %[[WIDE]]
  // CHECK:     %[[BEYOND:.*]] = arith.cmpi uge, %[[INDICES]]
  // CHECK:     arith.andi %[[BEYOND]], %[[MASK]]
  // CHECK:     vector.gather
  %x = vector.gather %m[%i][%lanes], %mask, %v
      : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
      into vector<8xf32>
  // Within a contiguous memref of two dimensions, rows may be left.
  // CHECK:     arith.muli
  // CHECK:     %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}} : vector<8xindex>
  // CHECK:     arith.xori %[[INSIDE]]
  // CHECK:     vector.scatter
  vector.scatter %n[%i, %i][%lanes], %mask, %x
      : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @transfer(
// CHECK-SAME:    %[[M:.*]]: memref<?x?x?xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index,
func.func @transfer(%m: memref<?x?x?xf32>, %i: index, %j: index, %k: index,
                    %pad: f32, %mask: vector<2x4xi1>) {
  // A dimension without a vector's; one that may be padded above; one that
  // may not.
  // CHECK:     arith.cmpi uge, %[[I]]
  // CHECK:     arith.cmpi slt, %[[J]]
  // CHECK:     arith.cmpi uge, %[[K]]
  // CHECK:     vector.transfer_read
  %0 = vector.transfer_read %m[%i, %j, %k], %pad {in_bounds = [false, true]}
      : memref<?x?x?xf32>, vector<2x4xf32>
  // Under a mask, the elements that are on.
  // CHECK:     vector.multi_reduction <or>, %{{.*}} [1] : vector<2x4xi1> to vector<2xi1>
  // CHECK:     vector.multi_reduction <or>, %{{.*}} [0] : vector<2x4xi1> to vector<4xi1>
  // CHECK:     vector.transfer_write
  vector.transfer_write %0, %m[%i, %j, %k], %mask {in_bounds = [true, true]}
      : vector<2x4xf32>, memref<?x?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @mask_region
func.func @mask_region(%m: memref<?xf32>, %i: index, %pad: f32,
                       %mask: vector<8xi1>) -> vector<8xf32> {
  // CHECK:      llvm.call @__ember_fault_index
  // CHECK-NEXT: }
  // CHECK-NEXT: vector.mask %{{.*}} { vector.transfer_read
  %0 = vector.mask %mask {
    vector.transfer_read %m[%i], %pad {in_bounds = [true]}
        : memref<?xf32>, vector<8xf32>
  } : vector<8xi1> -> vector<8xf32>
  return %0 : vector<8xf32>
}

// -----

// CHECK-LABEL: func.func @positions(
// CHECK-SAME:    %{{.*}}: vector<4x8xf32>, %[[I:.*]]: index,
func.func @positions(%v: vector<4x8xf32>, %i: index, %x: f32) {
  // CHECK-DAG: %[[C8:.*]] = arith.constant 8 : index
  // CHECK:     arith.cmpi uge, %[[I]], %[[C8]]
  // CHECK:     vector.extract
  %0 = vector.extract %v[2, %i] : f32 from vector<4x8xf32>
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
  // CHECK:     arith.cmpi uge, %[[I]], %[[C4]]
  // CHECK:     vector.insert
  %1 = vector.insert %x, %v[%i, 3] : f32 into vector<4x8xf32>
  return
}
