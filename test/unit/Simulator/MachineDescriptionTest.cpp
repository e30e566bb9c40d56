//===- MachineDescriptionTest.cpp - Reading and writing machine files ----===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Simulator/MachineDescription.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

using namespace ember::sim;

static std::string write(const MachineDescription &machine) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeMachine(machine, os);
  return text;
}

/// Where the line of `key` begins in the default machine's file.
static size_t find(llvm::StringRef key) {
  std::string text = write(MachineDescription());
  size_t position = text.find("\n  " + key.str() + ":");
  if (position == std::string::npos)
    position = text.find("\n" + key.str() + ":");
  EXPECT_NE(position, std::string::npos) << key.str();
  return position + 1;
}

/// The default machine with another line (or lines) in the place of a key's.
static std::string edited(llvm::StringRef key, llvm::StringRef line) {
  std::string text = write(MachineDescription());
  size_t begin = find(key);
  size_t end = text.find('\n', begin);
  return text.replace(begin, end - begin, line.str());
}

/// The file and line of a key of the default machine, as messages begin.
static std::string at(llvm::StringRef key) {
  std::string text = write(MachineDescription());
  size_t line = llvm::StringRef(text).take_front(find(key)).count('\n') + 1;
  return "m.yaml:" + std::to_string(line) + ":";
}

/// The message of the error that this text is; empty when it is none.
static std::string errorOf(llvm::StringRef text) {
  llvm::Expected<MachineDescription> machine = parseMachine(text, "m.yaml");
  return machine ? std::string() : llvm::toString(machine.takeError());
}

#define EXPECT_ERROR(text, line, message)                                      \
  do {                                                                         \
    std::string error = errorOf(text);                                         \
    EXPECT_TRUE(llvm::StringRef(error).starts_with(line)) << error;            \
    EXPECT_TRUE(llvm::StringRef(error).ends_with(message)) << error;           \
  } while (false)

TEST(MachineDescriptionTest, PresetIsTheDefault) {
  llvm::Expected<MachineDescription> machine = loadMachine("default");
  ASSERT_TRUE(bool(machine));
  EXPECT_EQ(write(*machine), write(MachineDescription()));
}

TEST(MachineDescriptionTest, EveryFieldIsDocumented) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> page =
      llvm::MemoryBuffer::getFile(EMBER_SOURCE_DIR
                                  "/docs/Simulator/Machine.md");
  ASSERT_TRUE(bool(page));
  llvm::SmallVector<llvm::StringRef> rows, lines;
  (*page)->getBuffer().split(rows, '\n');
  std::string text = write(MachineDescription());
  llvm::StringRef(text).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    auto [key, value] = line.split(':');
    key = key.trim();
    value = value.trim();
    if (value.empty())
      continue;
    // One row of a table begins with the key and has the default.
    std::string begin = ("| `" + key + "` |").str();
    std::string contents = ("| " + value + " |").str();
    EXPECT_EQ(llvm::count_if(rows,
                             [&](llvm::StringRef row) {
                               return row.starts_with(begin) &&
                                      row.contains(contents);
                             }),
              1)
        << line.str();
  }
}

TEST(MachineDescriptionTest, RoundTrips) {
  MachineDescription machine;
  machine.core.cpu = "znver4";
  machine.core.vectorBits = 512;
  machine.core.dispatchWidth = 6;
  machine.core.window = 320;
  machine.core.loadPorts = 3;
  machine.core.storePorts = 2;
  machine.core.storeBuffer = 64;
  machine.core.forwardLatency = 7;
  machine.core.outstandingMisses = 24;
  machine.accessUnit.slots = 16;
  machine.accessUnit.outstandingRequests = 99;
  machine.accessUnit.requestsPerCycle = 2;
  machine.accessUnit.aluLatency = 3;
  machine.accessUnit.queueWriteBytesPerCycle = 32;
  machine.accessUnit.queueLatency = 0;
  machine.queues.controlBytes = 512;
  machine.queues.tokenBytes = 8;
  machine.queues.dataBytes = 4096;
  machine.cache.lineBytes = 128;
  machine.cache.sizeBytes = 3 << 20;
  machine.cache.ways = 12;
  machine.cache.hitLatency = 14;
  machine.cache.mshrs = 48;
  machine.dram.latency = 250;
  machine.dram.milliBytesPerCycle = 9875;
  machine.addressSeed = 18446744073709551615u;
  std::string text = write(machine);
  EXPECT_NE(text.find(": 9.875\n"), std::string::npos) << text;

  llvm::Expected<MachineDescription> read = parseMachine(text, "m.yaml");
  ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
  EXPECT_EQ(write(*read), text);
  EXPECT_EQ(read->core.cpu, "znver4");
  EXPECT_EQ(read->cache.ways, 12u);
  EXPECT_EQ(read->dram.milliBytesPerCycle, 9875u);
  EXPECT_EQ(read->addressSeed, machine.addressSeed);
}

