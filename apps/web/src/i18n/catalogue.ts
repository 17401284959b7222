import { en, type Messages } from './en';
import { ja } from './ja';

export type Lang = 'en' | 'ja';
export const catalogue: Record<Lang, Messages> = { en, ja };
export const preferred = (languages: readonly string[]): Lang =>
  languages.find((l) => l.startsWith('ja') || l.startsWith('en'))?.startsWith('ja') ? 'ja' : 'en';
