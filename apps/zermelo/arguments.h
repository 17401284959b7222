// What a command takes, declared in a few words. Hides the parser, which is slow to compile.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/types.h"

namespace CLI {
class App;
}

namespace zermelo {

struct Command;

class Arguments {
public:
  explicit Arguments(const Command& command);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments();

  void word(const std::string& name, std::string& into, const std::string& help, bool required = false);
  void words(const std::string& name, std::vector<std::string>& into, const std::string& help); // any number of them
  void flag(const std::string& name, bool& into, const std::string& help);
  void text(const std::string& name, std::string& into, const std::string& kind, const std::string& help);
  // May be given again and again, one text each time.
  void texts(const std::string& name, std::vector<std::string>& into, const std::string& kind, const std::string& help);
  void choice(const std::string& name, std::string& into, const std::vector<std::string>& choices, const std::string& help,
              bool required = false);
  void number(const std::string& name, i64& into, i64 least, i64 most, const std::string& help);
  void seconds(const std::string& name, double& into, const std::string& help);
  void memory(const std::string& name, u64& into, const std::string& help); // "512M", "2G"

  // GAME[:VARIANT] and POSITION mean the same in every command.
  void game(std::string& into) { word("GAME[:VARIANT]", into, "the game; 'zermelo games' lists them", true); }
  void position(std::string& into) { word("POSITION", into, "in the game's notation, or 'initial' (the default)"); }

  void language(std::string& into) { choice("--lang", into, {"en", "ja"}, "the language (default: the terminal's)"); }

  // Reads the words after the command's name. False if help was asked for; throws Error(usage).
  bool parse(const std::vector<std::string>& words);
  std::string help() const;

  // What was declared, for completion and the manual: options by their long names, words by theirs.
  struct Option {
    std::string name, kind, help;
    std::vector<std::string> choices;
  };
  std::vector<Option> options() const;

private:
  std::unique_ptr<CLI::App> app_;
  std::map<std::string, std::vector<std::string>> choices_; // by name
};

} // namespace zermelo
