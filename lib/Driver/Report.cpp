//===- Report.cpp - The numbers of a simulation ---------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Driver/Report.h"

#include "llvm/Support/Format.h"
#include <string>
#include <vector>

using llvm::StringRef;

namespace ember::driver {

namespace {

constexpr Statistic statistics[] = {
    {"nests", "found", "nests", "loops of the input that are in no other loop",
     &Report::nestsFound},
    {"nests", "decoupled", "nests",
     "nests that the compiler gave to the access unit",
     &Report::nestsDecoupled},
    {"nests", "vectorised", "nests",
     "decoupled nests with a loop that runs in vectors, on either unit",
     &Report::nestsVectorised},
    {"nests", "fallback", "entries",
     "entries of nests for which a check at run time chose the original loops, "
     "or loops without vectors",
     &Report::nestsFallback},
    {"loads", "access", "elements", "elements loaded by the access unit",
     &Report::loadsAccess},
    {"loads", "execute", "elements",
     "elements loaded by the core, pops of the queues excluded",
     &Report::loadsExecute},
    {"stores", "access", "elements", "elements stored by the access unit",
     &Report::storesAccess},
    {"stores", "execute", "elements", "elements stored by the core",
     &Report::storesExecute},
    {"queues", "tokens", "tokens",
     "tokens pushed, those of the ends of nests included", &Report::tokens},
    {"queues", "control_bytes", "bytes", "bytes through the control ring",
     &Report::controlBytes},
    {"queues", "data_bytes", "bytes", "bytes of records through the data ring",
     &Report::dataBytes},
    {"queues", "skipped_bytes", "bytes",
     "bytes of the data ring that lie between records", &Report::skippedBytes},
    {"queues", "scalar_operands", "operands", "scalar fields of records pushed",
     &Report::scalarOperands},
    {"queues", "misaligned_vector_pops", "pops",
     "vectors popped from an address that is no multiple of their size, or of "
     "a "
     "cache line if they are larger",
     &Report::misalignedVectorPops},
    {"lanes", "active", "lanes",
     "lanes of vector loads of the access unit whose mask was true",
     &Report::lanesActive},
    {"lanes", "masked", "lanes",
     "lanes of vector loads of the access unit whose mask was false",
     &Report::lanesMasked},
    {"core", "instructions", "instructions",
     "machine instructions that the core executed", &Report::coreInstructions},
    {"core", "micro_ops", "micro-ops", "micro-ops that the core dispatched",
     &Report::coreMicroOps},
    {"core", "queue_stall_cycles", "cycles",
     "cycles in which the core waited for a token",
     &Report::coreQueueStallCycles},
    {"access_unit", "iterations", "iterations",
     "iterations of all loops of the access unit", &Report::accessIterations},
    {"access_unit", "busy_cycles", "cycles",
     "cycles in which the access unit worked", &Report::accessBusyCycles},
    {"memory", "core_requests", "requests",
     "requests of the core, one per line touched", &Report::coreRequests},
    {"memory", "core_misses", "requests",
     "those of them that fetched their line", &Report::coreMisses},
    {"memory", "access_requests", "requests",
     "requests of the access unit, one per line touched",
     &Report::accessRequests},
    {"memory", "access_misses", "requests",
     "those of them that fetched their line", &Report::accessMisses},
    {"memory", "dram_read_bytes", "bytes", "bytes read from DRAM",
     &Report::dramReadBytes},
    {"memory", "dram_write_bytes", "bytes", "bytes written to DRAM",
     &Report::dramWriteBytes},
    {"", "cycles", "cycles", "cycles of the run, of the core's clock",
     &Report::cycles},
    {"", "baseline_cycles", "cycles",
     "cycles of the function un-decoupled, on the same core and memory",
     &Report::baselineCycles},
};

/// `1234567` as `1,234,567`.
std::string grouped(uint64_t value) {
  std::string digits = std::to_string(value);
  for (size_t i = digits.size(); i > 3; i -= 3)
    digits.insert(i - 3, 1, ',');
  return digits;
}

std::string fixed(double value, int decimals) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.*f", decimals, value);
  return text;
}

/// Rows of a label, a right-aligned number and a unit.
class Table {
public:
  void add(StringRef label, std::string value, StringRef unit) {
    rows.push_back({label.str(), std::move(value), unit.str()});
  }

  void addCount(StringRef label, Report::Count value, StringRef unit) {
    if (value)
      add(label, grouped(*value), unit);
  }

  void addShare(StringRef label, Report::Count part, Report::Count whole) {
    if (part && whole && *whole > 0)
      add(label, fixed(100.0 * *part / *whole, 1), "%");
  }

  void print(llvm::raw_ostream &os) const {
    size_t labelWidth = 0, valueWidth = 0;
    for (const Row &row : rows) {
      labelWidth = std::max(labelWidth, row.label.size());
      valueWidth = std::max(valueWidth, row.value.size());
    }
    for (const Row &row : rows)
      os << llvm::left_justify(row.label, labelWidth) << "  "
         << llvm::right_justify(row.value, valueWidth) << ' ' << row.unit
         << '\n';
  }

private:
  struct Row {
    std::string label, value, unit;
  };
  std::vector<Row> rows;
};

} // namespace

llvm::ArrayRef<Statistic> getStatistics() { return statistics; }

void writeMembers(const Report &report, llvm::json::OStream &json) {
  StringRef group;
  for (const Statistic &statistic : statistics) {
    if (statistic.group != group) {
      if (!group.empty()) {
        json.objectEnd();
        json.attributeEnd();
      }
      group = statistic.group;
      if (!group.empty()) {
        json.attributeBegin(group);
        json.objectBegin();
      }
    }
    if (Report::Count value = report.*statistic.value)
      json.attribute(statistic.name, *value);
    else
      json.attribute(statistic.name, nullptr);
  }
}

void writeJSON(const Report &report, llvm::json::OStream &json) {
  json.object([&] { writeMembers(report, json); });
}

void writeJSON(const Report &report, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  writeJSON(report, json);
  os << '\n';
}

void writeTable(const Report &report, llvm::raw_ostream &os) {
  Table table;
  table.addCount("cycles", report.cycles, "cycles");
  table.addCount("baseline", report.baselineCycles, "cycles");
  if (report.baselineCycles && report.cycles && *report.cycles > 0)
    table.add("speed-up",
              fixed(double(*report.baselineCycles) / *report.cycles, 2), "x");
  if (report.cycles && report.coreQueueStallCycles)
    table.addShare("core busy", *report.cycles - *report.coreQueueStallCycles,
                   report.cycles);
  table.addShare("access unit busy", report.accessBusyCycles, report.cycles);
  table.addCount("nests decoupled", report.nestsDecoupled,
                 "of " + std::to_string(report.nestsFound.value_or(0)));
  table.addCount("tokens", report.tokens, "tokens");
  table.addCount("control queue", report.controlBytes, "bytes");
  table.addCount("data queue", report.dataBytes, "bytes");
  table.addCount("memory, core", report.coreRequests, "requests");
  table.addCount("memory, access unit", report.accessRequests, "requests");
  table.addCount("loads, access unit", report.loadsAccess, "elements");
  table.addCount("loads, core", report.loadsExecute, "elements");
  table.print(os);
}

} // namespace ember::driver
