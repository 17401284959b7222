// The opponent: it knows every value, and at full strength takes a best move. Below that, moves are sorted into classes of equal worth and
// each class further down is less likely by a constant factor; at strength 0 every move is as likely as any other.
import type { Move } from '../api/types';
import { compare } from './worth';

export function weights(moves: Move[], strength: number): number[] {
  const sorted = [...moves].sort((a, b) => compare(b, a));
  const classes: Move[] = [];
  for (const m of sorted) if (!classes.length || compare(classes.at(-1)!, m) !== 0) classes.push(m);
  const steep = strength >= 100 ? Infinity : (3 * strength) / (100 - strength);
  return moves.map((m) => {
    const depth = classes.findIndex((c) => compare(c, m) === 0);
    return depth === 0 ? 1 : Math.exp(-depth * steep);
  });
}

export function choose(moves: Move[], strength: number, random: () => number = Math.random): Move | null {
  const w = weights(moves, strength);
  let left = random() * w.reduce((sum, x) => sum + x, 0);
  for (const [k, m] of moves.entries()) {
    left -= w[k]!;
    if (left < 0) return m;
  }
  return moves.at(-1) ?? null;
}

// Without values the search has to answer; a slip is then any move at all.
export const must_search = (moves: Move[], strength: number, random: () => number = Math.random): boolean =>
  moves.length > 0 && moves.some((m) => m.value === 'unknown') && !moves.some((m) => m.value === 'win') && random() * 100 < strength;
