// Memory of the kernel's own that nests read and write, executed. It stays apart
// from other memory whatever is done with its views.

// RUN: %python %S/Inputs/run_kernels.py %ember_tools/ember-sim %s
// RUN: ember-opt %s --convert-scf-to-slc --slc-vectorize --slc-verify-decoupling -o /dev/null
// RUN: ember-opt %s --convert-scf-to-slc --convert-slc-to-dlc --slc-verify-decoupling -o /dev/null

// Two views are told apart at run time. That their addresses are compared leads
// nobody to them.

// KERNEL: views values:4xindex:0,1,2,3 uniform:4xf32,seed=1 uniform:4xf32,seed=2 true 4 4
// KERNEL: views values:4xindex:0,1,2,3 uniform:4xf32,seed=1 uniform:4xf32,seed=2 false 4 1
func.func @views(%idx: memref<?xindex>, %a: memref<?xf32>, %b: memref<?xf32>, %p: i1, %n: index, %from: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.addi %n, %n : index
  %one = arith.constant 1.0 : f32
  %local = memref.alloc(%size) : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    memref.store %one, %local[%i] : memref<?xf32>
  }
  %either = arith.select %p, %a, %b : memref<?xf32>
  %low = memref.subview %local[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %high = memref.subview %local[%from] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %idx[%i] : memref<?xindex>
    %v = memref.load %low[%j] : memref<?xf32, strided<[1]>>
    %w = memref.load %either[%j] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %high[%i] : memref<?xf32, strided<[1], offset: ?>>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %idx[%i] : memref<?xindex>
    %v = memref.load %local[%j] : memref<?xf32>
    memref.store %v, %either[%i] : memref<?xf32>
  }
  %r = memref.load %local[%n] : memref<?xf32>
  memref.dealloc %local : memref<?xf32>
  return %r : f32
}

// The strides of a view are compared before a loop is made wide.

// KERNEL: strides values:4xindex:3,0,1,2 uniform:4x9xf32,seed=1 uniform:4xf32,seed=2 uniform:4xf32,seed=3 true 4 2
// EXPECT: nests.vectorised=2
func.func @strides(%idx: memref<?xindex> {llvm.noalias}, %table: memref<?x?xf32> {llvm.noalias}, %a: memref<?xf32>, %b: memref<?xf32>, %p: i1, %n: index, %stride: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %size = arith.muli %n, %stride : index
  %local = memref.alloc(%size) : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    memref.store %zero, %local[%i] : memref<?xf32>
  }
  %view = memref.subview %local[0] [%n] [%stride] : memref<?xf32> to memref<?xf32, strided<[?]>>
  %either = arith.select %p, %a, %b : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %idx[%i] : memref<?xindex>
    scf.for %e = %c0 to %n step %c1 {
      %v = memref.load %table[%j, %e] : memref<?x?xf32>
      %o = memref.load %view[%e] : memref<?xf32, strided<[?]>>
      %s = arith.addf %v, %o : f32
      memref.store %s, %view[%e] : memref<?xf32, strided<[?]>>
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %idx[%i] : memref<?xindex>
    %v = memref.load %local[%j] : memref<?xf32>
    memref.store %v, %either[%i] : memref<?xf32>
  }
  memref.dealloc %local : memref<?xf32>
  return
}

// A view that is made under a condition goes from one callback to a later one;
// another is one of two.

// KERNEL: conditional values:5xindex:0,4,2,3,1 uniform:8xf32,seed=1 5
// EXPECT: loads.access=25
func.func @conditional(%idx: memref<?xindex>, %x: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %local = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %zero, %local[%i] : memref<16xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %idx[%i] : memref<?xindex>
    %p = arith.cmpi ne, %j, %c4 : index
    scf.if %p {
      %view = memref.subview %local[%i] [2] [1] : memref<16xf32> to memref<2xf32, strided<[1], offset: ?>>
      %first = memref.load %view[%c0] : memref<2xf32, strided<[1], offset: ?>>
      %q = arith.cmpf ogt, %first, %zero : f32
      %either = scf.if %q -> memref<2xf32, strided<[1], offset: ?>> {
        %0 = memref.subview %local[%j] [2] [1] : memref<16xf32> to memref<2xf32, strided<[1], offset: ?>>
        scf.yield %0 : memref<2xf32, strided<[1], offset: ?>>
      } else {
        scf.yield %view : memref<2xf32, strided<[1], offset: ?>>
      }
      %s = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %first) -> (f32) {
        %e = memref.load %x[%k] : memref<?xf32>
        %r = arith.addf %sum, %e : f32
        scf.yield %r : f32
      }
      memref.store %s, %view[%c0] : memref<2xf32, strided<[1], offset: ?>>
      memref.store %s, %either[%c1] : memref<2xf32, strided<[1], offset: ?>>
    }
  }
  %r = memref.load %local[%c1] : memref<16xf32>
  memref.dealloc %local : memref<16xf32>
  return %r : f32
}
