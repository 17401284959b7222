// What every component may know: the address, the language, the theme. Nothing else is global.
import { tick } from 'svelte';
import type { Text } from '../api/types';
import { catalogue, preferred, with_draw, type Lang } from '../i18n/catalogue';
import type { Messages } from '../i18n/en';
import { said } from '../lib/names';
import { read, write, type Route } from '../lib/route';

type Theme = 'light' | 'dark';
export const kept = (key: string) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
export const keep = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a browser that keeps nothing loses the choice at the end of the visit, no more
  }
};

const stored = kept('lang');
const own: Lang = stored === 'en' || stored === 'ja' ? stored : preferred(navigator.languages);
const dark = matchMedia('(prefers-color-scheme: dark)');

class App {
  route = $state.raw<Route>(read(location));
  #theme = $state<Theme | null>(kept('theme') === 'dark' ? 'dark' : kept('theme') === 'light' ? 'light' : null);
  #system_dark = $state(dark.matches);
  #own = $state<Lang>(own);
  lang = $derived<Lang>(this.route.lang || this.#own);
  draw = $state.raw<Text | undefined>(undefined); // what a draw is called in the game that is shown
  t = $derived<Messages>(with_draw(catalogue[this.lang], said(this.draw, this.lang)));
  theme = $derived<Theme>(this.#theme ?? (this.#system_dark ? 'dark' : 'light'));

  constructor() {
    addEventListener('popstate', () => (this.route = read(location)));
    dark.addEventListener('change', () => (this.#system_dark = dark.matches));
  }

  // A step of the person is a step for the back button; what follows by itself replaces the address.
  go(change: Partial<Route>, how: 'push' | 'replace' = 'push') {
    const route = { ...this.route, ...change };
    const address = write(route);
    if (address === location.pathname + location.search) how = 'replace';
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    this.route = route;
  }
  // Another page: nothing of the last one but language and embedding is kept.
  open(address: string) {
    const next = read(new URL(address, location.origin));
    const route = { ...next, lang: next.lang || this.route.lang, embed: next.embed || this.route.embed };
    history.pushState(null, '', write(route));
    this.route = route;
    scrollTo(0, 0);
    void tick().then(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }
  speak(lang: Lang) {
    this.#own = lang;
    keep('lang', lang);
    this.go({ lang }, 'replace');
  }
  paint(theme: Theme) {
    this.#theme = theme;
    keep('theme', theme);
  }
}

export const app = new App();
export const link = (change: Partial<Route>) => write({ lang: app.route.lang, ...change });
