// Moves as the players of a game write them: with the piece, where they name it. The server's names stay what is typed and sent.
import type { BoardLook, Side } from '../api/types';
import type { Lang } from '../i18n/catalogue';
import { for_side, piece_name } from '../board/look';
import { said } from './names';

const cell = /[A-Za-z]{1,2}\d{1,2}/g;

export function noted(look: BoardLook, step: { move: string; piece?: string }, side: Side, lang: Lang): string {
  const { move, piece } = step;
  if (!look.notation?.pieces || piece === undefined) return move;
  const dropped = move.includes('*');
  if (lang === 'en') return dropped ? move : `${said(for_side(look.pieces?.[piece]?.mark, side), 'en') || piece_name(look, piece, 'en')} ${move}`;
  // As in shogi: where it goes, which piece, and where it comes from.
  const cells = move.match(cell) ?? [];
  const name = said(for_side(look.pieces?.[piece]?.names, side), lang) || piece_name(look, piece, lang);
  const [from, to] = [cells[0], cells.at(-1)];
  if (to === undefined) return move;
  return dropped ? `${to}${name}打` : `${to}${name}${move.endsWith('+') ? '成' : ''}(${from})`;
}
