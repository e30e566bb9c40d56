// What a program reads of memory that it has freed is the pattern of new
// memory, and what it writes there changes nothing else.

// RUN: ember-sim %s --check --save=0:%t.npy zeros:3xf32 zeros:3xi64 3
// RUN: %python -c "import sys; sys.exit(open(sys.argv[1], 'rb').read()[-12:].hex() != 'a5a5a5a5' + 2 * '0000803f')" %t.npy

func.func @freed(%out: memref<?xf32>, %rows: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %one, %b[%i] : memref<?xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %rows[%i] : memref<?xi64>
    %k = arith.index_cast %j : i64 to index
    %v = memref.load %a[%k] : memref<?xf32>
    memref.store %v, %out[%i] : memref<?xf32>
    memref.store %one, %a[%k] : memref<?xf32>
  }
  memref.dealloc %b : memref<?xf32>
  return
}
