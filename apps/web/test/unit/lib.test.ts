import { describe, expect, it } from 'vitest';
import type { Cell, Move } from '../../src/api/types';
import { catalogue, preferred, with_draw } from '../../src/i18n/catalogue';
import { click, picked } from '../../src/lib/clicks';
import { coordinates } from '../../src/lib/coordinates';
import { hexagon_side, neighbour, place, rays_path } from '../../src/lib/geometry';
import { by_family, full_name, said, set_words } from '../../src/lib/names';
import { noted } from '../../src/lib/notation';
import { choose, must_search, weights } from '../../src/lib/opponent';
import { read, write } from '../../src/lib/route';
import { comparison, figure, path_words } from '../../src/lib/statistics';
import { bytes, verdict, worth_words } from '../../src/lib/words';
import { best, groups } from '../../src/lib/worth';
import { targets } from '../../src/board/targets';

const move = (name: string, value: Move['value'], plies: number | null, clicks: string[] = [name]): Move => ({ move: name, position: name, value, plies, clicks });
const moves = [move('a', 'win', 3), move('b', 'win', 5), move('c', 'draw', null), move('d', 'loss', 8), move('e', 'loss', 2)];
const cell = (name: string, x: number, y: number): Cell => ({ name, x, y, ground: '', pieces: [] });
const address = (text: string) => new URL(text, 'http://x');

describe('notation', () => {
  const look = { notation: { pieces: true }, pieces: { lion: { label: { en: 'Lion', ja: 'ライオン' }, mark: { en: 'L', ja: 'ラ' } }, chick: { label: { en: 'Chick', ja: 'ひよこ' } } } };
  it('names the piece where players do', () => {
    expect(noted(look, { move: 'B4-A3', piece: 'lion' }, 'first', 'en')).toBe('L B4-A3');
    expect(noted(look, { move: 'B4-A3', piece: 'lion' }, 'first', 'ja')).toBe('A3ライオン(B4)');
    expect(noted(look, { move: 'C*B2', piece: 'chick' }, 'second', 'ja')).toBe('B2ひよこ打');
    expect(noted(look, { move: 'C*B2', piece: 'chick' }, 'second', 'en')).toBe('C*B2');
    expect(noted(look, { move: 'A2-A1+', piece: 'chick' }, 'first', 'ja')).toBe('A1ひよこ成(A2)');
  });
  it('leaves other names alone', () => {
    expect(noted(look, { move: 'B4-A3' }, 'first', 'ja')).toBe('B4-A3');
    expect(noted({}, { move: 'B4-A3', piece: 'lion' }, 'first', 'ja')).toBe('B4-A3');
  });
  it('says which positions there are with the numbers of the sentence', () => {
    const sets = { 'at most # pieces on #x#': '{2}×{3}に{1}個以下' };
    expect(set_words({ sets }, 'at most 12 pieces on 8x8', 'ja')).toBe('8×8に12個以下');
    expect(set_words({ sets }, 'at most 12 pieces on 8x8', 'en')).toBe('at most 12 pieces on 8x8');
    expect(set_words({}, 'all', 'ja')).toBe('all');
  });
});

describe('the address', () => {
  it('restores everything', () => {
    const route = read(address('/game/nocca:3x3?p=bbb/.../www:b&from=x&line=a1-b2,(c,d*)&flip=1&you=second&level=40&values=1&embed=1&lang=ja'));
    expect(route).toMatchObject({ page: 'game', game: 'nocca:3x3', p: 'bbb/.../www:b', line: 'a1-b2,(c,d*)', flip: true, you: 'second', level: 40, values: '1', embed: true, lang: 'ja' });
    expect(read(address(write(route)))).toEqual(route);
  });
  it('keeps any text as it is', () => {
    for (const p of ['b+w./...:b', 'a&b=c#d?e', '<img src=x>', '%41', 'あ い', "'\"`"]) expect(read(address(write({ page: 'game', game: 'g', p }))).p).toBe(p);
  });
  it('is mistrusted', () => {
    expect(read(address('/game/')).page).toBe('missing');
    expect(read(address('/nonsense')).page).toBe('missing');
    expect(read(address('/game/x?level=abc&you=me&lang=xx&values=7'))).toMatchObject({ level: 100, you: '', lang: '', values: '' });
    expect(read({ pathname: '/game/%E0%A4%A', search: '' }).game).toBe('%E0%A4%A');
  });
});

