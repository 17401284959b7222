// What the server answers under /api/v1, and what a game's board.json says. The server's openapi.json tells the same.
export type Side = 'first' | 'second';
export type Owner = Side | 'none';
export type Value = 'win' | 'draw' | 'loss' | 'unknown';
export type Text = { en: string; ja?: string };

export interface Piece {
  kind: string;
  owner: Owner;
}
export interface Cell {
  name: string;
  ground: string;
  x: number;
  y: number;
  pieces: Piece[];
}
export interface Held {
  kind: string;
  count: number;
}
export type Hands = Record<Side, Held[]>;
export interface Picture {
  cells: Cell[];
  hands: Hands;
}

export interface Worth {
  value: Value;
  plies: number | null;
  score?: number | null;
}
export interface Move extends Worth {
  move: string;
  piece?: string; // that moves, where players name it
  position: string;
  clicks: string[];
}
export interface Position extends Worth {
  game: string;
  position: string;
  to_move: Side;
  over: boolean;
  reason: Text | null;
  source: 'table' | 'endings' | 'rules' | 'search' | 'proof' | 'recorded' | 'published' | 'none';
  table: string | null; // of endings: the game whose table tells it
  best: string | null;
  picture: Picture | null;
  text: string;
  moves: Move[];
  searchable?: boolean; // /values would look for what is not known yet
}
// What is known by now, while the server searches.
export interface Values extends Pick<Position, 'value' | 'plies' | 'score' | 'source' | 'best' | 'moves'> {
  searching: boolean;
}
export interface Step extends Worth {
  move: string;
  piece?: string;
  position: string;
}
export interface Line extends Worth {
  position: string;
  end: 'over' | 'repetition' | 'limit';
  steps: Step[];
}

export type Sided = Text | Record<Side, Text>; // the same for both players, or not
export type Art = { d: string; fill?: string; stroke?: string }[];
export interface PieceLook {
  label?: Text;
  names?: Record<Side, Text>;
  shape?: string;
  mark?: Sided;
  dots?: string[];
  paths?: { d: string; stroke?: string; fill?: string }[];
  art?: Art | Record<Side, Art>; // a drawing in place of the mark
  owners?: Owner[];
}
export interface GroundLook {
  fill?: string;
  shape?: string;
  label?: Text;
  quiet?: boolean; // without lines
  wide?: boolean; // as wide as the board, and half as high
  crossing?: boolean; // of lines, in place of a square
  star?: boolean; // a crossing with a point on it
  lines?: string; // that lead from its middle, "e3 sw": three cells to the right, to the next one on the lower left
  edges?: Record<string, Side>; // of a hexagon: the sides that are an edge of the board, nw ne e se sw w, and whose
}
// Why a game is over, in the game's own words; the first that fits is said.
export type Ending = Text & {
  drawn?: boolean; // of a draw; otherwise of a win
  winner?: Side; // of this player
  gone?: string; // where the loser has no piece of this kind on the board; *: none at all
  home?: string; // where such a piece of the winner stands in the loser's home row
};
export type PlayerLook = Text & { colour?: string };
export interface BoardLook {
  title?: Text;
  summary?: Text;
  players?: Partial<Record<Side, PlayerLook>>;
  turn_second?: boolean;
  grounds?: Record<string, GroundLook>;
  pieces?: Record<string, PieceLook>;
  hands?: string[]; // the kinds that can be held
  stack?: number; // how many pieces may stand on each other, if more than one
  endings?: Ending[];
  hand?: Text; // what is held is called, where that is not "in hand"
  draw?: Text; // what a draw is called, where it is won by somebody
  example?: string; // a position for the list of games, where the initial one shows little
  variants?: Record<string, { title?: Text; summary?: Text }>; // by name
  notation?: { pieces?: boolean }; // whether players name the piece that moves
  sets?: Record<string, string>; // the server's sentence about which positions there are, with # for numbers, and the same in Japanese
}
// What a repeated position means: nothing, a draw the third time, an illegal move, a loss of who makes it.
export type Repetition = 'never' | 'draw' | 'forbidden' | 'loss';

// How far a game is solved, by whom, and what there is to show for it here.
export interface Solved {
  how: 'strongly' | 'weakly' | 'ultra-weakly' | 'no';
  evidence: 'table' | 'proof' | 'search' | 'recorded' | 'print' | 'none';
  by: string;
}
export interface Game {
  game: string;
  variant: string;
  title: Text;
  summary: string | Text;
  set: string;
  state: 'table' | 'solvable' | 'search';
  slots: number | null;
  positions: number | null; // of the table, or as recorded
  memory: number | null; // bytes that a solve takes
  seconds: number | null; // that it takes, about
  repetition: Repetition;
  scored: boolean;
  solved: Solved;
  endings: string[]; // games whose tables answer for positions of this one
  initial: Worth | null;
  pictured: boolean;
  provable: boolean;
  players?: BoardLook['players'];
  variants?: BoardLook['variants'];
  about_game?: Text; // one sentence about the game itself
}
export interface GameDetail extends Game {
  board: BoardLook;
  about: string;
  table: { path: string; bytes: number; checksum: string; encoding: string } | null;
}

