//===- Shrinker.cpp - Makes failing cases small ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Shrinker.h"

#include "Edits.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ScopedPrinter.h"

namespace ember::fuzz {

namespace {

using ModuleRef = mlir::OwningOpRef<ModuleOp>;

class Shrinker {
public:
  Shrinker(MLIRContext &context, const Case &test,
           llvm::function_ref<bool(const Case &)> fails, unsigned maxTries)
      : context(context), best(test), fails(fails), triesLeft(maxTries) {}

  Case run();

private:
  /// Takes a module and texts as the best case if they are valid and fail.
  bool accept(ModuleOp module, std::vector<std::string> texts);
  ModuleRef parseBest() const;

  bool cleanUp();
  bool inlineCalls();
  bool shrinkResults();
  bool shrinkOps();
  bool shrinkArguments();
  bool shrinkData();

  MLIRContext &context;
  Case best;
  llvm::function_ref<bool(const Case &)> fails;
  unsigned triesLeft;
};

} // namespace

static mlir::func::FuncOp getKernel(ModuleOp module) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (function.isPublic() && !function.isExternal())
      return function;
  return {};
}

ModuleRef Shrinker::parseBest() const {
  return mlir::parseSourceString<ModuleOp>(best.kernel,
                                           mlir::ParserConfig(&context));
}

bool Shrinker::accept(ModuleOp module, std::vector<std::string> texts) {
  if (triesLeft == 0 || failed(mlir::verify(module)))
    return false;
  Case candidate{llvm::to_string(module), std::move(texts)};
  if (candidate.kernel == best.kernel && candidate.arguments == best.arguments)
    return false;
  --triesLeft;
  if (!fails(candidate))
    return false;
  best = std::move(candidate);
  return true;
}

bool Shrinker::cleanUp() {
  ModuleRef module = parseBest();
  mlir::PassManager pm(&context, ModuleOp::getOperationName());
  pm.addPass(mlir::createCanonicalizerPass());
  pm.addPass(mlir::createCSEPass());
  return succeeded(pm.run(*module)) && accept(*module, best.arguments);
}

bool Shrinker::inlineCalls() {
  ModuleRef module = parseBest();
  mlir::PassManager pm(&context, ModuleOp::getOperationName());
  pm.addPass(mlir::createInlinerPass());
  pm.addPass(mlir::createSymbolDCEPass());
  return succeeded(pm.run(*module)) && accept(*module, best.arguments);
}

bool Shrinker::shrinkResults() {
  ModuleRef module = parseBest();
  mlir::func::FuncOp kernel = getKernel(*module);
  if (kernel.getNumResults() == 0)
    return false;
  kernel.getBody().back().getTerminator()->setOperands({});
  kernel.setFunctionType(mlir::FunctionType::get(
      &context, kernel.getFunctionType().getInputs(), {}));
  kernel->removeAttr("res_attrs");
  return accept(*module, best.arguments);
}

/// Edits one op after the other; those around others come first. Goes on at the
/// same place after a success.
bool Shrinker::shrinkOps() {
  bool changed = false;
  for (size_t position = 0;; ++position) {
    for (OpEdit edit : allOpEdits) {
      bool accepted = true;
      while (accepted && triesLeft > 0) {
        ModuleRef module = parseBest();
        SmallVector<Operation *> ops;
        module->walk<mlir::WalkOrder::PreOrder>(
            [&](Operation *op) { ops.push_back(op); });
        if (position >= ops.size())
          return changed;
        accepted =
            applyEdit(ops[position], edit) && accept(*module, best.arguments);
        changed |= accepted;
      }
    }
    if (triesLeft == 0)
      return changed;
  }
}

bool Shrinker::shrinkArguments() {
  bool changed = false;
  for (unsigned i = best.arguments.size(); i-- > 0;) {
    for (auto edit : {makeConstant, eraseArgument}) {
      ModuleRef module = parseBest();
      std::vector<std::string> texts = best.arguments;
      if (i < texts.size() && edit(getKernel(*module), i, texts))
        changed |= accept(*module, std::move(texts));
    }
  }
  return changed;
}

bool Shrinker::shrinkData() {
  bool changed = false;
  for (unsigned i = 0; i < best.arguments.size(); ++i) {
    ModuleRef module = parseBest();
    auto type =
        dyn_cast<MemRefType>(getKernel(*module).getArgument(i).getType());
    if (!type)
      continue;
    const std::string element = llvm::to_string(type.getElementType());
    bool accepted = true;
    while (accepted && triesLeft > 0) {
      accepted = false;
      for (std::string &text : simplifyText(best.arguments[i], element)) {
        std::vector<std::string> texts = best.arguments;
        texts[i] = std::move(text);
        if (accept(*module, std::move(texts))) {
          accepted = changed = true;
          break;
        }
      }
    }
  }
  return changed;
}

Case Shrinker::run() {
  bool changed = true;
  while (changed && triesLeft > 0) {
    changed = inlineCalls();
    changed |= shrinkResults();
    changed |= shrinkOps();
    changed |= cleanUp();
    changed |= shrinkArguments();
    changed |= shrinkData();
  }
  return best;
}

Case shrink(MLIRContext &context, const Case &test,
            llvm::function_ref<bool(const Case &)> fails, unsigned maxTries) {
  // Candidates that do not verify are no one's mistake.
  mlir::ScopedDiagnosticHandler silence(
      &context, [](mlir::Diagnostic &) { return success(); });
  return Shrinker(context, test, fails, maxTries).run();
}

std::string shrinkText(StringRef text,
                       llvm::function_ref<bool(StringRef)> fails) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  auto join = [](ArrayRef<StringRef> parts) { return llvm::join(parts, "\n"); };
  for (size_t length = (lines.size() + 1) / 2; length > 0; length /= 2)
    for (size_t first = 0; first < lines.size();) {
      SmallVector<StringRef> rest(lines.begin(), lines.begin() + first);
      rest.append(lines.begin() + std::min(lines.size(), first + length),
                  lines.end());
      if (fails(join(rest)))
        lines = std::move(rest);
      else
        first += length;
    }
  return join(lines);
}

} // namespace ember::fuzz
