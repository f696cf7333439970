import { type FeedChange, type HistoryStatus, historyStatuses } from '../../upstream/feed-history.js';

/** Maximum number of periods of a response. */
export const MAX_PERIODS = 2_000;

/** A time (ms) in which a feed had one status; the end is exclusive. */
export interface FeedPeriod {
  status: HistoryStatus;
  from: number;
  to: number;
}

/** The sums of periods. */
export interface FeedSummary {
  /** Milliseconds by status. */
  totals: Record<HistoryStatus, number>;
  /** Fraction of the time with status `ok`, `stale` or `down` in which it was `ok`; null without such time. */
  uptime: number | null;
  /** Number of periods with status `down`. */
  outages: number;
}

/**
 * Returns the periods between changes, newest first, without repetitions.
 * @param changes newest first
 * @param seenUntil time after which no process watched the feed; undefined if one does
 */
export function periodsOf(changes: readonly FeedChange[], from: number, to: number, seenUntil?: number): FeedPeriod[] {
  const periods: FeedPeriod[] = [];
  const add = (status: HistoryStatus, start: number, end: number) => {
    const period = { status, from: Math.max(from, start), to: Math.min(to, end) };
    if (period.from >= period.to) return;
    const next = periods.at(-1);
    if (next?.status === status && next.from === period.to) next.from = period.from;
    else periods.push(period);
  };
  let end = to;
  if (seenUntil !== undefined && seenUntil < to) {
    add('unknown', seenUntil, to);
    end = seenUntil;
  }
  for (const { at, status } of changes) {
    add(status, at, end);
    end = Math.min(end, at);
  }
  add('unknown', from, end);
  return periods;
}

/** Returns the time of each status, the uptime and the number of outages. */
export function summary(periods: readonly FeedPeriod[]): FeedSummary {
  const totals = Object.fromEntries(historyStatuses.map((status) => [status, 0])) as Record<HistoryStatus, number>;
  for (const { status, from, to } of periods) totals[status] += to - from;
  const expected = totals.ok + totals.stale + totals.down;
  return {
    totals,
    uptime: expected === 0 ? null : totals.ok / expected,
    outages: periods.filter(({ status }) => status === 'down').length,
  };
}
