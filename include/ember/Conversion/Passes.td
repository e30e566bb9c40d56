include "mlir/Pass/PassBase.td"
