// What may be clicked next, and the best that can come of it; and the moves as arrows.
import type { Marks } from '../lib/route';
import type { Move, Value, Worth } from '../api/types';
import type { Picked } from '../lib/clicks';
import { best, compare } from '../lib/worth';

// Before the first click only whole moves and empty cells are marked: pieces are seen to be there, and the board stays quiet.
export function targets(picked: Picked, shows_values: boolean, empty: (name: string) => boolean = () => false): Map<string, Worth | null> {
  const out = new Map<string, Worth | null>();
  const depth = picked.so_far.length;
  for (const m of picked.candidates) {
    const name = m.clicks[depth];
    if (name === undefined || (depth === 0 && m.clicks.length > 1 && !empty(name))) continue;
    const old = out.get(name);
    if (old === undefined || (old !== null && compare(m, old) > 0)) out.set(name, m);
  }
  for (const [name, w] of out) if (!shows_values || w?.value === 'unknown') out.set(name, null); // a dot says as much as a question mark
  return out;
}

export interface Arrow {
  from: string;
  to: string;
  value: Value;
  best: boolean;
}
// One arrow for each pair of cells, the best move of that pair; a drop is a ring where it goes; moves of one click have none.
export function arrows(moves: Move[], marks: Marks): Arrow[] {
  if (marks === 'none') return [];
  const top = new Set(best(moves));
  const out = new Map<string, { arrow: Arrow; move: Move }>();
  for (const m of moves) {
    const [from, to] = [m.clicks[0], m.clicks.filter((c) => !c.startsWith('piece:')).at(-1)];
    if (from === undefined || to === undefined || from === to || m.value === 'unknown') continue;
    if (marks === '' && !top.has(m)) continue;
    const key = `${from}>${to}`;
    const old = out.get(key);
    if (!old || compare(m, old.move) > 0) out.set(key, { arrow: { from, to, value: m.value, best: top.has(m) }, move: m });
  }
  return [...out.values()].map((o) => o.arrow);
}
