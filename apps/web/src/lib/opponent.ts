// The opponent: it knows every value, and at full strength takes a best move. Below that, moves are sorted into classes of equal worth and
// each class further down is less likely by a constant factor; at strength 0 every move is as likely as any other.
import type { Move, Position, Problem } from '../api/types';
import { best, compare } from './worth';

// Strengths with a name; the address may have any other number.
export const levels = { beginner: 15, casual: 45, club: 70, expert: 90, perfect: 100 } as const;
export type Level = keyof typeof levels;
export const level_names = Object.keys(levels) as Level[];
export const usual: number = levels.casual; // most people win some games against it
export const named_level = (strength: number): Level | null => level_names.find((name) => levels[name] === strength) ?? null;

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

// The best moves among which it has a choice: in a drawn or lost position some set a problem and others do not.
export const alike = (moves: Move[], chosen: Move): Move[] =>
  chosen.value === 'win' && chosen.plies !== null ? [chosen] : best(moves).includes(chosen) ? best(moves).slice(0, 64) : [chosen];

// Of moves that are worth the same, one after which the fewest replies keep what the other has, and that does not go back to where the game was.
export function trickiest(moves: Move[], answers: (Position | Problem)[], way: string[], random: () => number = Math.random): Move | null {
  let least = Infinity;
  let found: Move[] = [];
  moves.forEach((m, k) => {
    const after = answers[k];
    const replies = after && 'moves' in after ? after.moves : [];
    const top = best(replies)[0];
    const share = !top ? 1 : replies.filter((r) => r.value === top.value).length / replies.length;
    const cost = share + 2 * way.filter((p) => p === m.position).length;
    if (cost < least - 1e-9) found = [];
    if (cost <= least + 1e-9) found.push(m);
    least = Math.min(least, cost);
  });
  return found[Math.floor(random() * found.length)] ?? null;
}
