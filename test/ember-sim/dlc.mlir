// A kernel that is split already runs, and its loads are proven legal; there is
// no original to compare it with.

// RUN: ember-opt %S/slc.mlir --convert-slc-to-dlc -o %t.mlir
// DEFINE: %{run} = ember-sim %t.mlir uniform:100xindex,max=8,seed=1 uniform:8xf32,seed=1 zeros:100xf32
// RUN: %{run} --stats=%t.json
// RUN: FileCheck %s < %t.json
// CHECK: "decoupled": 1,
// CHECK: "access": 200,

// RUN: not %{run} --check 2>&1 | FileCheck %s --check-prefix=ORIGINAL
// RUN: not %{run} --baseline 2>&1 | FileCheck %s --check-prefix=ORIGINAL
// ORIGINAL: error: cannot run the original of a kernel that is split already: 'gather' has a 'dlc.decoupled'

// RUN: sed 's/{llvm.noalias}//' %t.mlir > %t.illegal.mlir
// RUN: not ember-sim %t.illegal.mlir uniform:100xindex,max=8 uniform:8xf32 zeros:100xf32 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// ILLEGAL: error: 'slc.mem_str' op reads memory that its nest may write
