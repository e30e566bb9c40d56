// RUN: ember-opt %s --convert-scf-to-slc=alias-checks=refuse --remarks-filter=decouple --verify-diagnostics -o /dev/null

func.func @refused(%a: memref<?xf32>, %b: memref<?xf32> {llvm.noalias}, %c: memref<?xf32>, %n: index) {
  // expected-remark @+1 {{[Passed] NestDecoupled | Category:decouple | Loads=1, Loops=1, OverlapChecks=0}}
  scf.for %i = %n to %n step %n {
    %u = memref.load %b[%i] : memref<?xf32>
    // expected-remark-re @+1 {{[Missed] LoadNotOffloaded | Category:decouple | Reason="the nest may write its memory through argument 2 of 'func.func' at {{.*}}decoupling-remarks-refuse.mlir:3:1, and a check at run time is not allowed; alias-checks=runtime allows it"}}
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %c[%i] : memref<?xf32>
  }
  return
}
