#include "assay/stage/text_positions.h"

#include <algorithm>
#include <array>

#include "assay/stage/text_cursor.h"

namespace assay::stage {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// field names of the text that Sdf stores under another key
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> field_spellings = {{
    {"doc", "documentation"},
    {"inherits", "inheritPaths"},
    {"variantSets", "variantSetNames"},
    {"variants", "variantSelection"},
    {"relocates", "layerRelocates"},
    {"subLayers", "subLayerOffsets"},
    {"connect", "connectionPaths"},
}};

// the Sdf key of a field where the text spells it differently, else empty
std::string_view canonical_label(std::string_view name) {
  for (const auto& [spelling, key] : field_spellings) {
    if (name == spelling || name == key) return key;
  }
  return {};
}

constexpr std::uint64_t hash_start = 14695981039346656037ULL;

// FNV-1a; a path's hash continues that of its parent path
std::uint64_t hash_append(std::uint64_t hash, std::string_view bytes) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
  return hash;
}

std::uint64_t hash_key(std::uint64_t hash, std::string_view key) { return hash_append(hash_append(hash, "\n"), key); }

bool drop_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

// the first string, asset or path equal to `item` behind `begin`, outside tuples, offsets and dictionaries
std::optional<TextRange> item_in(std::string_view text, std::size_t begin, std::string_view item) {
  TextCursor cursor{text, begin};
  std::string buffer;
  std::ptrdiff_t depth = 0;
  for (cursor.skip_padding(); cursor.ok && !cursor.at_end(); cursor.skip_padding()) {
    const auto start = cursor.pos;
    if (const auto content = cursor.delimited()) {
      const bool is_match = cursor.ok && depth == 0 && unescaped(cursor.view(*content), buffer) == item;
      if (is_match) return TextRange{start, cursor.pos};
      continue;
    }
    const char byte = text[cursor.pos++];
    if (byte == '(' || byte == '{') ++depth;
    if (byte == ')' || byte == '}') --depth;
  }
  return std::nullopt;
}

// the first statement from its name on
std::optional<TextRange> first_named(const std::vector<TextStatement>& statements) {
  if (statements.empty()) return std::nullopt;
  return TextRange{statements.front().name.begin, statements.front().whole.end};
}

}  // namespace

// Walks the statements of a layer with an explicit stack of open bodies.
class TextPositions::Scanner {
 public:
  Scanner(std::string_view text, std::vector<Node>& nodes) : cursor_{text}, nodes_(nodes) {}

  // whether the whole text could be followed
  bool run() {
    if (cursor_.starts(byte_order_mark)) cursor_.pos = byte_order_mark.size();
    Node layer;
    layer.name = {cursor_.pos, cursor_.pos};
    layer.begin = cursor_.pos;
    layer.end = cursor_.text.size();
    layer.hash = hash_append(hash_start, "/");
    nodes_.push_back(layer);
    cursor_.skip_padding();
    if (cursor_.peek() == '(') metadata(0);
    std::vector<std::size_t> bodies{0};
    for (cursor_.skip_padding(";"); cursor_.ok && !cursor_.at_end(); cursor_.skip_padding(";")) step(bodies);
    for (const auto body : bodies) {
      if (body != 0) nodes_[body].end = cursor_.pos;
    }
    const bool is_complete = cursor_.ok && bodies.size() == 1;
    if (!is_complete) close_all();
    return is_complete;
  }

 private:
  std::size_t add(std::size_t parent, Kind kind, TextRange name, std::string_view label = {}) {
    const auto raw = label.empty() ? cursor_.view(name) : label;
    const auto hash = child_hash(parent, kind, unescaped(raw, buffer_));
    nodes_.push_back({parent, name, name.end, statement_, {}, {}, {}, 0, hash, label, kind, false});
    const bool is_child = kind == Kind::Prim || kind == Kind::VariantSet;
    if (is_child && nodes_[parent].first_child == 0) nodes_[parent].first_child = statement_;
    return nodes_.size() - 1;
  }

