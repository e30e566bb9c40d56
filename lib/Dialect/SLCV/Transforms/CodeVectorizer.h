//===- CodeVectorizer.h - Rewrites code to run by lanes ---------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_EMBER_DIALECT_SLCV_TRANSFORMS_CODEVECTORIZER_H
#define LIB_EMBER_DIALECT_SLCV_TRANSFORMS_CODEVECTORIZER_H

#include "ember/Dialect/SLCV/Analysis/LaneAnalysis.h"

namespace ember::slcv {

/// What vectors there are to be.
struct LaneOptions {
  int64_t vlen;       ///< Lanes of a vector.
  bool reassociateFP; ///< Whether floats are summed in any order.
};

/// Builds the code of a loop over lanes. What analysis allows cannot fail here.
class CodeVectorizer {
public:
  /// `mapping` has what the code's operands have become: scalars for uniform
  /// and affine values (the first lane's), vectors for others. Accumulators of
  /// reductions are vectors or scalars, as the caller likes.
  CodeVectorizer(OpBuilder &builder, const LoopLanes &loop,
                 const LaneOptions &options, IRMapping &mapping)
      : builder(builder), loop(loop), options(options), mapping(mapping) {}

  /// Builds the ops of a block, its terminator left out, for the lanes that
  /// `laneMask` holds.
  void build(Block &block, Value laneMask);

  VectorType getVector(Type element) const {
    return VectorType::get({options.vlen}, element);
  }

private:
  void build(Operation *op);
  void buildElementwise(Operation *op);
  void buildIf(mlir::scf::IfOp op);
  void buildDivergentIf(mlir::scf::IfOp op);
  void buildReduction(const Reduction &reduction);

  /// The value over the lanes, as a vector.
  Value getLanes(Value original);
  SmallVector<Value> lookup(ValueRange originals) const {
    return llvm::map_to_vector(
        originals, [&](Value v) { return mapping.lookupOrDefault(v); });
  }

  OpBuilder &builder;
  const LoopLanes &loop;
  const LaneOptions &options;
  IRMapping &mapping;
  Value mask;
  /// Vectors of uniform and affine values, as far as they dominate.
  DenseMap<Value, Value> vectors;
};

/// A vector that has the neutral element of a reduction in all lanes.
Value buildNeutral(OpBuilder &builder, Location loc, const Reduction &reduction,
                   VectorType type);

/// The element that `init` and a vector of elements come to: in order, unless
/// the reduction or `reassociateFP` allows another one.
Value buildFinish(OpBuilder &builder, const Reduction &reduction, Value vector,
                  Value init, bool reassociateFP);

} // namespace ember::slcv

#endif // LIB_EMBER_DIALECT_SLCV_TRANSFORMS_CODEVECTORIZER_H
