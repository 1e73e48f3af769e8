#include "assay/stage/edit_text.h"

#include "assay/stage/text_cursor.h"

#include <algorithm>

namespace assay::stage {
namespace {

using Lines = std::vector<std::string>;

Error refusal(std::string message) { return {ErrorCode::InvalidArgument, std::move(message), "", 0, 0}; }

/// A dictionary key as the text writes it.
std::string key_text(const std::string& key) {
  const auto is_plain = [](char byte) { return is_word_byte(byte) && byte != ':' && (byte & 0x80) == 0; };
  const bool begins_with_digit = key.empty() || (key.front() >= '0' && key.front() <= '9');
  return !begins_with_digit && std::ranges::all_of(key, is_plain) ? key : quoted(key);
}

void indent(Lines& lines, const std::string& unit) {
  for (std::string& line : lines) line.insert(0, unit);
}

/// The path of the prim above; empty for the layer itself.
std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// One edit's way to its replacements, on a text as it is scanned.
class Splicer {
 public:
  explicit Splicer(const TextPositions& positions) : positions_(positions), text_(positions.text()), layout_(text_) {}

  Result<Replacements> splice(const Edit& edit) {
    switch (edit.operation) {
      case EditOperation::SetField:
        return set_field(edit);
      case EditOperation::RemoveField:
        return remove_statements(edit.spec, positions_.field_statements(edit.spec, edit.keys.front()));
      case EditOperation::SetEntry:
      case EditOperation::SetVariantSelection:
        return set_entry(edit.spec, edit_keys(edit), edit.value);
      case EditOperation::RemoveEntry:
        return remove_entry(edit);
      case EditOperation::RemoveListItem:
        return remove_item(edit);
      case EditOperation::RemoveProperty:
        return remove_spec(edit.spec + "." + edit.name);
      case EditOperation::RemovePrim:
        if (edit.spec.ends_with('}')) return refusal("<" + edit.spec + "> is no prim");
        return remove_spec(edit.spec);
      case EditOperation::AddOpinions:
        return add_opinions(edit);
    }
    return Replacements();
  }

 private:
  static std::vector<std::string> edit_keys(const Edit& edit) {
    if (edit.operation == EditOperation::SetEntry) return edit.keys;
    return {"variants", edit.keys.front()};
  }

  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  std::string_view view(TextRange range) const {
    return std::string_view(text_).substr(range.begin, range.end - range.begin);
  }

  std::string_view first_word(TextRange statement) const {
    TextCursor cursor{text_, statement.begin};
    return cursor.view(cursor.word());
  }

  /// A prim's or variant's only statement, or the layer's.
  Result<TextStatement> only_statement(const std::string& spec) const {
    const std::vector<TextStatement> statements = positions_.spec_statements(spec);
    if (statements.size() == 1) return statements.front();
    return refusal(statements.empty() ? "the text does not show <" + spec + ">"
                                      : "the text writes <" + spec + "> more than once");
  }

  // ---- metadata ----

  Result<Replacements> add_metadata(const std::string& spec, const Lines& lines) const {
    const Result<TextStatement> statement = only_statement(spec);
    if (!statement) return statement.error();
    const TextRange parentheses = statement.value().metadata;
    if (parentheses.end > parentheses.begin) return Replacements{layout_.insertion(parentheses, lines)};
    if (spec == "/") return Replacements{layout_.layer_metadata(lines)};
    if (spec.find('.') != std::string::npos) return refusal("metadata of a property is not added to text");
    return Replacements{layout_.metadata_insertion(statement.value(), lines)};
  }

  Result<Replacements> set_field(const Edit& edit) const {
    const std::string& field = edit.keys.front();
    const std::vector<TextStatement> statements = positions_.field_statements(edit.spec, field);
    if (statements.empty()) return add_metadata(edit.spec, {field + " = " + quoted(edit.value)});
    if (statements.size() > 1) return refusal("the text writes " + field + " more than once");
    return Replacements{{statements.front().value, quoted(edit.value)}};
  }

