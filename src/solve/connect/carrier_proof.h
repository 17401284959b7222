// What a search for connections has shown, as it is found: the parts of proofs, each once. verify/connection_proof.h has the format.
#pragma once

#include <unordered_map>
#include <vector>

#include "solve/connect/virtual_connections.h"
#include "table/table.h"

namespace zermelo {

class CarrierProofs {
public:
  u32 add_joined();                                 // by stones
  u32 add_connection(const Steps& steps, u32 step); // by virtual connections
  u32 add_move(int cell, u32 then);                 // the winner's stone, and what holds after it
  u32 add_threats(const std::vector<u32>& threats); // claims with the winner to move whose carriers have no common cell
  u64 bytes() const { return 16 * parts_.size() + 4 * lists_.size() + programs_.size(); }

  // What `root` needs, each part written once. `claims` counts the parts.
  Bytes write(u32 root, u64& claims) const;

private:
  enum Kind : u8 { joined, connection, move, threats };
  struct Part {
    u64 first = 0; // of a connection: where its program begins; of a move: what follows; of threats: where they begin
    u32 size = 0;  // of a program or of a list; of a move: the cell
    Kind kind = joined;
    u8 unused[3] = {};
  };
  std::vector<Part> parts_;
  std::vector<u32> lists_;
  Bytes programs_;
};

} // namespace zermelo
