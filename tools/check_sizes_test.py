"""Check that the size check measures files and functions as a reader would count them."""

from pathlib import Path

import check_sizes
import pytest

mark = check_sizes.open_point

sample = '''#pragma once
#define BROKEN(x) \\
  if (x) {
namespace assay::base {
// a comment with a brace {
inline constexpr int table[] = {1, 2};
enum class Kind { First, Second };

template <class T, int N = 2>
struct Box : Base<T> {
 public:
  explicit Box(int a)
      : a_{a}, b_{{1, 2}} {
    use(a);
  }
  bool empty() const { return a_ == 1'000; }
  bool operator()(char c) const noexcept { return c == '{' || c == '\\''; }
  friend bool operator==(const Box&, const Box&) = default;

 private:
  int a_ = 0;
};

/// A function with a body of several lines.
std::vector<int> names(std::string_view text, Options options = {}) {
  const auto raw = R"x(} " { )x";
  for (const char c : text) {
    if (c == '}') continue;
  }
  return {};
}
inline constexpr auto marks = [] {
  return 1;
}();
Result<T>::Result(T value) : value_(std::move(value)), count_{1} {}
extern "C" {
void c_function() {
}
}
TEST(Box, is_empty_at_first) {
  EXPECT_TRUE(Box(0).empty());
}
}  // namespace assay::base
'''


def long_function(lines: int) -> str:
    """Return a C++ function of so many lines."""
    return "void f() {\n" + "  g();\n" * (lines - 2) + "}\n"


def test_functions_of_cpp_are_found_with_their_lines() -> None:
    assert list(check_sizes.cpp_functions(sample)) == [
        (12, "Box", 4),
        (16, "empty", 1),
        (17, "operator()", 1),
        (25, "names", 7),
        (32, "lambda", 3),
        (35, "Result", 1),
        (37, "c_function", 2),
        (40, "TEST", 3),
    ]


def test_functions_of_python_are_found_with_their_lines() -> None:
    text = "@decorated\ndef f():\n    pass\n\n\nclass A:\n    async def g(self):\n        return 1\n"
    assert sorted(check_sizes.python_functions(text)) == [(2, "f", 2), (7, "g", 2)]


@pytest.mark.parametrize(
    ("file", "budget"),
    [
        ("assay/base/a.cpp", 500),
        ("assay/base/a.h", 250),
        ("assay/base/a_test.cpp", 800),
        ("tools/a.py", 500),
        ("tools/a_test.py", 800),
        ("assay/rules/joint/a.fail.usda", 100),
        ("scenes/robot.usda", None),
        ("cmake/a.cmake", None),
    ],
)
def test_budget_of_each_kind_of_file(file: str, budget: int | None) -> None:
    assert check_sizes.file_budget(file) == budget


def test_file_at_its_budget_passes_and_one_line_more_is_named() -> None:
    assert check_sizes.problems_of_file("assay/base/a.h", "//\n" * 250) == []
    assert check_sizes.problems_of_file("assay/base/a.h", "//\n" * 251) == ["assay/base/a.h:1: 251 lines, budget 250"]


def test_function_at_its_budget_passes_and_one_line_more_is_named() -> None:
    assert check_sizes.problems_of_file("cli/a.cpp", "\n" + long_function(60)) == []
    assert check_sizes.problems_of_file("cli/a.cpp", "\n" + long_function(61)) == [
        "cli/a.cpp:2: f has 61 lines, budget 60"
    ]
    assert check_sizes.problems_of_file("tools/a.py", "def f():\n" + "    pass\n" * 60) == [
        "tools/a.py:1: f has 61 lines, budget 60"
    ]


@pytest.mark.parametrize("line", [f"// {mark}(units): grams", f"x = 1  # {mark}(speed): cache it", f'"{mark}"'])
def test_open_point_with_a_topic_passes(line: str) -> None:
    assert check_sizes.problems_of_file("cmake/a.cmake", line + "\n") == []


@pytest.mark.parametrize("line", [f"// {mark} later", f"# {mark}: x", f"// {mark}(): x", f"/* {mark}(a) x */"])
def test_open_point_without_a_topic_is_named(line: str) -> None:
    problem = f"cmake/a.cmake:1: write {mark}(topic): what is missing"
    assert check_sizes.problems_of_file("cmake/a.cmake", line + "\n") == [problem]


def test_open_points_are_counted() -> None:
    assert check_sizes.open_point_count(f"// {mark}(a): b\n// {mark} c\nx\n") == 2


def test_built_generated_and_hidden_files_are_left_out(tmp_path: Path) -> None:
    for file in ["assay/a.cpp", "build/b.cpp", "docs/generated/c.py", ".d/e.py", "assay/CMakeLists.txt", "f.bin"]:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("", encoding="utf-8")
    assert list(check_sizes.files_of(tmp_path)) == ["assay/CMakeLists.txt", "assay/a.cpp"]