  Replacement removal_from(const std::string& spec, const TextStatement& statement) const {
    const std::vector<TextStatement> owners = positions_.spec_statements(spec);
    for (const TextStatement& owner : owners) {
      const TextRange& parentheses = owner.metadata;
      const bool holds = parentheses.begin < statement.whole.begin && statement.whole.end < parentheses.end;
      if (holds && spec != "/") return layout_.removal(statement.whole, parentheses);
    }
    return layout_.removal(statement.whole);
  }

  Result<Replacements> remove_statements(const std::string& spec, const std::vector<TextStatement>& statements) const {
    Replacements replacements;
    for (const TextStatement& statement : statements) replacements.push_back(removal_from(spec, statement));
    return replacements;
  }

  Result<Replacements> remove_spec(const std::string& spec) const {
    Replacements replacements;
    for (const TextStatement& statement : positions_.spec_statements(spec)) {
      replacements.push_back(layout_.removal(statement.whole));
    }
    return replacements;
  }

  // ---- dictionaries ----

  std::vector<TextStatement> statements_of(const std::string& spec, const std::vector<std::string>& keys) const {
    return keys.size() == 1 ? positions_.field_statements(spec, keys.front()) : positions_.entry_statements(spec, keys);
  }

  /// The statement that sets an entry, within dictionaries for the keys from `first` on.
  Lines entry_lines(const std::vector<std::string>& keys, std::size_t first, const std::string& value) const {
    Lines lines = {"string " + key_text(keys.back()) + " = " + quoted(value)};
    for (std::size_t index = keys.size() - 1; index-- > first;) {
      indent(lines, layout_.unit());
      const std::string head = index == 0 ? keys[0] : "dictionary " + key_text(keys[index]);
      lines.insert(lines.begin(), head + " = {");
      lines.emplace_back("}");
    }
    return lines;
  }

  Result<Replacements> set_entry(const std::string& spec, const std::vector<std::string>& keys,
                                 const std::string& value) const {
    const std::vector<TextStatement> entries = positions_.entry_statements(spec, keys);
    if (entries.size() > 1) return refusal("the text writes " + keys.back() + " more than once");
    if (entries.size() == 1) {
      const TextStatement& entry = entries.front();
      if (first_word(entry.whole) == "string") return Replacements{{entry.value, quoted(value)}};
      return Replacements{{entry.whole, "string " + key_text(keys.back()) + " = " + quoted(value)}};
    }
    for (std::size_t count = keys.size() - 1; count > 0; --count) {
      const std::vector<TextStatement> owners =
          statements_of(spec, {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count)});
      if (owners.empty()) continue;
      const TextRange container = owners.front().value;
      if (owners.size() > 1 || at(container.begin) != '{') {
        return refusal("the text does not write " + keys[count - 1] + " as one dictionary");
      }
      return Replacements{layout_.insertion(container, entry_lines(keys, count, value))};
    }
    return add_metadata(spec, entry_lines(keys, 0, value));
  }

  Result<Replacements> remove_entry(const Edit& edit) const {
    Replacements replacements;
    for (const TextStatement& entry : positions_.entry_statements(edit.spec, edit.keys)) {
      replacements.push_back(layout_.removal(entry.whole));
    }
    return replacements;
  }

  // ---- apiSchemas ----

  /// The strings of a bracketed list.
  std::vector<TextRange> items_of(TextRange value) const {
    std::vector<TextRange> items;
    TextCursor cursor{std::string_view(text_).substr(0, value.end), value.begin + 1};
    for (cursor.skip_padding(","); cursor.ok && cursor.at_quote(); cursor.skip_padding(",")) {
      const std::size_t begin = cursor.pos;
      cursor.quoted();
      items.push_back({begin, cursor.pos});
    }
    return items;
  }

  std::string content_of(TextRange item) const {
    std::string buffer;
    TextCursor cursor{text_, item.begin};
    return std::string(unescaped(cursor.view(cursor.quoted()), buffer));
  }

