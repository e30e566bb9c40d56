//===- BlockTemplate.h - What a basic block costs ---------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The core model's only view of the program: for each basic block a list of
/// operations with their micro-ops, latencies and operands. Nothing here tells
/// whether the numbers come from IR cost tables or from machine instructions.
///
//===----------------------------------------------------------------------===//

#ifndef EMBER_SIMULATOR_BLOCKTEMPLATE_H
#define EMBER_SIMULATOR_BLOCKTEMPLATE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ember::sim {

/// A value of a function, numbered densely from 0. Arguments come first, in
/// order.
using ValueId = uint32_t;

/// Stands for a constant operand, or for no result.
constexpr ValueId noValue = ~ValueId(0);

enum class OperationKind : uint8_t {
  Alu,          ///< Computes; its latency is in the template.
  Load,         ///< One trace entry `Access`; a masked one `Length`, too.
  Store,        ///< One trace entry `Access`; a masked one `Length`, too.
  LoadRange,    ///< Two trace entries: `Access`, `Length`.
  StoreRange,   ///< Two trace entries: `Access`, `Length`.
  Branch,       ///< The block's end, when it does not return.
  Call,         ///< Enters a function of the program.
  IndirectCall, ///< May enter a function of the program.
  Return,
  Acquire, ///< One trace entry `Acquire`.
  Release, ///< One trace entry `Release`.
  Start,   ///< One trace entry `Start`.
};

/// One instruction of the program: its micro-ops dispatch together, wait for
/// the same operands, and give their result at the same time.
struct Operation {
  OperationKind kind = OperationKind::Alu;
  bool instruction = true; ///< Counts as an instruction. False for further
                           ///< parts of one, a copy's store for instance.
  uint16_t microOps = 1;   ///< 0: free, passes on its operands' time (Alu
                           ///< only). The last of a load or store accesses
                           ///< memory.
  uint16_t latency = 1;    ///< Cycles from issue to the result. For loads added
                           ///< to the memory's.
  uint16_t lanes = 1;      ///< Load/Store: elements.
  bool masked = false;     ///< Load/Store: the trace tells how many of them.
  uint32_t bytes = 0;      ///< Load/Store: size of the access; of a range, by
                           ///< each of its micro-ops.
  ValueId result = noValue;
  uint32_t firstOperand = 0; ///< Into ProgramTemplates::operands.
  uint32_t numOperands = 0;  ///< Calls: in the order of the arguments.
};

/// One PHI along one edge: `result` gets the time of `source`.
struct PhiMove {
  ValueId result = noValue;
  ValueId source = noValue;
};

/// The PHIs along one edge; they happen at the same time.
struct BlockEdge {
  uint32_t predecessor = 0; ///< Number of the block the edge comes from.
  uint32_t firstMove = 0;   ///< Into ProgramTemplates::moves.
  uint32_t numMoves = 0;
};

struct BlockTemplate {
  uint32_t function = 0; ///< Into ProgramTemplates::functions.
  bool entry = false;    ///< Is its function's entry.
  uint32_t firstOperation = 0, numOperations = 0;
  uint32_t firstEdge = 0, numEdges = 0;
};

struct FunctionTemplate {
  std::string name;
  uint32_t numValues = 0;
  uint32_t numArguments = 0;
};

/// The templates of a program. Blocks are numbered over all functions; the
/// numbers are those of the trace.
struct ProgramTemplates {
  std::vector<FunctionTemplate> functions;
  std::vector<BlockTemplate> blocks;
  std::vector<Operation> operations;
  std::vector<ValueId> operands;
  std::vector<BlockEdge> edges;
  std::vector<PhiMove> moves;

  llvm::ArrayRef<Operation> operationsOf(const BlockTemplate &block) const {
    return llvm::ArrayRef(operations)
        .slice(block.firstOperation, block.numOperations);
  }
  llvm::ArrayRef<ValueId> operandsOf(const Operation &operation) const {
    return llvm::ArrayRef(operands).slice(operation.firstOperand,
                                          operation.numOperands);
  }
  llvm::ArrayRef<BlockEdge> edgesOf(const BlockTemplate &block) const {
    return llvm::ArrayRef(edges).slice(block.firstEdge, block.numEdges);
  }
  llvm::ArrayRef<PhiMove> movesOf(const BlockEdge &edge) const {
    return llvm::ArrayRef(moves).slice(edge.firstMove, edge.numMoves);
  }
};

} // namespace ember::sim

#endif // EMBER_SIMULATOR_BLOCKTEMPLATE_H
