import { describe, expect, it } from 'vitest';
import { begun, course, heard, joined, read } from '../../src/lib/live';
import { distribution, single, tally } from '../../src/lib/statistics';

describe('a live solve', () => {
  const listed = { id: '1-a', game: 'trax:4x4', kind: 'prove', state: 'running', progress: { pn: 3, dn: 7, trace: [] } } as const;
  it('is joined where it stands', () => {
    const live = joined({ ...listed, progress: { pn: 3, dn: 7, trace: [[0.1, 3, 7]] } });
    expect(live).toMatchObject({ id: '1-a', game: 'trax:4x4', kind: 'prove', ended: '', progress: { pn: 3 } });
    expect(heard(live, 'progress', { pn: 5 }).progress).toMatchObject({ pn: 5, dn: 7 });
  });
  it('ends in one of three ways', () => {
    const live = begun('2-b', 'tictactoe', 'solve');
    expect(heard(live, 'done', { value: 'draw' })).toMatchObject({ ended: 'done', progress: { value: 'draw' } });
    expect(heard(live, 'failed', { reason: 'no memory' }).ended).toBe('failed');
    expect(heard(live, 'failed', { stopped: true }).ended).toBe('stopped');
    expect(heard(live, 'done', { stopped: true }).ended).toBe('stopped');
    expect(joined({ ...live, state: 'failed', progress: { stopped: true } }).ended).toBe('stopped');
    expect(joined({ ...live, state: 'done', progress: {} }).ended).toBe('done');
  });
  it('reads whatever is sent', () => {
    expect(read('{"pn": 1}')).toEqual({ pn: 1 });
    for (const bad of ['', '{', 'null', '5']) expect(read(bad)).toEqual({});
  });
  it('has a course without zeros', () => expect([...course([[0.1, 0, 4], [0.3, 2, 9]], 1)]).toEqual([[0.1, 0.5], [0.3, 2]]));
});

describe('a published distribution', () => {
  const row = (what: string, published: unknown, ours: unknown, agrees: boolean | null) => ({ what, published, ours, agrees });
  const rows = [row('positions', 9, 9, true), row('by_plies.1', 5, 5, true), row('by_plies.2', 4, 3, false), row('by_plies.0', null, 1, null), row('by_plies.9', 2, 0, false)];
  const counted = [{ plies: 0, value: 'loss', count: 1 }, { plies: 1, value: 'win', count: 4 }, { plies: 1, value: 'loss', count: 1 }, { plies: 2, value: 'loss', count: 3 }] as const;
  it('stands beside ours', () => {
    const all = distribution([...counted], rows);
    expect(all.map((r) => [r.plies, r.value, r.published?.published])).toEqual([[0, 'loss', null], [1, 'win', 5], [1, 'loss', undefined], [2, 'loss', 4], [9, null, 2]]);
    expect(tally(all.flatMap((r) => r.published ?? []))).toEqual({ yes: 1, no: 2, open: 1 });
    expect(single(rows).map((r) => r.what)).toEqual(['positions']);
  });
});
