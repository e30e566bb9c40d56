// RUN: ember-opt %s --convert-dlc-to-llvm --verify-diagnostics --split-input-file --allow-unregistered-dialect

func.func @passed_record() {
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    %token, %rec = dlc.acquire
    %passed = scf.execute_region -> !dlc.rec {
      scf.yield %rec : !dlc.rec
    }
    // expected-error @+1 {{'dlc.release' op expects the record of a dlc.acquire}}
    dlc.release %passed
    dlc.yield
  }
  return
}

// -----

"test.function"() ({
  // expected-error @+1 {{'dlc.decoupled' op expects to stand in a function}}
  dlc.decoupled records = [] access {
    dlc.yield
  } execute {
    dlc.yield
  }
}) : () -> ()
