//===- RuntimeCalls.cpp - Calls of the run-time ABI -------------*- C++ -*-===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Target/RuntimeCalls.h"
#include "ember/Support/Location.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace ember;
using namespace ember::target;
namespace LLVM = mlir::LLVM;

namespace {

/// A function of the ABI. The letters of `signature` are its result and its
/// operands: `v` nothing, `i` i64, `p` ptr, `t` a token.
struct Function {
  StringRef name;
  StringRef signature;
  bool noReturn = false;
};

} // namespace

static constexpr StringRef stringPrefix = "__ember_string";

static constexpr Function functions[] = {
    {"__ember_start", "vpipi"},
    {"__ember_acquire", "t"},
    {"__ember_release", "v"},
    {"__ember_check_field", "vi"},
    {"__ember_check_run_field", "vii"},
    {"__ember_fallback", "vi"},
    {"__ember_fault", "vp", /*noReturn=*/true},
    {"__ember_fault_index", "vppiii", /*noReturn=*/true},
    {"__ember_check_range", "vpppii"},
};

static Type getType(MLIRContext *context, char letter) {
  Type i64 = IntegerType::get(context, 64);
  Type ptr = LLVM::LLVMPointerType::get(context);
  switch (letter) {
  case 'v':
    return LLVM::LLVMVoidType::get(context);
  case 'i':
    return i64;
  case 'p':
    return ptr;
  case 't':
    return LLVM::LLVMStructType::getLiteral(context, {i64, ptr});
  }
  llvm_unreachable("a letter that no signature has");
}

static LLVM::LLVMFunctionType getFunctionType(MLIRContext *context,
                                              const Function &function) {
  SmallVector<Type> operands;
  for (char letter : function.signature.drop_front())
    operands.push_back(getType(context, letter));
  return LLVM::LLVMFunctionType::get(
      getType(context, function.signature.front()), operands);
}

RuntimeCalls::RuntimeCalls(ModuleOp module) : module(module), symbols(module) {
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (!global.getSymName().starts_with(stringPrefix) ||
        !global.getConstant() || global.getLinkage() != LLVM::Linkage::Private)
      continue;
    auto value = dyn_cast_or_null<StringAttr>(global.getValueOrNull());
    if (value && value.getValue().ends_with(StringRef("\0", 1)))
      strings.try_emplace(value.getValue().drop_back(),
                          global.getSymNameAttr());
  }
}

FailureOr<RuntimeCalls> RuntimeCalls::create(ModuleOp module) {
  RuntimeCalls calls(module);
  for (const Function &function : functions) {
    Operation *symbol = calls.symbols.lookup(function.name);
    if (!symbol)
      continue;
    LLVM::LLVMFunctionType type =
        getFunctionType(module.getContext(), function);
    auto declared = dyn_cast<LLVM::LLVMFuncOp>(symbol);
    if (!declared || !declared.isExternal() ||
        declared.getFunctionType() != type)
      return symbol->emitError()
             << "symbol '" << function.name
             << "' is reserved for the run-time, expects a declaration of type "
             << type;
  }
  return calls;
}

OpBuilder RuntimeCalls::atTop() {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  if (lastSymbol)
    builder.setInsertionPointAfter(lastSymbol);
  return builder;
}

LLVM::GlobalOp RuntimeCalls::createConstant(StringRef name, StringRef bytes,
                                            unsigned alignment) {
  OpBuilder builder = atTop();
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  auto global = LLVM::GlobalOp::create(
      builder, module.getLoc(), type, /*isConstant=*/true,
      LLVM::Linkage::Private, name, builder.getStringAttr(bytes), alignment);
  symbols.insert(global);
  lastSymbol = global;
  return global;
}

Value RuntimeCalls::constant(OpBuilder &builder, Location loc, StringRef name,
                             StringRef bytes, unsigned alignment) {
  return LLVM::AddressOfOp::create(builder, loc,
                                   createConstant(name, bytes, alignment));
}

