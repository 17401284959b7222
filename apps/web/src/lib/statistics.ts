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
