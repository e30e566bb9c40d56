//===- Mutator.cpp - Damages the text of programs -------------------------===//
//
// Part of the Ember project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ember/Fuzz/Mutator.h"

#include "Dice.h"
#include "llvm/ADT/StringExtras.h"

namespace ember::fuzz {

namespace {

enum class TokenKind {
  Space,
  Number,
  Word,
  Value,
  Symbol,
  String,
  Punctuation
};

struct Token {
  TokenKind kind;
  std::string text;
};

} // namespace

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

static Token takeToken(StringRef &text) {
  auto take = [&](TokenKind kind, size_t length) {
    Token token{kind, text.take_front(length).str()};
    text = text.drop_front(length);
    return token;
  };
  auto lengthOf = [&](auto &&isPart, size_t from) {
    size_t length = from;
    while (length < text.size() && isPart(text[length]))
      ++length;
    return length;
  };
  const char first = text.front();
  if (llvm::isSpace(first))
    return take(TokenKind::Space, lengthOf(llvm::isSpace, 1));
  if (text.starts_with("//"))
    return take(TokenKind::Space, std::min(text.find('\n'), text.size()));
  if (first == '"') {
    const size_t end = text.find('"', 1);
    return take(TokenKind::String,
                end == StringRef::npos ? text.size() : end + 1);
  }
  if (first == '%')
    return take(TokenKind::Value, lengthOf(isWordCharacter, 1));
  if (first == '@' || first == '#' || first == '!' || first == '^')
    return take(TokenKind::Symbol, lengthOf(isWordCharacter, 1));
  // The sizes of a shape are numbers, and so is what follows a minus.
  if (llvm::isDigit(first) ||
      (first == '-' && text.size() > 1 && llvm::isDigit(text[1])))
    return take(TokenKind::Number, lengthOf(llvm::isDigit, 1));
  if (isWordCharacter(first))
    return take(TokenKind::Word, lengthOf(isWordCharacter, 1));
  return take(TokenKind::Punctuation, 1);
}

static std::vector<Token> tokenize(StringRef text) {
  std::vector<Token> tokens;
  while (!text.empty())
    tokens.push_back(takeToken(text));
  return tokens;
}

/// What a token can become: something of its kind.
static std::string replaceToken(const Token &token, ArrayRef<Token> tokens,
                                Dice &dice) {
  static constexpr StringRef types[] = {"i1",
                                        "i8",
                                        "i16",
                                        "i32",
                                        "i64",
                                        "i128",
                                        "index",
                                        "f16",
                                        "f32",
                                        "f64",
                                        "bf16",
                                        "f128",
                                        "vector<4xf32>",
                                        "vector<[4]xi32>",
                                        "memref<?xf32>",
                                        "!slc.stream<index>",
                                        "!slc.stream<f32>",
                                        "none",
                                        "tensor<4xf32>"};
  static constexpr StringRef numbers[] = {"0",
                                          "1",
                                          "-1",
                                          "2",
                                          "3",
                                          "7",
                                          "64",
                                          "65",
                                          "127",
                                          "255",
                                          "256",
                                          "65536",
                                          "2147483647",
                                          "-2147483648",
                                          "4294967296",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "18446744073709551616",
                                          "?",
                                          "0x7FC00000",
                                          "1.0e+00"};
  static constexpr StringRef operations[] = {"slc.for",
                                             "slc.callback",
                                             "slc.mem_str",
                                             "slc.alu_str",
                                             "slc.to_val",
                                             "slc.yield",
                                             "slc.store_str",
                                             "slcv.for",
                                             "slcv.mem_str",
                                             "slcv.callback",
                                             "slcv.buf_str",
                                             "slcv.push",
                                             "dlc.decoupled",
                                             "dlc.pop",
                                             "scf.for",
                                             "scf.if",
                                             "scf.yield",
                                             "scf.while",
                                             "scf.parallel",
                                             "memref.load",
                                             "memref.store",
                                             "memref.subview",
                                             "memref.alloc",
                                             "memref.dim",
                                             "memref.cast",
                                             "memref.alloca",
                                             "arith.addi",
                                             "arith.subi",
                                             "arith.divsi",
                                             "arith.remui",
                                             "arith.shli",
                                             "arith.minui",
                                             "arith.addf",
                                             "arith.divf",
                                             "arith.maxnumf",
                                             "arith.remf",
                                             "arith.cmpi",
                                             "arith.cmpf",
                                             "arith.select",
                                             "arith.index_cast",
                                             "arith.extsi",
                                             "arith.trunci",
                                             "arith.extf",
                                             "arith.truncf",
                                             "arith.fptosi",
                                             "arith.sitofp",
                                             "arith.bitcast",
                                             "vector.load",
                                             "vector.store",
                                             "vector.maskedload",
                                             "vector.broadcast",
                                             "vector.gather",
                                             "vector.reduction",
                                             "vector.extract",
                                             "math.exp",
                                             "math.absf",
                                             "math.fma",
                                             "math.powf",
                                             "math.ctpop",
                                             "cf.assert",
                                             "cf.br",
                                             "func.call",
                                             "affine.for"};
  if (token.kind == TokenKind::Number)
    return dice.pick(ArrayRef(numbers)).str();
  const StringRef text = token.text;
  const bool isOperation = token.kind == TokenKind::Word && text.contains('.');
  if (token.kind == TokenKind::Word && !isOperation && dice.chance(60))
    return dice.pick(ArrayRef(types)).str();
  // Another op of the same dialect that ends alike, such as `addi` and `subi`,
  // is valid more often, and so is a value with a name of the same kind.
  const StringRef dialect = text.take_until([](char c) { return c == '.'; });
  SmallVector<StringRef> others;
  if (isOperation && dice.chance(80))
    for (StringRef operation : operations)
      if (operation.starts_with(dialect) && operation != text &&
          (operation.back() == text.back() || dice.chance(20)))
        others.push_back(operation);
  if (isOperation && others.empty())
    others.append(std::begin(operations), std::end(operations));
  for (const Token &other : tokens)
    if (!isOperation && other.kind == token.kind && other.text != text &&
        (token.kind != TokenKind::Value || dice.chance(10) ||
         StringRef(other.text).take_front(2) == text.take_front(2)))
      others.push_back(other.text);
  return others.empty() ? std::string() : dice.pick(ArrayRef(others)).str();
}

std::string mutate(StringRef text, uint64_t seed) {
  Dice dice(seed);
  std::vector<Token> tokens = tokenize(text);
  // Numbers, values and ops are where a changed text may still be a program.
  SmallVector<size_t> places, likely;
  for (auto [number, token] : llvm::enumerate(tokens)) {
    if (token.kind == TokenKind::Space)
      continue;
    places.push_back(number);
    if (token.kind == TokenKind::Value ||
        (token.kind == TokenKind::Word && StringRef(token.text).contains('.')))
      likely.push_back(number);
    else if (token.kind == TokenKind::Number)
      likely.append(3, number);
  }
  if (places.empty())
    return text.str();
  auto pickToken = [&]() -> Token & {
    const bool isLikely = !likely.empty() && dice.chance(85);
    return tokens[dice.pick(ArrayRef<size_t>(isLikely ? likely : places))];
  };
  for (int64_t i = dice.between(1, dice.chance(70) ? 1 : 4); i > 0; --i) {
    Token &token = pickToken();
    switch (dice.weighted({1, 1, 1, 2, 25})) {
    case 0:
      token.text.clear();
      break;
    case 1:
      token.text += " " + token.text;
      break;
    case 2:
      std::swap(token, pickToken());
      break;
    case 3: { // A whole line, gone or twice.
      size_t first = &token - tokens.data(), last = first;
      while (first > 0 && !StringRef(tokens[first].text).contains('\n'))
        --first;
      while (last < tokens.size() &&
             !StringRef(tokens[last].text).contains('\n'))
        ++last;
      std::string line;
      for (size_t at = first; at < last; ++at)
        line += tokens[at].text;
      if (dice.chance(50))
        tokens[first].text = line + tokens[first].text;
      else
        for (size_t at = first + 1; at < last; ++at)
          tokens[at].text.clear();
      break;
    }
    default:
      token.text = replaceToken(token, tokens, dice);
      break;
    }
  }
  std::string result;
  for (const Token &token : tokens)
    result += token.text;
  return result;
}

} // namespace ember::fuzz
