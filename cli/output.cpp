#include "cli/output.h"

#include "assay/base/json_codec.h"
#include "cli/commands.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace assay::cli {

bool write_output(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE) {
    fail(Error{ErrorCode::Exhausted, std::string("cannot write the output: ") + std::strerror(errno), "", 0, 0});
  }
  return written;
}

int fail(const std::string& message) { return fail(Error{ErrorCode::InvalidArgument, message, "", 0, 0}); }

int fail(const Error& error) {
  std::string text = "assay: " + text_of(error);
  if (tells_errors_as_json()) {
    nlohmann::ordered_json document = {{"schema", "assay.error/1"}};
    document.update(to_json(error));
    text = document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  }
  std::fprintf(stderr, "%s\n", text.c_str());
  return exit_usage;
}

bool tells_errors_as_json() {
  const char* format = std::getenv("ASSAY_ERROR_FORMAT");
  return format != nullptr && std::strcmp(format, "json") == 0;
}

std::string text_of(const Error& error) {
  if (error.line == 0) return error.message;
  return error.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
}

bool wants_color(const std::string& choice, int descriptor) {
  if (choice != "auto") return choice == "always";
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace assay::cli
