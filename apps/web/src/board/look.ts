// From the words of board.json to classes of the style sheet: only words that are known here reach the page.
import type { BoardLook, Owner, Piece, Side, Sided, Text } from '../api/types';
import { said } from '../lib/names';
import type { Lang } from '../i18n/catalogue';
import type { Messages } from '../i18n/en';

const fills = new Set(['board', 'board-alt', 'dark', 'light', 'blue', 'white', 'tint-first', 'tint-second', 'none']);
const colours = new Set(['warm', 'cool', 'black', 'white', 'dark', 'light', 'red', 'blue', 'green', 'yellow']);

export const fill_class = (fill: string | undefined): string => `fill-${fill !== undefined && fills.has(fill) ? fill : 'board'}`;
export function colour_class(look: BoardLook, owner: Owner): string {
  if (owner === 'none') return 'of-none';
  const colour = look.players?.[owner]?.colour;
  return `of-${colour !== undefined && colours.has(colour) ? colour : owner === 'first' ? 'warm' : 'cool'}`;
}

export const player_name = (players: BoardLook['players'], side: Side, lang: Lang, t: Messages): string => said(players?.[side], lang) || t[side];
export const piece_name = (look: BoardLook, kind: string, lang: Lang): string => said(look.pieces?.[kind]?.label, lang) || kind;
export const for_side = (text: Sided | undefined, owner: Owner): Text | undefined =>
  text === undefined || 'en' in text ? text : text[owner === 'second' ? 'second' : 'first'];
// Where a piece has another name for each player, that player's.
export const own_name = (look: BoardLook, piece: Piece, lang: Lang): string => said(for_side(look.pieces?.[piece.kind]?.names, piece.owner), lang) || piece_name(look, piece.kind, lang);
export function describe(look: BoardLook, piece: Piece, lang: Lang, t: Messages): string {
  const name = own_name(look, piece, lang);
  return piece.owner === 'none' ? name : t.piece_of(name, player_name(look.players, piece.owner, lang, t));
}
export const is_stone = (look: BoardLook, piece: Piece): boolean => look.pieces?.[piece.kind]?.shape === 'stones';
