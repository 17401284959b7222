import { describe, expect, it } from 'vitest';
import type { Move, Played, Position, Replay, Step, Value } from '../../src/api/types';
import { arrows } from '../../src/board/targets';
import { settled_by } from '../../src/lib/live';
import { blocks, spans } from '../../src/lib/markdown';
import { alike, level_names, levels, named_level, trickiest, usual } from '../../src/lib/opponent';
import { first_mistake, mark_of, points } from '../../src/lib/review';
import { catalogue } from '../../src/i18n/catalogue';
import { problem_words, short_number } from '../../src/lib/words';

const step = (value: Value, plies: number | null = null, score: number | null = null): Step => ({ move: 'm', position: 'p', value, plies, score });
const played = (value: Value, best: Value | null, plies: number | null = null): Played => ({ ...step(value, plies), best: best === null ? null : step(best, 1) });

describe('mistakes', () => {
  it('are moves that give something away', () => {
    expect(mark_of(played('win', 'win', 9))).toBe('');
    expect(mark_of(played('draw', 'win'))).toBe('mistake');
    expect(mark_of(played('loss', 'draw'))).toBe('mistake');
    expect(mark_of(played('loss', 'win'))).toBe('blunder');
    expect(mark_of(played('unknown', 'win'))).toBe('');
    expect(mark_of(played('draw', null))).toBe('');
    expect(mark_of({ ...step('win', null, 2), best: step('win', null, 5) })).toBe('mistake');
  });
  it('stand in the graph from the view of the first player', () => {
    const replay: Replay = { ...step('draw'), position: 's', steps: [played('draw', 'draw'), played('loss', 'draw', 4), played('win', 'win', 3)], end: { why: 'unfinished', winner: null }, stopped: null, tags: {} };
    const all = points(replay, 'first');
    expect(all.map((p) => Math.sign(p.height!))).toEqual([0, 0, 1, 1]); // the second player's mistake is good for the first
    expect(all[2]!.mark).toBe('mistake');
    expect(first_mistake(all)?.ply).toBe(2);
    expect(points({ ...replay, steps: [played('unknown', null)] }, 'second')[1]!.height).toBeNull();
    expect(all[3]!.height!).toBeGreaterThan(all[2]!.height!); // nearer the end
  });
});

const move = (name: string, value: Value, plies: number | null = null, clicks = [name]): Move => ({ move: name, position: `to ${name}`, clicks, value, plies });

describe('the opponent', () => {
  it('has levels with names, and a friendly one to begin with', () => {
    expect(level_names.length).toBeGreaterThan(3);
    expect(usual).toBeLessThan(levels.perfect);
    expect(named_level(usual)).toBe('casual');
    expect(named_level(33)).toBeNull();
  });
  it('sets problems among equal moves and does not go round in circles', () => {
    const [a, b, c] = [move('a', 'draw'), move('b', 'draw'), move('c', 'loss', 4)];
    expect(alike([a!, b!, c!], a!)).toEqual([a, b]);
    expect(alike([move('w', 'win', 3), a!], move('w', 'win', 3))).toHaveLength(1);
    const after = (values: Value[]) => ({ moves: values.map((v, k) => move(String(k), v, v === 'loss' ? 2 : null)) }) as Position;
    expect(trickiest([a!, b!], [after(['draw', 'draw', 'loss']), after(['draw', 'loss', 'loss'])], [], () => 0)).toBe(b);
    expect(trickiest([a!, b!], [after(['draw', 'draw', 'loss']), after(['draw', 'loss', 'loss'])], ['to b', 'to b'], () => 0)).toBe(a);
  });
});

describe('arrows', () => {
  const moves = [move('a-b', 'win', 3, ['a', 'b']), move('a-c', 'loss', 2, ['a', 'c']), move('h*d', 'win', 3, ['hand:h', 'd']), move('e', 'draw', null, ['e']), move('a-b+', 'draw', null, ['a', 'b', 'piece:x'])];
  it('are drawn for the best moves, for all, or for none', () => {
    expect(arrows(moves, '')).toEqual([{ from: 'a', to: 'b', value: 'win', best: true }, { from: 'hand:h', to: 'd', value: 'win', best: true }]);
    expect(arrows(moves, 'all').map((a) => a.to)).toEqual(['b', 'c', 'd']);
    expect(arrows(moves, 'none')).toEqual([]);
  });
});

describe('texts of this repository', () => {
  it('become data, never markup', () => {
    expect(blocks('# T\n\nA *b* `c`\nd\n\n- x\n  y\n- z\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\n<i>\n```')).toEqual([
      { kind: 'heading', level: 1, spans: [{ kind: 'text', text: 'T' }] },
      { kind: 'paragraph', spans: [{ kind: 'text', text: 'A ' }, { kind: 'em', text: 'b' }, { kind: 'text', text: ' ' }, { kind: 'code', text: 'c' }, { kind: 'text', text: ' d' }] },
      { kind: 'list', items: [[{ kind: 'text', text: 'x y' }], [{ kind: 'text', text: 'z' }]] },
      { kind: 'table', head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]], rows: [[[{ kind: 'text', text: '1' }], [{ kind: 'text', text: '2' }]]] },
      { kind: 'code', text: '<i>' },
    ]);
    expect(spans('[x](javascript:alert(1)) [y](https://a.b/c)')).toEqual([{ kind: 'text', text: 'x) ' }, { kind: 'link', text: 'y', href: 'https://a.b/c' }]);
    for (const odd of ['', '`', '**', '[', '<', '|', '```', '- ', '#']) expect(() => blocks(odd)).not.toThrow();
  });
});

describe('what the server refuses', () => {
  it('is said in the language of the page, where it has a code', () => {
    const said = (code: string, detail: string) => problem_words(catalogue.ja, { title: 't', status: 404, detail, code });
    expect(said('no_game', 'there is no such game here')).toBe('そのゲームはここにはありません。');
    expect(said('not_a_position', 'not a position of nocca:3x3: why')).toBe('このゲームの局面ではありません： why');
    expect(said('', 'as it is')).toBe('as it is');
    expect(problem_words(catalogue.en, { title: 'only', status: 0 })).toBe('only');
  });
});

describe('numbers of a plot', () => {
  it('have words that people know', () => {
    expect([1, 950, 1000, 2_000_000, 1e11].map((n) => short_number(n, 'en'))).toEqual(['1', '950', '1 k', '2 M', '100 bn']);
    expect([9999, 10_000, 1e8].map((n) => short_number(n, 'ja'))).toEqual(['9999', '1万', '1億']);
  });
  it('of a running solve have no holes: what is settled in all only grows', () => {
    expect([...settled_by([{ plies: 2, count: 5 }, { plies: 0, count: 1 }, { plies: 7, count: 4 }])]).toEqual([[0, 1], [2, 6], [7, 10]]);
  });
});
