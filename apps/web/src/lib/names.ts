import type { BoardLook, Game, Text } from '../api/types';

// `nocca:3x3`; the server's `game` may already be the whole name.
export const full_name = (g: Pick<Game, 'game' | 'variant'>): string =>
  g.variant && !g.game.includes(':') ? `${g.game}:${g.variant}` : g.game;
export const family = (g: Pick<Game, 'game'>): string => g.game.split(':')[0] ?? g.game;
export function by_family(games: Game[]): [string, Game[]][] {
  const found = new Map<string, Game[]>();
  for (const g of games) found.set(family(g), [...(found.get(family(g)) ?? []), g]);
  return [...found];
}
export const variant = (full: string): string => full.split(':')[1] ?? '';
// How a variant is called in the language that is spoken; its name where the game has no other.
export const variant_title = (look: { variants?: BoardLook['variants'] | undefined }, name: string, lang: 'en' | 'ja'): string => said(look.variants?.[name]?.title, lang) || name;
export const said = (text: string | Text | null | undefined, lang: 'en' | 'ja'): string =>
  text == null ? '' : typeof text === 'string' ? text : (text[lang] ?? text.en);
// Which positions a game has: the server's sentence, or the game's own in Japanese with the numbers of that sentence.
export function set_words(look: BoardLook, set: string, lang: 'en' | 'ja'): string {
  const text = lang === 'ja' ? look.sets?.[set.replace(/\d+/g, '#')] : undefined;
  if (text === undefined) return set;
  const numbers = set.match(/\d+/g) ?? [];
  return text.replace(/\{(\d)\}/g, (_, k: string) => numbers[Number(k) - 1] ?? '');
}
// The server's sentences are English where a game gives no other; they are left out elsewhere.
export const only_in = (text: string | Text | null | undefined, lang: 'en' | 'ja'): string =>
  text == null ? '' : typeof text === 'string' ? (lang === 'en' ? text : '') : (text[lang] ?? '');
