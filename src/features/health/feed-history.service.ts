import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../api/problem.js';
import { Clock } from '../../time/clock.js';
import { DAY_MS } from '../../time/durations.js';
import { CHANGE_RETENTION_MS, FeedHistory, UNWATCHED_MS } from '../../upstream/feed-history.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import { type FeedPeriod, type FeedSummary, MAX_PERIODS, periodsOf, summary } from './feed-period.js';

const MAX_RANGE_MS = 31 * DAY_MS;
const DELETE_BATCH = 5_000;

export interface FeedHistoryReading extends FeedSummary {
  feed: string;
  /** The provider at the last change; null without a change. */
  provider: string | null;
  /** Whether a feed of this name exists now. */
  isRegistered: boolean;
  from: number;
  to: number;
  /** Newest first. */
  periods: FeedPeriod[];
  /** Whether there were more periods, so that the range begins with the oldest returned one. */
  isCut: boolean;
}

/** Reads the status of feeds over time. */
@Service()
export class FeedHistories {
  constructor(
    private readonly history: FeedHistory,
    private readonly feeds: FeedRegistry,
    private readonly clock: Clock,
  ) {}

  /** Reads a history. @throws Problem `not_found`, `invalid_request` for an invalid range */
  async read(feed: string, range: { from?: Date; to?: Date }): Promise<FeedHistoryReading> {
    const now = this.clock.now();
    const to = Math.min(range.to?.getTime() ?? now, now);
    const from = range.from?.getTime() ?? to - DAY_MS;
    if (from >= to) throw wrongParameter('query/from', 'must be in the past, and before `to`');
    if (to - from > MAX_RANGE_MS) throw wrongParameter('query/from', 'must be at most 31 days before `to`');
    const isRegistered = this.feeds.list().some((one) => one.feed === feed);
    const [seenAt, changes] = await Promise.all([
      this.history.seenAt(feed),
      this.history.read(feed, from, to, MAX_PERIODS + 1),
    ]);
    if (!isRegistered && seenAt === undefined && changes.length === 0)
      throw new Problem('not_found', { detail: 'There is no feed with this name; `GET /health/feeds` lists them.' });
    const isCut = changes.length > MAX_PERIODS;
    const kept = changes.slice(0, MAX_PERIODS);
    const start = isCut ? Math.max(from, kept.at(-1)?.at ?? from) : from;
    const periods = periodsOf(kept, start, to, isCurrent(seenAt, now) ? undefined : (seenAt ?? undefined));
    return {
      feed,
      provider: changes[0]?.provider ?? null,
      isRegistered,
      from: start,
      to,
      periods,
      isCut,
      ...summary(periods),
    };
  }

  /** Deletes a batch of changes past their retention. @returns true if more may remain */
  async deleteExpired(): Promise<boolean> {
    const before = this.clock.now() - CHANGE_RETENTION_MS;
    return (await this.history.deleteBefore(before, DELETE_BATCH)) === DELETE_BATCH;
  }
}

const isCurrent = (seenAt: number | null | undefined, now: number): boolean =>
  typeof seenAt === 'number' && now - seenAt <= UNWATCHED_MS;
