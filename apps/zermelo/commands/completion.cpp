// What a shell needs to complete command lines, and the manual page: both made from what the commands declare.
#include "arguments.h"
#include "base/version.h"
#include "catalog/catalog.h"
#include "command.h"
#include "terminal.h"

namespace zermelo {
namespace {

struct Declared {
  const Command* command;
  std::vector<Arguments::Option> options;
};

// Every command with its options, those of all commands included.
std::vector<Declared> declared() {
  std::vector<Declared> all;
  for (const Command* c : all_commands()) {
    Common common;
    Arguments arguments(*c);
    const auto work = c->prepare(arguments, common);
    declare_common(arguments, common);
    all.push_back({c, arguments.options()});
  }
  return all;
}

std::string game_names() {
  std::string names;
  for (const auto& folder : catalog())
    for (const auto& v : folder.family.variants)
      names += (names.empty() ? "" : " ") + folder.family.name + (v.name.empty() ? "" : ":" + v.name);
  return names;
}

// Quotes for the shells and for troff: the texts are the program's own, and hold no control characters.
std::string single_quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 4) text.replace(at, 1, "'\\''");
  return "'" + text + "'";
}

std::string names_of(const Declared& d) {
  std::string names;
  for (const auto& o : d.options)
    if (o.name.starts_with("--")) names += (names.empty() ? "" : " ") + o.name;
  return names;
}

std::string bash_script() {
  std::string commands, cases;
  for (const auto& d : declared()) {
    commands += (commands.empty() ? "" : " ") + std::string(d.command->name);
    std::string choices;
    for (const auto& o : d.options)
      if (!o.choices.empty() && o.name.starts_with("--"))
        choices += fmt::format("      {}) COMPREPLY=($(compgen -W {} -- \"$cur\")); return;;\n", o.name,
                               single_quoted(fmt::format("{}", fmt::join(o.choices, " "))));
    cases += fmt::format("    {}) options={}\n      case $prev in\n{}      --tables) COMPREPLY=($(compgen -d -- \"$cur\")); "
                         "return;;\n      esac;;\n",
                         d.command->name, single_quoted(names_of(d)), choices);
  }
  return fmt::format(R"(# bash completion for zermelo: source <(zermelo completion bash)
_zermelo() {{
  local cur prev options
  COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}
  cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W {} -- "$cur"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else
    COMPREPLY=($(compgen -W {} -- "$cur") $(compgen -f -- "$cur"))
  fi
}}
complete -o filenames -F _zermelo zermelo
)",
                     single_quoted(commands), cases, single_quoted(game_names()));
}

std::string zsh_script() {
  std::string commands, cases;
  for (const auto& d : declared()) {
    std::string summary = d.command->summary;
    for (std::size_t at = 0; (at = summary.find(':', at)) != std::string::npos; at += 2) summary.replace(at, 1, "\\:");
    commands += "    " + single_quoted(fmt::format("{}:{}", d.command->name, summary)) + "\n";
    cases += fmt::format("    {}) compadd -- {} ;;\n", d.command->name, names_of(d));
  }
  return fmt::format(R"(#compdef zermelo
# zsh completion for zermelo: zermelo completion zsh > "${{fpath[1]}}/_zermelo"
local -a commands games
commands=(
{})
games=({})
if (( CURRENT == 2 )); then
  _describe command commands
elif [[ $words[CURRENT] == -* ]]; then
  case $words[2] in
{}  esac
else
  compadd -- $games
  _files
fi
)",
                     commands, game_names(), cases);
}

std::string fish_script() {
  std::string out = "# fish completion for zermelo: zermelo completion fish > ~/.config/fish/completions/zermelo.fish\ncomplete "
                    "-c zermelo -f\n";
  for (const auto& d : declared()) {
    out += fmt::format("complete -c zermelo -n __fish_use_subcommand -a {} -d {}\n", d.command->name,
                       single_quoted(d.command->summary));
    for (const auto& o : d.options)
      if (o.name.starts_with("--"))
        out += fmt::format("complete -c zermelo -n '__fish_seen_subcommand_from {}' -l {}{}{} -d {}\n", d.command->name,
                           o.name.substr(2), o.kind.empty() ? "" : " -r",
                           o.choices.empty() ? "" : " -a " + single_quoted(fmt::format("{}", fmt::join(o.choices, " "))),
                           single_quoted(o.help));
  }
  return out + fmt::format("complete -c zermelo -n 'not __fish_use_subcommand' -a {}\n", single_quoted(game_names()));
}

// troff takes a minus for a hyphen, and lines that begin with a point for orders.
std::string troff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      (out += "\\&") += c;
    else
      out += c;
  }
  return out;
}

std::string manual() {
  std::string out =
      ".TH ZERMELO 1 \"\" \"zermelo " + std::string(version()) +
      "\" \"User Commands\"\n.SH NAME\nzermelo \\- solve two\\-player board games of perfect information\n"
      ".SH SYNOPSIS\n.B zermelo\n.I COMMAND GAME\\fR[:\\fIVARIANT\\fR] [\\fIPOSITION\\fR] [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
      "Zermelo computes who wins, how fast and with which moves, keeps that in one file for each game, checks it, and plays by "
      "it.\n.SH COMMANDS\n";
  for (const auto& d : declared()) {
    out += fmt::format(".SS {}\n{}\n", troff(d.command->name), troff(d.command->summary));
    for (const auto& o : d.options) {
      const bool shared = o.name == "--json" || o.name == "--tables" || o.name == "--help";
      if (shared) continue;
      out +=
          fmt::format(".TP\n.B {}{}\n{}\n", troff(o.name), o.kind.empty() ? "" : " \\fI" + troff(o.kind) + "\\fR", troff(o.help));
    }
    out += fmt::format(".PP\nExample:\n.RS\n.nf\n{}\n.fi\n.RE\n", troff(d.command->example));
  }
  out += ".SH OPTIONS\nof every command:\n.TP\n.B \\-\\-json\nprint JSON\n.TP\n.B \\-\\-tables \\fIDIR\\fR\nthe folder of the "
         "tables\n.TP\n.B \\-\\-help\nsay what the command takes\n"
         ".SH EXIT STATUS\n0 done, 1 runtime error, 2 usage, 3 verification mismatch, 4 stopped and resumable, 5 table missing "
         "or damaged, 6 not a position, 7 not enough memory or disk.\n"
         ".SH ENVIRONMENT\n.TP\n.B ZERMELO_TABLES\nthe folder of the tables\n.TP\n.B NO_COLOR\nno colours in the terminal\n";
  return out;
}

struct CompletionArguments {
  std::string shell;
};

} // namespace

const Command completion_command = {
    "completion", "completion of command lines for bash, zsh or fish: source <(zermelo completion bash)",
    "zermelo completion bash", [](Arguments& a, const Common&) -> std::function<Exit()> {
      auto o = std::make_shared<CompletionArguments>();
      a.choice("SHELL", o->shell, {"bash", "zsh", "fish"}, "the shell: bash, zsh or fish", true);
      return [o] {
        out(std::string_view(o->shell == "bash" ? bash_script() : o->shell == "zsh" ? zsh_script() : fish_script()));
        return Exit::done;
      };
    }};

const Command man_command = {"man", "the manual page, made from the help texts: zermelo man | man -l -", "zermelo man",
                             [](Arguments&, const Common&) -> std::function<Exit()> {
                               return [] {
                                 out(std::string_view(manual()));
                                 return Exit::done;
                               };
                             }};

} // namespace zermelo
