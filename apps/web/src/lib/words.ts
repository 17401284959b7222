// Values in words, for every place that tells one.
import type { Position, Problem, Side, Worth } from '../api/types';
import type { Messages } from '../i18n/en';
import { winner } from './worth';

// What the server says by a code is said in the language of the page; what only the game knows stays in its words.
export const problem_words = (t: Messages, p: Problem): string => {
  const known = t.problems[p.code ?? ''];
  if (known === undefined) return p.detail ?? p.title;
  return p.code === 'not_a_position' && p.detail ? `${known} ${p.detail.replace(/^not a position of [^:]+(:[^ :]+)?: /, '')}` : known;
};

export const worth_words = (t: Messages, w: Worth): string =>
  w.score != null ? `${t.value[w.value]}${t.comma}${t.score(w.score)}` : w.plies == null || w.value === 'draw' || w.value === 'unknown' ? t.value[w.value] : t.worth_in(t.value[w.value], w.plies);

export function verdict(t: Messages, p: Pick<Position, 'over' | 'to_move' | 'value' | 'plies' | 'score'>, name: (side: Side) => string): string {
  const side = winner(p.value, p.to_move);
  if (p.value === 'unknown') return p.over ? t.game_over : t.not_known;
  if (side === null) return p.over ? t.over_drawn : t.drawn;
  if (p.score != null && p.score !== 0) return t.ahead(name(side), Math.abs(p.score));
  if (p.over) return t.has_won(name(side));
  return p.plies == null ? t.wins(name(side)) : t.wins_in(name(side), p.plies);
}

export const number = (n: number, lang: string): string => n.toLocaleString(lang === 'ja' ? 'ja-JP' : 'en-US');
// On the axis of a plot: 1,000,000 is "1 M", 1,000,000,000 "1 bn".
export const short_number = (n: number, lang: string): string => {
  const steps: [number, string][] = lang === 'ja' ? [[1e12, '兆'], [1e8, '億'], [1e4, '万']] : [[1e12, ' tn'], [1e9, ' bn'], [1e6, ' M'], [1e3, ' k']];
  const [size, word] = steps.find(([least]) => n >= least) ?? [1, ''];
  return `${Math.round((n / size) * 100) / 100}${word}`;
};
export const percent = (part: number, whole: number): string => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '–');
export function bytes(n: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let k = 0;
  while (n >= 1024 && k < units.length - 1) {
    n /= 1024;
    ++k;
  }
  return `${n < 10 && k > 0 ? n.toFixed(1) : Math.round(n)} ${units[k]}`;
}
