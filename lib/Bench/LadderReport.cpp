//===- LadderReport.cpp - Ladders for people and programs -----------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Bench/LadderReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using llvm::ArrayRef;
using llvm::formatv;

namespace ember::bench {

namespace {

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Columns that are as wide as their widest cell. Those of the first cells are
/// flush left, all others flush right.
class Table {
public:
  explicit Table(unsigned numLabels) : numLabels(numLabels) {}

  /// Adds a row; `tail` follows it as it is.
  void add(std::vector<std::string> cells, std::string tail = "") {
    rows.push_back({std::move(cells), std::move(tail)});
  }

  void print(llvm::raw_ostream &os) const {
    std::vector<size_t> widths(rows.front().cells.size());
    for (const Row &row : rows)
      for (auto [width, cell] : llvm::zip_equal(widths, row.cells))
        width = std::max(width, cell.size());
    for (const Row &row : rows) {
      std::string line;
      llvm::raw_string_ostream text(line);
      for (auto [column, cell] : llvm::enumerate(row.cells))
        if (column < numLabels)
          text << "  " << llvm::left_justify(cell, widths[column]);
        else
          text << "  " << llvm::right_justify(cell, widths[column]);
      text << "  " << row.tail;
      os << llvm::StringRef(line).rtrim() << '\n';
    }
  }

private:
  struct Row {
    std::vector<std::string> cells;
    std::string tail;
  };
  unsigned numLabels;
  std::vector<Row> rows;
};

std::string formatCount(uint64_t value) { return formatv("{0:N}", value); }

std::string formatTimes(double value) { return formatv("{0:F2}x", value); }

std::string formatShare(uint64_t part, uint64_t whole) {
  return formatv("{0:F0}%", whole == 0 ? 0.0 : 100.0 * part / whole);
}

//===----------------------------------------------------------------------===//
// Numbers of a rung
//===----------------------------------------------------------------------===//

/// Bytes through both queues.
uint64_t queueBytes(const driver::Report &report) {
  return *report.controlBytes + *report.dataBytes;
}

uint64_t coreBusyCycles(const driver::Report &report) {
  return *report.cycles - *report.coreQueueStallCycles;
}

/// Cycles as a bar of at most `barLength` characters, which stands for
/// `longest` cycles.
std::string drawBar(uint64_t busy, uint64_t cycles, uint64_t longest) {
  constexpr double barLength = 24;
  auto scale = [&](uint64_t part) {
    return size_t(std::ceil(barLength * part / longest));
  };
  return std::string(scale(busy), '#') +
         std::string(scale(cycles) - scale(busy), '.');
}

/// The longest time of a ladder's table.
uint64_t longestCycles(const Ladder &ladder) {
  uint64_t longest = 1;
  for (const Rung &rung : ladder.rungs)
    longest = std::max(
        {longest, *rung.report.cycles, rung.report.baselineCycles.value_or(0)});
  return longest;
}

} // namespace

void writeHeading(const LadderOptions &options, llvm::raw_ostream &os) {
  const Sizes &sizes = options.sizes;
  os << formatv("Embedding bags: {0:N} lookups in bags of {1}, out of a table "
                "of {2:N} rows of f32.\n",
                sizes.lookups, lookupsPerBag, sizes.rows)
     << "These sizes, the lengths of the rows and the distributions of the "
        "indices are Ember's own\nassumption: those of the published runs are "
        "not known.\n";
}

void writeTable(const Ladder &ladder, llvm::raw_ostream &os) {
  os << formatv("\n{0}: rows of {1} f32, indices {2}\n",
                ladder.workload.getName(), ladder.workload.width,
                ladder.workload.locality.description);
  const double lookups = ladder.sizes.lookups;
  const uint64_t longest = longestCycles(ladder);
  Table table(/*numLabels=*/2);
  table.add({"", "", "", "", "", "cycles", "tokens", "bytes", "core", "access"},
            "# core works");
  table.add({"", "level", "cycles", "speed-up", "step", "/lookup", "/lookup",
             "/lookup", "busy", "busy"},
            ". core waits");
  const Rung *previous = nullptr;
  for (const Rung &rung : ladder.rungs) {
    const driver::Report &report = rung.report;
    table.add({std::to_string(rung.level), getStageName(rung.level),
               formatCount(*report.cycles), formatTimes(rung.speedup),
               previous ? formatTimes(rung.speedup / previous->speedup) : "",
               formatv("{0:F1}", *report.cycles / lookups),
               formatv("{0:F1}", *report.tokens / lookups),
               formatv("{0:F1}", queueBytes(report) / lookups),
               formatShare(coreBusyCycles(report), *report.cycles),
               formatShare(*report.accessBusyCycles, *report.cycles)},
              drawBar(coreBusyCycles(report), *report.cycles, longest));
    previous = &rung;
  }
  const Rung &first = ladder.rungs.front();
  if (driver::Report::Count baseline = first.report.baselineCycles)
    table.add({"", "original loops", formatCount(*baseline),
               formatTimes(first.speedup * *first.report.cycles / *baseline),
               "", formatv("{0:F1}", *baseline / lookups), "", "", "", ""},
              drawBar(*baseline, *baseline, longest));
  table.print(os);
  if (ladder.checked)
    os << "  check: every level computes what the original loops compute\n";
}

void writeSummary(ArrayRef<Ladder> ladders, llvm::raw_ostream &os) {
  os << "\nSpeed-up over level 0\n";
  Table table(/*numLabels=*/2);
  std::vector<std::string> head = {"", "level"};
  for (const Ladder &ladder : ladders)
    head.push_back(ladder.workload.getName());
  head.push_back("geomean");
  table.add(std::move(head));
  for (auto [number, rung] : llvm::enumerate(ladders.front().rungs)) {
    std::vector<std::string> row = {std::to_string(rung.level),
                                    getStageName(rung.level)};
    double logarithms = 0;
    for (const Ladder &ladder : ladders) {
      const double speedup = ladder.rungs[number].speedup;
      row.push_back(formatTimes(speedup));
      logarithms += std::log(speedup);
    }
    row.push_back(formatTimes(std::exp(logarithms / ladders.size())));
    table.add(std::move(row));
  }
  table.print(os);
}

void writeJSON(ArrayRef<Ladder> ladders, llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.array([&] {
    for (const Ladder &ladder : ladders) {
      const Workload &workload = ladder.workload;
      const double lookups = ladder.sizes.lookups;
      for (const Rung &rung : ladder.rungs)
        json.object([&] {
          const driver::Report &report = rung.report;
          json.attribute("workload", workload.getName());
          json.attribute("level", rung.level);
          json.attribute("cycles", *report.cycles);
          json.attribute("speedup", rung.speedup);
          json.attribute("checked", ladder.checked);
          json.attribute("lookups", ladder.sizes.lookups);
          json.attribute("rows", ladder.sizes.rows);
          json.attribute("width", workload.width);
          json.attribute("tokens_per_lookup", *report.tokens / lookups);
          json.attribute("queue_bytes_per_lookup",
                         queueBytes(report) / lookups);
          json.attributeBegin("statistics");
          driver::writeJSON(report, json);
          json.attributeEnd();
        });
    }
  });
  os << '\n';
}

} // namespace ember::bench
