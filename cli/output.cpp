#include "cli/output.h"

#include "cli/commands.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace assay::cli {

bool write_output(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written && errno != EPIPE) fail(std::string("cannot write the output: ") + std::strerror(errno));
  return written;
}

int fail(const std::string& message) {
  std::fprintf(stderr, "assay: %s\n", message.c_str());
  return exit_usage;
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
