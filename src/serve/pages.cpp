#include "serve/pages.h"

#include "serve/previews.h"
#include "serve/problem.h"

namespace zermelo::serve {
namespace {

constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// A board inside another page: it may be framed, and that is all that differs.
constexpr const char* embedded_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

// Shown where the program was built without the app.
constexpr std::string_view plain_page =
    "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Zermelo</title></head>\n<body>\n<h1>Zermelo</h1>\n"
    "<p>This program was built without the web app (apps/web/dist). The API answers:</p>\n<ul>\n"
    "<li><a href=\"/api/v1/games\">/api/v1/games</a></li>\n<li><a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a></li>\n"
    "</ul>\n</body>\n</html>\n";

const Asset* find(const Site& site, std::string_view path) {
  for (const Asset& a : site.assets)
    if (a.path == path) return &a;
  return nullptr;
}

bool is_page(const Target& target) {
  if (target.path.empty()) return true;
  const std::string& first = target.path.front();
  if (target.path.size() == 1) return first == "solve" || first == "about" || first == "api";
  return target.path.size() == 2 && (first == "game" || first == "stats" || first == "rules") && !target.path[1].empty() &&
         target.path[1].find('.') == std::string::npos;
}

// A browser that opens a page says that it takes HTML; what ends like a file is one.
bool is_for_people(const Request& request, const Target& target) {
  return request.html && target.path.back().find('.') == std::string::npos;
}

Response response_of(const Asset& asset, const Request& request, bool whole) {
  Response r;
  r.type = asset.type;
  r.gzipped = request.gzip && !asset.gzipped.empty();
  r.embedded = r.gzipped ? asset.gzipped : asset.bytes;
  r.etag = "\"" + std::string(asset.hash) + (r.gzipped ? "-gz\"" : "\"");
  // What the bundler names by a hash never changes under its name.
  r.cache = asset.path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  if (!whole && request.has(r.etag)) {
    r.status = 304;
    r.embedded = {};
  }
  return r;
}

// A page of a game has a head of its own.
void add_preview(Response& r, const Site& site, const Request& request, const Target& target) {
  const Asset* index = find(site, "/index.html");
  if (r.status != 200 || index == nullptr || !is_page(target)) return;
  const auto head = index->bytes.find("</head>");
  const std::string tags = preview_tags(site, request, target);
  if (tags.empty() || head == std::string_view::npos) return;
  r.body = std::string(index->bytes.substr(0, head)) + tags + "  " + std::string(index->bytes.substr(head));
  r.embedded = {};
  r.gzipped = false;
  r.etag.clear();
}

} // namespace

Response page(const Site& site, const Request& request, const Target& target) {
  std::string path;
  for (const auto& part : target.path) path += "/" + part;
  const Asset* asset = is_page(target) ? find(site, "/index.html") : find(site, path);
  // A person who goes astray gets the app, which says so; a missing file is a problem.
  const bool astray = asset == nullptr && !is_page(target);
  if (astray && !is_for_people(request, target)) throw Problem(404, "there is no such page", "The list of games is at /.");
  if (astray) asset = find(site, "/index.html");
  Response r;
  if (asset != nullptr) {
    r = response_of(*asset, request, astray);
  } else {
    r.type = "text/html; charset=utf-8";
    r.embedded = plain_page;
    r.cache = "no-cache";
  }
  const auto embed = target.query.find("embed");
  if (astray) {
    r.status = 404;
    r.etag.clear();
    r.cache = "no-store";
  }
  r.policy = embed != target.query.end() && embed->second == "1" ? embedded_policy : policy;
  add_preview(r, site, request, target);
  return r;
}

} // namespace zermelo::serve
