// What may be clicked next, and the best that can come of it.
import type { Worth } from '../api/types';
import type { Picked } from '../lib/clicks';
import { compare } from '../lib/worth';

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
  const known = shows_values && [...out.values()].some((w) => w && w.value !== 'unknown');
  if (!known) for (const name of out.keys()) out.set(name, null);
  return out;
}
