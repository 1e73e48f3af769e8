#include "cli/progress.h"

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace assay::cli {
namespace {

constexpr int bar_width = 30;
constexpr std::size_t name_width = 40;

bool is_drawn = false;

bool is_terminal() {
  static const bool terminal = isatty(STDERR_FILENO) != 0;
  return terminal;
}

}  // namespace

void draw_progress(int done, int count, const std::string& last) {
  if (!is_terminal() || count < 2) return;
  is_drawn = true;
  const int filled = bar_width * done / count;
  const std::string bar = std::string(static_cast<std::size_t>(filled), '#') +
                          std::string(static_cast<std::size_t>(bar_width - filled), '.');
  const std::string name = last.size() > name_width ? "…" + last.substr(last.size() - name_width) : last;
  std::fprintf(stderr, "\r\x1b[K[%s] %d/%d %s", bar.c_str(), done, count, name.c_str());
  std::fflush(stderr);
}

void clear_progress() {
  if (!std::exchange(is_drawn, false)) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

}  // namespace assay::cli
