// Values in order and in groups. Everything is from the view of the side that moves.
import type { Move, Side, Value, Worth } from '../api/types';

export const values: readonly Value[] = ['win', 'draw', 'loss', 'unknown'];
export const glyph: Record<Value, string> = { win: '○', draw: '=', loss: '×', unknown: '?' };

export interface Group {
  value: Value;
  moves: Move[];
}
// As people count: a2 before a10.
export const by_name = (a: Move, b: Move): number => a.move.localeCompare(b.move, 'en', { numeric: true });
export const groups = (moves: Move[]): Group[] =>
  values.map((value) => ({ value, moves: moves.filter((m) => m.value === value) })).map((g) => (g.value === 'unknown' ? { ...g, moves: g.moves.sort(by_name) } : g)).filter((g) => g.moves.length > 0);

const other: Record<Side, Side> = { first: 'second', second: 'first' };
export const opposite = (side: Side): Side => other[side];
export const winner = (value: Value, to_move: Side): Side | null =>
  value === 'win' ? to_move : value === 'loss' ? opposite(to_move) : null;

const rank: Record<Value, number> = { win: 3, draw: 2, unknown: 1, loss: 0 };
// Positive if a is better to choose than b: quick wins, late losses, high scores.
export function compare(a: Worth, b: Worth): number {
  if (a.score != null && b.score != null && a.score !== b.score) return a.score - b.score;
  if (a.value !== b.value) return rank[a.value] - rank[b.value];
  const difference = (b.plies ?? 0) - (a.plies ?? 0);
  return a.value === 'win' ? difference : a.value === 'loss' ? -difference : 0;
}
export const best = (moves: Move[]): Move[] => {
  const top = moves.reduce<Move | null>((t, m) => (t === null || compare(m, t) > 0 ? m : t), null);
  return top === null || top.value === 'unknown' ? [] : moves.filter((m) => compare(m, top) === 0);
};
