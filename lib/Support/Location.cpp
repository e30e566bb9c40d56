//===- Location.cpp - Locations as people write them ------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Support/Location.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace ember;

static std::optional<std::string> findPosition(Location loc) {
  return TypeSwitch<Location, std::optional<std::string>>(loc)
      .Case([](mlir::FileLineColRange range) {
        return (range.getFilename().getValue() + ":" +
                Twine(range.getStartLine()) + ":" +
                Twine(range.getStartColumn()))
            .str();
      })
      .Case([](mlir::NameLoc name) { return findPosition(name.getChildLoc()); })
      .Case([](mlir::CallSiteLoc site) {
        std::optional<std::string> callee = findPosition(site.getCallee());
        return callee ? callee : findPosition(site.getCaller());
      })
      .Case([](mlir::FusedLoc fused) {
        std::optional<std::string> position;
        for (Location part : fused.getLocations())
          if ((position = findPosition(part)))
            break;
        return position;
      })
      .Case([](mlir::OpaqueLoc opaque) {
        return findPosition(opaque.getFallbackLocation());
      })
      .Default([](Location) { return std::nullopt; });
}

std::string ember::describeLocation(Location loc) {
  if (std::optional<std::string> position = findPosition(loc))
    return *position;
  std::string printed;
  llvm::raw_string_ostream(printed) << loc;
  return printed;
}

std::string ember::describeOp(Operation *op) {
  return ("'" + op->getName().getStringRef() + "' at " +
          describeLocation(op->getLoc()))
      .str();
}

std::string ember::describeValue(Value value) {
  if (Operation *op = value.getDefiningOp())
    return describeOp(op);
  auto argument = cast<BlockArgument>(value);
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<mlir::LoopLikeOpInterface>(owner)) {
    std::optional<SmallVector<Value>> ivs = loop.getLoopInductionVars();
    if (ivs && llvm::is_contained(*ivs, value))
      return "the induction variable of " + describeOp(owner);
    return "a value that " + describeOp(owner) + " carries";
  }
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         describeOp(owner);
}

std::string ember::describeType(Type type) {
  std::string printed;
  llvm::raw_string_ostream(printed) << "'" << type << "'";
  return printed;
}
