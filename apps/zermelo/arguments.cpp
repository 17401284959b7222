#include "arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "base/units.h"
#include "command.h"
#include "view/text.h"

namespace zermelo {
namespace {

std::string see_help(const CLI::App& app) { return fmt::format("; '{} --help' explains", app.get_name()); }

// What other programs call an option of ours: by its letters, --port is nearest to --host, which is something else.
constexpr std::pair<std::string_view, std::string_view> other_names[] = {
    {"--port", "--listen"}, {"-p", "--listen"},    {"--bind", "--listen"},   {"--address", "--listen"}, {"--jobs", "--threads"},
    {"-j", "--threads"},    {"-t", "--threads"},   {"--cores", "--threads"}, {"--timeout", "--time"},   {"--ram", "--memory"},
    {"-m", "--memory"},     {"--gpu", "--device"}, {"--cuda", "--device"},   {"--dir", "--tables"},     {"--force", "--restart"}};

// The option that was meant by one that does not exist: by its meaning, else by its letters.
std::string hint_for(const CLI::App& app, const std::string& typed) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  const std::string word = typed.substr(0, typed.find('='));
  for (const auto& [other, ours] : other_names)
    if (word == other && std::find(names.begin(), names.end(), ours) != names.end())
      return fmt::format("; did you mean '{}'?", ours);
  const auto near = suggest(word, names);
  return near ? "; did you mean '" + *near + "'?" : see_help(app);
}

} // namespace

Arguments::Arguments(const Command& command)
    : app_(std::make_unique<CLI::App>(command.summary, fmt::format("zermelo {}", command.name))) {
  app_->footer(fmt::format("Example:\n  {}", command.example));
  app_->set_help_flag("-h,--help", "print this");
  app_->get_formatter()->column_width(36);
}
Arguments::~Arguments() = default;

// Options are found by the lower-case names given here; positional words have capital names and no dashes.
void Arguments::word(const std::string& name, std::string& into, const std::string& help, bool required) {
  app_->add_option(name.substr(0, name.find('[')), into, help)->type_name("")->required(required);
}
void Arguments::words(const std::string& name, std::vector<std::string>& into, const std::string& help) {
  app_->add_option(name.substr(0, name.find('[')), into, help)->type_name("");
}
void Arguments::flag(const std::string& name, bool& into, const std::string& help) { app_->add_flag(name, into, help); }
void Arguments::text(const std::string& name, std::string& into, const std::string& kind, const std::string& help) {
  app_->add_option(name, into, help)->type_name(kind);
}
void Arguments::texts(const std::string& name, std::vector<std::string>& into, const std::string& kind, const std::string& help) {
  app_->add_option(name, into, help)->type_name(kind)->allow_extra_args(false);
}
void Arguments::choice(const std::string& name, std::string& into, const std::vector<std::string>& choices,
                       const std::string& help, bool required) {
  choices_[name] = choices;
  app_->add_option(name, into, help)
      ->required(required)
      ->type_name(fmt::format("{}", fmt::join(choices, "|")))
      ->check([choices](const std::string& typed) {
        for (const auto& choice : choices)
          if (typed == choice) return std::string();
        return fmt::format("'{}' is none of {}", printable(typed), fmt::join(choices, ", "));
      });
}
void Arguments::number(const std::string& name, i64& into, i64 least, i64 most, const std::string& help) {
  app_->add_option(name, into, help)->type_name("N")->check([least, most](const std::string& typed) {
    i64 n = 0;
    const bool whole = CLI::detail::lexical_cast(typed, n);
    if (whole && n >= least && n <= most) return std::string();
    return fmt::format("'{}' is not a whole number from {} to {}", printable(typed), least, most);
  });
}
void Arguments::seconds(const std::string& name, double& into, const std::string& help) {
  app_->add_option(name, into, help)->type_name("SECONDS")->check([](const std::string& typed) {
    double x = 0;
    if (CLI::detail::lexical_cast(typed, x) && std::isfinite(x) && x >= 0) return std::string();
    return fmt::format("'{}' is not a number of seconds", printable(typed));
  });
}
void Arguments::memory(const std::string& name, u64& into, const std::string& help) {
  app_->add_option_function<std::string>(
          name, [&into](const std::string& typed) { into = *parse_bytes(typed); }, help)
      ->type_name("BYTES")
      ->check([](const std::string& typed) {
        return parse_bytes(typed) ? std::string()
                                  : fmt::format("'{}' is not an amount of memory like 512M or 2G", printable(typed));
      });
}

bool Arguments::parse(const std::vector<std::string>& words) try {
  app_->parse(std::vector<std::string>(words.rbegin(), words.rend())); // it wants them backwards
  return true;
} catch (const CLI::CallForHelp&) {
  return false;
} catch (const CLI::ExtrasError&) {
  for (const auto& left : app_->remaining())
    if (left != "--") throw Error(Exit::usage, fmt::format("'{}' is not understood{}", printable(left), hint_for(*app_, left)));
  throw Error(Exit::usage, "too many words" + see_help(*app_));
} catch (const CLI::ParseError& e) {
  throw Error(Exit::usage, e.what() + see_help(*app_));
}

std::vector<Arguments::Option> Arguments::options() const {
  std::vector<Option> all;
  for (const CLI::Option* o : app_->get_options()) {
    const std::string name = o->get_lnames().empty() ? o->get_name() : "--" + o->get_lnames().front();
    const auto choices = choices_.find(name);
    // A flag takes no text; words have no kind.
    const bool flag = o->get_items_expected_max() == 0;
    all.push_back({name, flag ? "" : o->get_type_name(), o->get_description(),
                   choices == choices_.end() ? std::vector<std::string>{} : choices->second});
  }
  return all;
}

std::string Arguments::help() const { return app_->help(); }

} // namespace zermelo
