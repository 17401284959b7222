// Names of columns and rows at the edge, where the names of the cells are made of them ("b3"); else the cells carry their names.
import type { Placed } from './geometry';

export interface Coordinates {
  columns: { x: number; label: string }[];
  rows: { y: number; label: string }[];
}

const parts = /^(?:([A-Za-z@]{1,2})(\d{1,2})|(\d{1,2})([A-Za-z]{1,2}))$/;

export function coordinates(placed: Placed[]): Coordinates | null {
  const columns = new Map<number, string>();
  const rows = new Map<number, string>();
  let named = 0;
  for (const { cell, x, y } of placed) {
    const found = parts.exec(cell.name);
    if (!found) continue;
    const column = found[1] ?? found[3]!;
    const row = found[2] ?? found[4]!;
    if ((columns.get(x) ?? column) !== column || (rows.get(y) ?? row) !== row) return null;
    columns.set(x, column);
    rows.set(y, row);
    ++named;
  }
  if (named < 2 || columns.size === 0) return null;
  return {
    columns: [...columns].map(([x, label]) => ({ x, label })),
    rows: [...rows].map(([y, label]) => ({ y, label })),
  };
}