  // where the scan ended early, statements still reach around their parts and children
  void close_all() {
    for (auto index = nodes_.size(); index-- > 0;) {
      Node& node = nodes_[index];
      node.end = std::max({node.end, node.value.end, node.metadata.end, node.body.end});
      Node& owner = nodes_[node.parent];
      owner.end = std::max(owner.end, node.end);
    }
  }

  std::uint64_t child_hash(std::size_t parent, Kind kind, std::string_view name) {
    const Node& owner = nodes_[parent];
    if (is_token(kind)) name = token_of(name);
    switch (kind) {
      case Kind::Prim:
        if (owner.kind == Kind::Variant) return hash_append(owner.hash, name);
        return hash_append(hash_append(owner.kind == Kind::Layer ? hash_start : owner.hash, "/"), name);
      case Kind::VariantSet:
        return hash_append(hash_append(hash_append(owner.hash, "{"), name), "=}");
      case Kind::Variant: {
        std::string set_buffer;
        const auto set = token_of(unescaped(cursor_.view(owner.name), set_buffer));
        const auto set_hash = hash_append(hash_append(nodes_[owner.parent].hash, "{"), set);
        return hash_append(hash_append(hash_append(set_hash, "="), name), "}");
      }
      case Kind::Property:
        return hash_append(hash_append(owner.hash, "."), name);
      default:
        return hash_key(owner.hash, name);
    }
  }

  // one statement of the innermost open body, or its closing brace
  void step(std::vector<std::size_t>& bodies) {
    const auto body = bodies.back();
    const auto kind = nodes_[body].kind;
    statement_ = cursor_.pos;
    if (kind != Kind::Layer && cursor_.take('}')) {
      nodes_[body].end = cursor_.pos;
      nodes_[body].body.end = cursor_.pos;
      bodies.pop_back();
    } else if (kind == Kind::VariantSet && cursor_.at_quote()) {
      open_named(body, Kind::Variant, bodies);
    } else if (kind != Kind::VariantSet && cursor_.at_word()) {
      statement(body, bodies);
    } else {
      cursor_.fail();
    }
  }

  // a prim or variant from its quoted name to its opening brace
  void open_named(std::size_t body, Kind kind, std::vector<std::size_t>& bodies) {
    const auto name = cursor_.at_quote() ? cursor_.quoted() : cursor_.fail();
    if (!cursor_.ok) return;
    bodies.push_back(add(body, kind, name));
    cursor_.skip_padding();
    if (cursor_.peek() == '(') metadata(bodies.back());
    if (!cursor_.ok) return;
    cursor_.skip_padding();
    nodes_[bodies.back()].body = {cursor_.pos, cursor_.pos};
    if (!cursor_.take('{')) cursor_.fail();
  }

  void statement(std::size_t body, std::vector<std::size_t>& bodies) {
    const auto start = cursor_.pos;
    const auto keyword = cursor_.view(cursor_.word());
    if (keyword == "def" || keyword == "over" || keyword == "class") {
      prim(body, bodies);
    } else if (keyword == "variantSet") {
      variant_set(body, bodies);
    } else {
      cursor_.pos = start;
      property(body);
    }
  }

  void prim(std::size_t body, std::vector<std::size_t>& bodies) {
    // the type name, whose parts may be joined by dots
    cursor_.skip_inline();
    while (cursor_.at_word() || cursor_.peek() == '.') {
      if (!cursor_.take('.')) cursor_.word();
      cursor_.skip_inline();
    }
    open_named(body, Kind::Prim, bodies);
  }

  void variant_set(std::size_t body, std::vector<std::size_t>& bodies) {
    cursor_.skip_inline();
    const auto name = cursor_.at_quote() ? cursor_.quoted() : cursor_.fail();
    if (!cursor_.ok) return;
    bodies.push_back(add(body, Kind::VariantSet, name));
    cursor_.skip_inline();
    if (!cursor_.take('=')) cursor_.fail();
    cursor_.skip_padding();
    nodes_[bodies.back()].body = {cursor_.pos, cursor_.pos};
    if (cursor_.ok && !cursor_.take('{')) cursor_.fail();
  }

