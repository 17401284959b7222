// The table of another game that a search leans on.
#pragma once

#include "context.h"
#include "solve/dfpn/options.h"

namespace zermelo {

class BoundTable {
public:
  // Refuses a game that `entry` does not name, or one without a table.
  BoundTable(const Entry& entry, const std::string& name, const Common& common, int threads);

  // Lets a search take values from it; a proof cites it. Must live as long as the options are used.
  void put_into(ProveOptions& options) const;

private:
  std::unique_ptr<Entry> bound_;
  std::function<std::function<Wdl(const AnyPosition&)>()> values_;
  std::shared_ptr<Table> table_;
};

} // namespace zermelo
