//===- ExportAccessProgram.cpp - From DLC to access programs --------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Target/ExportAccessProgram.h"
#include "ember/Dialect/SLCV/IR/SLCV.h"
#include "ember/Support/Location.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringMap.h"

using namespace ember;
using namespace ember::target;
using target::Operand;

/// Bits of a value of this type in a register, or of a lane of it.
static unsigned getBits(Type type) {
  type = slc::getScalarType(type);
  return isa<IndexType>(type) ? 64 : type.getIntOrFloatBitWidth();
}

static AluOp getComparison(mlir::arith::CmpIPredicate predicate) {
  using Predicate = mlir::arith::CmpIPredicate;
  switch (predicate) {
  case Predicate::eq:
    return AluOp::CmpEq;
  case Predicate::ne:
    return AluOp::CmpNe;
  case Predicate::slt:
    return AluOp::CmpSlt;
  case Predicate::sle:
    return AluOp::CmpSle;
  case Predicate::sgt:
    return AluOp::CmpSgt;
  case Predicate::sge:
    return AluOp::CmpSge;
  case Predicate::ult:
    return AluOp::CmpUlt;
  case Predicate::ule:
    return AluOp::CmpUle;
  case Predicate::ugt:
    return AluOp::CmpUgt;
  case Predicate::uge:
    return AluOp::CmpUge;
  }
  llvm_unreachable("all predicates are listed");
}

static AluOp getAluOp(slc::AluStrOp op) {
  using slc::AluKind;
  switch (op.getKind()) {
  case AluKind::addi:
    return AluOp::Add;
  case AluKind::subi:
    return AluOp::Sub;
  case AluKind::muli:
    return AluOp::Mul;
  case AluKind::divui:
    return AluOp::DivU;
  case AluKind::divsi:
    return AluOp::DivS;
  case AluKind::ceildivui:
    return AluOp::CeilDivU;
  case AluKind::ceildivsi:
    return AluOp::CeilDivS;
  case AluKind::floordivsi:
    return AluOp::FloorDivS;
  case AluKind::remui:
    return AluOp::RemU;
  case AluKind::remsi:
    return AluOp::RemS;
  case AluKind::andi:
    return AluOp::And;
  case AluKind::ori:
    return AluOp::Or;
  case AluKind::xori:
    return AluOp::Xor;
  case AluKind::shli:
    return AluOp::Shl;
  case AluKind::shrui:
    return AluOp::ShrU;
  case AluKind::shrsi:
    return AluOp::ShrS;
  case AluKind::minsi:
    return AluOp::MinS;
  case AluKind::minui:
    return AluOp::MinU;
  case AluKind::maxsi:
    return AluOp::MaxS;
  case AluKind::maxui:
    return AluOp::MaxU;
  case AluKind::cmpi:
    return getComparison(*op.getPredicate());
  case AluKind::select:
    return AluOp::Select;
  case AluKind::extui:
  case AluKind::index_castui:
    return AluOp::ExtU;
  case AluKind::extsi:
  case AluKind::index_cast:
    return AluOp::ExtS;
  case AluKind::trunci:
    return AluOp::Trunc;
  }
  llvm_unreachable("all kinds are listed");
}

namespace {

class Exporter {
public:
  explicit Exporter(dlc::DecoupledOp nest) : nest(nest) {}

  ExportedProgram run(StringRef name) {
    result.program.name = name.str();
    for (mlir::Attribute attr : nest.getRecords()) {
      auto record = cast<dlc::RecordAttr>(attr);
      Event &event = result.program.events.emplace_back();
      event.recordBytes = record.getSize();
      event.recordAlign = record.getAlign();
      if (dlc::RecordAttr element = record.getElement()) {
        event.runChunk = record.getChunk();
        event.runStride = element.getSize();
        event.runOffset = record.getRunOffset();
      }
    }
    for (Operation &op : nest.getAccess().front().without_terminator())
      addLoop(cast<slc::AccessLoop>(op));
    Instruction &done = add(Opcode::Done, nest, "dlc.decoupled");
    done.event = nest.getEndToken();
    return std::move(result);
  }

private:
  Instruction &add(Opcode opcode, Operation *op, StringRef operation) {
    Instruction &inst = result.program.instructions.emplace_back();
    inst.opcode = opcode;
    inst.loop = currentLoop;
    inst.location = getString(describeLocation(op->getLoc()));
    inst.operation = getString(operation);
    return inst;
  }