describe('clicks', () => {
  const jumps = [move('11x18', 'win', 1, ['11', '18']), move('11x18x25', 'win', 1, ['11', '18', '25']), move('9-13', 'loss', 2, ['9', '13'])];
  const after = (...names: string[]) => names.reduce((s, name) => click(jumps, s.state, name), { state: picked(jumps, []), play: null } as ReturnType<typeof click>);
  it('play a move', () => expect(after('9', '13').play?.move).toBe('9-13'));
  it('wait where a move may go on, and end on the second click', () => {
    expect(after('11', '18').play).toBeNull();
    expect(after('11', '18').state.next).toEqual(['25']);
    expect(after('11', '18', '25').play?.move).toBe('11x18x25');
    expect(after('11', '18', '18').play?.move).toBe('11x18');
  });
  it('begin anew elsewhere and let go', () => {
    expect(after('11', '9').state.so_far).toEqual(['9']);
    expect(after('11', '11').state.so_far).toEqual([]);
    expect(after('7').state.so_far).toEqual([]);
  });
  it('mark the best that can come of them', () => {
    expect(targets(picked(jumps, ['11']), true).get('18')?.value).toBe('win');
    expect(targets(picked(jumps, ['11']), false).get('18')).toBeNull();
    expect(targets(picked(jumps, []), true).size).toBe(0);
    expect([...targets(picked(jumps, []), true, (name) => name === '9').keys()]).toEqual(['9']);
    expect([...targets(picked(moves, []), true).keys()]).toEqual(['a', 'b', 'c', 'd', 'e']);
    const some = targets(picked([move('a', 'win', null, ['a']), move('b', 'unknown', null, ['b'])], []), true);
    expect([some.get('a')?.value, some.get('b')]).toEqual(['win', null]); // no question marks beside what is known
  });
});

describe('values', () => {
  it('are grouped', () => expect(groups(moves).map((g) => [g.value, g.moves.length])).toEqual([['win', 2], ['draw', 1], ['loss', 2]]));
  it('of which nothing is known are in the order of people', () => expect(groups(['a10', 'a2', 'b1', 'a1'].map((name) => move(name, 'unknown', null)))[0]?.moves.map((m) => m.move)).toEqual(['a1', 'a2', 'a10', 'b1']));
  it('have a best', () => {
    expect(best(moves).map((m) => m.move)).toEqual(['a']);
    expect(best(moves.slice(3)).map((m) => m.move)).toEqual(['d']);
    expect(best([move('x', 'unknown', null)])).toEqual([]);
    expect(best([{ ...move('x', 'win', null), score: 3 }, { ...move('y', 'win', null), score: 7 }]).map((m) => m.move)).toEqual(['y']);
  });
  it('are told in words of both languages', () => {
    const p = { over: false, to_move: 'first', value: 'win', plies: 41, score: null } as const;
    const name = (lang: 'en' | 'ja') => (side: 'first' | 'second') => catalogue[lang][side];
    expect(verdict(catalogue.en, p, name('en'))).toBe('First wins in 41 plies');
    expect(verdict(catalogue.ja, p, name('ja'))).toBe('先手必勝（41手）');
    expect(verdict(catalogue.ja, { ...p, value: 'loss', plies: 78 }, name('ja'))).toBe('後手必勝（78手）');
    expect(verdict(catalogue.ja, { ...p, value: 'draw', plies: null }, name('ja'))).toBe('双方最善で引分');
    expect(worth_words(catalogue.en, { value: 'loss', plies: 2 })).toBe('loss in 2 plies');
  });
});

describe('the opponent', () => {
  it('is perfect at full strength and careless at none', () => {
    for (let r = 0; r < 1; r += 0.05) expect(choose(moves, 100, () => r)?.move).toBe('a');
    expect(new Set(weights(moves, 0)).size).toBe(1);
    const w = weights(moves, 50);
    for (let k = 1; k < w.length; ++k) expect(w[k]).toBeLessThan(w[k - 1]!);
  });
  it('takes any of equal moves', () => {
    const equal = [move('a', 'win', 3), move('b', 'win', 3)];
    expect(new Set([0.1, 0.9].map((r) => choose(equal, 100, () => r)?.move)).size).toBe(2);
  });
  it('asks the search only where values are missing', () => {
    const unknown = [move('a', 'unknown', null), move('b', 'loss', 2)];
    expect(must_search(unknown, 100, () => 0.99)).toBe(true);
    expect(must_search(unknown, 0, () => 0)).toBe(false);
    expect(must_search(moves, 100)).toBe(false);
    expect(must_search([...unknown, move('c', 'win', 1)], 100)).toBe(false);
    expect(choose([], 100)).toBeNull();
  });
});

