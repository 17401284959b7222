// What a solve keeps on disk while it runs: finished stages, each a file beside the others with its number as the ending
// (NAME.checkpoint.000 …), and the stage at work (NAME.checkpoint). All are containers of blocks as tables are, compressed
// lightly. They depend neither on the number of threads nor on the device.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>

#include "solve/strategy.h"
#include "solve/together.h"
#include "table/table.h"

namespace zermelo {

class StageFiles {
public:
  StageFiles(std::filesystem::path checkpoint, TableIdentity identity, Method method, std::vector<Stage> stages, u64 block_bytes,
             Ranks& ranks = one_rank())
      : ranks_(ranks), checkpoint_(std::move(checkpoint)), identity_(std::move(identity)), method_(method),
        stages_(std::move(stages)), block_bytes_(block_bytes) {}

  std::filesystem::path file(std::size_t stage) const;
  const std::filesystem::path& at_work() const { return checkpoint_; }
  const std::vector<Stage>& stages() const { return stages_; }

  // How many stages are finished, from the first on. A gap (stage 3 is there, stage 2 is not) is an error, not a reason to
  // compute stage 2 again: a file was lost, and the user should know. Refuses files of another game, method or kind.
  std::size_t finished() const;
  u64 word(std::size_t stage) const;                  // bytes a slot in the file of a finished one
  BlockReader open_finished(std::size_t stage) const; // refuses what finished() would

  void save(std::size_t stage, Strategy& strategy, Pool& pool) const;
  void recall(std::size_t stage, Strategy& strategy, Pool& pool) const;

  void save_at_work(std::size_t stage, Strategy& strategy, Pool& pool) const;
  // Whether there was a checkpoint of this stage and the strategy took it.
  bool resume(std::size_t stage, Strategy& strategy, Pool& pool) const;

  // Where the disk is too small for the stages and the table beside each other, the table takes their place: what is in it is given
  // back. Then the stage at work is the table, by its header and the blocks that are surely in it.
  struct Writing {
    std::string header;
    std::vector<BlockEntry> index;
  };
  void save_writing(const std::filesystem::path& table, const Writing& so_far) const;
  std::optional<Writing> writing(const std::filesystem::path& table); // of a run before this one
  void give_back(Slot before);                                        // slots before it are not asked for any more
  bool is_gone(std::size_t stage) const { return begin_of(stage + 1) <= gone_; }
  // Whether a checkpoint that could be done without leaves room for the file of the stage.
  bool has_room_for_checkpoint(std::size_t stage, u64 word) const;

  void remove_at_work() const;
  void remove() const;            // everything
  void remove_unfinished() const; // what runs that were killed have begun to write
  u64 bytes() const;              // on disk now

  [[noreturn]] void refuse(std::size_t stage, const std::string& why) const;

private:
  bool has(std::size_t stage) const;
  Slot begin_of(std::size_t stage) const;
  nlohmann::json header(std::size_t stage) const;
  template <class Read> bool open(const std::filesystem::path& path, Read&& read) const;

  // What a rank has of a block of a finished stage, or of the stage at work.
  EachPiece pieces_of(std::size_t stage, u64 word, Strategy& strategy) const;
  u64 of_first(u64 n) const;
  bool resume_together(std::size_t stage, Strategy& strategy, Pool& pool) const;
  EachPiece pieces_at_work(std::size_t stage, u64 block_bytes, Strategy& strategy) const;

  Ranks& ranks_;
  std::filesystem::path checkpoint_;
  TableIdentity identity_;
  Method method_;
  std::vector<Stage> stages_;
  u64 block_bytes_;
  Slot gone_ = 0; // slots before it have been given back
};

// The sentence, and what can be done about it.
[[noreturn]] void refuse_checkpoint(const std::string& sentence);

} // namespace zermelo
