import { describe, expect, test } from 'vitest';
import { ago, course_of, parts_of, title_of, working } from '../../src/lib/campaign';

const point = (at: number, f: number | null, a: number | null) => ({ at, for: f, against: a, positions: 1, facts: 0, visits: 0 });
const worker = (seen_seconds_ago: number) => ({ name: `w${seen_seconds_ago}`, jobs: 0, facts: 0, visits: 0, seconds: 0, seen_seconds_ago, refused: 0, why: null });

describe('campaigns', () => {
  test('are named as games are', () => {
    expect(title_of({ game: 'trax', variant: '5x5' })).toBe('trax:5x5');
    expect(title_of({ game: 'tictactoe', variant: '' })).toBe('tictactoe');
  });
  test('the settled share leaves out inner positions that are open', () => {
    const parts = parts_of({ tree: { positions: 100, split: 50, open_leaves: 5, proven: 3, disproven: 1, assumed: 1 } });
    expect(parts.map((p) => p.percent)).toEqual([30, 10, 10]);
    expect(parts_of({ tree: { positions: 0, split: 0, open_leaves: 0, proven: 0, disproven: 0, assumed: 0 } })[0]!.percent).toBe(0);
  });
  test('numbers over time begin with the campaign, and end where they are infinite', () => {
    const course = course_of([point(1000, 5, 7), point(1600, 9, 3), point(2200, null, 0)]);
    expect(course.unit).toBe('minutes');
    expect([...course.for]).toEqual([[0, 5], [10, 9]]);
    expect([...course.against]).toEqual([[0, 7], [10, 3]]);
    expect(course.spans).toBe(true);
    expect(course_of([]).spans).toBe(false);
    expect(course_of([point(1, 2, 3)]).spans).toBe(false);
    expect(course_of([point(0, 1, 1), point(8000, 2, 2)]).unit).toBe('hours');
  });
  test('who was heard of lately is at work', () => {
    const c = { read: 5000, workers: [worker(1), worker(170), worker(1000)] };
    expect(ago(c, worker(1), 5020)).toBe(21);
    expect(working(c, 5000)).toHaveLength(2);
    expect(working(c, 5020)).toHaveLength(1);
  });
});
