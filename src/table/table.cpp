#include "table/table.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/json.h"
#include "table/wdl2.h"

namespace zermelo {
namespace {

TableHeader header_from(const BlockReader& file) try {
  const auto& j = file.header();
  if (j.value("kind", "") != "table") throw Error(Exit::table, file.path().string() + " is a Zermelo file, but not a table");
  TableHeader h;
  if (!j.at("slots").is_number_unsigned()) throw Error(Exit::table, file.path().string() + " does not say how many slots it has");
  h.identity = {j.at("game"), j.at("rules"), j.at("set"), j.at("slots")};
  const auto form = form_named(j.at("encoding").get<std::string>());
  if (!form) throw Error(Exit::table, file.path().string() + " has an encoding this program does not know");
  h.encoding = form->encoding;
  h.losses_only = form->losses_only;
  h.holds_settled = j.value("holds_settled", true);
  h.statistics = statistics_from_json(j.at("statistics"));
  h.findings = findings_from_json(j.value("findings", nlohmann::json::object()));
  const u64 most = slots_in(h.encoding, file.payload_bytes()); // asked first: a number of slots may be anything
  if (h.identity.slots > most || bytes_for(h.encoding, h.identity.slots) != file.payload_bytes() ||
      slots_in(h.encoding, file.block_bytes()) * bits_per_slot(h.encoding) != file.block_bytes() * 8)
    throw Error(Exit::table, file.path().string() + " contradicts itself about its size");
  return h;
} catch (const nlohmann::json::exception&) {
  throw Error(Exit::table, file.path().string() + " lacks a part of its header");
}

} // namespace

u32 code_at(std::span<const std::byte> bytes, u64 i, Encoding e) {
  if (e == Encoding::wdl2) return wdl2_code_at(bytes, i);
  if (e == Encoding::plies8 || e == Encoding::score8) return std::to_integer<u32>(bytes[i]);
  return std::to_integer<u32>(bytes[2 * i]) | std::to_integer<u32>(bytes[2 * i + 1]) << 8;
}

void put_code(std::span<std::byte> bytes, u64 i, Encoding e, u32 code) {
  if (e == Encoding::wdl2) {
    const u64 shift = 2 * (i % 4);
    bytes[i / 4] = (bytes[i / 4] & ~(std::byte{3} << shift)) | std::byte(code) << shift;
  } else if (e == Encoding::plies16) {
    bytes[2 * i] = std::byte(code & 255);
    bytes[2 * i + 1] = std::byte(code >> 8);
  } else {
    bytes[i] = std::byte(code);
  }
}

std::string_view encoding_name(const TableHeader& h) { return name_of({h.encoding, h.losses_only}); }

Contents contents_of(const TableHeader& h) { return h.encoding == Encoding::wdl2 ? Contents::values : Contents::distances; }

Value decode(const TableHeader& h, u32 code) {
  const Value v = decode(h.encoding, code);
  if (!h.losses_only || v.wdl != Wdl::draw) return v;
  return has_distances(h.encoding) ? not_lost : not_lost_undated;
}

std::string header_text(const TableHeader& h) {
  nlohmann::json j = {
      {"kind", "table"},           {"game", h.identity.game},      {"rules", h.identity.rules},          {"set", h.identity.set},
      {"slots", h.identity.slots}, {"encoding", encoding_name(h)}, {"statistics", to_json(h.statistics)}};
  if (!h.holds_settled) j["holds_settled"] = false;
  if (!h.findings.empty()) j["findings"] = to_json(h.findings);
  return json_text(j);
}

Table::Table(const std::filesystem::path& path, u64 cache_bytes)
    : file_(path), header_(header_from(file_)), cached_blocks_(std::max<u64>(1, cache_bytes / file_.block_bytes())) {}

Table::Table(const std::filesystem::path& path, const TableIdentity& expected, u64 cache_bytes) : Table(path, cache_bytes) {
  const auto& found = header_.identity;
  if (found.game != expected.game)
    throw Error(Exit::table, path.string() + " is the table of " + found.game + ", not of " + expected.game);
  if (found.rules != expected.rules || found.slots != expected.slots)
    throw Error(Exit::table, path.string() + " was made with other rules or another index of " + found.game + " (" + found.rules +
                                 ", here " + expected.rules + "); solve again");
}

std::shared_ptr<const Bytes> Table::block(u64 number) const {
  if (auto hit = cache_.find(number); hit != cache_.end()) {
    recent_.splice(recent_.begin(), recent_, hit->second.place);
    return hit->second.bytes;
  }
  Bytes bytes(file_.bytes_of_block(number));
  file_.read_block(number, bytes);
  if (cache_.size() >= cached_blocks_) {
    cache_.erase(recent_.back());
    recent_.pop_back();
  }
  recent_.push_front(number);
  auto shared = std::make_shared<const Bytes>(std::move(bytes));
  cache_.emplace(number, Cached{shared, recent_.begin()});
  return shared;
}

Value Table::value(Slot slot) const {
  ensure(slot < slots(), "a table is asked for slots it has");
  const u64 per_block = slots_per_block();
  return decode(header_, code_at(*block(slot / per_block), slot % per_block, header_.encoding));
}

void Table::read_codes(u64 number, std::vector<u32>& codes) const {
  Bytes bytes(file_.bytes_of_block(number));
  file_.read_block(number, bytes);
  codes.resize(std::min(slots_per_block(), slots() - number * slots_per_block()));
  for (u64 i = 0; i < codes.size(); ++i) codes[i] = code_at(bytes, i, header_.encoding);
}

} // namespace zermelo