  Result<Replacements> remove_item(const Edit& edit) const {
    Replacements replacements;
    for (const TextStatement& statement : positions_.field_statements(edit.spec, "apiSchemas")) {
      const std::string_view operation = first_word(statement.whole);
      if (operation == "delete" || operation == "reorder") continue;
      const TextRange value = statement.value;
      if (at(value.begin) == '"' || at(value.begin) == '\'') {
        if (content_of(value) == edit.name) replacements.push_back(removal_from(edit.spec, statement));
        continue;
      }
      if (at(value.begin) != '[') continue;
      const std::vector<TextRange> items = items_of(value);
      const auto found = std::ranges::find_if(items, [&](TextRange item) { return content_of(item) == edit.name; });
      if (found == items.end()) continue;
      // an explicit list that is empty still hides weaker ones
      if (items.size() == 1 && operation != "apiSchemas") {
        replacements.push_back(removal_from(edit.spec, statement));
        continue;
      }
      const auto index = static_cast<std::size_t>(found - items.begin());
      for (Replacement& each : layout_.item_removal(items, index)) replacements.push_back(std::move(each));
    }
    return replacements;
  }

  Result<Replacements> add_items(const std::string& spec, const std::vector<std::string>& items) const {
    const std::vector<TextStatement> lists = positions_.field_statements(spec, "apiSchemas");
    std::string text;
    for (const std::string& item : items) {
      const auto has_item = [&](const TextStatement& list) {
        return std::ranges::any_of(items_of(list.value), [&](TextRange each) { return content_of(each) == item; });
      };
      if (std::ranges::none_of(lists, has_item)) text += (text.empty() ? "" : ", ") + quoted(item);
    }
    if (text.empty()) return Replacements();
    for (const TextStatement& list : lists) {
      const std::string_view operation = first_word(list.whole);
      if (operation != "prepend" && operation != "apiSchemas") continue;
      if (at(list.value.begin) != '[') return refusal("the text does not write apiSchemas as a list");
      const std::vector<TextRange> present = items_of(list.value);
      const std::size_t end = present.empty() ? list.value.begin + 1 : present.back().end;
      return Replacements{{{end, end}, present.empty() ? text : ", " + text}};
    }
    return add_metadata(spec, {"prepend apiSchemas = [" + text + "]"});
  }

  // ---- opinions ----

  /// The statement of a prim that does not exist yet, and of those above it from `first` on.
  Lines over_lines(const Edit& edit, const std::vector<std::string>& missing) const {
    Lines lines;
    for (const Statement& statement : edit.statements) lines.push_back(statement.text);
    const bool has_items = !edit.items.empty();
    for (auto path = missing.rbegin(); path != missing.rend(); ++path) {
      std::string text;
      for (std::string& line : lines) {
        const bool is_verbatim = holds_long_string(line);
        text += layout_.unit();
        for (const char byte : line)
          text += byte == '\n' && !is_verbatim ? "\n" + layout_.unit() : std::string(1, byte);
        text += '\n';
      }
      std::string head = "over " + quoted(path->substr(path->rfind('/') + 1));
      if (path == missing.rbegin() && has_items) {
        std::string items;
        for (const std::string& item : edit.items) items += (items.empty() ? "" : ", ") + quoted(item);
        head += " (\n" + layout_.unit() + "prepend apiSchemas = [" + items + "]\n)";
      }
      lines = {head + "\n{\n" + text + "}"};
    }
    return lines;
  }

  Result<Replacements> add_prims(const Edit& edit) const {
    std::vector<std::string> missing = {edit.spec};
    std::string owner = parent_of(edit.spec);
    while (owner != "/" && positions_.spec_statements(owner).empty()) {
      missing.insert(missing.begin(), owner);
      owner = parent_of(owner);
    }
    const Lines lines = over_lines(edit, missing);
    if (owner == "/") return Replacements{layout_.append(lines)};
    const Result<TextStatement> prim = only_statement(owner);
    if (!prim) return prim.error();
    return Replacements{layout_.insertion(prim.value().body, lines)};
  }

  Result<Replacements> add_statement(const Edit& edit, const TextStatement& prim, const Statement& statement) const {
    const std::string path = edit.spec + (statement.is_prim ? "/" : ".") + statement.name;
    const std::vector<TextStatement> present = positions_.spec_statements(path);
    const auto is_same = [&](const Statement& each) { return each.name == statement.name; };
    if (statement.is_prim) {
      if (!present.empty()) return refusal("<" + path + "> is there already");
      return Replacements{layout_.insertion(prim.body, {statement.text})};
    }
    if (present.empty()) return Replacements{layout_.property_insertion(prim, {statement.text})};
    if (present.size() > 1 || std::ranges::count_if(edit.statements, is_same) > 1) {
      return refusal("<" + path + "> takes several statements");
    }
    return Replacements{{present.front().whole, statement.text}};
  }