  // the words before a property's dot, value or metadata: [operation] [custom] [uniform] type[] name
  struct Declaration {
    int word_count = 0;
    std::string_view first;
    std::string_view type;
    TextRange name;
  };

  Declaration declaration() {
    Declaration words;
    while (true) {
      cursor_.skip_inline();
      if (cursor_.at_word()) {
        words.type = cursor_.view(words.name);
        words.name = cursor_.word();
        if (words.word_count++ == 0) words.first = cursor_.view(words.name);
        continue;
      }
      // the brackets of an array type
      TextCursor ahead = cursor_;
      if (!ahead.take('[')) return words;
      ahead.skip_inline();
      if (!ahead.take(']')) return words;
      cursor_.pos = ahead.pos;
    }
  }

  // an attribute, a relationship or an order of children
  void property(std::size_t body) {
    const auto words = declaration();
    if (words.word_count < 2) {
      cursor_.fail();
      return;
    }
    const auto name = cursor_.view(words.name);
    if (words.word_count == 2 && words.first == "reorder") {
      assignment(body, words.name, name == "properties" ? "propertyOrder" : "primOrder", false);
      return;
    }
    const auto node = add(body, Kind::Property, words.name);
    TextRange field_name = words.name;
    std::string_view label = words.type == "rel" ? "targetPaths" : "default";
    if (cursor_.take('.')) {
      cursor_.skip_inline();
      const auto suffix = cursor_.word();
      label = suffix_label(cursor_.view(suffix));
      if (label != "default") field_name = suffix;
      cursor_.skip_inline();
    }
    if (cursor_.peek() == '[') cursor_.group();
    if (cursor_.ok && cursor_.peek() == '=') {
      const auto field = assignment(node, field_name, label, false);
      nodes_[field].is_deletion = words.word_count > 2 && words.first == "delete";
    }
    nodes_[node].end = cursor_.pos;
    cursor_.skip_inline();
    if (!cursor_.ok || cursor_.peek() != '(') return;
    metadata(node);
    nodes_[node].end = cursor_.pos;
  }

  static std::string_view suffix_label(std::string_view suffix) {
    if (suffix == "connect") return "connectionPaths";
    if (suffix == "timeSamples") return "timeSamples";
    return suffix == "spline" ? "spline" : "default";
  }

  // a value behind its `=`, recorded as a field
  std::size_t assignment(std::size_t owner, TextRange name, std::string_view label, bool is_metadata) {
    const auto field = add(owner, Kind::Field, name, label);
    cursor_.skip_inline();
    if (!cursor_.take('=')) cursor_.fail();
    cursor_.skip_inline();
    nodes_[field].value = {cursor_.pos, cursor_.pos};
    if (!cursor_.ok) return field;
    if (is_metadata && cursor_.peek() == '{') {
      dictionary(field);
    } else {
      cursor_.value(is_metadata);
    }
    nodes_[field].end = cursor_.pos;
    nodes_[field].value.end = cursor_.pos;
    return field;
  }

  // the fields between parentheses
  void metadata(std::size_t owner) {
    nodes_[owner].metadata = {cursor_.pos, cursor_.pos};
    cursor_.take('(');
    while (cursor_.ok) {
      cursor_.skip_padding(";");
      statement_ = cursor_.pos;
      if (cursor_.take(')')) {
        nodes_[owner].metadata.end = cursor_.pos;
        return;
      }
      if (cursor_.at_quote()) {
        const auto begin = cursor_.pos;
        cursor_.quoted();
        const auto field = add(owner, Kind::Field, {begin, begin}, "comment");
        nodes_[field].end = cursor_.pos;
      } else {
        metadata_field(owner);
      }
    }
  }

