// The examples of FIPS 180-4, and every length around a block in one piece and in many.
#include "base/sha256.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace zermelo {
namespace {

std::string of(const std::string& text, std::size_t piece = 1 << 20) {
  Sha256 hash;
  for (std::size_t at = 0; at < text.size(); at += piece)
    hash.add(std::as_bytes(std::span(text)).subspan(at, std::min(piece, text.size() - at)));
  return hash.hex();
}

TEST(Sha256, PublishedExamples) {
  EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(of(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, DoesNotDependOnThePieces) {
  for (std::size_t length = 0; length < 200; ++length) {
    const std::string text(length, 'x');
    for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U}) ASSERT_EQ(of(text, piece), of(text)) << length << ' ' << piece;
  }
}

} // namespace
} // namespace zermelo
