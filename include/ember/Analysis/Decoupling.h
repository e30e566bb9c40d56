//===- Decoupling.h - What an access unit can run ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides, for the loop nests of a function, which loops, loads and integer
/// operations an access unit runs, and for everything else why not. Rewrites
/// nothing: `--convert-scf-to-slc` carries the plans out. What is decoupled
/// already, and the original loops beside an `slc.fallback`, stay as they are.
///
/// A loop is offloaded when the access unit can compute its bounds, when it
/// reaches an offloaded load, and when nothing that the access unit computes
/// depends on the execute unit. A load is offloaded when nothing in its nest
/// may write what it reads and the access unit can compute its indices. Integer
/// arithmetic is offloaded when a bound or an index needs it.
///
/// An `scf.if` is converted when the access unit can compute its condition and
/// something in it is offloaded, or a bound or an index needs its result. Loops
/// in it run zero times where the condition is false, loads have it as their
/// predicate, divisions divide by one, and other arithmetic is done anyway. Its
/// results are selected. So the access unit touches and faults at nothing that
/// the original does not; what it computes where the condition is false is read
/// by nobody.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_ANALYSIS_DECOUPLING_H
#define EMBER_ANALYSIS_DECOUPLING_H

#include "ember/Support/LLVM.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ember {

/// A loop or a load that stays on the execute unit, and why.
struct Refusal {
  enum class Kind {
    Nest, ///< A loop in no other one, of which nothing is decoupled.
    Loop, ///< Any other loop.
    Load,
  };

  Kind kind;
  Operation *op; ///< For a loop of branches: one that goes back.
  std::string reason;
};

/// What is offloaded of one nest, the loops in and with its root.
struct NestPlan {
  mlir::scf::ForOp root;
  /// The loops of the access unit, the root first, in program order.
  SetVector<Operation *> loops;
  /// The `scf.if` that are converted, in program order.
  SetVector<Operation *> ifs;
  /// The loads of the access unit, in program order.
  SetVector<Operation *> loads;
  /// The integer operations of the access unit, in program order.
  SetVector<Operation *> arithmetic;
  /// Results of converted `scf.if` that the access unit selects.
  SetVector<Value> selects;
  /// Ops of the nest that depend on nothing in it and that the access unit
  /// needs, in program order; they go before the nest.
  SetVector<Operation *> invariants;
  /// Pairs of a memref that is read and one that is written of which a run-time
  /// check must tell that they are disjoint.
  SetVector<std::pair<Value, Value>> overlapChecks;
  /// The loops and loads that stay on the execute unit for a reason of their
  /// own; what is in such a loop stays with it.
  SmallVector<Refusal> refusals;

  /// Whether the op is a load or arithmetic of the access unit.
  bool isStream(Operation *op) const {
    return loads.contains(op) || arithmetic.contains(op);
  }
};

/// The plans of a function or of any op with regions.
class DecouplingAnalysis {
public:
  /// Plans the nests inside `root`. Without `allowOverlapChecks`, what only a
  /// run-time check could tell apart is taken to overlap.
  explicit DecouplingAnalysis(Operation *root, bool allowOverlapChecks = true);

  /// The nests to decouple, in program order; none is inside another.
  ArrayRef<NestPlan> getPlans() const { return plans; }

  /// Every other loop, and every load in a loop that is in no plan, in program
  /// order.
  ArrayRef<Refusal> getRefusals() const { return refusals; }

private:
  void visit(Region &region);
  void visitLoop(mlir::scf::ForOp loop);

  bool allowOverlapChecks;
  std::vector<NestPlan> plans;
  SmallVector<Refusal> refusals;
};

/// Plans the nest with this root; one without loads is not worth decoupling,
/// its refusals tell why.
NestPlan planNest(mlir::scf::ForOp root, bool allowOverlapChecks = true);

} // namespace ember

#endif // EMBER_ANALYSIS_DECOUPLING_H