TEST(MachineDescriptionTest, ReadsAFile) {
  llvm::SmallString<128> path;
  int descriptor;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("machine", "yaml", descriptor, path));
  auto remove = llvm::scope_exit([&] { llvm::sys::fs::remove(path); });
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << edited("window", "  window: 7");
  }
  llvm::Expected<MachineDescription> machine = loadMachine(path);
  ASSERT_TRUE(bool(machine)) << llvm::toString(machine.takeError());
  EXPECT_EQ(machine->core.window, 7u);
}

TEST(MachineDescriptionTest, MissingFile) {
  llvm::Expected<MachineDescription> machine = loadMachine("no/such.yaml");
  ASSERT_FALSE(bool(machine));
  EXPECT_EQ(llvm::toString(machine.takeError()),
            "expects the machine preset 'default' or a YAML file, but got "
            "'no/such.yaml': No such file or directory");
}

TEST(MachineDescriptionTest, UnknownKey) {
  EXPECT_ERROR(edited("window", "  windows: 3\n  window: 1"), at("window"),
               "in 'core': unknown key 'windows'");
  EXPECT_ERROR(edited("core", "cores: {}\ncore:"), at("core"),
               "unknown key 'cores'");
}

TEST(MachineDescriptionTest, MissingKey) {
  std::string text = write(MachineDescription());
  size_t begin = text.find("  window:");
  text.erase(begin, text.find('\n', begin) + 1 - begin);
  EXPECT_ERROR(text, "m.yaml:", "missing required key 'window'");
  EXPECT_ERROR(edited("address_seed", "#"),
               "m.yaml:", "missing required key 'address_seed'");
}

TEST(MachineDescriptionTest, DuplicateKey) {
  EXPECT_ERROR(edited("window", "  window: 3\n  window: 1"),
               "m.yaml:", "duplicated mapping key 'window'");
}

TEST(MachineDescriptionTest, MistypedValue) {
  EXPECT_ERROR(edited("window", "  window: wide"), at("window"),
               "'window' expects an integer in [1, 4096], but got 'wide'");
  EXPECT_ERROR(edited("window", "  window: 19.5"), at("window"),
               "'window' expects an integer in [1, 4096], but got '19.5'");
  EXPECT_ERROR(edited("window", "  window: [1]"), at("window"),
               "'window' expects a single value");
  EXPECT_ERROR(edited("window", "  window:"),
               "m.yaml:", "'window' expects a single value");
  EXPECT_ERROR(edited("bytes_per_cycle", "  bytes_per_cycle: 12.8765"),
               at("bytes_per_cycle"),
               "'bytes_per_cycle' expects a number in [0.1, 4096] with at most "
               "three decimals, but got '12.8765'");
  EXPECT_ERROR("core: 3\n", "m.yaml:1:", "in 'core': not a mapping");
  EXPECT_ERROR("- 1\n", "m.yaml:1:", "not a mapping");
}

TEST(MachineDescriptionTest, ValueOutOfRange) {
  EXPECT_ERROR(edited("window", "  window: 0"), at("window"),
               "'window' expects an integer in [1, 4096], but got '0'");
  EXPECT_ERROR(edited("window", "  window: -1"), at("window"),
               "'window' expects an integer in [1, 4096], but got '-1'");
  EXPECT_ERROR(edited("window", "  window: 4097"), at("window"),
               "'window' expects an integer in [1, 4096], but got '4097'");
  EXPECT_ERROR(edited("window", "  window: 99999999999999999999"), at("window"),
               "but got '99999999999999999999'");
  EXPECT_ERROR(edited("bytes_per_cycle", "  bytes_per_cycle: 0"),
               at("bytes_per_cycle"), "but got '0'");
  EXPECT_ERROR(
      edited("line_bytes", "  line_bytes: 96"), at("line_bytes"),
      "'line_bytes' expects a power of two in [16, 4096], but got '96'");
}

TEST(MachineDescriptionTest, FieldsThatDoNotFitEachOther) {
  EXPECT_ERROR(edited("size_bytes", "  size_bytes: 1000000"), "m.yaml:",
               "'size_bytes' expects 'line_bytes' times 'ways' (1024) times a "
               "power of two, but got '1000000'");
  EXPECT_ERROR(edited("control_bytes", "  control_bytes: 2047"), "m.yaml:",
               "'control_bytes' expects a multiple of 'token_bytes' (4), but "
               "got '2047'");
}

TEST(MachineDescriptionTest, UnknownCpu) {
  EXPECT_ERROR(edited("cpu", "  cpu: x86-63"), at("cpu"),
               "'cpu' expects the name of a CPU that LLVM knows, but got "
               "'x86-63'");
}

TEST(MachineDescriptionTest, NotOneDocument) {
  EXPECT_EQ(errorOf(""),
            "m.yaml: expects a machine description, but got an empty file");
  EXPECT_EQ(errorOf("# nothing\n"),
            "m.yaml: expects a machine description, but got an empty file");
  std::string text = write(MachineDescription());
  EXPECT_EQ(errorOf(text + text),
            "m.yaml: expects one YAML document, but got more");
  EXPECT_ERROR("core: {\n", "m.yaml:", "");
  EXPECT_NE(errorOf("core: {\n"), "");
}
