// When a game that is being played is over, who has won, and in which words: the rules' own ends, repeated positions, and giving up.
import type { BoardLook, Ending, Move, Picture, Position, Repetition, Side, Text } from '../api/types';
import { opposite, winner } from './worth';

export interface End {
  why: 'rules' | 'repetition' | 'no_turn' | 'resigned';
  winner: Side | null; // null: a draw, or nobody knows
  drawn: boolean;
}

// How often a position must have stood for the rule about repetition to end the game.
export const times_to_end: Record<Repetition, number> = { never: Infinity, forbidden: Infinity, draw: 3, loss: 2 };

export const times = (way: string[], position: string): number => way.filter((p) => p === position).length;

// Where no position may occur twice, moves that would lead to an earlier one are none.
export const legal_moves = (at: Pick<Position, 'moves'>, repetition: Repetition, way: string[]): Move[] =>
  repetition === 'forbidden' ? at.moves.filter((m) => !way.includes(m.position)) : at.moves;

// `way`: the positions so far, the present one last.
export function end_of(at: Pick<Position, 'over' | 'value' | 'to_move' | 'position' | 'moves'>, repetition: Repetition, way: string[], resigned: Side | '' = ''): End | null {
  if (resigned !== '') return { why: 'resigned', winner: opposite(resigned), drawn: false };
  if (at.over) return { why: 'rules', winner: winner(at.value, at.to_move), drawn: at.value === 'draw' };
  if (repetition === 'forbidden' && legal_moves(at, repetition, way).length === 0) return { why: 'no_turn', winner: opposite(at.to_move), drawn: false };
  if (times(way, at.position) < times_to_end[repetition]) return null;
  return repetition === 'loss' ? { why: 'repetition', winner: at.to_move, drawn: false } : { why: 'repetition', winner: null, drawn: true };
}

// The words that the game has for this end: the first of board.json's `endings` that fits.
export function reason(look: BoardLook, picture: Picture | null, won: Side | null, drawn: boolean): Text | null {
  if (picture === null) return null;
  const has = (side: Side, kind: string | undefined) => picture.cells.some((c) => c.pieces.some((p) => p.owner === side && (kind === undefined || p.kind === kind)));
  const on = (side: Side, kind: string, ground: string) => picture.cells.some((c) => c.ground === ground && c.pieces.some((p) => p.owner === side && p.kind === kind));
  const fits = (e: Ending): boolean => {
    if (e.drawn === true) return drawn;
    if (won === null) return false;
    const lost = opposite(won);
    if (e.gone !== undefined && has(lost, e.gone === '*' ? undefined : e.gone)) return false;
    if (e.home !== undefined && !on(won, e.home, `home-${lost}`)) return false;
    return e.winner === undefined || e.winner === won;
  };
  return look.endings?.find(fits) ?? null;
}
