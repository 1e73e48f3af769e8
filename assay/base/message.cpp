#include "assay/base/message.h"

#include "assay/base/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

struct TextOf {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<std::string>& value) const {
    return fmt::format("{}", fmt::join(value, "; "));
  }
};

}  // namespace

std::string text_of(const Value& value) { return std::visit(TextOf{}, value); }

std::string render_message(std::string_view text, const Values& values) {
  std::string message;
  while (true) {
    const std::size_t open = text.find('{');
    message += text.substr(0, open);
    if (open == std::string_view::npos) return message;
    const std::size_t close = text.find('}', open);
    ASSAY_CHECK(close != std::string_view::npos);
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const auto value = std::ranges::find(values, name, &std::pair<std::string, Value>::first);
    ASSAY_CHECK(value != values.end());
    message += text_of(value->second);
    text.remove_prefix(close + 1);
  }
}

}  // namespace assay
