//===- Workload.cpp - What ember-bench measures ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Bench/Workload.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using llvm::StringRef;

namespace ember::bench {

namespace {

struct Model {
  llvm::StringLiteral name;
  int64_t width;
};

constexpr Model models[] = {{"RM1", 32}, {"RM2", 64}, {"RM3", 128}};

constexpr Locality localities[] = {
    {"L0", "uniform", "", "uniform"},
    {"L1", "zipf", ",alpha=0.8", "Zipf 0.8"},
    {"L2", "zipf", ",alpha=1.05", "Zipf 1.05"},
};

} // namespace

llvm::Error Sizes::check() const {
  if (lookups <= 0 || lookups % lookupsPerBag != 0)
    return llvm::createStringError(
        "expects a positive multiple of " + llvm::Twine(lookupsPerBag) +
        " lookups, which a bag has, but got " + llvm::Twine(lookups));
  if (rows <= 0)
    return llvm::createStringError(
        "expects a table of at least 1 row, but got " + llvm::Twine(rows));
  return llvm::Error::success();
}

std::string Workload::getName() const {
  return (model + "_" + locality.name).str();
}

std::vector<std::string> Workload::getArguments(const Sizes &sizes) const {
  const int64_t bags = sizes.lookups / lookupsPerBag;
  return {
      llvm::formatv("offsets:{0}xindex,length={1}", bags + 1, lookupsPerBag),
      llvm::formatv("{0}:{1}xindex,max={2},seed=1{3}", locality.generator,
                    sizes.lookups, sizes.rows, locality.options),
      llvm::formatv("uniform:{0}x{1}xf32,seed=1", sizes.rows, width),
      llvm::formatv("zeros:{0}x{1}xf32", bags, width),
  };
}

std::vector<Workload> getWorkloads() {
  std::vector<Workload> workloads;
  for (const Model &model : models)
    for (const Locality &locality : localities)
      workloads.push_back({model.name, model.width, locality});
  return workloads;
}

llvm::Expected<std::vector<Workload>> parseWorkloads(StringRef names) {
  const std::vector<Workload> all = getWorkloads();
  std::vector<Workload> workloads;
  for (StringRef name : llvm::split(names, ',')) {
    auto isNamed = [&](const Workload &workload) {
      return workload.getName() == name;
    };
    auto found = llvm::find_if(all, isNamed);
    if (found == all.end())
      return llvm::createStringError(
          "expects workloads of " + all.front().getName() + " to " +
          all.back().getName() + ", but got '" + name + "'");
    if (llvm::any_of(workloads, isNamed))
      return llvm::createStringError("expects each workload once, but got '" +
                                     name + "' twice");
    workloads.push_back(*found);
  }
  return workloads;
}

} // namespace ember::bench
