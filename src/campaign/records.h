// What every store checks: each row has the XXH3 of what it says, so that a flipped bit is no other tree.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "campaign/store.h"

namespace zermelo {

inline constexpr i64 store_format = 2; // 2: with assumptions

u64 sum_of(const NodeRecord& node);
u64 sum_of(const FactRecord& fact);
u64 sum_of(const AssumptionRecord& assumption);

// What a campaign is about, as names and values.
std::vector<std::pair<std::string, std::string>> parts_of(const CampaignIdentity& identity);
void put_part(CampaignIdentity& identity, std::string_view name, const std::string& value);
bool is_whole(const CampaignIdentity& identity);

inline std::span<const std::byte> bytes_of(const std::vector<u32>& list) { return std::as_bytes(std::span(list)); }
std::vector<u32> list_in(std::span<const std::byte> bytes);
inline std::span<const std::byte> bytes_of(const Key& key) { return std::as_bytes(std::span(&key, 1)); }
Key key_in(std::span<const std::byte> bytes);
std::string sha256_of(std::span<const std::byte> bytes);

std::unique_ptr<CampaignStore> open_sqlite(const std::string& name, bool to_work);
void create_sqlite(const std::string& name, const CampaignIdentity& identity);
std::unique_ptr<CampaignStore> open_postgres(const std::string& name, bool to_work);
void create_postgres(const std::string& name, const CampaignIdentity& identity);

} // namespace zermelo
