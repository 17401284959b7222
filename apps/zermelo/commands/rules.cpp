// The rules of a game, as people read them.
#include "arguments.h"
#include "base/json.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/look.h"

namespace zermelo {
namespace {

struct RulesArguments {
  std::string game, lang;
};

Exit rules(const RulesArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const Folder& folder = *find_folder(entry->name);
  const std::string_view lang = language_of(o.lang);
  const std::string_view text = lang == "ja" && !folder.rules_ja.empty() ? folder.rules_ja : folder.rules_en;
  if (common.json) {
    out(nlohmann::json{{"game", entry->full_name()},
                       {"title", folder.family.title},
                       {"rules", {{"en", folder.rules_en}, {"ja", folder.rules_ja}}}});
    return Exit::done;
  }
  if (text.empty())
    throw Error(Exit::usage,
                fmt::format("{} has not written its rules down; its folder is games/{}", entry->full_name(), entry->name));
  const std::string title = lang == "ja" ? text_in(member_of(parse_json(folder.board), "title"), lang) : "";
  outf("{}\n\n{}", bold(title.empty() ? folder.family.title : title), text);
  return Exit::done;
}

} // namespace

const Command rules_command = {"rules", "the rules of a game, in English or Japanese",
                               "zermelo rules dobutsu\n  zermelo rules dobutsu --lang ja",
                               [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                 auto o = std::make_shared<RulesArguments>();
                                 a.game(o->game);
                                 a.language(o->lang);
                                 return [o, &common] { return rules(*o, common); };
                               }};

} // namespace zermelo
