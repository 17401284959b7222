// What a page works out from what the server says of a campaign.
import type { Campaign, CampaignWorker } from '../api/types';

export const title_of = (c: Pick<Campaign, 'game' | 'variant'>): string => (c.variant ? `${c.game}:${c.variant}` : c.game);

// The settled share: open leaves are what is left, inner positions that are open are not counted.
export type Kind = 'proven' | 'disproven' | 'assumed';
export function parts_of(c: Pick<Campaign, 'tree'>): { kind: Kind; percent: number }[] {
  const { proven, disproven, assumed, open_leaves } = c.tree;
  const all = Math.max(1, proven + disproven + assumed + open_leaves);
  return ([['proven', proven], ['disproven', disproven], ['assumed', assumed]] as const).map(([kind, count]) => ({ kind, percent: (100 * count) / all }));
}

// The root's numbers over time, from the beginning of the campaign, in units that fit. What is infinite ends the curve.
export interface Course {
  for: Map<number, number>;
  against: Map<number, number>;
  unit: 'hours' | 'minutes' | 'seconds';
  spans: boolean; // there is something to draw
}
export function course_of(history: Campaign['history']): Course {
  const first = history[0]?.at ?? 0;
  const span = (history.at(-1)?.at ?? 0) - first;
  const unit = span > 7200 ? 'hours' : span > 300 ? 'minutes' : 'seconds';
  const scale = { hours: 3600, minutes: 60, seconds: 1 }[unit];
  const course: Course = { for: new Map(), against: new Map(), unit, spans: false };
  for (const h of history) {
    const x = (h.at - first) / scale;
    if (h.for !== null && h.for > 0) course.for.set(x, h.for);
    if (h.against !== null && h.against > 0) course.against.set(x, h.against);
  }
  course.spans = span > 0 && Math.max(course.for.size, course.against.size) > 1;
  return course;
}

// Since it was heard of, by now: the server reads a store now and then.
export const ago = (c: Pick<Campaign, 'read'>, w: Pick<CampaignWorker, 'seen_seconds_ago'>, now = Date.now() / 1000): number => w.seen_seconds_ago + Math.max(0, now - c.read);
const lately = 180; // seconds: a job and its lease
export const working = (c: Pick<Campaign, 'read' | 'workers'>, now = Date.now() / 1000): CampaignWorker[] => c.workers.filter((w) => ago(c, w, now) < lately);
