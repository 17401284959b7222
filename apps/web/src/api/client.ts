// The one place that talks to the server. Positions never change their value, so answers are kept for the visit.
import type { Campaign, Game, GameDetail, Hands, Health, Line, Described, Openings, Piece, Position, Presets, Problem, Replay, Side, Solve, Statistics, Tree, Values } from './types';

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail ?? problem.title);
  }
}

export const problem_of = (e: unknown): Problem => (e instanceof ProblemError ? e.problem : { title: String(e), status: 0 });

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new ProblemError({ title: 'offline', status: 0 });
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as T;
  const problem = (body ?? {}) as Partial<Problem>;
  throw new ProblemError({ ...problem, title: problem.title ?? response.statusText, status: response.status });
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

const memories: Map<string, unknown>[] = [];
// After a solve what was unknown is known.
export const forget = () => memories.forEach((kept) => kept.clear());

// A failed answer is forgotten, so that trying again asks again; so is one that is not worth keeping.
function remembered<T>(make: (key: string) => Promise<T>, most = 4000, keeps: (answer: T) => boolean = () => true): (key: string) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  memories.push(kept);
  return (key) => {
    const old = kept.get(key);
    if (old) return old;
    if (kept.size >= most) kept.clear();
    const made = make(key);
    kept.set(key, made);
    made.then((answer) => keeps(answer) || kept.delete(key), () => kept.delete(key));
    return made;
  };
}

// A colon may stand in a path as it is; everything else that is special may not.
const named = (game: string) => `/games/${encodeURIComponent(game).replaceAll('%3A', ':')}`;
const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([k, v]) => [k, String(v)])).toString();

export const health = remembered(() => ask<Health>('/health'));
export const games = remembered(() => ask<{ games: Game[] }>('/games').then((a) => a.games));
export const detail = remembered((game) => ask<GameDetail>(named(game)));
export const statistics = remembered((game) => ask<Statistics>(`${named(game)}/statistics`));
export const statistics_address = (game: string) => `/api/v1${named(game)}/statistics`;
export const openings = remembered((game) => ask<Openings>(`${named(game)}/openings`));
const trees = remembered((path) => ask<Tree>(path), 400);
export const tree = (game: string, p: string, plies: number) => trees(`${named(game)}/tree?${query({ p, plies })}`);
export const described = remembered(() => ask<Described>('/openapi.json'));
export const presets = remembered((game) => ask<Presets>(`${named(game)}/presets`));
export const errata_address = '/api/v1/errata';

// One whose values are still to be searched is not kept.
const positions = remembered((path) => ask<Position>(path), 4000, (at) => !at.searchable);
export const position = (game: string, p: string) => positions(`${named(game)}/position?${query({ p })}`);
export const values = (game: string, p: string) => ask<Values>(`${named(game)}/values?${query({ p })}`);
const lines = remembered((path) => ask<Line>(path));
export const line = (game: string, p: string, plies: number) => lines(`${named(game)}/line?${query({ p, plies })}`);

// A whole game in one question: from where it begins, its moves, or the text of a record.
const replays = remembered((key) => {
  const [game, body] = JSON.parse(key) as [string, { from?: string; moves?: string[]; text?: string }];
  return post<Replay>(`${named(game)}/replay`, body);
}, 200);
export const replay = (game: string, body: { from?: string; moves?: string[]; text?: string }) => replays(JSON.stringify([game, body]));
export const positions_of = (game: string, positions: string[]) => post<{ answers: (Position | Problem)[] }>(`${named(game)}/positions`, { positions }).then((a) => a.answers);
export const rules = remembered((game) => ask<{ rules: { en: string; ja: string } }>(`${named(game)}/rules`).then((a) => a.rules));
export const errata = remembered(async () => {
  const response = await fetch('/api/v1/errata').catch(() => null);
  if (!response) throw new ProblemError({ title: 'offline', status: 0 });
  return response.text();
});
export const picture_address = (game: string, p: string, flip: boolean) => `/api/v1${named(game)}/position.svg?${query({ p: p || 'initial', ...(flip ? { flip: 1 } : {}) })}`;

export const random = (game: string, wanted: Record<string, string | number>) => ask<Position>(`${named(game)}/random?${query(wanted)}`);
export const reply = (game: string, p: string, milliseconds: number) =>
  ask<{ move: string; position: string }>(`${named(game)}/reply?${query({ p, milliseconds })}`);
export const compose = (game: string, cells: Record<string, Piece[]>, hands: Hands, to_move: Side) =>
  post<{ position: string }>(`${named(game)}/compose`, { cells, hands, to_move });

export const campaigns = () => ask<{ campaigns: Campaign[] }>('/campaigns').then((a) => a.campaigns);

export const solves = () => ask<{ solves: Solve[] }>('/solves').then((a) => a.solves);
export const start_solve = (game: string, kind: 'solve' | 'prove') => post<{ id: string }>('/solves', { game, kind });
export const stop_solve = (id: string) => ask<unknown>(`/solves/${encodeURIComponent(id)}`, { method: 'DELETE' });
export const solve_events = (id: string) => new EventSource(`/api/v1/solves/${encodeURIComponent(id)}/events`);