  void metadata_field(std::size_t owner) {
    const auto words = declaration();
    if (words.word_count == 0 || cursor_.peek() != '=') {
      cursor_.fail();
      return;
    }
    const auto field = assignment(owner, words.name, canonical_label(cursor_.view(words.name)), true);
    nodes_[field].is_deletion = words.word_count > 1 && words.first == "delete";
  }

  // the keys of a dictionary at any depth; other braces hold no keys and are passed over
  void dictionary(std::size_t field) {
    cursor_.take('{');
    std::vector<std::size_t> open{field};
    while (cursor_.ok && !open.empty()) {
      cursor_.skip_padding(";,");
      if (cursor_.take('}')) {
        nodes_[open.back()].end = cursor_.pos;
        nodes_[open.back()].value.end = cursor_.pos;
        open.pop_back();
      } else if (cursor_.at_end()) {
        cursor_.fail();
      } else if (cursor_.at_word()) {
        dictionary_key(open);
      } else if (cursor_.at_group()) {
        cursor_.group();
      } else if (!cursor_.delimited()) {
        ++cursor_.pos;
      }
    }
  }

  // a typed key with its value, or with the opening brace of the dictionary it holds
  void dictionary_key(std::vector<std::size_t>& open) {
    statement_ = cursor_.pos;
    cursor_.word();
    cursor_.skip_inline();
    if (cursor_.peek() == '[') cursor_.group();
    cursor_.skip_inline();
    if (!cursor_.ok || !(cursor_.at_quote() || cursor_.at_word())) return;
    const auto key = cursor_.at_quote() ? cursor_.quoted() : cursor_.word();
    cursor_.skip_inline();
    if (!cursor_.ok || !cursor_.take('=')) return;
    const auto node = add(open.back(), Kind::Key, key);
    cursor_.skip_inline();
    nodes_[node].value = {cursor_.pos, cursor_.pos};
    if (cursor_.take('{')) {
      open.push_back(node);
      return;
    }
    cursor_.value(false);
    nodes_[node].end = cursor_.pos;
    nodes_[node].value.end = cursor_.pos;
  }

  TextCursor cursor_;
  std::vector<Node>& nodes_;
  std::string buffer_;
  std::size_t statement_ = 0;  // where the statement at hand begins
};

TextPositions TextPositions::scan(std::string text) {
  TextPositions positions;
  positions.text_ = std::move(text);
  const std::string_view view = positions.text_;
  positions.is_complete_ = Scanner(view, positions.nodes_).run();

  // lookup table; equal paths stay in text order
  positions.index_.reserve(positions.nodes_.size());
  for (std::size_t i = 0; i < positions.nodes_.size(); ++i) positions.index_.emplace_back(positions.nodes_[i].hash, i);
  std::sort(positions.index_.begin(), positions.index_.end());

  // the byte order mark belongs to no line
  positions.line_starts_.push_back(view.starts_with(byte_order_mark) ? byte_order_mark.size() : 0);
  for (auto at = view.find('\n'); at != std::string_view::npos; at = view.find('\n', at + 1)) {
    positions.line_starts_.push_back(at + 1);
  }
  return positions;
}

std::string_view TextPositions::name_of(const Node& node, std::string& buffer) const {
  if (!node.label.empty()) return node.label;
  const auto raw = std::string_view(text_).substr(node.name.begin, node.name.end - node.name.begin);
  const auto name = unescaped(raw, buffer);
  return is_token(node.kind) ? token_of(name) : name;
}