  Result<Replacements> add_opinions(const Edit& edit) const {
    if (edit.spec.find('{') != std::string::npos) return refusal("opinions are not added to a variant");
    if (positions_.spec_statements(edit.spec).empty()) return add_prims(edit);
    const Result<TextStatement> prim = only_statement(edit.spec);
    if (!prim) return prim.error();
    Result<Replacements> all = add_items(edit.spec, edit.items);
    for (const Statement& statement : edit.statements) {
      if (!all) return all;
      Result<Replacements> some = add_statement(edit, prim.value(), statement);
      if (!some) return some;
      for (Replacement& each : some.value()) add_in_order(all.value(), std::move(each));
    }
    return all;
  }

  /// Statements for the same place become one replacement, in order.
  static void add_in_order(Replacements& all, Replacement replacement) {
    for (Replacement& each : all) {
      const bool is_same_place = each.range.begin == replacement.range.begin && each.range.end == replacement.range.end;
      if (!is_same_place || replacement.range.begin != replacement.range.end) continue;
      each.text += replacement.text;
      return;
    }
    all.push_back(std::move(replacement));
  }

  const TextPositions& positions_;
  const std::string& text_;
  TextLayout layout_;
};

/// Removals that meet become one.
Replacements with_removals_joined(Replacements replacements) {
  std::ranges::sort(replacements, {}, [](const Replacement& each) { return each.range.begin; });
  Replacements joined;
  for (Replacement& each : replacements) {
    if (!joined.empty() && do_meet(joined.back(), each) && joined.back().text.empty() && each.text.empty()) {
      joined.back().range.end = std::max(joined.back().range.end, each.range.end);
    } else {
      joined.push_back(std::move(each));
    }
  }
  return joined;
}

}  // namespace

Result<Replacements> splice_edits(const TextPositions& positions, std::span<const Edit> edits) {
  std::vector<const Edit*> waiting;
  for (const Edit& edit : edits) waiting.push_back(&edit);
  Replacements all;
  const TextPositions* scanned = &positions;
  TextPositions again;
  // edits at one place wait until the text is scanned again
  while (true) {
    if (!scanned->is_complete()) return refusal("the text of the layer cannot be followed to its end");
    Splicer splicer(*scanned);
    DisjointReplacements accepted;
    std::vector<const Edit*> later;
    for (const Edit* edit : waiting) {
      Result<Replacements> replacements = splicer.splice(*edit);
      if (!replacements) return replacements.error();
      if (!accepted.add(with_removals_joined(std::move(replacements.value())))) later.push_back(edit);
    }
    all = composed(std::move(all), scanned->text(), accepted.all());
    if (later.empty()) return all;
    if (later.size() == waiting.size()) return refusal("the edit would change one place of the text twice");
    again = TextPositions::scan(replaced(scanned->text(), accepted.all()));
    scanned = &again;
    waiting = std::move(later);
  }
}

Result<std::string> with_paths_moved(const std::string& text, const std::string& from, const std::string& to) {
  std::string moved;
  TextCursor cursor{text};
  std::size_t copied = 0;
  while (cursor.ok && !cursor.at_end()) {
    const char byte = cursor.peek();
    if (byte == '@') return refusal("the opinion names a file");
    if (byte == '<') {
      const TextRange path = cursor.path();
      if (!cursor.ok) break;
      const std::string_view content = cursor.view(path);
      const bool is_inside = content.starts_with(from) && (content.size() == from.size() ||
                                                           content[from.size()] == '/' || content[from.size()] == '.');
      if (!is_inside) return refusal("the opinion leads to <" + std::string(content) + ">, outside of what can move");
      moved += text.substr(copied, path.begin - copied) + to;
      copied = path.begin + from.size();
    } else if (cursor.at_quote()) {
      cursor.quoted();
    } else if (!cursor.comment(false)) {
      ++cursor.pos;
    }
  }
  if (!cursor.ok) return refusal("the opinion's text cannot be followed");
  return moved + text.substr(copied);
}

}  // namespace assay::stage
