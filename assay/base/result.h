#pragma once

#include "assay/base/check.h"

#include <string>
#include <utility>
#include <variant>

namespace assay {

/// Why an operation could not be done.
enum class ErrorCode {
  InvalidArgument,  // the caller asked for something that does not exist or makes no sense
  NotFound,         // a file or name is not there
  Unreadable,       // the file is there and cannot be read as what it claims to be
  Exhausted,        // memory, time or disk ran out
  Crashed,          // a worker process died
  Cancelled,        // the user interrupted
};

/// A failed operation: what happened, to which file, and where in it.
struct Error {
  ErrorCode code = ErrorCode::InvalidArgument;
  std::string message;  // one sentence that names the cause and, where there is one, the remedy
  std::string file;     // as the user named it; empty when no file is concerned
  int line = 0;         // 1-based; 0 when unknown
  int column = 0;       // 1-based; 0 when unknown
};

/// The value of an operation, or the error that kept it from being made.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  T& value() {
    ASSAY_CHECK(*this);
    return std::get<T>(state_);
  }
  const T& value() const {
    ASSAY_CHECK(*this);
    return std::get<T>(state_);
  }
  const Error& error() const {
    ASSAY_CHECK(!*this);
    return std::get<Error>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace assay
