// A solve as a page follows it. Whoever comes late, or again, begins with what the server says about it.
import type { Progress, Solve } from '../api/types';

export type Ended = '' | 'done' | 'failed' | 'stopped';
export interface Live {
  id: string;
  game: string;
  kind: 'solve' | 'prove';
  progress: Progress;
  ended: Ended;
}

const end = (event: 'done' | 'failed', progress: Progress): Ended => (progress.stopped ? 'stopped' : event);

export const begun = (id: string, game: string, kind: 'solve' | 'prove'): Live => ({ id, game, kind, progress: {}, ended: '' });
export const joined = ({ id, game, kind, progress, state }: Solve): Live => ({ id, game, kind, progress, ended: state === 'running' ? '' : end(state, progress) });
// What an event adds: the last one has the result, not how the work stood.
export const heard = (live: Live, event: 'progress' | 'done' | 'failed', said: Progress): Live => ({
  ...live,
  progress: { ...live.progress, ...said },
  ended: event === 'progress' ? '' : end(event, said),
});

export function read(data: string): Progress {
  try {
    const said: unknown = JSON.parse(data);
    return typeof said === 'object' && said !== null ? said : {};
  } catch {
    return {};
  }
}

// The proof (1) or disproof number (2) by seconds; a logarithmic plot has no zero.
export const course = (trace: NonNullable<Progress['trace']>, which: 1 | 2): Map<number, number> =>
  new Map(trace.map((point) => [point[0], Math.max(point[which], 0.5)]));

// How many are settled in all, level by level: what each look at the work has seen so far.
export function settled_by(counted: { plies: number; count: number }[]): Map<number, number> {
  let sum = 0;
  return new Map([...counted].sort((a, b) => a.plies - b.plies).map((c) => [c.plies, (sum += c.count)]));
}
