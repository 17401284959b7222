// Names of columns and rows at the edge, where the names of the cells are made of them ("b3"); else the cells carry their names.
import type { Placed } from './geometry';

export interface Coordinates {
  columns: { x: number; label: string }[];
  rows: { x: number; y: number; label: string }[]; // x: of the first cell of the row
  slanted: boolean; // each row lies aside of the one above: columns are named above the first row
}

const parts = /^(?:([A-Za-z@]{1,2})(\d{1,2})|(\d{1,2})([A-Za-z]{1,2}))$/;

export function coordinates(placed: Placed[]): Coordinates | null {
  const columns = new Map<number, string>();
  const rows = new Map<number, { x: number; label: string }>();
  const top = Math.min(...placed.map((p) => p.y));
  const first = new Map<number, string>(); // the columns of the first row
  let named = 0;
  const places = new Map<string, number>(); // of each column, where it was seen first
  let conflict = false;
  let moved = false;
  for (const { cell, x, y } of placed) {
    const found = parts.exec(cell.name);
    if (!found) continue;
    const column = found[1] ?? found[3]!;
    const row = found[2] ?? found[4]!;
    if ((rows.get(y)?.label ?? row) !== row) return null;
    conflict ||= (columns.get(x) ?? column) !== column;
    moved ||= (places.get(column) ?? x) !== x;
    columns.set(x, column);
    places.set(column, places.get(column) ?? x);
    if (y === top) first.set(x, column);
    rows.set(y, { x: Math.min(x, rows.get(y)?.x ?? x), label: row });
    ++named;
  }
  if (named < 2 || columns.size === 0) return null;
  const slanted = moved && new Set([...rows.values()].map((r) => r.x)).size === rows.size;
  if (conflict && !slanted) return null;
  return {
    columns: [...(slanted ? first : columns)].map(([x, label]) => ({ x, label })),
    rows: [...rows].map(([y, { x, label }]) => ({ x: slanted ? x : 0, y, label })),
    slanted,
  };
}
