#include "table/sidecar.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "table/block_file.h"

namespace zermelo {
namespace {

constexpr u64 most_sidecar_bytes = u64{1} << 20;

std::string checksum_of(nlohmann::json content) {
  content.erase("checksum");
  const std::string text = json_text(content);
  return fmt::format("{:016x}", xxh3(std::as_bytes(std::span(text))));
}

bool is_amount(const nlohmann::json& x) { return x.is_number() && x >= 0 && x <= 1e18; }
bool is_flag(const nlohmann::json& x) { return x.is_boolean(); }

// Keys that are only of use together.
struct Group {
  bool (*fits)(const nlohmann::json&);
  std::vector<const char*> keys;
};
bool has(const nlohmann::json& object, const Group& group) {
  return std::all_of(group.keys.begin(), group.keys.end(),
                     [&](const char* key) { return object.contains(key) && group.fits(object[key]); });
}

void keep_object_if(nlohmann::json& content, const char* key, const Group& group) {
  if (content.contains(key) && !(content[key].is_object() && has(content[key], group))) content.erase(key);
}

void leave_out_odd_parts(nlohmann::json& content) {
  const Group times{is_amount, {"seconds", "cpu_seconds", "threads", "peak_memory"}};
  if (!has(content, times) || !has(content, {is_flag, {"resumed"}}))
    for (const char* key : {"seconds", "cpu_seconds", "threads", "peak_memory", "resumed"}) content.erase(key);
  for (const char* key : {"game", "program", "command", "finished", "machine"})
    if (content.contains(key) && !content[key].is_string()) content.erase(key);
  keep_object_if(content, "ranks", {is_amount, {"processes", "messages", "bytes", "imbalance", "waiting"}});
  keep_object_if(content, "edges", {is_amount, {"updates", "questions"}});
  keep_object_if(content, "phases", {is_amount, {"stages", "saving", "counting", "writing"}});
  keep_object_if(
      content, "device",
      {is_amount, {"seconds", "bytes_read", "peak_bytes_per_second", "word_operations", "peak_operations_per_second"}});
}

} // namespace

nlohmann::json sidecar_from_text(std::string_view text) {
  const auto nothing = nlohmann::json::object();
  auto content = parse_json(text);
  if (!content.is_object()) return nothing;
  if (content.contains("checksum")) {
    if (content["checksum"] != checksum_of(content)) return nothing;
  } else { // of a program that wrote none: figures need one
    for (const char* key : {"reachable", "reachable_in", "longest_positions", "longest_in"}) content.erase(key);
  }
  leave_out_odd_parts(content);
  return content;
}

nlohmann::json read_sidecar(const TableFiles& files) try {
  return sidecar_from_text(read_whole(files.sidecar, most_sidecar_bytes));
} catch (const Error&) {
  return nlohmann::json::object();
}

void write_sidecar(const TableFiles& files, nlohmann::json content) {
  content["checksum"] = checksum_of(content);
  write_whole(files.sidecar, json_text_indented(content) + "\n");
}

} // namespace zermelo
