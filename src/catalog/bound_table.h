// The table of another game that a search leans on.
#pragma once

#include <functional>
#include <memory>

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

class BoundTable {
public:
  // Refuses a game that `entry` does not name. open() opens the table of `bound`, or says that there is none; where memory cannot
  // hold all of it, each thread opens it for itself.
  BoundTable(const Entry& entry, std::unique_ptr<Entry> bound, std::function<Table()> open, int threads);

  // Lets a search take values from it; a proof cites it. Must live as long as the options are used.
  void put_into(ProveOptions& options) const;

private:
  std::unique_ptr<Entry> bound_;
  std::function<std::function<Wdl(const AnyPosition&)>()> values_;
  std::shared_ptr<Table> table_;
};

} // namespace zermelo
