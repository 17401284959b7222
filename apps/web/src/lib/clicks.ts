// Which move the clicks so far mean. A move is played by clicking the names in its `clicks`, one after the other.
import type { Move } from '../api/types';

export interface Picked {
  so_far: string[];
  candidates: Move[]; // moves that begin so
  next: string[]; // what may be clicked now
  done: Move | null; // the move that these clicks play already
}

const starts = (clicks: string[], so_far: string[]) => so_far.every((name, k) => clicks[k] === name);

export function picked(moves: Move[], so_far: string[]): Picked {
  const candidates = moves.filter((m) => starts(m.clicks, so_far));
  const next = [...new Set(candidates.map((m) => m.clicks[so_far.length]).filter((name) => name !== undefined))];
  const done = candidates.find((m) => m.clicks.length === so_far.length) ?? null;
  return { so_far, candidates, next, done };
}

// A click that goes on, begins anew, takes back, or (the last one again) ends a move that could go on.
export function click(moves: Move[], state: Picked, name: string): { state: Picked; play: Move | null } {
  const rest = picked(moves, []);
  if (state.next.includes(name)) {
    const state_after = picked(moves, [...state.so_far, name]);
    if (state_after.done && state_after.next.length === 0) return { state: rest, play: state_after.done };
    return { state: state_after, play: null };
  }
  if (state.so_far.at(-1) === name) return { state: rest, play: state.done };
  return { state: rest.next.includes(name) ? picked(moves, [name]) : rest, play: null };
}
