#include "assay/base/digest.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// FIPS 180-4 examples, published with the standard
TEST(digest, published_vectors_reproduced) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(digest, zero_byte_counts) {
  EXPECT_NE(sha256(std::string_view("a\0b", 3)), sha256("ab"));
  EXPECT_NE(sha256(std::string_view("a\0", 2)), sha256("a"));
}

TEST(digest, equal_fields_agree) { EXPECT_EQ(sha256_of_fields({"a", "b"}), sha256_of_fields({"a", "b"})); }

TEST(digest, fields_with_equal_concatenation_differ) {
  EXPECT_NE(sha256_of_fields({"ab", "c"}), sha256_of_fields({"a", "bc"}));
  EXPECT_NE(sha256_of_fields({"ab", ""}), sha256_of_fields({"", "ab"}));
  EXPECT_NE(sha256_of_fields({"ab"}), sha256_of_fields({"ab", ""}));
  EXPECT_NE(sha256_of_fields({}), sha256_of_fields({""}));
}

TEST(digest, field_that_looks_like_a_length_differs) {
  EXPECT_NE(sha256_of_fields({"a", "b"}), sha256_of_fields({"a1:b"}));
  EXPECT_NE(sha256_of_fields({"1:a"}), sha256_of_fields({"1", "a"}));
}

}  // namespace
}  // namespace assay