// A game as it was played: where each move leads, what it was worth to who made it, and what the best one was.
export interface Played extends Step {
  best: Step | null;
}
export interface Replay extends Worth {
  position: string;
  steps: Played[];
  end: { why: 'unfinished' | 'rules' | 'repetition' | 'no turn left'; winner: Side | null };
  stopped: { ply: number; move: string; why: string } | null; // the first move that is none
  tags: Record<string, string>; // what a record says about itself
}

export interface Preset extends Worth {
  kind: string;
  position: string;
}
export interface Presets {
  presets: Preset[];
  none: string[]; // kinds of which none was found
}

export interface Counted {
  plies: number;
  value: Value;
  count: number;
}
export interface Published {
  what: string;
  ours: unknown;
  published: unknown;
  source?: string;
  note?: string;
  agrees?: boolean | null;
  same?: boolean | null;
}
export interface Statistics {
  game: string;
  variant: string;
  set: string;
  source: string;
  positions: number;
  wins: number;
  draws: number;
  losses: number;
  unknown?: number;
  orbits?: { positions: number; wins: number; draws: number; losses: number };
  by_plies?: Counted[];
  by_score?: { score: number; count: number }[];
  initial?: Worth;
  longest?: Worth & { count?: number };
  longest_positions?: string[];
  published?: Published[];
  provenance?: Record<string, string | number | null>;
  table?: { path?: string; bytes?: number; checksum?: string; encoding?: string } | string | null;
  [more: string]: unknown;
}

export interface Health {
  status: string;
  version: string;
  solves?: boolean;
  solve_memory?: number; // most that a solve from a page may take
  solve_seconds?: number;
  campaigns?: number; // how many are shown
}

export type Result = 'unknown' | 'proven' | 'disproven';
// Open positions that must be settled at least; null: infinite.
export interface CampaignNumbers {
  for: number | null;
  against: number | null;
}
export interface CampaignWorker {
  name: string;
  jobs: number;
  facts: number;
  visits: number;
  seconds: number;
  seen_seconds_ago: number;
  refused: number;
  why: string | null;
}
export interface Campaign {
  store: string;
  game: string;
  variant: string;
  position: string;
  claim: 'win' | 'not-loss';
  result: Result;
  if_assumed: Result;
  assumptions: number;
  threshold: number | null;
  paused: boolean;
  facts: number;
  fact_bytes: number;
  tree: { positions: number; split: number; open_leaves: number; proven: number; disproven: number; assumed: number };
  numbers?: CampaignNumbers;
  line: { move: string; position: string; numbers: CampaignNumbers }[];
  workers: CampaignWorker[];
  jobs: number;
  visits: number;
  seconds: number;
  history: (CampaignNumbers & { at: number; positions: number; facts: number; visits: number })[];
  moves: { position: string; result: Result; numbers: CampaignNumbers }[];
  proved: { position: string; result: Result; choices: number; bytes: number; worker: string; at: number }[];
  rate: number | null; // visits a second, lately
  read: number; // when, in seconds since 1970
  trouble: string | null; // why it could not be read since
}

// What a running solve reports; each engine fills what it has.
export type ProofNumber = number | 'infinite';
export interface Progress {
  phase?: string;
  plies?: number;
  done?: number;
  slots?: number;
  open?: number;
  rate?: number;
  by_plies?: { plies: number; count: number; value?: Value }[];
  pn?: ProofNumber;
  dn?: ProofNumber;
  attacker?: 'mover' | 'other'; // whose win the proof number is about
  trace?: [seconds: number, pn: number, dn: number][]; // how both numbers went
  nodes?: number;
  fill?: number;
  value?: Value; // at the end of a proof
  initial?: Worth; // at the end of a solve
  positions?: number;
  seconds?: number;
  fraction?: number; // of the whole work
  eta?: number; // seconds left, about
  memory?: number;
  line?: string[]; // by which it comes about
  stopped?: boolean;
  reason?: string; // why it failed
}
export interface Solve {
  id: string;
  game: string;
  kind: 'solve' | 'prove';
  state: 'running' | 'done' | 'failed';
  progress: Progress;
}

export interface Problem {
  title: string;
  status: number;
  detail?: string;
  hint?: string;
  code?: string; // the kind, to be said in the language of the page
}
export interface Openings {
  position: string;
  columns: string[];
  rows: (Worth & { move: string; replies: (Worth & { move: string })[] })[];
}
// The first turns as a tree; positions that are the same up to symmetry are one node.
export interface Tree {
  plies: number;
  nodes: (Worth & { position: string; ply: number; way: string[]; ways: number; turns: (Worth & { moves: string[]; to: number })[] })[];
}
// What openapi.json says, as far as the page shows it.
export interface Described {
  paths: Record<string, Record<string, { summary: string; parameters?: { name: string; required: boolean; description: string }[] }>>;
}
