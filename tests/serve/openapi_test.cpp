// The document that describes the API is what the server does: every address, every key of every answer.
#include <gtest/gtest.h>

#include "campaign/details.h"
#include "serve/campaigns.h"
#include "solve/dfpn/table.h"
#include "tests/serve/test_site.h"

namespace zermelo::testing {
namespace {

using nlohmann::json;

// The few words of JSON Schema that the document uses.
class Schemas {
public:
  explicit Schemas(const json& document) : document_(document) {}

  std::string mismatch(const json& schema, const json& value, const std::string& at = "$") const {
    if (schema.contains("$ref"))
      return mismatch(document_.at(json::json_pointer(schema.at("$ref").get<std::string>().substr(1))), value, at);
    if (schema.contains("oneOf")) {
      int fit = 0;
      std::string why;
      for (const auto& one : schema.at("oneOf")) {
        const auto wrong = mismatch(one, value, at);
        fit += wrong.empty() ? 1 : 0;
        why += wrong + "; ";
      }
      return fit == 1 ? "" : at + " fits " + std::to_string(fit) + " of oneOf: " + why;
    }
    if (schema.contains("type") && !has_type(schema.at("type"), value)) return at + " is " + value.type_name();
    if (schema.contains("enum") &&
        std::find(schema.at("enum").begin(), schema.at("enum").end(), value) == schema.at("enum").end())
      return at + " is none of the listed: " + value.dump();
    if (value.is_object()) return in_object(schema, value, at);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i)
        if (auto wrong = mismatch(schema.at("items"), value[i], at + "[" + std::to_string(i) + "]"); !wrong.empty()) return wrong;
    return "";
  }

private:
  std::string in_object(const json& schema, const json& value, const std::string& at) const {
    for (const auto& key : schema.value("required", json::array()))
      if (!value.contains(key)) return at + " lacks " + key.get<std::string>();
    const json properties = schema.value("properties", json::object());
    for (const auto& [key, part] : value.items()) {
      if (properties.contains(key)) {
        if (auto wrong = mismatch(properties.at(key), part, at + "." + key); !wrong.empty()) return wrong;
      } else if (schema.contains("additionalProperties") && schema.at("additionalProperties") == false) {
        return at + " has the key " + key + ", which is not described";
      }
    }
    return "";
  }
  static bool has_type(const json& type, const json& value) {
    if (type.is_array()) return std::any_of(type.begin(), type.end(), [&](const json& t) { return has_type(t, value); });
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "boolean") return value.is_boolean();
    return type == "null" && value.is_null();
  }
  const json& document_;
};

TEST(ServeOpenApi, DescribesEveryAddressAndParameter) {
  const json document = site().json("/api/v1/openapi.json");
  std::set<std::string> described, served;
  for (const auto& [path, methods] : document.at("paths").items())
    for (const auto& [method, operation] : methods.items()) {
      std::string line = method + " " + path;
      for (const auto& p : operation.value("parameters", json::array()))
        if (p.at("in") == "query") line += " " + p.at("name").get<std::string>();
      described.insert(line);
    }
  for (const auto& route : serve::routes()) {
    std::string method = route.method;
    std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    served.insert(method + " " + route.path + (*route.parameters == 0 ? "" : std::string(" ") + route.parameters));
  }
  EXPECT_EQ(described, served);
}