describe('the drawing', () => {
  const cells = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => cell('abc'[x]! + (3 - y), x, y)));
  it('is turned as a whole', () => {
    const at = (flip: boolean, name: string) => place(cells, flip).placed.find((p) => p.cell.name === name)!;
    expect([at(false, 'a3').x, at(false, 'a3').y]).toEqual([0, 0]);
    expect([at(true, 'a3').x, at(true, 'a3').y]).toEqual([200, 200]);
  });
  it('has names at the edge where cells are named so', () => {
    expect(coordinates(place(cells, false).placed)?.columns.map((c) => c.label)).toEqual(['a', 'b', 'c']);
    expect(coordinates(place([cell('1', 0, 0), cell('2', 1, 0)], false).placed)).toBeNull();
    expect(coordinates(place([cell('a1', 0, 0), cell('b2', 0, 1)], false).placed)).toBeNull();
  });
  it('names a slanted board above its first row and before each row', () => {
    const rhombus = [cell('a1', 0, 0), cell('b1', 1, 0), cell('a2', 0.5, 0.866), cell('b2', 1.5, 0.866)];
    const edge = coordinates(place(rhombus, false).placed);
    expect(edge?.slanted).toBe(true);
    expect(edge?.columns).toEqual([{ x: 0, label: 'a' }, { x: 100, label: 'b' }]);
    expect(edge?.rows.map((r) => [r.x, r.label])).toEqual([[0, '1'], [50, '2']]);
  });
  it('draws the sides of hexagons', () => {
    expect(hexagon_side('e', false)).toBe('M100 21.1325L100 78.8675');
    expect(hexagon_side('e', true)).toBe(hexagon_side('w', false));
    expect(hexagon_side('up', false)).toBe('');
  });
  it('puts wide cells above and below', () => {
    const { placed, box } = place([...cells, { ...cell('goal', 1, -1), ground: 'goal' }], false, (c) => c.ground === 'goal');
    expect(box.height).toBe(3.5);
    expect(placed.at(-1)).toMatchObject({ x: 0, y: 0, width: 300, height: 50 });
    expect(neighbour(placed, 'c3', 'ArrowUp')).toBe('goal');
    expect(neighbour(placed, 'goal', 'ArrowDown')).toBe('b3');
  });
  it('is walked with arrow keys', () => {
    const { placed } = place(cells, false);
    expect(neighbour(placed, 'b2', 'ArrowUp')).toBe('b3');
    expect(neighbour(placed, 'b2', 'ArrowLeft')).toBe('a2');
    expect(neighbour(placed, 'a1', 'ArrowLeft')).toBeNull();
    expect(neighbour(placed, 'b2', 'x')).toBeNull();
  });
});

describe('words', () => {
  it('are the same in both languages where they take something', () => {
    const shape = (o: object): unknown => Object.fromEntries(Object.entries(o).map(([k, v]) => [k, typeof v === 'object' ? shape(v as object) : typeof v]));
    expect(shape(catalogue.ja)).toEqual(shape(catalogue.en));
    const japanese = JSON.stringify(catalogue.ja);
    for (const term of ['引分', '手数', '勝ち', '負け']) expect(japanese).toContain(term);
  });
  it('choose a language', () => {
    expect(preferred(['fr', 'ja-JP', 'en'])).toBe('ja');
    expect(preferred(['de'])).toBe('en');
  });
  it('name games, figures and sizes', () => {
    expect(full_name({ game: 'nocca', variant: '3x3' })).toBe('nocca:3x3');
    expect(full_name({ game: 'nocca:3x3', variant: '3x3' })).toBe('nocca:3x3');
    expect(said({ en: 'x' }, 'ja')).toBe('x');
    expect(by_family([{ game: 'a', variant: '' }, { game: 'b', variant: '' }, { game: 'a', variant: '2' }] as never[]).map(([n, g]) => [n, g.length])).toEqual([['a', 2], ['b', 1]]);
    expect(figure(catalogue.ja, 'ja', 'win in 41')).toBe('41手で勝ち');
    expect(figure(catalogue.en, 'en', { value: 'draw', plies: null })).toBe('draw');
    expect(figure(catalogue.en, 'en', 147969899280)).toBe('147,969,899,280');
    expect(path_words(catalogue.en, 'reachable.orbits.wins')).toBe('reachable · up to symmetry · wins');
    expect(comparison({ what: '', ours: 1, published: 2, agrees: false })).toBe('no');
    expect(comparison({ what: '', ours: 1, published: 1, same: true })).toBe('yes');
    expect(bytes(534616)).toBe('522 KiB');
  });
});

it('lines that lead from a cell', () => {
  expect(rays_path('e3 sw', false)).toBe('M50 50l300 0M50 50l-100 100');
  expect(rays_path('e3 sw', true)).toBe('M50 50l-300 0M50 50l100 -100');
  expect(rays_path('', false)).toBe('');
});

it('a draw by another name', () => {
  const t = with_draw(catalogue.en, 'won by Black');
  expect([t.value.draw, t.group.draw, t.over_drawn, t.value.win]).toEqual(['won by Black', 'Won by Black', 'Won by Black', 'win']);
  expect(with_draw(catalogue.en, '')).toBe(catalogue.en);
});
