// What the statistics page reads out of the answer; figures that a server does not have are left out, never guessed.
import type { Counted, Published, Statistics, Value } from '../api/types';
import type { Messages } from '../i18n/en';
import { number, worth_words } from './words';

export const by_value = (counted: Counted[], value: Value): Map<number, number> =>
  new Map(counted.filter((c) => c.value === value).map((c) => [c.plies, c.count]));

export type Comparison = 'yes' | 'no' | 'open';
export function comparison(row: Published): Comparison {
  const same = row.same ?? row.agrees;
  return same === true ? 'yes' : same === false ? 'no' : 'open';
}

// Rows of a published distribution stand beside ours; the other figures are a list of their own.
const plies_of = (row: Published): number | null => {
  const [, plies] = /^by_plies\.(\d+)$/.exec(row.what) ?? [];
  return plies === undefined ? null : Number(plies);
};
export const single = (rows: Published[]): Published[] => rows.filter((row) => plies_of(row) === null);

export interface DistributionRow {
  plies: number;
  value: Value | null; // null: only others have counted any
  count: number;
  published: Published | null; // of wins and losses together, so beside the first of them
}
export function distribution(counted: Counted[], rows: Published[]): DistributionRow[] {
  const theirs = new Map<number, Published>();
  for (const row of rows) {
    const plies = plies_of(row);
    if (plies !== null) theirs.set(plies, row);
  }
  const ours = counted.map(({ plies, value, count }) => {
    const published = theirs.get(plies) ?? null;
    theirs.delete(plies);
    return { plies, value, count, published };
  });
  const more = [...theirs].map(([plies, published]) => ({ plies, value: null, count: 0, published }));
  return [...ours, ...more].sort((a, b) => a.plies - b.plies);
}

export const tally = (rows: Published[]): Record<Comparison, number> => {
  const counts = { yes: 0, no: 0, open: 0 };
  for (const row of rows) ++counts[comparison(row)];
  return counts;
};

// A figure of ours may be a number, a value with plies, or a word.
export function figure(t: Messages, lang: string, what: unknown): string {
  if (what === null || what === undefined) return '–';
  if (typeof what === 'number') return Number.isInteger(what) ? number(what, lang) : String(Math.round(what * 1000) / 1000);
  if (typeof what === 'string') {
    const [, value, plies] = /^(win|loss|draw)(?: in (\d+))?$/.exec(what) ?? [];
    return value === undefined ? what : worth_words(t, { value: value as Value, plies: plies === undefined ? null : Number(plies) });
  }
  if (typeof what === 'object' && 'value' in what) return worth_words(t, what as { value: Value; plies: number | null });
  return JSON.stringify(what);
}

export const path_words = (t: Messages, path: string): string => path.split('.').map((part) => t.figure[part] ?? part.replaceAll('_', ' ')).join(' · ');

export function totals(s: Statistics): { value: Value; count: number; orbits: number | null }[] {
  const row = (value: Value, key: 'wins' | 'draws' | 'losses') => ({ value, count: s[key], orbits: s.orbits?.[key] ?? null });
  return [row('win', 'wins'), row('draw', 'draws'), row('loss', 'losses')].filter((r) => typeof r.count === 'number');
}
