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
