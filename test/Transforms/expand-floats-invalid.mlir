// RUN: ember-opt %s --ember-expand-floats --split-input-file --verify-diagnostics

func.func @rounding(%x: f32) -> f16 {
  // expected-error @+1 {{'arith.truncf' op expects rounding to nearest even, but got 'toward_zero'}}
  %0 = arith.truncf %x toward_zero : f32 to f16
  return %0 : f16
}

// -----

func.func @too_wide(%x: f128, %i: i128) -> (bf16, bf16) {
  // expected-error @+1 {{'arith.truncf' op is not supported for f16 and bf16}}
  %0 = arith.truncf %x : f128 to bf16
  // expected-error @+1 {{'arith.sitofp' op is not supported for f16 and bf16}}
  %1 = arith.sitofp %i : i128 to bf16
  return %0, %1 : bf16, bf16
}

// -----

func.func @complex(%x: complex<f16>) -> complex<f16> {
  // expected-error @+1 {{'complex.add' op is not supported for f16 and bf16}}
  %0 = complex.add %x, %x : complex<f16>
  return %0 : complex<f16>
}

// -----

func.func @other_dialect(%x: f16) -> f16 {
  // expected-error @+1 {{'llvm.fadd' op is not supported for f16 and bf16}}
  %0 = llvm.fadd %x, %x : f16
  return %0 : f16
}

// -----

func.func @scalable(%x: vector<[4]xf16>, %acc: f16) -> f16 {
  // expected-error @+1 {{'vector.reduction' op is not supported for f16 and bf16}}
  %0 = vector.reduction <add>, %x, %acc : vector<[4]xf16> into f16
  return %0 : f16
}

// -----

func.func @atomic(%m: memref<4xbf16>, %i: index, %x: bf16) {
  // expected-error @+1 {{'memref.atomic_rmw' op is not supported for f16 and bf16}}
  memref.atomic_rmw addf %x, %m[%i] : (bf16, memref<4xbf16>) -> bf16
  return
}