  uint32_t getString(StringRef text) {
    auto [entry, isNew] =
        strings.try_emplace(text, result.program.strings.size());
    if (isNew)
      result.program.strings.push_back(text.str());
    return entry->second;
  }

  /// Reserves configuration words for a value of the core.
  uint32_t getConfigWord(Value value, uint32_t words) {
    auto [entry, isNew] =
        configWords.try_emplace(value, result.program.numConfigWords);
    if (isNew) {
      result.program.numConfigWords += words;
      result.config.push_back(value);
    }
    return entry->second;
  }

  Operand getOperand(Value value) {
    if (!value)
      return {};
    if (isa<slc::StreamType>(value.getType()))
      return {Operand::Kind::Register, registers.lookup(value)};
    llvm::APInt constant;
    if (mlir::matchPattern(value, mlir::m_ConstantInt(&constant)))
      return {Operand::Kind::Immediate, constant.getZExtValue()};
    return {Operand::Kind::Config, getConfigWord(value, 1)};
  }

  uint32_t addRegister(Value stream) {
    return registers[stream] = result.program.numRegisters++;
  }

  uint32_t getMemRef(Value memref) {
    auto type = cast<MemRefType>(memref.getType());
    auto [entry, isNew] =
        memrefs.try_emplace(memref, result.program.memrefs.size());
    if (isNew) {
      uint32_t rank = type.getRank();
      uint32_t bytes = dlc::RecordAttr::getByteSize(type.getElementType());
      result.program.memrefs.push_back({getConfigWord(memref, 1 + 2 * rank),
                                        rank, bytes,
                                        getBits(type.getElementType())});
    }
    return entry->second;
  }

  void addLoop(slc::AccessLoop loop) {
    uint32_t number = result.program.loops.size();
    Loop &entry = result.program.loops.emplace_back();
    entry.parent = currentLoop;
    entry.begin = result.program.instructions.size();
    entry.lower = getOperand(loop.getLowerBound());
    entry.upper = getOperand(loop.getUpperBound());
    entry.step = getOperand(loop.getStep());
    uint32_t outer = std::exchange(currentLoop, number);
    Instruction &begin = add(Opcode::LoopBegin, loop, "scf.for");
    begin.result = addRegister(loop.getInductionStream());
    if (auto wide = dyn_cast<slcv::ForOp>(loop.getOperation())) {
      result.program.loops[number].lanes = wide.getVlen();
      result.program.loops[number].mask = addRegister(wide.getMask());
    }
    for (Operation &op : loop.getLoopBody()->without_terminator())
      addOp(&op);
    result.program.loops[number].end = result.program.instructions.size();
    add(Opcode::LoopEnd, loop, "scf.for");
    currentLoop = outer;
  }

