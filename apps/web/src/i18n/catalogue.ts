import { en, type Messages } from './en';
import { ja } from './ja';

export type Lang = 'en' | 'ja';
export const catalogue: Record<Lang, Messages> = { en, ja };
// Where a draw goes by another name: a game without draws says who wins what never ends.
export function with_draw(t: Messages, name: string): Messages {
  if (!name) return t;
  const large = name.charAt(0).toUpperCase() + name.slice(1);
  return { ...t, value: { ...t.value, draw: name }, group: { ...t.group, draw: large }, drawn: large, over_drawn: large, you_drew: large };
}
export const preferred = (languages: readonly string[]): Lang =>
  languages.find((l) => l.startsWith('ja') || l.startsWith('en'))?.startsWith('ja') ? 'ja' : 'en';
