// The address is the whole state of the app: page, game, position, history, and how it is looked at.
import type { Side } from '../api/types';
import type { Lang } from '../i18n/catalogue';

export type Page = 'games' | 'game' | 'stats' | 'rules' | 'solve' | 'campaigns' | 'about' | 'api' | 'missing';
export type Marks = '' | 'all' | 'none';
export interface Route {
  page: Page;
  game: string;
  p: string; // the position shown; '' is the initial one
  from: string; // where the history begins; '' is the initial position
  line: string; // the history, see tree.ts
  flip: boolean;
  edit: boolean;
  embed: boolean;
  you: Side | ''; // the side one plays against the table
  level: number; // its strength, 0 to 100
  resigned: boolean; // one has given up
  values: '' | '0' | '1'; // whether values are shown; '': unless one plays
  marks: Marks; // which moves are drawn on the board: '': the best
  lang: Lang | '';
}

const start: Route = { page: 'games', game: '', p: '', from: '', line: '', flip: false, edit: false, embed: false, you: '', level: 100, resigned: false, values: '', marks: '', lang: '' };

const side = (text: string | null): Side | '' => (text === 'first' || text === 'second' ? text : '');
const within = (text: string | null): number => {
  const n = Number(text ?? 100);
  return Number.isFinite(n) ? Math.min(100, Math.max(0, Math.round(n))) : 100;
};
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const pages = ['game', 'stats', 'rules', 'solve', 'campaigns', 'about', 'api'] as const;
const of_a_game = new Set<Page>(['game', 'stats', 'rules']);
export function read(address: { pathname: string; search: string }): Route {
  const [, first = '', ...rest] = address.pathname.split('/');
  const q = new URLSearchParams(address.search);
  const page: Page = first === '' ? 'games' : pages.find((p) => p === first) ?? 'missing';
  const lang = q.get('lang');
  const values = q.get('values');
  const marks = q.get('marks');
  return {
    page: of_a_game.has(page) && !rest[0] ? 'missing' : page,
    game: decode(rest.join('/')),
    p: q.get('p') ?? '',
    from: q.get('from') ?? '',
    line: q.get('line') ?? '',
    flip: q.get('flip') === '1',
    edit: q.get('edit') === '1',
    embed: q.get('embed') === '1',
    you: side(q.get('you')),
    level: within(q.get('level')),
    resigned: q.get('resigned') === '1',
    marks: marks === 'all' || marks === 'none' ? marks : '',
    values: values === '0' || values === '1' ? values : '',
    lang: lang === 'en' || lang === 'ja' ? lang : '',
  };
}

// Readable: what may stand in a query stays as it is.
const plain = (text: string) => encodeURIComponent(text).replace(/%(2C|2F|3A|40|21|28|29|2A)/g, (hex) => decodeURIComponent(hex));

export function write(route: Partial<Route>): string {
  const r = { ...start, ...route };
  const path = r.page === 'games' || r.page === 'missing' ? '/' : !of_a_game.has(r.page) ? `/${r.page}` : `/${r.page}/${plain(r.game)}`;
  const pairs: [string, string][] = [
    ['p', r.p],
    ['from', r.from],
    ['line', r.line],
    ['flip', r.flip ? '1' : ''],
    ['edit', r.edit ? '1' : ''],
    ['you', r.you],
    ['level', r.you && r.level < 100 ? String(r.level) : ''],
    ['resigned', r.you && r.resigned ? '1' : ''],
    ['values', r.values],
    ['marks', r.marks],
    ['embed', r.embed ? '1' : ''],
    ['lang', r.lang],
  ];
  const query = pairs.filter(([, v]) => v !== '').map(([k, v]) => `${k}=${plain(v)}`);
  return query.length ? `${path}?${query.join('&')}` : path;
}
