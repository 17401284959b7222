// A game looked at afterwards: what each move was worth, and where it was given away.
import type { Played, Replay, Side, Value, Worth } from '../api/types';
import { compare, opposite } from './worth';

// A blunder loses what was won; a mistake gives half of it away (a win for a draw, a draw for a loss, or some of the score).
export type Mark = '' | 'mistake' | 'blunder';
const rank: Partial<Record<Value, number>> = { loss: 0, draw: 1, win: 2 };

export function mark_of(step: Pick<Played, 'value' | 'plies' | 'score' | 'best'>): Mark {
  if (!step.best || step.value === 'unknown' || step.best.value === 'unknown') return '';
  const lost = (rank[step.best.value] ?? 0) - (rank[step.value] ?? 0);
  if (lost >= 2) return 'blunder';
  if (lost === 1) return 'mistake';
  return step.score != null && step.best.score != null && compare(step.best, step) > 0 ? 'mistake' : '';
}
export const sign: Record<Mark, string> = { '': '', mistake: '?', blunder: '??' };

export interface Point {
  ply: number; // after so many moves
  height: number | null; // for the first player: 1 won at once, 0 drawn, -1 lost at once; null: not known
  mark: Mark;
  move: string;
}

// The nearer the end, the farther from the middle; a won position stays clear of a drawn one however long it takes.
export function height(worth: Worth, for_first: boolean, longest: number): number | null {
  const side = for_first ? 1 : -1;
  if (worth.value === 'unknown') return null;
  if (worth.score != null) return (side * worth.score) / Math.max(1, longest);
  if (worth.value === 'draw') return 0;
  const sure = worth.plies == null ? 0.5 : 1 - (0.75 * worth.plies) / Math.max(1, longest);
  return side * (worth.value === 'win' ? sure : -sure);
}

export function points(replay: Replay, first_moves: Side): Point[] {
  const longest = Math.max(1, ...[replay, ...replay.steps].map((w) => (w.score != null ? Math.abs(w.score) : (w.plies ?? 0))));
  const mover = (ply: number): boolean => (ply % 2 === 0 ? first_moves : opposite(first_moves)) === 'first';
  return [
    { ply: 0, height: height(replay, mover(0), longest), mark: '' as Mark, move: '' },
    ...replay.steps.map((s, k) => ({ ply: k + 1, height: height(s, mover(k), longest), mark: mark_of(s), move: s.move })),
  ];
}

export const first_mistake = (all: Point[]): Point | null => all.find((p) => p.mark !== '') ?? null;