// compares from the path's end upwards
bool TextPositions::has_path(std::size_t index, std::string_view spec_path) const {
  if (nodes_[index].kind == Kind::Layer) return spec_path == "/";
  std::string buffer;
  while (nodes_[index].kind != Kind::Layer) {
    const Node& node = nodes_[index];
    const bool is_variant = node.kind == Kind::Variant;
    const bool is_set = node.kind == Kind::VariantSet;
    if ((is_variant || is_set) && !drop_suffix(spec_path, is_set ? "=}" : "}")) return false;
    if (!drop_suffix(spec_path, name_of(node, buffer))) return false;
    index = node.parent;
    if (is_variant) {
      if (!drop_suffix(spec_path, "=") || !drop_suffix(spec_path, name_of(nodes_[index], buffer))) return false;
      index = nodes_[index].parent;
    }
    if ((is_variant || is_set) && !drop_suffix(spec_path, "{")) return false;
    if (node.kind == Kind::Property && !drop_suffix(spec_path, ".")) return false;
    const bool has_slash = node.kind == Kind::Prim && nodes_[index].kind != Kind::Variant;
    if (has_slash && !drop_suffix(spec_path, "/")) return false;
  }
  return spec_path.empty();
}

bool TextPositions::has_keys(std::size_t index, std::string_view spec_path,
                             std::span<const std::string_view> keys) const {
  std::string buffer;
  for (auto key = keys.rbegin(); key != keys.rend(); ++key) {
    const Node& node = nodes_[index];
    const bool is_field = std::next(key) == keys.rend();
    if (node.kind != (is_field ? Kind::Field : Kind::Key) || name_of(node, buffer) != *key) return false;
    index = node.parent;
  }
  const bool is_spec = nodes_[index].kind != Kind::Field && nodes_[index].kind != Kind::Key;
  return is_spec && has_path(index, spec_path);
}

std::vector<std::size_t> TextPositions::find(std::string_view spec_path, std::span<const std::string_view> keys) const {
  auto hash = hash_append(hash_start, spec_path);
  for (const auto key : keys) hash = hash_key(hash, key);
  std::vector<std::size_t> found;
  auto candidate = std::lower_bound(index_.begin(), index_.end(), std::pair{hash, std::size_t{0}});
  for (; candidate != index_.end() && candidate->first == hash; ++candidate) {
    if (has_keys(candidate->second, spec_path, keys)) found.push_back(candidate->second);
  }
  return found;
}

std::optional<TextRange> TextPositions::spec(std::string_view spec_path) const {
  return first_named(spec_statements(spec_path));
}

std::vector<TextRange> TextPositions::fields(std::string_view spec_path, std::string_view field) const {
  std::vector<TextRange> ranges;
  for (const auto& each : field_statements(spec_path, field)) ranges.push_back({each.name.begin, each.whole.end});
  return ranges;
}

std::optional<TextRange> TextPositions::entry(std::string_view spec_path, const std::vector<std::string>& keys) const {
  return first_named(entry_statements(spec_path, keys));
}

std::vector<TextStatement> TextPositions::statements(std::string_view spec_path,
                                                     std::span<const std::string_view> keys) const {
  std::vector<TextStatement> statements;
  for (const auto index : find(spec_path, keys)) {
    const Node& node = nodes_[index];
    statements.push_back({{node.begin, node.end}, node.name, node.value, node.metadata, node.body, node.first_child});
  }
  return statements;
}

std::vector<TextStatement> TextPositions::field_statements(std::string_view spec_path, std::string_view field) const {
  const auto label = canonical_label(field);
  const std::array keys{label.empty() ? field : label};
  return statements(spec_path, keys);
}

std::vector<TextStatement> TextPositions::entry_statements(std::string_view spec_path,
                                                           const std::vector<std::string>& keys) const {
  if (keys.empty()) return {};
  std::vector<std::string_view> path(keys.begin(), keys.end());
  if (const auto label = canonical_label(path.front()); !label.empty()) path.front() = label;
  return statements(spec_path, path);
}

std::optional<TextRange> TextPositions::item(std::string_view spec_path, std::string_view field,
                                             std::string_view item) const {
  const auto label = canonical_label(field);
  const std::array keys{label.empty() ? field : label};
  for (const auto index : find(spec_path, keys)) {
    const Node& node = nodes_[index];
    if (node.is_deletion) continue;
    if (const auto range = item_in(std::string_view(text_).substr(0, node.end), node.name.end, item)) return range;
  }
  return std::nullopt;
}

}  // namespace assay::stage
