//===- ComparerTest.cpp - Tests of the comparison of runs -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Comparer.h"

#include "FuzzTest.h"
#include "ember/Fuzz/LitTest.h"

namespace ember::fuzz {
namespace {

using ComparerTest = FuzzTest;
using Kind = Outcome::Kind;

constexpr const char *gather = R"mlir(
  func.func @kernel(%idx: memref<?xindex>, %t: memref<?xf32>, %out: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %idx, %c0 : memref<?xindex>
    scf.for %i = %c0 to %n step %c1 {
      %j = memref.load %idx[%i] : memref<?xindex>
      %v = memref.load %t[%j] : memref<?xf32>
      memref.store %v, %out[%i] : memref<?xf32>
    }
    return
  }
)mlir";

// Says that its arguments are disjoint, which is wrong where they are not.
constexpr const char *copy = R"mlir(
  func.func @kernel(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %b, %c0 : memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<?xf32>
      memref.store %v, %b[%i] : memref<?xf32>
    }
    return
  }
)mlir";

Outcome compare(MLIRContext &context, const Case &test) {
  auto machine = sim::loadMachine("default");
  EXPECT_TRUE(bool(machine));
  return compareRuns(context, test, chooseConfigurations(1), *machine);
}

TEST_F(ComparerTest, Agree) {
  Outcome outcome = compare(
      context,
      {gather,
       {"values:3xindex:2,0,2", "values:3xf32:1,nan,-0.0", "zeros:3xf32"}});
  EXPECT_EQ(outcome.kind, Kind::Agree) << outcome.message;
  EXPECT_EQ(outcome.numDecoupled, 1u);
  EXPECT_EQ(outcome.numVectorised, 1u);
}

TEST_F(ComparerTest, Fault) {
  EXPECT_EQ(
      compare(context,
              {gather, {"values:3xindex:2,3,2", "zeros:3xf32", "zeros:3xf32"}})
          .kind,
      Kind::Fault);
}

// Each element is that before it: in order, all are the first in the end.
TEST_F(ComparerTest, Mismatch) {
  Outcome outcome = compare(
      context, {copy, {"values:5xf32:1,2,3,4,5", "view:0,offset=1,shape=4"}});
  EXPECT_EQ(outcome.kind, Kind::Mismatch) << outcome.message;
  EXPECT_NE(outcome.message.find("differs from the original in argument 0"),
            std::string::npos)
      << outcome.message;
  ASSERT_TRUE(outcome.culprit.has_value());
  EXPECT_NE(*outcome.culprit, 0u) << "erased at level 0, it runs in order";
}

// Queues of one record are enough; a program that needs more is not run.
TEST_F(ComparerTest, SmallQueues) {
  auto machine = sim::loadMachine("default");
  ASSERT_TRUE(bool(machine));
  auto compareWithQueues = [&](const Case &test, uint32_t dataBytes) {
    Configuration configuration{Configuration::Kind::Decoupled, 0, "", {}};
    configuration.queues = {/*controlBytes=*/4, /*tokenBytes=*/4, dataBytes};
    return compareRuns(context, test, configuration, *machine);
  };
  const Case good{
      gather,
      {"values:3xindex:2,0,2", "values:3xf32:1,nan,-0.0", "zeros:3xf32"}};
  const Case bad{copy, {"values:5xf32:1,2,3,4,5", "view:0,offset=1,shape=4"}};
  EXPECT_EQ(compareWithQueues(good, 16).kind, Kind::Agree);
  EXPECT_EQ(compareWithQueues(bad, 16).kind, Kind::Mismatch);
  EXPECT_EQ(compareWithQueues(bad, 1).kind, Kind::Agree);
}

TEST_F(ComparerTest, TestsHaveTheirMachine) {
  auto machine = sim::loadMachine("default");
  ASSERT_TRUE(bool(machine));
  Configuration configuration{Configuration::Kind::Decoupled, 2, "vlen=4", {}};
  configuration.queues = {/*controlBytes=*/12, /*tokenBytes=*/4,
                          /*dataBytes=*/96};
  std::string text;
  llvm::raw_string_ostream os(text);
  printLitTest("title", {gather, {"values:0xindex:"}}, configuration, *machine,
               os);
  for (const char *part :
       {"--machine=%t.machine0.yaml", "// machine0:   control_bytes: ",
        "// machine0:   data_bytes: ", " 96\n"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST_F(ComparerTest, Rejected) {
  EXPECT_EQ(compare(context, {"func.func @f() { nonsense }", {}}).kind,
            Kind::Rejected);
  EXPECT_EQ(compare(context, {gather, {"3"}}).kind, Kind::Rejected);
}

TEST(Outcome, TextAndBack) {
  Outcome outcome;
  outcome.kind = Kind::Mismatch;
  outcome.message = "expects \"1\",\nbut got 2";
  outcome.culprit = 3;
  outcome.numDecoupled = 2;
  outcome.numVectorised = 1;
  std::optional<Outcome> read = deserialize(serialize(outcome));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->kind, outcome.kind);
  EXPECT_EQ(read->message, outcome.message);
  EXPECT_EQ(read->culprit, outcome.culprit);
  EXPECT_EQ(read->numDecoupled, 2u);
  EXPECT_EQ(read->numVectorised, 1u);
  EXPECT_FALSE(deserialize("no outcome").has_value());
}

} // namespace
} // namespace ember::fuzz
