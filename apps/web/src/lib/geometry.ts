// Where things are drawn: a cell is 100 units wide.
import type { Cell } from '../api/types';

export const unit = 100;
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function extent(cells: Cell[]): Box {
  if (cells.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const xs = cells.map((c) => c.x);
  const ys = cells.map((c) => c.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

export interface Placed {
  cell: Cell;
  x: number; // the upper left corner, in units
  y: number;
  width: number;
  height: number;
}
// A wide cell lies above or below the board, as wide as that and half as high as a cell.
export function place(cells: Cell[], flip: boolean, wide: (cell: Cell) => boolean = () => false): { placed: Placed[]; box: Box } {
  const inner = extent(cells.filter((c) => !wide(c)));
  const above = cells.some((c) => wide(c) && c.y < inner.y) ? 0.5 : 0;
  const below = cells.some((c) => wide(c) && c.y >= inner.y) ? 0.5 : 0;
  const box = { ...inner, y: inner.y - above, height: inner.height + above + below };
  const placed = cells.map((cell) => {
    const [width, height] = wide(cell) ? [inner.width, 0.5] : [1, 1];
    const dx = wide(cell) ? 0 : cell.x - box.x;
    const dy = wide(cell) ? (cell.y < inner.y ? 0 : box.height - 0.5) : cell.y - box.y;
    return {
      cell,
      x: unit * (flip ? box.width - width - dx : dx),
      y: unit * (flip ? box.height - height - dy : dy),
      width: unit * width,
      height: unit * height,
    };
  });
  return { placed, box };
}

// The cells in rows from the top, each from the left: as one reads them.
export function rows_of(placed: Placed[]): Placed[][] {
  const rows = new Map<number, Placed[]>();
  for (const p of placed) rows.set(p.y, [...(rows.get(p.y) ?? []), p]);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort((a, b) => a.x - b.x));
}

// The cell an arrow key leads to: the nearest one in that direction, straight ahead before sideways.
export function neighbour(placed: Placed[], from: string, key: string): string | null {
  const here = placed.find((p) => p.cell.name === from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  if (!here || (dx === 0 && dy === 0)) return null;
  let nearest: { name: string; far: number } | null = null;
  for (const p of placed) {
    const [right, down] = [p.x + p.width / 2 - here.x - here.width / 2, p.y + p.height / 2 - here.y - here.height / 2];
    const ahead = right * dx! + down * dy!;
    const aside = Math.max(0, (Math.abs(right * dy!) - (p.width + here.width) / 2 + unit) * Math.abs(dy!)) + Math.abs(down * dx!);
    if (ahead < 1 || aside > Math.max(ahead, unit) * 1.01) continue;
    const far = ahead + 2 * aside + Math.abs(right * dy!) / unit;
    if (!nearest || far < nearest.far) nearest = { name: p.cell.name, far };
  }
  return nearest?.name ?? null;
}

// The lines that lead from the middle of a cell, as "e3 sw" says them, as a path.
export function rays_path(lines: string, flip: boolean): string {
  const ahead = flip ? -unit : unit;
  return [...lines.matchAll(/([ns]?)([ew]?)(\d*)/g)]
    .filter(([, down, right]) => down || right)
    .map(([, down, right, far]) => {
      const n = ahead * Number(far || 1);
      return `M50 50l${right ? (right === 'e' ? n : -n) : 0} ${down ? (down === 's' ? n : -n) : 0}`;
    })
    .join('');
}

// A hexagon as wide as a cell, standing on a corner; its corners from the top, to the right.
const corners = [
  [50, -7.735],
  [100, 21.1325],
  [100, 78.8675],
  [50, 107.735],
  [0, 78.8675],
  [0, 21.1325],
] as const;
export const hexagon_path = `M${corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
export function hexagon_side(side: string, flip: boolean): string {
  const at = ['ne', 'e', 'se', 'sw', 'w', 'nw'].indexOf(side);
  if (at < 0) return '';
  const from = flip ? (at + 3) % 6 : at;
  const [[x, y], [u, v]] = [corners[from]!, corners[(from + 1) % 6]!];
  return `M${x} ${y}L${u} ${v}`;
}
