// Pieces stand out from whatever ground they may stand on, in both themes: measured from the style sheet and each game's board.json.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BoardLook, Owner, Side } from '../../src/api/types';
import { colour_class, fill_class } from '../../src/board/look';

const root = join(__dirname, '../../../..');
const css = readFileSync(join(__dirname, '../../src/app.css'), 'utf8');
const variables = (selector: string): Record<string, string> => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0]!;
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})(?![0-9a-f])/g)].map((m) => [m[1]!, m[2]!]));
};
const light = variables(':root');
const themes = { light, dark: { ...light, ...variables(":root[data-theme='dark']") } };

// WCAG 2.
const luminance = (hex: string): number => {
  const [r, g, b] = [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
const contrast = (a: string, b: string): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};
const ink_of = (theme: Record<string, string>, look: BoardLook, owner: Owner) => {
  const name = colour_class(look, owner).slice(3);
  const same: Record<string, string> = { dark: 'black', light: 'white' };
  const key = same[name] ?? name;
  return { body: theme[`${key}-body`]!, edge: theme[`${key}-edge`]!, line: theme[`${key}-line`] ?? theme[`${key}-edge`]! };
};
const ground_of = (theme: Record<string, string>, fill: string | undefined): string => {
  const name = fill_class(fill).slice(5);
  return theme[name] ?? theme[`ground-${name}`] ?? theme['bg']!; // "none": what lies under the board
};

const games = readdirSync(join(root, 'games')).filter((g) => existsSync(join(root, 'games', g, 'board.json')));
describe.each(Object.entries(themes))('pieces in the %s theme', (_, theme) => {
  it.each(games)('%s', (game) => {
    const look = JSON.parse(readFileSync(join(root, 'games', game, 'board.json'), 'utf8')) as BoardLook;
    const weak: string[] = [];
    for (const [kind, piece] of Object.entries(look.pieces ?? {}))
      for (const owner of ['first', 'second'] as Side[]) {
        const { body, edge, line } = ink_of(theme, look, piece.shape === 'stones' ? 'none' : owner);
        if (piece.shape === 'tile') { // its lines, on the tile
          if (contrast(body, theme['tile']!) < 3) weak.push(`${owner}'s line on a tile: ${contrast(body, theme['tile']!).toFixed(2)}`);
          continue;
        }
        for (const ground of Object.values(look.grounds ?? {})) {
          const on = ground_of(theme, ground.fill);
          // Crosses and rings are lines alone; others are seen by their body, or by the line around it.
          const seen = piece.shape === 'cross' || piece.shape === 'ring' ? contrast(line, on) : Math.max(contrast(body, on), contrast(edge, on));
          if (seen < 3) weak.push(`${owner}'s ${kind} on ${ground.fill}: ${seen.toFixed(2)}`);
        }
        // Where colour alone tells the players apart, by body or by edge.
        if (owner === 'second' && !look.turn_second && piece.shape === 'disc') {
          const other = ink_of(theme, look, 'first');
          const apart = Math.max(contrast(other.body, body), contrast(other.edge, edge));
          if (apart < 3 && look.players?.first?.colour !== 'warm') weak.push(`${kind}s of both: ${apart.toFixed(2)}`);
        }
      }
    expect([...new Set(weak)]).toEqual([]);
  });
});
