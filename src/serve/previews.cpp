#include "serve/previews.h"

#include <fmt/format.h>

#include "base/error.h"
#include "serve/call.h"
#include "serve/hosts.h"
#include "serve/problem.h"
#include "view/look.h"
#include "view/png.h"
#include "view/svg.h"

namespace zermelo::serve {
namespace {

// "Second wins, in 78 plies."
std::string sentence_of(const ServedGame& g, const AnyPosition& p) try {
  const Value v = g.probe(p).value;
  if (!v.known()) return "What this position is worth is not known here.";
  if (v.wdl == Wdl::draw) return "A draw with best play.";
  const int winner = g.game->first_to_move(p) == (v.wdl == Wdl::win) ? 1 : 2;
  const std::string who = Look(g.board).player(winner);
  if (!v.has_plies()) return fmt::format("{} wins.", who);
  return v.plies == 0 ? fmt::format("{} has won.", who)
                      : fmt::format("{} wins, in {} {}.", who, v.plies, v.plies == 1 ? "ply" : "plies");
} catch (const Error&) {
  return ""; // a damaged block: the page opens all the same
}

// Programs that show links want whole addresses. A name without a port is one that a proxy with TLS answers for; everything else
// is this server itself, which speaks plain HTTP. What is no host at all gets none.
std::string origin_of(const Request& request) {
  const auto name = host_name(request.host);
  if (!name) return "";
  const bool plain = is_loopback(*name) || request.host.find(':') != std::string::npos;
  return (plain ? "http://" : "https://") + request.host;
}

std::string escaped_query(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

} // namespace

std::string preview_tags(const Site& site, const Request& request, const Target& target) {
  const ServedGame* g = target.path.size() == 2 ? site.find(target.path[1]) : nullptr;
  if (g == nullptr) return "";
  AnyPosition p = g->game->start();
  if (const auto asked = target.query.find("p"); asked != target.query.end() && !asked->second.empty()) {
    try {
      p = position_in(*g, asked->second);
    } catch (const Problem&) { // NOLINT(bugprone-empty-catch): the page says that it is none; the preview shows the start
    }
  }
  const std::string title = text_in(member_of(g->board, "title"), "en"),
                    variant = g->variant.empty() ? "" : " (" + g->variant + ")";
  auto tag = [](const char* property, const std::string& content) {
    return fmt::format("    <meta property=\"{}\" content=\"{}\" />\n", property, xml_escaped(content));
  };
  // What is said about the game is said about its start, and not about variants.
  std::string said = g->variant.empty() && g->game->print(p) == g->game->print(g->game->start())
                         ? text_in(member_of(g->board, "about"), "en")
                         : sentence_of(*g, p);
  if (said.empty()) said = sentence_of(*g, p);
  std::string out = tag("og:title", (title.empty() ? g->title : title) + variant + " · Zermelo") + tag("og:type", "website") +
                    tag("og:description", said);
  if (const std::string origin = origin_of(request); g->game->pictured() && !origin.empty()) {
    const std::string flip = target.query.contains("flip") && target.query.at("flip") == "1" ? "&flip=1" : "";
    out += tag("og:image", fmt::format("{}/api/v1/games/{}/position.{}?p={}{}", origin, escaped_query(g->full_name()),
                                       has_png() ? "png" : "svg", escaped_query(g->game->print(p)), flip)) +
           tag("og:image:type", has_png() ? "image/png" : "image/svg+xml");
    if (has_png())
      out += tag("og:image:width", std::to_string(png_width)) + tag("og:image:height", std::to_string(png_height)) +
             "    <meta name=\"twitter:card\" content=\"summary_large_image\" />\n";
  }
  return out;
}

} // namespace zermelo::serve