  void addOp(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](slc::AccessLoop loop) { addLoop(loop); })
        .Case([&](slcv::MemStrOp load) {
          Instruction &inst =
              addAccess(load, load.getMask(), Opcode::Load, "memref.load");
          inst.lanes = load.getVlen();
          llvm::append_range(inst.laneStrides, load.getLaneStrides());
          inst.resultBits = getBits(load.getType());
          inst.result = addRegister(load.getResult());
        })
        .Case([&](slcv::LaneStrOp lanes) {
          Instruction &inst = add(Opcode::Lanes, lanes, "arith.addi");
          inst.lanes = lanes.getVlen();
          inst.operands.push_back(getOperand(lanes.getBase()));
          inst.laneStrides.push_back(lanes.getLaneStride());
          inst.result = addRegister(lanes.getResult());
        })
        .Case([&](slc::MemStrOp load) {
          Instruction &inst =
              addAccess(load, load.getPredicate(), Opcode::Load, "memref.load");
          inst.resultBits = getBits(load.getType());
          inst.result = addRegister(load.getResult());
        })
        .Case([&](slc::StoreStrOp store) {
          Instruction &inst = addAccess(store, store.getPredicate(),
                                        Opcode::Store, "memref.store");
          inst.stored = getOperand(store.getValue());
        })
        .Case([&](slc::AluStrOp alu) { addAlu(alu); })
        .Case([&](dlc::PushOp push) { addPush(push); });
  }

  template <typename OpTy>
  Instruction &addAccess(OpTy op, Value predicate, Opcode opcode,
                         StringRef operation) {
    Instruction &inst = add(opcode, op, operation);
    inst.memref = getMemRef(op.getMemref());
    for (Value index : op.getIndices())
      inst.operands.push_back(getOperand(index));
    inst.predicate = getOperand(predicate);
    if (slc::HintAttr hint = op.getHintAttr()) {
      inst.cacheLevel = static_cast<uint8_t>(hint.getLevel());
      inst.temporal = hint.getTemporal();
    }
    return inst;
  }

  void addAlu(slc::AluStrOp alu) {
    unsigned operandBits = getBits(alu.getInputs().back().getType());
    unsigned resultBits = getBits(alu.getType());
    AluOp op = getAluOp(alu);
    if (slc::isCast(alu.getKind())) {
      // Index is as wide as i64: such a cast is the same register.
      if (operandBits == resultBits) {
        registers[alu.getResult()] = registers.lookup(alu.getInputs().front());
        return;
      }
      if (operandBits > resultBits)
        op = AluOp::Trunc;
    }
    Instruction &inst = add(Opcode::Alu, alu, slc::getArithName(alu.getKind()));
    inst.alu = op;
    inst.lanes = slc::getNumLanes(alu.getType());
    inst.operandBits = operandBits;
    inst.resultBits = resultBits;
    for (Value input : alu.getInputs())
      inst.operands.push_back(getOperand(input));
    inst.result = addRegister(alu.getResult());
  }

  /// The fields of a layout, with these values.
  llvm::SmallVector<RecordField, 0> getFields(ValueRange values,
                                              dlc::RecordAttr layout) {
    llvm::SmallVector<RecordField, 0> fields;
    for (auto [value, type, offset] :
         llvm::zip_equal(values, layout.getTypes(), layout.getOffsets())) {
      RecordField &field = fields.emplace_back();
      field.value = getOperand(value);
      field.offset = offset;
      field.bytes = dlc::RecordAttr::getByteSize(type);
      field.lanes = slc::getNumLanes(type);
      if (field.lanes > 1)
        field.laneBits = getBits(type) == 1 ? 1 : 8 * field.bytes / field.lanes;
    }
    return fields;
  }

  void addPush(dlc::PushOp push) {
    dlc::RecordAttr record = nest.getRecord(push.getEvent());
    Instruction &inst = add(Opcode::Push, push, "dlc.push");
    inst.event = push.getEvent();
    inst.fields = getFields(push.getFields(), record);
    if (dlc::RecordAttr element = record.getElement())
      inst.runFields = getFields(push.getRunFields(), element);
    result.program.events[push.getEvent()].name =
        describeLocation(push.getLoc());
  }

  dlc::DecoupledOp nest;
  ExportedProgram result;
  uint32_t currentLoop = Loop::noParent;
  DenseMap<Value, uint32_t> registers, configWords, memrefs;
  llvm::StringMap<uint32_t> strings;
};

} // namespace

FailureOr<ExportedProgram> target::exportAccessProgram(dlc::DecoupledOp nest,
                                                       StringRef name) {
  ExportedProgram result = Exporter(nest).run(name);
  if (llvm::Error error = result.program.verify())
    return nest.emitOpError("gives no valid access program: ")
           << llvm::toString(std::move(error));
  return result;
}
