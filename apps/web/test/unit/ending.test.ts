import { describe, expect, it } from 'vitest';
import type { BoardLook, Move, Picture, Position } from '../../src/api/types';
import { end_of, legal_moves, reason, times } from '../../src/lib/ending';

const move = (name: string, position: string): Move => ({ move: name, position, clicks: [name], value: 'draw', plies: null });
const at = (position: string, more: Partial<Position> = {}) => ({ over: false, value: 'draw' as const, to_move: 'first' as const, position, moves: [move('a', 'A'), move('b', 'B')], ...more });

describe('the end of a game', () => {
  it('is what the rules say, for who is to move', () => {
    expect(end_of(at('P', { over: true, value: 'loss' }), 'never', ['P'])).toEqual({ why: 'rules', winner: 'second', drawn: false });
    expect(end_of(at('P', { over: true, value: 'draw' }), 'never', ['P'])).toEqual({ why: 'rules', winner: null, drawn: true });
  });
  it('comes with the third occurrence, the start included', () => {
    expect(end_of(at('P'), 'draw', ['P', 'A', 'P'])).toBeNull();
    expect(end_of(at('P'), 'draw', ['P', 'A', 'P', 'B', 'P'])).toEqual({ why: 'repetition', winner: null, drawn: true });
    expect(times(['P', 'A', 'P'], 'P')).toBe(2);
    expect(end_of(at('P'), 'never', ['P', 'A', 'P', 'B', 'P'])).toBeNull();
    expect(end_of(at('P'), 'loss', ['P', 'A', 'P'])?.winner).toBe('first'); // of who has repeated it
  });
  it('is the loss of who may only repeat', () => {
    expect(legal_moves(at('P'), 'forbidden', ['A', 'P']).map((m) => m.move)).toEqual(['b']);
    expect(end_of(at('P'), 'forbidden', ['A', 'B', 'P'])).toEqual({ why: 'no_turn', winner: 'second', drawn: false });
    expect(end_of(at('P'), 'forbidden', ['A', 'P'])).toBeNull();
  });
  it('may be given up', () => {
    expect(end_of(at('P'), 'draw', ['P'], 'first')).toEqual({ why: 'resigned', winner: 'second', drawn: false });
  });
});

describe('the words for it', () => {
  const look: BoardLook = {
    endings: [
      { drawn: true, en: 'full' },
      { gone: 'lion', en: 'taken' },
      { home: 'lion', en: 'home' },
      { gone: '*', en: 'nothing left' },
      { en: 'otherwise' },
    ],
  };
  const picture = (cells: [string, string, 'first' | 'second'][]): Picture => ({ cells: cells.map(([ground, kind, owner], k) => ({ name: `c${k}`, ground, x: k, y: 0, pieces: [{ kind, owner }] })), hands: { first: [], second: [] } });
  it('are the first that fit', () => {
    const both = picture([['', 'lion', 'first'], ['', 'lion', 'second'], ['', 'hen', 'second']]);
    expect(reason(look, both, null, true)?.en).toBe('full');
    expect(reason(look, both, 'first', false)?.en).toBe('otherwise');
    expect(reason(look, picture([['', 'lion', 'first'], ['', 'hen', 'second']]), 'first', false)?.en).toBe('taken');
    expect(reason(look, picture([['home-second', 'lion', 'first'], ['', 'lion', 'second']]), 'first', false)?.en).toBe('home');
    expect(reason(look, picture([['home-first', 'lion', 'first'], ['', 'lion', 'second']]), 'first', false)?.en).toBe('otherwise');
    expect(reason({ endings: [{ gone: '*', en: 'nothing left' }] }, picture([['', 'man', 'first']]), 'first', false)?.en).toBe('nothing left');
    expect(reason(look, null, 'first', false)).toBeNull();
  });
});
