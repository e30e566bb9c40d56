// RUN: ember-opt %s --pass-pipeline="builtin.module(func.func(slc-hoist-loads))" --remarks-filter=hoist --verify-diagnostics -o /dev/null

func.func @nests(%a: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @+1 {{[Passed] LoadsHoisted | Category:hoist | Loads=3}}
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %n step %c1 {
      slc.for %k = %c0 to %n step %c1 {
        %u = slc.mem_str %a[%i] : memref<?xindex>
        %v = slc.mem_str %a[%j] : memref<?xindex>
        slc.callback {
          %x = slc.to_val %u : index
          %y = slc.to_val %v : index
          %z = arith.addi %x, %y : index
        }
      }
    }
  }
  // Nothing to say.
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %n step %c1 {
      %v = slc.mem_str %a[%j] : memref<?xindex>
      slc.callback {
        %x = slc.to_val %v : index
      }
    }
  }
  return
}

// Only some iterations load, the same.
func.func @predicate(%a: memref<?xindex>, %mask: memref<?xi1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %n step %c1 {
      %p = slc.mem_str %mask[%j] : memref<?xi1>
      // expected-remark-re @+1 {{[Missed] StreamNotHoisted | Category:hoist | Reason="it loads the same in each iteration, but its predicate changes: 'slc.mem_str' at {{.*}}hoist-loads-remarks.mlir:38:12"}}
      %v = slc.mem_str %a[%i] if %p : memref<?xindex>
      slc.callback {
        %x = slc.to_val %v : index
      }
    }
  }
  return
}

func.func @runs(%a: memref<?xindex>, %out: memref<?xindex>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    slc.for %j = %c0 to %n step %c1 {
      // expected-remark-re @+1 {{[Missed] StreamNotHoisted | Category:hoist | Reason="its callback takes runs already, and reads it as one: 'slcv.buf_str' at {{.*}}hoist-loads-remarks.mlir:58:16"}}
      %v = slc.mem_str %a[%i] : memref<?xindex>
      slcv.callback<8> (%length) {
        scf.for %k = %c0 to %length step %c1 {
          %x = slcv.buf_str %v[%k] : index
          memref.store %x, %out[%k] : memref<?xindex>
        }
      }
    }
  }
  return
}

func.func @bits(%bits: memref<?xi1>, %a: memref<2xindex>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  slc.for %i = %c0 to %n step %c1 {
    %b = slc.mem_str %bits[%i] : memref<?xi1>
    slc.for %j = %c0 to %m step %c1 {
      // expected-remark @+1 {{[Missed] StreamNotHoisted | Category:hoist | Reason="no divisor of one bit is safe where the loop does not run"}}
      %q = slc.alu_str divui %b, %b : i1
      %k = slc.alu_str index_castui %q : i1 to index
      %v = slc.mem_str %a[%k] : memref<2xindex>
      slc.callback {
        %x = slc.to_val %v : index
      }
    }
  }
  return
}