Value RuntimeCalls::string(OpBuilder &builder, Location loc, StringRef text) {
  StringAttr &name = strings[text];
  if (!name) {
    std::string bytes = text.str();
    bytes.push_back('\0');
    name = createConstant((stringPrefix + Twine(strings.size() - 1)).str(),
                          bytes, /*alignment=*/1)
               .getSymNameAttr();
  }
  return LLVM::AddressOfOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), name);
}

LLVM::CallOp RuntimeCalls::call(OpBuilder &builder, Location loc,
                                StringRef name, ValueRange operands) {
  auto function = symbols.lookup<LLVM::LLVMFuncOp>(name);
  if (!function) {
    const Function *found = llvm::find_if(
        functions, [&](const Function &f) { return f.name == name; });
    assert(found != std::end(functions) && "not a function of the ABI");
    OpBuilder top = atTop();
    function =
        LLVM::LLVMFuncOp::create(top, module.getLoc(), name,
                                 getFunctionType(builder.getContext(), *found));
    if (found->noReturn)
      function.setPassthroughAttr(
          builder.getStrArrayAttr({"cold", "noreturn"}));
    symbols.insert(function);
    lastSymbol = function;
  }
  return LLVM::CallOp::create(builder, loc, function, operands);
}

Value RuntimeCalls::toI64(OpBuilder &builder, Location loc, Value value) {
  if (!value.getType().isIndex())
    return value;
  return mlir::arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                          value);
}

Value RuntimeCalls::constantI64(OpBuilder &builder, Location loc,
                                int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI64IntegerAttr(value));
}

void RuntimeCalls::start(OpBuilder &builder, Location loc, Value program,
                         Value bytes, Value config, Value words) {
  call(builder, loc, "__ember_start",
       {program, toI64(builder, loc, bytes), config,
        toI64(builder, loc, words)});
}

RuntimeCalls::Token RuntimeCalls::acquire(OpBuilder &builder, Location loc) {
  Value token = call(builder, loc, "__ember_acquire", {}).getResult();
  return {LLVM::ExtractValueOp::create(builder, loc, token, 0),
          LLVM::ExtractValueOp::create(builder, loc, token, 1)};
}

void RuntimeCalls::release(OpBuilder &builder, Location loc) {
  call(builder, loc, "__ember_release", {});
}

void RuntimeCalls::checkField(OpBuilder &builder, Location loc, int64_t field) {
  call(builder, loc, "__ember_check_field", constantI64(builder, loc, field));
}

void RuntimeCalls::checkRunField(OpBuilder &builder, Location loc,
                                 int64_t field, Value position) {
  call(builder, loc, "__ember_check_run_field",
       {constantI64(builder, loc, field), toI64(builder, loc, position)});
}

void RuntimeCalls::fallback(OpBuilder &builder, Location loc, int64_t nest) {
  call(builder, loc, "__ember_fallback", constantI64(builder, loc, nest));
}

void RuntimeCalls::fault(OpBuilder &builder, Location loc, StringRef text) {
  call(builder, loc, "__ember_fault",
       string(builder, loc, describeLocation(loc) + ": " + text.str()));
}

void RuntimeCalls::faultIndex(OpBuilder &builder, Operation *op, int64_t dim,
                              Value index, Value size) {
  Location loc = op->getLoc();
  Value where = string(builder, loc, describeLocation(loc));
  Value name = string(builder, loc, op->getName().getStringRef());
  call(builder, loc, "__ember_fault_index",
       {where, name, constantI64(builder, loc, dim), toI64(builder, loc, index),
        toI64(builder, loc, size)});
}

void RuntimeCalls::checkRange(OpBuilder &builder, Operation *op, Value base,
                              Value low, Value high) {
  Location loc = op->getLoc();
  Value where = string(builder, loc, describeLocation(loc));
  Value name = string(builder, loc, op->getName().getStringRef());
  call(
      builder, loc, "__ember_check_range",
      {where, name, base, toI64(builder, loc, low), toI64(builder, loc, high)});
}