TEST(ServeOpenApi, EveryAnswerHasTheDescribedKeys) {
  const json document = site().json("/api/v1/openapi.json");
  const Schemas schemas(document);
  struct Asked {
    std::string method, path, target, body;
  };
  const std::string g = "/api/v1/games/{game}", t = "/api/v1/games/tictactoe", a = "/api/v1/games/anpanman";
  const std::vector<Asked> all = {
      {"get", "/api/v1/health", "/api/v1/health", ""},
      {"get", "/api/v1/openapi.json", "/api/v1/openapi.json", ""},
      {"get", "/api/v1/games", "/api/v1/games", ""},
      {"get", g, t, ""},
      {"get", g, a, ""},
      {"get", g, "/api/v1/games/none", ""},
      {"get", g + "/position", t + "/position", ""},
      {"get", g + "/position", t + "/position?p=xxx/oo./...", ""},
      {"get", g + "/position", t + "/position?p=xxx", ""},
      {"get", g + "/position", a + "/position", ""},
      {"get", g + "/values", t + "/values", ""},
      {"get", g + "/values", a + "/values", ""},
      {"get", g + "/values", t + "/values?p=xxx", ""},
      {"post", g + "/positions", t + "/positions", R"({"positions": ["initial", "no", "xxx/oo./..."]})"},
      {"get", g + "/rules", t + "/rules", ""},
      {"get", g + "/rules", "/api/v1/games/none/rules", ""},
      {"post", g + "/replay", t + "/replay", R"({"moves": ["b2", "a1", "b2"]})"},
      {"post", g + "/replay", t + "/replay", R"({"text": "[White \"w\"] 1. a1 b2 2. c3 *"})"},
      {"post", g + "/replay", t + "/replay", R"({"text": "{nothing}"})"},
      {"post", g + "/replay", a + "/replay", R"({"moves": []})"},
      {"get", g + "/openings", t + "/openings", ""},
      {"get", g + "/openings", a + "/openings", ""},
      {"get", g + "/openings", t + "/openings?p=xxx/oo./...", ""},
      {"get", g + "/tree", t + "/tree", ""},
      {"get", g + "/tree", t + "/tree?p=xxx/oo./...", ""},
      {"get", g + "/tree", t + "/tree?plies=9", ""},
      {"get", g + "/tree", a + "/tree", ""},
      {"get", g + "/line", t + "/line", ""},
      {"get", g + "/line", a + "/line", ""},
      {"get", g + "/random", t + "/random", ""},
      {"get", g + "/presets", t + "/presets", ""},
      {"get", g + "/presets", a + "/presets", ""},
      {"post", g + "/compose", t + "/compose", R"({"cells": {}})"},
      {"post", g + "/compose", t + "/compose", R"({"cells": {}, "to_move": "second"})"},
      {"get", g + "/reply", a + "/reply?milliseconds=5", ""},
      {"post", "/api/v1/solves", "/api/v1/solves", R"({"game": "tictactoe"})"},
      {"get", "/api/v1/solves", "/api/v1/solves", ""},
      {"get", "/api/v1/campaigns", "/api/v1/campaigns", ""}, // none; ServeProgram has some
  };
  for (const auto& ask : all) {
    std::string method = ask.method;
    std::transform(method.begin(), method.end(), method.begin(), [](char c) { return static_cast<char>(std::toupper(c)); });
    const auto r = site().ask(method, ask.target, ask.body);
    const auto& responses = document.at("paths").at(ask.path).at(ask.method).at("responses");
    ASSERT_TRUE(responses.contains(std::to_string(r.status))) << ask.target << " " << r.status << " " << r.bytes();
    const auto& content = responses.at(std::to_string(r.status)).at("content");
    ASSERT_TRUE(content.contains(r.type)) << ask.target << " " << r.type;
    EXPECT_EQ(schemas.mismatch(content.at(r.type).at("schema"), parse_json(r.bytes())), "") << ask.target;
  }
}

// With facts, workers and a history; the program adds when it was read.
TEST(ServeOpenApi, ACampaignHasTheDescribedKeys) {
  const faults::Scratch scratch;
  const std::string store = (scratch / "store").string();
  const auto entry = open_game("tictactoe");
  begin_campaign(store, *entry, entry->game().start(), "not-loss", "", 64);
  Campaign campaign(open_store(store, true), {}, true);
  auto step = [&] {
    const auto job = campaign.claim("w", std::nullopt, 60);
    ASSERT_TRUE(job);
    std::string why;
    ASSERT_TRUE(campaign.take(campaign.game().search(*job, std::make_shared<ProofTable>(u64{1} << 16), {}), "w", why)) << why;
  };
  for (int i = 0; i < 100 && campaign.status()["facts"] == 0; ++i) step();
  struct Shown final : serve::Campaigns {
    json all = json::array();
    std::size_t size() const override { return all.size(); }
    json list() const override { return all; }
  } shown;
  json one = details_of(campaign);
  EXPECT_FALSE(one["proved"].empty());
  EXPECT_TRUE(one["eta"].is_null());
  one.update({{"read", 1.5}, {"trouble", nullptr}});
  shown.all.push_back(one);
  TestSite site({}, {"tictactoe"});
  site.site().campaigns = &shown;
  const json document = site.json("/api/v1/openapi.json"), answer = site.json("/api/v1/campaigns");
  const Schemas schemas(document);
  const json& schema = document["paths"]["/api/v1/campaigns"]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
  EXPECT_EQ(schemas.mismatch(schema, answer), "");
  EXPECT_EQ(answer["campaigns"][0]["claim"], "not-loss");
  EXPECT_EQ(site.json("/api/v1/health")["campaigns"], 1);
}

TEST(ServeOpenApi, TheCheckCanFail) {
  const json document = site().json("/api/v1/openapi.json");
  const Schemas schemas(document);
  json position = site().json("/api/v1/games/tictactoe/position");
  const json schema = {{"$ref", "#/components/schemas/Position"}};
  EXPECT_EQ(schemas.mismatch(schema, position), "");
  position["more"] = 1;
  EXPECT_NE(schemas.mismatch(schema, position), "");
  position.erase("more");
  position.erase("best");
  EXPECT_NE(schemas.mismatch(schema, position), "");
}

} // namespace
} // namespace zermelo::testing
